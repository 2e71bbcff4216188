/** The controls over a video that already plays. A separate chunk, so that the video never waits for them. */

import { Loader } from '@mantine/core'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Media } from '@lms/contract/media'
import { formatPosition } from '#lib/format-number.ts'
import { ShortcutsDialog } from '#ui/dialog.tsx'
import { IconPlayerPlayFilled } from '#ui/icons.ts'
import { CaptionText } from '../caption-style.tsx'
import { seek } from '../use-resume.ts'
import { useCaptions } from './captions-choice.tsx'
import {
  readPreferences,
  applyRate,
  hasPictureInPicture,
  jump,
  setVolume,
  skip,
  stepRate,
  toggleFullscreen,
  toggleMute,
  togglePictureInPicture,
  togglePlay,
  type Command,
  getCommand,
  isTakenBy,
  keyTable,
  spokenPlace,
} from './commands.ts'
import { ControlBar } from './control-bar.tsx'
import { useLandscape, type PlayerState, useIsFullscreen, useIsPictureInPicture, usePlayer } from './use-player.ts'
import classes from './player-controls.module.css'

const restMs = 3000

/** Whether the pointer has not moved over the player for a while: its controls are hidden then. */
function useIdle(box: HTMLElement): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    let timer = setTimeout(() => setIdle(true), restMs)
    const wake = (): void => {
      clearTimeout(timer)
      setIdle(false)
      timer = setTimeout(() => setIdle(true), restMs)
    }
    const leave = (event: PointerEvent): void => void (event.pointerType === 'mouse' && setIdle(true))
    const activity = ['pointermove', 'pointerdown', 'keydown', 'focusin'] as const
    for (const event of activity) box.addEventListener(event, wake)
    box.addEventListener('pointerleave', leave)
    return () => {
      clearTimeout(timer)
      for (const event of activity) box.removeEventListener(event, wake)
      box.removeEventListener('pointerleave', leave)
    }
  }, [box])
  return isIdle
}

type Props = { video: HTMLVideoElement; state: PlayerState }

const toPercent = (part: number, whole: number): string => `${whole > 0 ? Math.min(100, (part / whole) * 100) : 0}%`

/** The timeline of a player: position, buffered ranges, and a slider. */
function SeekSlider({ video, state: { time, duration, loaded } }: Props) {
  /** The position under the pointer, in seconds. */
  const [pointed, setPointed] = useState<number | null>(null)
  const point = ({ currentTarget, clientX }: React.PointerEvent<HTMLInputElement>): void => {
    const { left, width } = currentTarget.getBoundingClientRect()
    setPointed(Math.min(1, Math.max(0, (clientX - left) / width)) * duration)
  }
  return (
    <div className={classes.seek} style={{ '--at': toPercent(time, duration), '--loaded': toPercent(loaded, duration) }}>
      <input
        type="range"
        className={classes.range}
        aria-label="Place in the video"
        aria-valuetext={spokenPlace(time, duration)}
        min={0}
        max={duration || 1}
        step="any"
        value={Math.min(time, duration || 1)}
        disabled={duration === 0}
        onChange={(event) => seek(video, Number(event.currentTarget.value))}
        onPointerMove={point}
        onPointerLeave={() => setPointed(null)}
      />
      {pointed !== null && duration > 0 && (
        <span className={classes.pointed} style={{ '--at': toPercent(pointed, duration) }} aria-hidden>
          {formatPosition(pointed)}
        </span>
      )}
    </div>
  )
}

export type ControlsProps = {
  video: HTMLVideoElement
  /** The element that goes full screen and whose focus enables the shortcuts. */
  box: HTMLElement
  media: Pick<Media, 'title' | 'captions'>
  /** The user wants to write a note at this position; absent without notes. */
  onNote?: (() => void) | undefined
}

/** Milliseconds for which a message is shown over the picture. */
const sayMs = 1200

function useFlashText() {
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

/** A mouse click on the picture plays or pauses; a tap only shows the controls. */
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
  const { words, say } = useFlashText()
  const [isHelping, setHelping] = useState(false)
  const fullscreen = (): void => void toggleFullscreen(box, video).catch(() => undefined)
  const picture = (): void =>
    hasPictureInPicture() ? void togglePictureInPicture(video).catch(() => undefined) : say('This browser has no picture in picture')
  // In full screen everything outside of it is hidden.
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
      {state.isWaiting && <Loader className={classes.waiting ?? ''} color="var(--c-on-fill)" aria-hidden />}
      {!state.hasPlayed && state.duration > 0 && (
        <span className={classes.begin} aria-hidden>
          <IconPlayerPlayFilled size={28} />
        </span>
      )}
      <p className={classes.said} role="status">
        {words}
      </p>
      <div className={classes.bottom}>
        {/* Before the first play they would cover the picture. */}
        {state.hasPlayed && shown.words.length > 0 && <CaptionText lines={shown.words} className={classes.caption} />}
        <div className={classes.bar} role="group" aria-label="Player">
          <SeekSlider video={video} state={state} />
          <ControlBar {...{ video, state, captions, shown, isFull, isOut, say }} onFullscreen={fullscreen} onPicture={picture} />
        </div>
      </div>
      <ShortcutsDialog
        isOpen={isHelping}
        onClose={() => setHelping(false)}
        title="Keys of the player"
        note="They work while the player has the focus: click it, or reach it with the tab key."
        shortcuts={keyTable}
      />
    </div>
  )
}

type Actions = {
  say: (words: string) => void
  captions: () => void
  fullscreen: () => void
  picture: () => void
  help: () => void
  note: () => void
}

function run(command: Command, video: HTMLVideoElement, { say, ...actions }: Actions): void {
  switch (command.do) {
    case 'play':
      return togglePlay(video)
    case 'skip':
      return say(skip(video, command.by))
    case 'jump':
      return jump(video, command.to)
    case 'volume':
      return say(setVolume(video, (video.muted ? 0 : video.volume) + command.by))
    case 'mute':
      return say(toggleMute(video))
    case 'rate':
      return say(stepRate(video, command.by))
    default:
      return actions[command.do]()
  }
}

/** The player's shortcuts, which only work while something in the player has the focus. */
function useKeys(box: HTMLElement, video: HTMLVideoElement, actions: Actions): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const command = event.defaultPrevented || isTakenBy(event.target, event.key) ? undefined : getCommand(event)
      if (!command) return
      event.preventDefault()
      // The page's own shortcuts must not get it too.
      event.stopPropagation()
      run(command, video, latest.current)
    }
    box.addEventListener('keydown', press)
    return () => box.removeEventListener('keydown', press)
  }, [box, video])
}
