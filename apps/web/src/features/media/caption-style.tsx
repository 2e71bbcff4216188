/** The user's caption style, for the player and every device: choosing it, and rendering captions with it. */

import { Input, SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import type { CaptionStyle } from '@lms/contract/preferences'
import { choosePreferences } from '#lib/preferences.ts'
import { useSession } from '#lib/session.ts'
import classes from './caption-style.module.css'

const defaultStyle: CaptionStyle = { size: 'NORMAL', background: 'SHADED' }

type Choices<T extends string> = readonly { value: T; label: string }[]

export const captionSizes: Choices<CaptionStyle['size']> = [
  { value: 'SMALL', label: 'Small' },
  { value: 'NORMAL', label: 'Normal' },
  { value: 'LARGE', label: 'Large' },
  { value: 'LARGEST', label: 'Very large' },
]

export const captionBackgrounds: Choices<CaptionStyle['background']> = [
  { value: 'NONE', label: 'None' },
  { value: 'SHADED', label: 'Shaded' },
  { value: 'SOLID', label: 'Solid' },
]

/** The chosen style, and a function to change parts of it. */
export function useCaptionStyle(): [CaptionStyle, (changes: Partial<CaptionStyle>) => void] {
  const style = useSession(({ user }) => user?.preferences?.captionStyle) ?? defaultStyle
  return [style, (changes) => choosePreferences({ captionStyle: { ...style, ...changes } })]
}

export function CaptionText({ lines, className = '' }: { lines: readonly string[]; className?: string | undefined }) {
  const [{ size, background }] = useCaptionStyle()
  return (
    <p className={`${classes.caption} ${className}`} data-size={size} data-background={background} aria-hidden>
      {lines.map((line, index) => (
        <span key={index}>{line}</span>
      ))}
    </p>
  )
}

type Props<T extends string> = {
  label: string
  choices: readonly { value: T; label: string }[]
  value: T
  onChange: (value: T) => void
}

function Choice<T extends string>({ label, choices, value, onChange }: Props<T>) {
  const id = useId()
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ id }}>
      <SegmentedControl fullWidth aria-labelledby={id} data={[...choices]} value={value} onChange={onChange} />
    </Input.Wrapper>
  )
}

export function CaptionStyleFields() {
  const [{ size, background }, change] = useCaptionStyle()
  return (
    <>
      <div className={classes.picture}>
        <CaptionText lines={['This is how captions look.']} />
      </div>
      <Choice label="Size" choices={captionSizes} value={size} onChange={(value) => change({ size: value })} />
      <Choice label="Background" choices={captionBackgrounds} value={background} onChange={(value) => change({ background: value })} />
    </>
  )
}
