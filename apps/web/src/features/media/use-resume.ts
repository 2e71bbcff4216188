/** Goes on where the video was left, as soon as both the video and the place are known. It never plays by itself. */
import { type RefObject, useEffect, useRef, useState } from 'react'
import { seek } from './seek.ts'

/** Seconds before the end that are credits, and after the start that are nothing yet: whoever left there starts again. */
const credits = 10
const nothing = 5

/** Seconds of playing after which nobody wants to start over any more. */
const settled = 30

export const isWorthResuming = (place: number, duration: number): boolean =>
  place > nothing && place < duration - Math.min(credits, duration * 0.05)

/** `startAt` in seconds; undefined while it is not known. The answer is the place that was gone to, until it is waved away. */
export function useResume(video: RefObject<HTMLVideoElement | null>, startAt: number | undefined) {
  const [resumedAt, setResumedAt] = useState<number | null>(null)
  const isDone = useRef(false)
  const go = (): void => {
    const player = video.current
    if (!player || startAt === undefined || isDone.current || player.readyState < HTMLMediaElement.HAVE_METADATA) return
    isDone.current = true
    // Whoever has begun to watch is not taken elsewhere.
    if (player.played.length > 0 || !isWorthResuming(startAt, player.duration)) return
    seek(player, startAt)
    setResumedAt(startAt)
  }
  useEffect(go)
  useEffect(() => {
    const player = video.current
    if (!player || resumedAt === null) return undefined
    const settle = (): void => void (player.currentTime > resumedAt + settled && setResumedAt(null))
    player.addEventListener('timeupdate', settle)
    return () => player.removeEventListener('timeupdate', settle)
  }, [video, resumedAt])
  const startOver = (): void => {
    setResumedAt(null)
    seek(video.current, 0)
    video.current?.focus({ preventScroll: true })
  }
  return { resumedAt, go, startOver }
}
