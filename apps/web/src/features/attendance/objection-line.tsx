/** “Says this is not right”: what a student says about their record, until staff answer with a mark. */

import { Button, Flex, Text } from '@mantine/core'
import type { AttendanceRecord } from '@lms/contract/attendance-record'
import { isolate } from '@lms/contract/rules/direction'
import { formatDay } from '#lib/format-date.ts'
import { StatusText } from '#ui/status-badge.tsx'
import classes from './register.module.css'

type Props = {
  record: AttendanceRecord | undefined
  /** The student’s. */
  name: string
  mayMark: boolean
  tabIndex: number
  onAnswer: () => void
}

export function ObjectionLine({ record, name, mayMark, tabIndex, onAnswer }: Props) {
  if (!record?.objection) return null
  const { at, text } = record.objection
  return (
    <Flex role="gridcell" className={classes.trouble} wrap="wrap" align="center" gap="4px 12px">
      <StatusText state="check">Says this is not right</StatusText>
      <Text span variant="meta" className={classes.objection}>
        {formatDay(at)} · <span className={classes.words}>“{isolate(text)}”</span>
      </Text>
      {mayMark && (
        <Button variant="default" size="xs" aria-label={`Mark as answered: ${isolate(name)}`} tabIndex={tabIndex} onClick={onAnswer}>
          Mark as answered
        </Button>
      )}
    </Flex>
  )
}
