/** A date, or a date with its time: the browser's own field, which knows keys, languages and small screens, in our dress. */
import { TextInput } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = {
  label: string
  /** As the field writes it: `2026-11-22`, or `2026-11-22T23:59`. `lib/zoned-input.ts` turns it into an instant and back. */
  value: string
  onChange: (value: string) => void
  kind?: 'datetime-local' | 'date' | 'time'
  /** Name the zone here: “In the course’s time zone, Lisbon”. */
  help?: ReactNode
  error?: ReactNode
  id?: string
  name?: string
  min?: string
  max?: string
  isRequired?: boolean
  isDisabled?: boolean
}

export function DateTimeField({
  label,
  value,
  onChange,
  kind = 'datetime-local',
  help,
  error,
  isRequired = false,
  isDisabled = false,
  ...rest
}: Props) {
  return (
    <TextInput
      {...rest}
      type={kind}
      label={label}
      description={help}
      error={error}
      required={isRequired}
      disabled={isDisabled}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
