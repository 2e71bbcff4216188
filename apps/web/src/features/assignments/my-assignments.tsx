/** A student's assignments: overdue first, then what comes, then what is done. */
import type { AssignmentRow } from '@lms/contract/assignments'
import type { ReactNode } from 'react'
import { paths } from '#lib/paths.ts'
import { clock, day, dueTime, shortDay } from '#lib/format-date.ts'
import { Badge } from '#ui/badge.tsx'
import { Row, RowGroup } from '#ui/row.tsx'
import { StatusIcon, statusLabels } from '#ui/status-icon.tsx'
import { groupAssignments, groupOf, getState } from './group-assignments.ts'
import classes from './my-assignments.module.css'
import { formatMarks } from './question.tsx'

type Fact = { fact: ReactNode; factTone?: 'quiet' | 'strong' | 'now' | 'bad' | 'warn' }

const rounded = (marks: number): number => Math.round(marks * 100) / 100

/** The one fact at the right: the mark, when it was handed in, or until when it can be. */
export function factOf(row: AssignmentRow, now: number): Fact {
  const { work, dueAt, closesAt, status, maxMarks } = row
  if (work?.status === 'GRADED')
    return { fact: work.marks === null ? 'Graded' : `${rounded(work.marks)} / ${rounded(maxMarks)}`, factTone: 'strong' }
  if (work?.status === 'SUBMITTED') return { fact: work.submittedAt ? `Submitted ${shortDay(work.submittedAt)}` : 'Submitted' }
  if (work?.status === 'RETURNED') return { fact: 'Another attempt', factTone: 'strong' }
  if (status === 'CLOSED' || (closesAt !== null && now > Date.parse(closesAt))) return { fact: 'Closed' }
  if (dueAt !== null && now > Date.parse(dueAt))
    return { fact: closesAt ? `Open until ${shortDay(closesAt)}` : 'Still open', factTone: 'bad' }
  if (dueAt === null) return { fact: 'No due date' }
  return day(dueAt) === day(now) ? { fact: `Today, ${clock(dueAt)}`, factTone: 'strong' } : { fact: day(dueAt) }
}

/** On phones the right side has the date already, and there is room for two facts. */
function metaOf(row: AssignmentRow, now: number, isPhone: boolean): string {
  const { dueAt, courseTitle, weekNumber, maxMarks } = row
  if (isPhone)
    return `${courseTitle} · ${dueAt !== null && groupOf(row, now) === 'Overdue' ? `was due ${day(dueAt)}` : `week ${weekNumber}`}`
  const due = dueAt === null ? '' : `${now > Date.parse(dueAt) ? 'was due' : 'due'} ${dueTime(dueAt)}`
  return [courseTitle, `week ${weekNumber}`, due, maxMarks > 0 && formatMarks(maxMarks)].filter(Boolean).join(' · ')
}

function OwnRow({ row, now, isPhone }: { row: AssignmentRow; now: number; isPhone: boolean }) {
  const state = getState(row, now)
  const to = paths.assignment.to({ courseId: row.courseId, weekId: row.weekId, assignmentId: row.id })
  return (
    <Row
      to={to}
      glyph={
        <span role="img" aria-label={statusLabels[state]} title={statusLabels[state]} className={classes.glyph}>
          <StatusIcon name={state} />
        </span>
      }
      name={row.title}
      meta={metaOf(row, now, isPhone)}
      controls={row.work?.late && (row.work.status === 'SUBMITTED' || row.work.status === 'GRADED') ? <Badge state="late" /> : undefined}
      {...factOf(row, now)}
    />
  )
}

export function MyAssignments({ rows, now, isPhone }: { rows: readonly AssignmentRow[]; now: number; isPhone: boolean }) {
  return (
    <div>
      {groupAssignments(rows, now).map((group) => (
        <RowGroup key={group.name} title={`${group.name} ${group.rows.length}`} isOverdue={group.name === 'Overdue'}>
          {group.rows.map((row) => (
            <OwnRow key={row.id} row={row} now={now} isPhone={isPhone} />
          ))}
        </RowGroup>
      ))}
    </div>
  )
}
