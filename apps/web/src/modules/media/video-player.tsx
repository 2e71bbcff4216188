/** The browser's own player, which knows keys, captions, speeds and small screens; it resumes, and never starts by itself. */
import type { Media } from '@lms/contract/media'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { position } from '#lib/times.ts'
import { Note } from '#ui/note.tsx'
import classes from './video-player.module.css'
import { seek } from './seek.ts'
import type { Recorder } from './watch-recorder.ts'

type Props = {
  media: Media
  video: RefObject<HTMLVideoElement | null>
  /** Where to go on, in seconds. */
  startAt?: number
  /** Absent where nobody's watching is counted, as for staff. */
  recorder?: Recorder | undefined
  /** A new address to play from: signed ones end. */
  renew: () => Promise<string | null>
}

/** The last seconds are credits: whoever left there starts again. */
const isWorthResuming = (place: number, duration: number): boolean => place > 5 && place < duration - Math.min(10, duration * 0.05)

function useSource(media: Media, renew: Props['renew'], video: Props['video']) {
  // A newer signature of the same file must not restart what plays.
  const [src, setSrc] = useState(media.playbackUrl)
  const [isBroken, setBroken] = useState(false)
  const resumeAt = useRef<number | null>(null)
  const hasRenewed = useRef(false)
  const onError = async (): Promise<void> => {
    if (hasRenewed.current) return setBroken(true)
    hasRenewed.current = true
    resumeAt.current = video.current?.currentTime ?? null
    const next = await renew().catch(() => null)
    if (next === null || next === src) setBroken(true)
    else setSrc(next)
  }
  return { src, isBroken, onError, resumeAt }
}

/** Tells the recorder what the player does. */
function useReports(video: Props['video'], recorder: Recorder | undefined): void {
  useEffect(() => {
    const player = video.current
    if (!player || !recorder) return undefined
    const now = (): number => performance.now()
    const reports: Record<string, () => void> = {
      play: () => recorder.begin(player.currentTime, now()),
      playing: () => recorder.begin(player.currentTime, now()),
      seeked: () => (player.paused ? recorder.stop(player.currentTime) : recorder.begin(player.currentTime, now())),
      // While seeking the place is already the new one, so what was read last stands.
      seeking: () => recorder.stop(),
      timeupdate: () => void (!player.paused && !player.seeking && recorder.read(player.currentTime, now(), player.playbackRate)),
      pause: () => {
        if (!player.seeking) recorder.read(player.currentTime, now(), player.playbackRate)
        recorder.stop()
        void recorder.flush()
      },
      ended: () => void recorder.flush(),
    }
    for (const [event, report] of Object.entries(reports)) player.addEventListener(event, report)
    return () => {
      for (const [event, report] of Object.entries(reports)) player.removeEventListener(event, report)
    }
  }, [video, recorder])
}

export function VideoPlayer({ media, video, startAt = 0, recorder, renew }: Props) {
  const { src, isBroken, onError, resumeAt } = useSource(media, renew, video)
  const [resumedAt, setResumedAt] = useState<number | null>(null)
  useReports(video, recorder)
  if (!src) return null

  const onLoaded = (player: HTMLVideoElement): void => {
    recorder?.setDuration(player.duration)
    const place = resumeAt.current ?? startAt
    if (!isWorthResuming(place, player.duration)) return
    seek(player, place)
    if (resumeAt.current === null) setResumedAt(place)
  }
  const startOver = (): void => {
    setResumedAt(null)
    seek(video.current, 0)
  }
  const isForeign = media.captions.some(({ url }) => new URL(url, location.href).origin !== location.origin)
  return (
    <div>
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- captions are given where staff have added them */}
      <video
        ref={video}
        className={classes.video}
        src={src}
        controls
        playsInline
        preload="metadata"
        aria-label={media.title}
        {...(isForeign && { crossOrigin: 'anonymous' as const })}
        onLoadedMetadata={(event) => onLoaded(event.currentTarget)}
        onError={() => void onError()}
      >
        {media.captions.map(({ key, url, language, label }) => (
          <track key={key} kind="captions" src={url} srcLang={language} label={label} />
        ))}
      </video>
      {isBroken && (
        <div className={classes.below}>
          <Note tone="bad" role="alert" title="The video does not play here">
            Your browser may not know its format, or the connection broke. <a href={src}>Open the file</a>
          </Note>
        </div>
      )}
      {resumedAt !== null && (
        <p className={classes.below}>
          Resumes at {position(resumedAt)}.{' '}
          <button type="button" className={classes.link} onClick={startOver}>
            Start over
          </button>
        </p>
      )}
    </div>
  )
}
