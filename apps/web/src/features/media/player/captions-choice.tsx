/** Captions on or off, in which language, and how they look: a button, and the panel that it opens. */
import type { Media } from '@lms/contract/media'
import { useClickOutside } from '@mantine/hooks'
import { IconBadgeCc, IconBadgeCcFilled } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { captionBackgrounds, captionSizes, useCaptionStyle } from '../caption-style.ts'
import classes from './player-controls.module.css'
import { captionsOff, type useCaptions } from './use-captions.ts'

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
        className={classes.button}
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
