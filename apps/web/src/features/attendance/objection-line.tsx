/** “Says this is not right”: what a student says about their record, until staff answer with a mark. */

import { Button, Flex, Text } from '@mantine/core'
import type { AttendanceRecord } from '@lms/contract/attendance-record'
import { isolate } from '@lms/contract/rules/direction'
import { formatDay } from '#lib/format-date.ts'
import { StatusText } from '#ui/status-badge.tsx'
import classes from './register.module.css'

type Props = {
  objection: NonNullable<AttendanceRecord['objection']>
  /** The student’s. */
  name: string
  /** For those who may mark. */
  onAnswer: (() => void) | null
  tabIndex: number
}

export const ObjectionLine = ({ objection: { at, text }, name, onAnswer, tabIndex }: Props) => (
  <Flex wrap="wrap" align="center" gap="4px 12px">
    <StatusText state="check">Says this is not right</StatusText>
    <Text span variant="meta" className={classes.objection}>
      {formatDay(at)} · <span className={classes.words}>“{isolate(text)}”</span>
    </Text>
    {onAnswer && (
      <Button variant="default" size="xs" aria-label={`Mark as answered: ${isolate(name)}`} tabIndex={tabIndex} onClick={onAnswer}>
        Mark as answered
      </Button>
    )}
  </Flex>
)
