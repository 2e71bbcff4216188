/** A field for a number of weeks: typed, stepped with the arrow keys or with its two buttons. */

import { ActionIcon, Box, Flex, TextInput } from '@mantine/core'
import type { KeyboardEvent, ReactNode } from 'react'
import { IconMinus, IconPlus } from '#ui/icons.ts'
import { mostWeeks } from './new-course.ts'

type Props = { id: string; value: string; error: string | undefined; onChange: (typed: string) => void }

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

const buttons = [
  { label: 'One week fewer', by: -1, Icon: IconMinus },
  { label: 'One week more', by: 1, Icon: IconPlus },
]

const withSteps = (step: (by: number) => void) => (input: ReactNode) => (
  <Flex gap={8}>
    <Box w={88}>{input}</Box>
    {buttons.map(({ label, by, Icon }) => (
      <ActionIcon key={label} variant="default" size="var(--h-md)" aria-label={label} onClick={() => step(by)}>
        <Icon {...icon} />
      </ActionIcon>
    ))}
  </Flex>
)

export function WeekCountField({ id, value, error, onChange }: Props) {
  const step = (by: number): void => onChange(String(Math.min(mostWeeks, Math.max(1, (Number.parseInt(value, 10) || 0) + by))))
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined) return
    event.preventDefault()
    step(by)
  }
  return (
    <TextInput
      id={id}
      label="Weeks"
      required
      inputMode="numeric"
      autoComplete="off"
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
      onFocus={(event) => event.currentTarget.select()}
      onKeyDown={onKeyDown}
      inputContainer={withSteps(step)}
    />
  )
}
