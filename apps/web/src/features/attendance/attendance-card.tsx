/** A student's attendance rate in a course with its base, and what would bring it to the rate that is needed. */

import { Flex, Text } from '@mantine/core'
import type { MyAttendance, MySession } from '@lms/contract/my-attendance'
import { type AttendanceGoal, getAttendanceGoal, type Way } from '@lms/contract/rules/attendance-goal'
import { getCountedStatus } from '@lms/contract/rules/attendance-rate'
import { isolate } from '@lms/contract/rules/direction'
import { formatShortDay } from '#lib/format-date.ts'
import { formatDuration, formatPercentage } from '#lib/format-number.ts'
import { pluralize } from '#lib/pluralize.ts'
import { Card } from '#ui/card.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { getSecondsLeft } from './my-session-row.tsx'
import classes from './attendance-card.module.css'

type Course = NonNullable<MyAttendance['course']>

export function AttendanceCard({ course }: { course: Course }) {
  const { rate, settings, sessions } = course
  const counted = sessions.filter(({ held, beforeJoining, record }) => (record?.status ?? null) !== null || (held && !beforeJoining))
  const statusOf = ({ record }: MySession) => (record ? getCountedStatus(record, settings.madeUpAs) : null)
  const unmarked = rate.sessions - rate.marked
  return (
    <Card>
      <Text component="div" variant="meta" className={classes.head}>
        <Text component="h2" variant="section" c="var(--c-ink)">
          Attendance so far
        </Text>
        {settings.needed !== null && <span>Needed {formatPercentage(settings.needed)}</span>}
      </Text>
      <p className={classes.big}>{rate.percentage === null ? '–' : formatPercentage(rate.percentage)}</p>
      <Text variant="meta">
        {rate.marked === 0 ? `0 of ${pluralize(rate.sessions, 'session')} marked` : formatBase(counted.map(statusOf))}
        {rate.marked > 0 && unmarked > 0 && ` ${unmarked} ${unmarked === 1 ? 'is' : 'are'} not marked yet.`}
      </Text>
      <Flex gap={4} my={10} aria-hidden data-drawn>
        {counted.map((session) => (
          <span key={session.id} className={`${classes.block} ${classes[statusOf(session) ?? 'NONE']}`} />
        ))}
      </Flex>
      <Flex justify="space-between" gap={8}>
        <Text span variant="caption" c="dimmed">
          {counted[0]?.startsAt && formatShortDay(counted[0].startsAt)}
        </Text>
        <Text span variant="caption" c="dimmed">
          {formatCounts(counted.map(statusOf))}
        </Text>
      </Flex>
      {settings.needed !== null && <Goal course={course} needed={settings.needed} />}
      <Text variant="caption" c="dimmed" mt={12}>
        Present and late count. Excused sessions are left out. A recording counts from 90 % watched.
      </Text>
    </Card>
  )
}

type Counted = ReturnType<typeof getCountedStatus>
const attends = (status: Counted) => status === 'PRESENT' || status === 'LATE'

/** “7 of 10 marked sessions.” */
function formatBase(statuses: readonly Counted[]): string {
  const base = statuses.filter((status) => status !== null && status !== 'EXCUSED').length
  return `${statuses.filter(attends).length} of ${pluralize(base, 'marked session')}.`
}

function formatCounts(statuses: readonly Counted[]): string {
  const count = (status: Counted) => statuses.filter((one) => one === status).length
  const parts: [Counted, string][] = [
    ['PRESENT', 'present'],
    ['LATE', 'late'],
    ['ABSENT', 'absent'],
    ['EXCUSED', 'excused'],
    [null, 'not marked'],
  ]
  return parts
    .filter(([status]) => count(status) > 0)
    .map(([status, word]) => `${count(status)} ${word}`)
    .join(', ')
}

function Goal({ course, needed }: { course: Course; needed: number }) {
  const { sessions, settings, toCome } = course
  const statuses = sessions.flatMap(({ record }) => (record ? (getCountedStatus(record, settings.madeUpAs) ?? []) : []))
  const absent = sessions
    .filter(({ record, recording }) => record?.status === 'ABSENT' && record.watchedAt === null && recording !== null)
    .toSorted((one, other) => (getSecondsLeft(one) ?? 0) - (getSecondsLeft(other) ?? 0))
  const goal = getAttendanceGoal({ statuses, recordings: absent.length, toCome, madeUpAs: settings.madeUpAs }, needed)
  const rate = formatPercentage(needed)
  if (goal.state === 'REACHED') return statuses.length > 0 && <Text variant="meta" mt={12}>{`You have reached ${rate}.`}</Text>
  if (goal.state === 'OUT_OF_REACH')
    return (
      <Text variant="meta" mt={12}>
        {`${rate} cannot be reached any more. The most is ${formatPercentage(goal.most)}.`}
      </Text>
    )
  return <Ways goal={goal} absent={absent} rate={rate} />
}

type WaysProps = { goal: Extract<AttendanceGoal, { state: 'OPEN' }>; absent: readonly MySession[]; rate: string }

const Ways = ({ goal, absent, rate }: WaysProps) => (
  <>
    <Text component="h3" variant="label" mt={16} mb={4}>
      To reach {rate}
    </Text>
    <Rows>
      {goal.ways.map((way, index) => (
        <Row
          key={`${way.watch} ${way.attend}`}
          name={`${index > 0 ? 'Or ' : ''}${index > 0 ? formatWay(way) : capitalise(formatWay(way))}`}
          meta={formatRecordings(absent.slice(0, way.watch))}
          wraps
          fact={formatPercentage(way.percentage)}
          factTone="strong"
        />
      ))}
    </Rows>
  </>
)

const capitalise = (words: string) => words.charAt(0).toUpperCase() + words.slice(1)

const formatWay = ({ watch, attend }: Way): string =>
  [watch > 0 && `watch ${pluralize(watch, 'recording')}`, attend > 0 && `be present in the next ${attend}`].filter(Boolean).join(' and ')

/** “Critique circle, 58 min” */
const formatRecordings = (sessions: readonly MySession[]): string =>
  sessions
    .map((session) => {
      const left = getSecondsLeft(session)
      return left === null ? isolate(session.title) : `${isolate(session.title)}, ${formatDuration(Math.max(60, left))}`
    })
    .join('; ')
