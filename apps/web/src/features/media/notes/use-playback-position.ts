/** Where a video stands, in whole seconds: a part that shows it is drawn once a second and not more. */
import { type RefObject, useEffect, useState } from 'react'

export function usePlaybackPosition(video: RefObject<HTMLVideoElement | null>): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const player = video.current
    if (!player) return undefined
    const follow = (): void => setSeconds(Math.floor(player.currentTime))
    follow()
    const events = ['timeupdate', 'seeked', 'loadedmetadata']
    for (const event of events) player.addEventListener(event, follow)
    return () => {
      for (const event of events) player.removeEventListener(event, follow)
    }
  }, [video])
  return seconds
}
