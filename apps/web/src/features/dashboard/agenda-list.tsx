/** The next seven days as rows. */
import type { AssignmentRow } from '@lms/contract/assignments'
import { endOf, isOpen, livePhase, formatStart } from '#lib/live-session.ts'
import { paths } from '#lib/paths.ts'
import { clock, day, timeRange } from '#lib/format-date.ts'
import { Row, RowGroup } from '#ui/row.tsx'
import { StatusIcon, type StatusName } from '#ui/status-icon.tsx'
import type { AgendaGroup, Entry, Session } from './agenda.ts'
import { sessionPathOf } from './use-desk.ts'

function glyphOf({ work }: AssignmentRow, isOverdue: boolean): StatusName {
  if (isOverdue) return 'missing'
  if (work?.status === 'RETURNED') return 'returned'
  return work?.status === 'DRAFT' ? 'draft' : 'not-started'
}

function WorkRow({ row, isOverdue }: { row: AssignmentRow; isOverdue: boolean }) {
  const { id, title, courseId, courseTitle, weekId, dueAt, closesAt, maxMarks, work } = row
  const state =
    work?.status === 'DRAFT' ? 'draft saved' : work?.status === 'RETURNED' ? 'returned to you' : maxMarks > 0 ? `${maxMarks} marks` : ''
  const facts = isOverdue && dueAt ? `was due ${day(dueAt)}` : state
  const fact = isOverdue ? (closesAt ? `Open until ${day(closesAt)}` : 'Still open') : `Due ${dueAt ? clock(dueAt) : ''}`
  return (
    <Row
      to={paths.assignment.to({ courseId, weekId, assignmentId: id })}
      glyph={<StatusIcon name={glyphOf(row, isOverdue)} />}
      name={title}
      meta={[courseTitle, facts].filter(Boolean).join(' · ')}
      fact={fact}
      factTone={isOverdue ? 'bad' : 'quiet'}
    />
  )
}

function LiveRow({ session, now }: { session: Session; now: number }) {
  const { media, courseTitle } = session
  const phase = livePhase(media, now)
  const times = timeRange(media.startsAt, endOf(media))
  return (
    <Row
      to={paths.media.to(sessionPathOf(session))}
      glyph={<StatusIcon name={isOpen(phase) ? 'live' : 'not-started'} />}
      name={media.title}
      meta={`${courseTitle} · ${times}${phase === 'live' ? `, ${formatStart(media.startsAt, now)}` : ''}`}
      fact={phase === 'live' ? 'Live' : phase === 'soon' ? 'Opens soon' : 'Live session'}
      factTone={isOpen(phase) ? 'now' : 'quiet'}
    />
  )
}

const keyOf = (entry: Entry): string => (entry.kind === 'work' ? entry.work.id : entry.session.media.id)

export function AgendaList({ groups, now }: { groups: readonly AgendaGroup[]; now: number }) {
  return groups.map(({ title, isOverdue, entries }) => (
    <RowGroup key={title} title={title} isOverdue={isOverdue}>
      {entries.map((entry) =>
        entry.kind === 'work' ? (
          <WorkRow key={keyOf(entry)} row={entry.work} isOverdue={isOverdue} />
        ) : (
          <LiveRow key={keyOf(entry)} session={entry.session} now={now} />
        ),
      )}
    </RowGroup>
  ))
}
