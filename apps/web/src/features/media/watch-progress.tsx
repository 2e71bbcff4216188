/** Watch progress of a video: reported during playback, shown as one badge, and marked by the viewer if it cannot be measured. */

import { Button, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type RefObject } from 'react'
import type { VideoAttendance } from '@lms/contract/attendance'
import { watchedThreshold } from '@lms/contract/attendance-rules'
import { getErrorMessage } from '#lib/api-errors.ts'
import { api } from '#lib/api.ts'
import { formatPercentage } from '#lib/format-number.ts'
import { useSession } from '#lib/session.ts'
import { useSessionGuard } from '#lib/use-autosave.ts'
import { IconCheck } from '#ui/icons.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import { notify } from '#ui/toasts.tsx'
import { atNewestPlace, saveUnsentProgress, readUnsentProgress, type WatchPlace } from './offline-watch-progress.ts'
import { createWatchTracker, type WatchTracker, type Watch } from './watch-tracker.ts'
import classes from './watch-progress.module.css'

const everyMs = 15_000

/** For when the server does not respond: progress until then is added to the server's later. */
const unknownAttendance: VideoAttendance = {
  watched: false,
  watchedAt: null,
  coverage: 0,
  position: 0,
  savedAt: null,
  durationSeconds: null,
  ranges: [],
  source: null,
}

type Watching = { recorder: WatchTracker; watch: Watch }

/** A tracker, created once the server's state at the time of opening is known; later responses do not restart it. */
function useRecorder(place: WatchPlace, saved: VideoAttendance | 'unknown' | undefined): Watching | undefined {
  const [userId] = useState(() => useSession.getState().user?.id ?? 'nobody')
  const opener = useSessionGuard()
  const [watch, setWatch] = useState<Watch | null>(null)
  const [recorder, setRecorder] = useState<WatchTracker | null>(null)
  if (saved && !recorder) {
    const known = saved === 'unknown' ? unknownAttendance : saved
    setRecorder(
      createWatchTracker({
        saved: known,
        unsent: atNewestPlace(readUnsentProgress(userId, place.mediaId), known),
        // The browser finishes the call after the page is closed.
        send: (report) => opener.send(() => api.attendance.markVideoAttendance({ body: { ...place, ...report } }, { keepalive: true })),
        onChange: setWatch,
        now: Date.now,
        keep: (unsent) => saveUnsentProgress(userId, place, unsent),
      }),
    )
  }
  return recorder ? { recorder, watch: watch ?? recorder.current() } : undefined
}

/** Sends progress every 15 seconds, and when the page is hidden or left. */
export function useWatchProgress(place: WatchPlace, saved: VideoAttendance | 'unknown' | undefined): Watching | undefined {
  const client = useQueryClient()
  const watching = useRecorder(place, saved)
  const recorder = watching?.recorder
  /** Null until it is known; then whether it was watched before this visit. */
  const wasWatched = useRef<boolean | null>(null)

  useEffect(() => {
    if (!recorder) return undefined
    const flush = (): void => void recorder.flush()
    const onHide = (): void => void (document.visibilityState === 'hidden' && recorder.flush())
    const timer = setInterval(flush, everyMs)
    document.addEventListener('visibilitychange', onHide)
    window.addEventListener('pagehide', flush)
    window.addEventListener('online', flush)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', onHide)
      window.removeEventListener('pagehide', flush)
      window.removeEventListener('online', flush)
      flush()
      // On return, the position is loaded again.
      void client.invalidateQueries({ queryKey: ['attendance', 'checkVideoAttendance'], refetchType: 'none' })
    }
  }, [recorder, client])

  const isWatched = watching?.watch.watched
  useEffect(() => {
    if (isWatched === undefined) return
    if (wasWatched.current !== null && isWatched !== wasWatched.current) void client.invalidateQueries({ queryKey: ['courses'] })
    wasWatched.current = isWatched
  }, [isWatched, client])

  return watching
}

