/** The address that a video plays from: a signed one ends, and a new one is fetched without anybody noticing. */
import type { Media } from '@lms/contract/media'
import { type RefObject, useRef, useState } from 'react'
import { seek } from './seek.ts'
import { needsPlaylistCode } from './use-playlist.ts'

export type Source = ReturnType<typeof useSignedUrl>

/** Where and how the video stood when its address failed. */
type Stop = { at: number; wasPlaying: boolean }

/** `renew` gives a new address to play from. */
export function useSignedUrl(media: Media, renew: () => Promise<string | null>, video: RefObject<HTMLVideoElement | null>) {
  // A newer signature of the same file must not restart what plays.
  const [src, setSrc] = useState(media.playbackUrl)
  const [isBroken, setBroken] = useState(false)
  /** Counts the tries: the same address may be tried again. */
  const [turn, setTurn] = useState(0)
  const stop = useRef<Stop | null>(null)
  /** One address after the other without a picture in between leads nowhere. */
  const hasRenewed = useRef(false)

  const load = async (): Promise<void> => {
    hasRenewed.current = true
    const next = await renew().catch(() => null)
    if (next === null) return setBroken(true)
    setBroken(false)
    setTurn((count) => count + 1)
    if (next !== src) setSrc(next)
    else if (!needsPlaylistCode(src)) video.current?.load()
  }
  const onError = (): void => {
    const player = video.current
    if (player && (player.currentTime > 0 || !player.paused)) stop.current = { at: player.currentTime, wasPlaying: !player.paused }
    if (hasRenewed.current) setBroken(true)
    else void load()
  }
  /** Goes on where it stopped; false where nothing had stopped. */
  const goOn = (player: HTMLVideoElement): boolean => {
    const before = stop.current
    stop.current = null
    if (!before) return false
    seek(player, before.at)
    if (before.wasPlaying) void player.play().catch(() => undefined)
    return true
  }
  return { src, turn, isBroken, onError, goOn, retry: load, onShown: () => void (hasRenewed.current = false) }
}
