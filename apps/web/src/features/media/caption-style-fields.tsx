/** How captions look, chosen where one sees it. */
import { Input, SegmentedControl } from '@mantine/core'
import { useId } from 'react'
import { captionBackgrounds, captionSizes, useCaptionStyle } from './caption-style.ts'
import classes from './media.module.css'
import { CaptionText } from './caption-text.tsx'

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
