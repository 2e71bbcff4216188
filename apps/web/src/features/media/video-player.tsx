/** Plays our own videos: starts as soon as the URL is known, resumes at the saved position, and gets its controls once their code is loaded. */

import { Box, Button } from '@mantine/core'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState, type ComponentType } from 'react'
import type { Media } from '@lms/contract/media'
import { formatPosition } from '#lib/format-number.ts'
import { Alert } from '#ui/alert.tsx'
import type { ControlsProps } from './player/player-controls.tsx'
import { useResume, seek } from './use-resume.ts'
import { useWatchStats } from './watch-progress.tsx'
import type { WatchTracker } from './watch-tracker.ts'
import classes from './video-player.module.css'

type Props = {
  media: Media
  video: RefObject<HTMLVideoElement | null>
  /** The start position in seconds; undefined while unknown. */
  startAt: number | undefined
  /** Absent if watching is not counted, as for staff. */
  recorder?: WatchTracker | undefined
  /** Requests a new URL: signed ones expire. */
  renew: () => Promise<string | null>
  /** The viewer wants to write a note at this position. */
  onNote?: () => void
}

function Broken({ source: { src, retry } }: { source: Source }) {
  const [isTrying, setTrying] = useState(false)
  const again = (): void => {
    setTrying(true)
    void retry().finally(() => setTrying(false))
  }
  return (
    <Alert
      tone="bad"
      role="alert"
      title="The video does not play here"
      action={
        <Button variant="default" size="sm" loading={isTrying} onClick={again}>
          Try again
        </Button>
      }
    >
      Your browser may not know its format, or the connection broke. Your place is kept. {src && <a href={src}>Open the file</a>}
    </Alert>
  )
}

export function VideoPlayer({ media, video, startAt, recorder, renew, onNote }: Props) {
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const source = useSignedUrl(media, renew, video)
  const { src, isBroken, onError, goOn } = source
  const { Controls, player, hasFailed, load } = useControls(video, src)
  const { resumedAt, go, startOver } = useResume(video, startAt)
  const isPlaylist = needsPlaylistCode(src)
  useWatchStats(video, recorder)
  usePlaylist(video, { address: isPlaylist ? src : null, turn: source.turn, onError })
  if (!src) return null

  const isForeign = media.captions.some(({ url }) => new URL(url, location.href).origin !== location.origin)
  return (
    <div className={classes.stage}>
      <div ref={setBox} className={classes.box}>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are given where staff have added them */}
        <video
          ref={video}
          className={classes.video}
          {...(!isPlaylist && { src })}
          {...(media.thumbnailUrl && { poster: media.thumbnailUrl })}
          controls={hasFailed}
          playsInline
          preload="metadata"
          tabIndex={-1}
          aria-label={media.title}
          {...(isForeign && { crossOrigin: 'anonymous' as const })}
          onLoadStart={(event) => load(event.currentTarget)}
          onLoadedMetadata={(event) => void (goOn(event.currentTarget) || go())}
          onPlaying={source.onShown}
          onError={onError}
        >
          {media.captions.map(({ key, url, language, label }) => (
            <track key={key} kind="captions" src={url} srcLang={language} label={label} />
          ))}
        </video>
        {box && player && Controls && <Controls video={player} box={box} media={media} onNote={onNote} />}
        {resumedAt !== null && (
          <p className={classes.resumed} role="status">
            Resumed at {formatPosition(resumedAt)}
            <button type="button" className={classes.link} onClick={startOver}>
              Start over
            </button>
          </p>
        )}
      </div>
      {isBroken && (
        <Box mt={10}>
          <Broken source={source} />
        </Box>
      )}
    </div>
  )
}

type Source = ReturnType<typeof useSignedUrl>

/** The position and state of the video when its URL failed. */
type Stop = { at: number; wasPlaying: boolean }

/** The URL that a video plays from: when a signed one expires, `renew` requests a new one in the background. */
function useSignedUrl(media: Media, renew: () => Promise<string | null>, video: RefObject<HTMLVideoElement | null>) {
  // A newer signature of the same file must not restart playback.
  const [src, setSrc] = useState(media.playbackUrl)
  const [isBroken, setBroken] = useState(false)
  /** Counts the attempts: the same URL may be tried again. */
  const [turn, setTurn] = useState(0)
  const stop = useRef<Stop | null>(null)
  /** If a new URL fails too before anything plays, another one would not help. */
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
  // React may create the element some time before it listens: the URL may have failed by then.
  useLayoutEffect(() => {
    if (video.current?.error) onError()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- later errors reach the listener
  }, [])
  /** Resumes after an interruption; false if nothing was interrupted. */
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

const isPlaylist = (address: string): boolean => URL.parse(address, location.href)?.pathname.toLowerCase().endsWith('.m3u8') ?? false

const playsItself = (): boolean => document.createElement('video').canPlayType('application/vnd.apple.mpegurl') !== ''

/** Whether the URL needs more than a `src`. */
const needsPlaylistCode = (address: string | null): boolean => address !== null && isPlaylist(address) && !playsItself()

type Playlist = { address: string | null; turn: number; onError: () => void }

/** Plays an HLS playlist if the browser cannot; the code is only loaded then. `address` is null if it can; another `turn` retries the same one. */
function usePlaylist(video: RefObject<HTMLVideoElement | null>, { address, turn, onError }: Playlist): void {
  const latest = useRef(onError)
  useEffect(() => {
    latest.current = onError
  })
  useEffect(() => {
    const player = video.current
    if (!player || address === null) return undefined
    let isStopped = false
    let stop = (): void => undefined
    const start = async (): Promise<void> => {
      const { default: Hls } = await import('hls.js/light')
      if (isStopped) return
      // A worker would have to be created from a blob, which the content security policy forbids.
      const hls = new Hls({ enableWorker: false })
      stop = () => hls.destroy()
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => void (fatal && latest.current()))
      hls.loadSource(address)
      hls.attachMedia(player)
    }
    start().catch(() => latest.current())
    return () => {
      isStopped = true
      stop()
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new turn starts again
  }, [video, address, turn])
}

type Controls = { Controls: ComponentType<ControlsProps> | null; player: HTMLVideoElement | null; hasFailed: boolean }

/** Milliseconds after which a loading video counts as started even if its `loadstart` event was missed. */
const assumeStartedAfterMs = 200

/** Call `load` when the video starts to load. If the code cannot be fetched, the browser's own controls are shown. */
export function useControls(
  video: RefObject<HTMLVideoElement | null>,
  src: string | null,
): Controls & { load: (player: HTMLVideoElement) => void } {
  const [state, setState] = useState<Controls>({ Controls: null, player: null, hasFailed: false })
  const hasStarted = useRef(false)
  const load = (player: HTMLVideoElement): void => {
    if (hasStarted.current) return
    hasStarted.current = true
    import('./player/player-controls.tsx').then(
      ({ PlayerControls }) => setState({ Controls: PlayerControls, player, hasFailed: false }),
      () => setState({ Controls: null, player, hasFailed: true }),
    )
  }
  // React may create the element some time before it listens: `loadstart` may have been fired by then.
  useEffect(() => {
    const timer = setTimeout(() => {
      const player = video.current
      if (player && player.networkState !== player.NETWORK_EMPTY) load(player)
    }, assumeStartedAfterMs)
    return () => clearTimeout(timer)
  }, [video, src])
  return { ...state, load }
}
