/** Tells the recorder what the player does. */
import { type RefObject, useEffect } from 'react'
import type { WatchTracker } from './watch-tracker.ts'

export function useWatchStats(video: RefObject<HTMLVideoElement | null>, recorder: WatchTracker | undefined): void {
  useEffect(() => {
    const player = video.current
    if (!player || !recorder) return undefined
    const now = (): number => performance.now()
    const reports: Record<string, () => void> = {
      loadedmetadata: () => recorder.setDuration(player.duration),
      play: () => recorder.begin(player.currentTime, now()),
      playing: () => recorder.begin(player.currentTime, now()),
      seeked: () => (player.paused ? recorder.stop(player.currentTime) : recorder.begin(player.currentTime, now())),
      // While seeking the place is already the new one, so the last reading is kept.
      seeking: () => recorder.stop(),
      timeupdate: () => void (!player.paused && !player.seeking && recorder.read(player.currentTime, now(), player.playbackRate)),
      pause: () => {
        if (!player.seeking) recorder.read(player.currentTime, now(), player.playbackRate)
        recorder.stop()
        void recorder.flush()
      },
      ended: () => void recorder.flush(),
    }
    // The recorder may come after the video has started.
    if (Number.isFinite(player.duration)) recorder.setDuration(player.duration)
    if (!player.paused) recorder.begin(player.currentTime, now())
    for (const [event, report] of Object.entries(reports)) player.addEventListener(event, report)
    return () => {
      for (const [event, report] of Object.entries(reports)) player.removeEventListener(event, report)
    }
  }, [video, recorder])
}