/** Passes the player's events to the tracker. */
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
      // While seeking the position is already the new one, so the last reading counts.
      seeking: () => recorder.stop(),
      timeupdate: () => void (!player.paused && !player.seeking && recorder.read(player.currentTime, now(), player.playbackRate)),
      pause: () => {
        if (!player.seeking) recorder.read(player.currentTime, now(), player.playbackRate)
        recorder.stop()
        void recorder.flush()
      },
      ended: () => void recorder.flush(),
    }
    // The tracker may be created after the video has started.
    if (Number.isFinite(player.duration)) recorder.setDuration(player.duration)
    if (!player.paused) recorder.begin(player.currentTime, now())
    for (const [event, report] of Object.entries(reports)) player.addEventListener(event, report)
    return () => {
      for (const [event, report] of Object.entries(reports)) player.removeEventListener(event, report)
    }
  }, [video, recorder])
}

function WatchedChip({ watch: { watched, coverage } }: { watch: Pick<Watch, 'watched' | 'coverage'> }) {
  const share = formatPercentage(coverage * 100)
  if (watched) return <StatusBadge state="done">{coverage > 0 ? `Watched ${share}` : 'Watched'}</StatusBadge>
  return coverage > 0 ? (
    <StatusBadge state="in-progress" share={coverage}>
      {share} watched
    </StatusBadge>
  ) : (
    <StatusBadge state="not-started">Not watched</StatusBadge>
  )
}

const ruleText = `Counts once ${formatPercentage(watchedThreshold * 100)} is played`

const describeRefusal = (coverage: number): string =>
  `This course counts what was played: ${formatPercentage(coverage * 100)} so far, ${formatPercentage(watchedThreshold * 100)} is needed.`

function MarkWatched({ recorder }: { recorder: WatchTracker }) {
  const [isPending, setPending] = useState(false)
  const mark = async (): Promise<void> => {
    setPending(true)
    try {
      const answer = await recorder.claim()
      if (answer.watched) notify.success('Marked as watched')
      else if (recorder.current().state !== 'replaced') notify.info(describeRefusal(answer.coverage))
    } catch (error) {
      notify.error(`Not marked. ${getErrorMessage(error)}`)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      variant="default"
      size="sm"
      loading={isPending}
      leftSection={<IconCheck size={16} stroke={1.75} aria-hidden />}
      onClick={() => void mark()}
    >
      Mark as watched
    </Button>
  )
}

function Undo({ recorder }: { recorder: WatchTracker }) {
  const [isPending, setPending] = useState(false)
  const undo = async (): Promise<void> => {
    setPending(true)
    await recorder.undo().catch((error: unknown) => notify.error(`Still marked. ${getErrorMessage(error)}`))
    setPending(false)
  }
  return (
    <Button variant="subtle" size="sm" loading={isPending} aria-label="Undo: mark as not watched" onClick={() => void undo()}>
      Undo
    </Button>
  )
}

/** The player continues with the old file, but nothing counts any more. */
const Replaced = () => (
  <div className={classes.watched}>
    <span role="status">This recording was replaced.</span>
    <Button variant="default" size="sm" onClick={() => location.reload()}>
      Show the new one
    </Button>
  </div>
)

/** Reserves the space of the state before it is known. */
export const WatchedPlace = ({ isMeasured }: { isMeasured: boolean }) => (
  <div className={`${classes.watched} ${classes.place}`} aria-hidden>
    <StatusBadge state="not-started">Not watched</StatusBadge>
    {isMeasured && (
      <Text span inherit c="dimmed">
        {ruleText}
      </Text>
    )}
  </div>
)

/** `isMeasured`: the course only counts measured playback, so the viewer cannot mark it. */
export function WatchedState({ recorder, watch, isMeasured }: { recorder: WatchTracker; watch: Watch; isMeasured: boolean }) {
  if (watch.state === 'replaced') return <Replaced />
  return (
    <div className={classes.watched}>
      {watch.state === 'failed' && <span role="status">Not saved yet. What you watch is kept on this device.</span>}
      <WatchedChip watch={watch} />
      {watch.watched && watch.isSelfMarked && <Undo recorder={recorder} />}
      {!watch.watched &&
        (isMeasured ? (
          <Text span inherit c="dimmed">
            {ruleText}
          </Text>
        ) : (
          <MarkWatched recorder={recorder} />
        ))}
    </div>
  )
}
