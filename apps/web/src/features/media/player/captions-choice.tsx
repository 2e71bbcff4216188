/** The captions of the player: which are shown, and how they look. We render them ourselves: the browser’s would be under the controls. */

import { useClickOutside } from '@mantine/hooks'
import { type KeyboardEvent, useId, useRef, useState, useEffect } from 'react'
import type { Media } from '@lms/contract/media'
import { IconBadgeCc, IconBadgeCcFilled } from '#ui/icons.ts'
import { captionBackgrounds, captionSizes, useCaptionStyle } from '../caption-style.tsx'
import { savePlaybackPreferences, readPreferences } from './commands.ts'
import classes from './captions-choice.module.css'
import shared from './player-controls.module.css'

type Props = { captions: Media['captions']; shown: ReturnType<typeof useCaptions>; say: (words: string) => void }

const icon = { size: 22, stroke: 1.75, 'aria-hidden': true } as const

type ChoiceProps<T extends string> = {
  label: string
  choices: readonly { value: T; label: string }[]
  value: T
  onChange: (choice: { value: T; label: string }) => void
}

function Choice<T extends string>({ label, choices, value, onChange }: ChoiceProps<T>) {
  const id = useId()
  return (
    <div className={classes.row}>
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={(event) => {
          const choice = choices.find((one) => one.value === event.currentTarget.value)
          if (choice) onChange(choice)
        }}
      >
        {choices.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </div>
  )
}

function Panel({ captions, shown: { chosen, choose }, say }: Props) {
  const [style, change] = useCaptionStyle()
  const tracks = [{ value: captionsOff, label: 'Off' }, ...captions.map(({ key, label }) => ({ value: key, label }))]
  return (
    <>
      <Choice label="Captions" choices={tracks} value={chosen?.key ?? captionsOff} onChange={({ value }) => say(choose(value))} />
      <Choice
        label="Size"
        choices={captionSizes}
        value={style.size}
        onChange={({ value, label }) => {
          change({ size: value })
          say(`Size: ${label}`)
        }}
      />
      <Choice
        label="Background"
        choices={captionBackgrounds}
        value={style.background}
        onChange={({ value, label }) => {
          change({ background: value })
          say(`Background: ${label}`)
        }}
      />
    </>
  )
}

export function CaptionsChoice(props: Props) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const box = useClickOutside<HTMLSpanElement>(() => setOpen(false))
  const id = useId()
  const Icon = props.shown.chosen ? IconBadgeCcFilled : IconBadgeCc
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return
    setOpen(false)
    button.current?.focus()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape is heard from the button and the lists within
    <span ref={box} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={shared.button}
        aria-label={`Captions: ${props.shown.chosen?.label ?? 'off'}`}
        aria-expanded={isOpen}
        aria-controls={id}
        title="Captions (c)"
        onClick={() => setOpen(!isOpen)}
      >
        <Icon {...icon} />
      </button>
      <div id={id} className={classes.panel} role="group" aria-label="Captions" hidden={!isOpen}>
        {isOpen && <Panel {...props} />}
      </div>
    </span>
  )
}

type Captions = Media['captions']

const captionsOff = 'off'

/** The track for a preference: one in its language, else the video's default, else none. */
export function chosenCaption(captions: Captions, wish: string | null): Captions[number] | undefined {
  if (wish === captionsOff) return undefined
  const defaults = captions.filter((caption) => caption.default)
  return [...defaults, ...captions].find(({ language }) => language === wish) ?? defaults[0]
}

const plainText = (cue: TextTrackCue): string => (cue instanceof VTTCue ? (cue.getCueAsHTML().textContent ?? '') : '')

const isAt = ({ startTime, endTime }: TextTrackCue, time: number): boolean => startTime <= time && time < endTime

export function useCaptions(video: HTMLVideoElement, captions: Captions) {
  const [wish, setWish] = useState(() => readPreferences().captions)
  /** For this video, if two tracks have the same language; for others only the language is remembered. */
  const [key, setKey] = useState<string | null>(null)
  /** What was turned off last. */
  const [last, setLast] = useState<string | null>(null)
  const [words, setWords] = useState<readonly string[]>([])
  const chosen = captions.find((caption) => caption.key === key) ?? chosenCaption(captions, wish)
  const at = chosen ? captions.indexOf(chosen) : -1

  useEffect(() => {
    const tracks = [...video.textTracks]
    // Hidden means loaded and tracked, but not rendered by the browser.
    tracks.forEach((track, index) => (track.mode = index === at ? 'hidden' : 'disabled'))
    const track = tracks[at]
    const element = video.querySelectorAll('track')[at]
    // By the time: before a video starts, browsers count no cue as active.
    const follow = (): void => setWords([...(track?.cues ?? [])].filter((cue) => isAt(cue, video.currentTime)).map(plainText))
    follow()
    track?.addEventListener('cuechange', follow)
    element?.addEventListener('load', follow)
    video.addEventListener('seeked', follow)
    // If the phone's own player is in full screen, it renders the captions.
    const onOwn = (): void => void (track && (track.mode = 'showing'))
    const onBack = (): void => void (track && (track.mode = 'hidden'))
    video.addEventListener('webkitbeginfullscreen', onOwn)
    video.addEventListener('webkitendfullscreen', onBack)
    return () => {
      track?.removeEventListener('cuechange', follow)
      element?.removeEventListener('load', follow)
      video.removeEventListener('seeked', follow)
      video.removeEventListener('webkitbeginfullscreen', onOwn)
      video.removeEventListener('webkitendfullscreen', onBack)
    }
  }, [video, at])

  /** `which` is the key of the captions, or `off`. */
  const choose = (which: string): string => {
    const next = captions.find((caption) => caption.key === which)
    savePlaybackPreferences({
      captions: next?.language ?? captionsOff,
      captionLanguage: wish !== captionsOff && !next ? wish : null,
    })
    setWish(next?.language ?? captionsOff)
    setKey(next?.key ?? null)
    return next ? `Captions: ${next.label}` : 'Captions off'
  }
  const toggle = (): string => {
    if (chosen) setLast(chosen.key)
    const next = captions.find(({ key: one }) => one === last) ?? chosenCaption(captions, readPreferences().captionLanguage) ?? captions[0]
    return chosen || !next ? choose(captionsOff) : choose(next.key)
  }
  return { chosen, words, choose, toggle }
}
