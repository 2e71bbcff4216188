/** The head of an assignment: the line under its title (due date with zone, time left, marks). */

import type { ReactNode } from 'react'
import type { Assignment } from '@lms/contract/assignments'
import { isPast } from '@lms/contract/rules/late-policy'
import { formatDueTime, formatRelative } from '#lib/format-date.ts'
import { IconClock } from '#ui/icons.ts'
import { StatusBadge } from '#ui/status-badge.tsx'
import { courseTime, formatDue } from './format.ts'
import { formatPoints } from './question.tsx'
import classes from './assignments.module.css'

type Props = {
  assignment: Pick<Assignment, 'dueAt' | 'closesAt' | 'maxMarks' | 'work'>
  courseZone: string | undefined
  now: number
  children?: ReactNode
}

export function AssignmentMeta({ assignment, courseZone, now, children }: Props) {
  const { dueAt, maxMarks, work } = assignment
  return (
    <>
      {dueAt ? <DueDate assignment={assignment} dueAt={dueAt} courseZone={courseZone} now={now} /> : <span>No due date</span>}
      {maxMarks > 0 && <span>{formatPoints(maxMarks)}</span>}
      {work?.isExcused && <StatusBadge state="excused" />}
      {work?.beforeJoining && !work.isExcused && work.attempt === 0 && <StatusBadge state="before-joining" />}
      {children}
    </>
  )
}

/** When it is due, here and in the zone of the course, and until when it stays open. */
function DueDate({ assignment, dueAt, courseZone, now }: Omit<Props, 'children'> & { dueAt: string }) {
  const { closesAt, work } = assignment
  const there = courseZone ? courseTime(dueAt, courseZone) : null
  return (
    <>
      <span className={classes.due}>
        <IconClock size={16} stroke={2} aria-hidden />
        <time dateTime={dueAt}>{formatDue(dueAt, now, work?.isExtended)}</time>
      </span>
      <span>{formatRelative(dueAt, now)}</span>
      {there && <span>{there}</span>}
      {isPast(dueAt, now) && closesAt && (
        <span>{isPast(closesAt, now) ? `Closed ${formatDueTime(closesAt)}` : `Open until ${formatDueTime(closesAt)}`}</span>
      )}
    </>
  )
}
