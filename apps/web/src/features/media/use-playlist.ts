/** Plays a playlist (HLS) where the browser cannot; the code for it is loaded then, and only then. */
import { type RefObject, useEffect, useRef } from 'react'

const isPlaylist = (address: string): boolean => URL.parse(address, location.href)?.pathname.toLowerCase().endsWith('.m3u8') ?? false

const playsItself = (): boolean => document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== ''

/** Whether the address needs more than an `src`. */
export const needsPlaylistCode = (address: string | null): boolean => address !== null && isPlaylist(address) && !playsItself()

type Playlist = { address: string | null; turn: number; onError: () => void }

/** `address` is null where the browser plays it natively; another `turn` tries the same one again. */
export function usePlaylist(video: RefObject<HTMLVideoElement | null>, { address, turn, onError }: Playlist): void {
  const latest = useRef(onError)
  useEffect(() => {
    latest.current = onError
  })
  useEffect(() => {
    const player = video.current
    if (!player || address === null) return undefined
    let isGone = false
    let stop = (): void => undefined
    const start = async (): Promise<void> => {
      const { default: Hls } = await import('hls.js/light')
      if (isGone) return
      // A worker would have to come from a blob, which the content policy keeps out.
      const hls = new Hls({ enableWorker: false })
      stop = () => hls.destroy()
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => void (fatal && latest.current()))
      hls.loadSource(address)
      hls.attachMedia(player)
    }
    start().catch(() => latest.current())
    return () => {
      isGone = true
      stop()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new turn starts again
  }, [video, address, turn])
}
