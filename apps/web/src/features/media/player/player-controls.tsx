/** The controls over a video that plays already. They come in a chunk of their own, so that the video never waits for them. */
import type { Media } from '@lms/contract/media'
import { Loader } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { CaptionWords } from '../caption-words.tsx'
import { readPreferences } from '../playback-preferences.ts'
import { applyRate, hasPictureInPicture, skip, toggleFullscreen, togglePictureInPicture, togglePlay } from './commands.ts'
import { ControlBar } from './control-bar.tsx'
import { ShortcutsDialog } from './shortcuts-dialog.tsx'
import classes from './player-controls.module.css'
import { SeekSlider } from './seek-slider.tsx'
import { useCaptions } from './use-captions.ts'
import { useIdle } from './use-idle.ts'
import { useKeys } from './use-shortcuts.ts'
import { useLandscape } from './use-landscape.ts'
import { useIsFullscreen, useIsPictureInPicture, usePlayer } from './use-player.ts'

export type ControlsProps = {
  video: HTMLVideoElement
  /** What fills the screen, and whose focus the keys go by. */
  box: HTMLElement
  media: Pick<Media, 'title' | 'captions'>
  /** Somebody wants to write a note at this place; absent where there are none. */
  onNote?: (() => void) | undefined
}

/** Milliseconds that words stand over the picture. */
const sayMs = 1200

function useWords() {
  const [words, setWords] = useState('')
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const say = useCallback((next: string) => {
    clearTimeout(timer.current)
    setWords(next)
    timer.current = setTimeout(() => setWords(''), sayMs)
  }, [])
  return { words, say }
}

/** For the lock screen and the keys of headphones. */
function useMediaSession(video: HTMLVideoElement, title: string): void {
  useEffect(() => {
    if (!('mediaSession' in navigator)) return undefined
    const { mediaSession } = navigator
    mediaSession.metadata = new MediaMetadata({ title })
    mediaSession.setActionHandler('seekbackward', () => void skip(video, -10))
    mediaSession.setActionHandler('seekforward', () => void skip(video, 10))
    return () => {
      mediaSession.metadata = null
      mediaSession.setActionHandler('seekbackward', null)
      mediaSession.setActionHandler('seekforward', null)
    }
  }, [video, title])
}

/** A mouse plays and pauses by a click on the picture; a finger only brings the controls back. */
function usePointing(video: HTMLVideoElement, onFullscreen: () => void): void {
  const latest = useRef(onFullscreen)
  useEffect(() => {
    latest.current = onFullscreen
  })
  useEffect(() => {
    const click = (event: MouseEvent): void => {
      const isTouch = event instanceof PointerEvent && event.pointerType === 'touch'
      if (!isTouch || video.paused) togglePlay(video)
    }
    const twice = (): void => latest.current()
    video.addEventListener('click', click)
    video.addEventListener('dblclick', twice)
    return () => {
      video.removeEventListener('click', click)
      video.removeEventListener('dblclick', twice)
    }
  }, [video])
}

export function PlayerControls({ video, box, media: { title, captions }, onNote }: ControlsProps) {
  const state = usePlayer(video)
  const shown = useCaptions(video, captions)
  const isFull = useIsFullscreen(box)
  const isOut = useIsPictureInPicture(video)
  const isIdle = useIdle(box) && !state.isPaused
  const { words, say } = useWords()
  const [isHelping, setHelping] = useState(false)
  const fullscreen = (): void => void toggleFullscreen(box, video).catch(() => undefined)
  const picture = (): void =>
    hasPictureInPicture() ? void togglePictureInPicture(video).catch(() => undefined) : say('This browser has no picture in picture')
  // What fills the screen hides all that lies outside of it.
  const leave = (then: () => void): void =>
    void (document.fullscreenElement ? document.exitFullscreen().then(then, then) : Promise.resolve().then(then))
  useKeys(box, video, {
    say,
    fullscreen,
    picture,
    captions: () => say(captions.length > 0 ? shown.toggle() : 'There are no captions'),
    help: () => leave(() => setHelping(true)),
    note: () => onNote && leave(onNote),
  })
  usePointing(video, fullscreen)
  useMediaSession(video, title)
  useLandscape(box, video)
  useEffect(() => applyRate(video, readPreferences().playbackRate), [video])

  return (
    <div className={classes.controls} data-idle={isIdle || undefined}>
      {state.isWaiting && <Loader className={classes.waiting ?? ''} color="white" aria-hidden />}
      {!state.isBegun && state.duration > 0 && (
        <span className={classes.begin} aria-hidden>
          <IconPlayerPlayFilled size={28} />
        </span>
      )}
      <p className={classes.said} role="status">
        {words}
      </p>
      <div className={classes.bottom}>
        {/* Before the first play they would stand on the picture that says what this is. */}
        {state.isBegun && shown.words.length > 0 && <CaptionWords lines={shown.words} className={classes.caption} />}
        <div className={classes.bar} role="group" aria-label="Player">
          <SeekSlider video={video} state={state} />
          <ControlBar {...{ video, state, captions, shown, isFull, isOut, say }} onFullscreen={fullscreen} onPicture={picture} />
        </div>
      </div>
      <ShortcutsDialog isOpen={isHelping} onClose={() => setHelping(false)} />
    </div>
  )
}
