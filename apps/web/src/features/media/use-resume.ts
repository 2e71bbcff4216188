/** Seeks to the saved position, as soon as both the video and the position are known. It never starts playback. */

import { type RefObject, useEffect, useRef, useState } from 'react'

/** Seconds of credits before the end, and after the start that do not count yet: in both cases the video starts from the beginning. */
const creditSeconds = 10
const uncountedSeconds = 5

/** Seconds of playback after which "start over" is no longer offered. */
const settledSeconds = 30

export const isWorthResuming = (place: number, duration: number): boolean =>
  place > uncountedSeconds && place < duration - Math.min(creditSeconds, duration * 0.05)

/** `startAt` in seconds; undefined while it is not known. Returns the position that was resumed at, until the note is dismissed. */
export function useResume(video: RefObject<HTMLVideoElement | null>, startAt: number | undefined) {
  const [resumedAt, setResumedAt] = useState<number | null>(null)
  const isDone = useRef(false)
  const go = (): void => {
    const player = video.current
    if (!player || startAt === undefined || isDone.current || player.readyState < HTMLMediaElement.HAVE_METADATA) return
    isDone.current = true
    // Once playing has started, the position is not moved.
    if (player.played.length > 0 || !isWorthResuming(startAt, player.duration)) return
    seek(player, startAt)
    setResumedAt(startAt)
  }
  useEffect(go)
  useEffect(() => {
    const player = video.current
    if (!player || resumedAt === null) return undefined
    const settle = (): void => void (player.currentTime > resumedAt + settledSeconds && setResumedAt(null))
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

export function seek(player: HTMLVideoElement | null, seconds: number): void {
  if (player) player.currentTime = seconds
}
