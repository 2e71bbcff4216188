/** A student's work in a course: submissions, watched videos and attendance. Each row links to the evidence. */

import { useQuery } from '@tanstack/react-query'
import type { getStudentProgress } from '@lms/contract/course-progress'
import type { ProgressItem } from '@lms/contract/progress-items'
import type { Reply } from '@lms/contract/route'
import { roundMarks } from '@lms/contract/rules/marks'
import { formatPercentage } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { StatusIcon, type StatusName } from '#ui/status-icon.tsx'
import { studentProgressQuery } from './api.ts'

type View = { glyph: StatusName; word: string; tone?: 'quiet' | 'bad' | 'warn' }

const stateViews: Record<ProgressItem['state'], View> = {
  NOT_STARTED: { glyph: 'not-started', word: 'Not started' },
  IN_PROGRESS: { glyph: 'in-progress', word: 'In progress' },
  WATCHED: { glyph: 'done', word: 'Watched' },
  PRESENT: { glyph: 'done', word: 'Present' },
  LATE: { glyph: 'late', word: 'Late', tone: 'warn' },
  ABSENT: { glyph: 'missing', word: 'Absent', tone: 'bad' },
  EXCUSED: { glyph: 'done', word: 'Excused' },
  DRAFT: { glyph: 'draft', word: 'Draft saved' },
  SUBMITTED: { glyph: 'submitted', word: 'Submitted' },
  GRADED: { glyph: 'graded', word: 'Graded' },
  RETURNED: { glyph: 'returned', word: 'Returned' },
  MISSING: { glyph: 'missing', word: 'Missing', tone: 'bad' },
  BEFORE_JOINING: { glyph: 'before-joining', word: 'Before enrolment' },
}

const typeLabels: Record<ProgressItem['type'], string> = { RECORDED: 'Video', LIVE: 'Live session', ASSIGNMENT: 'Assignment' }

/** Marks, if any; for a video the watched share. */
function formatFact({ type, state, required, marks, maxMarks, coverage, late }: ProgressItem): string {
  if (!required && state === 'NOT_STARTED') return 'Not required'
  if (marks !== null) return `${roundMarks(marks)} / ${maxMarks}${late ? ', late' : ''}`
  if (type === 'RECORDED' && coverage !== null && coverage > 0) return `${stateViews[state].word}, ${formatPercentage(coverage * 100)}`
  // Nobody has marked the session yet, which says nothing about the student.
  if (type === 'LIVE' && state === 'NOT_STARTED') return 'Not marked'
  return state === 'SUBMITTED' && late ? 'Submitted late' : stateViews[state].word
}

type Props = {
  courseId: string
  student: { id: string; name: string }
  kind: 'work' | 'attendance'
}

export function StudentProgressItems({ courseId, student, kind }: Props) {
  const query = useQuery(studentProgressQuery({ params: { id: courseId, userId: student.id } }))
  return (
    <QueryPart query={query} what={kind === 'work' ? 'The work' : 'The attendance'} loading={4}>
      {(progress) => <ItemRows courseId={courseId} student={student} kind={kind} progress={progress} />}
    </QueryPart>
  )
}

function ItemRows({ courseId, student, kind, progress }: Props & { progress: Reply<typeof getStudentProgress> }) {
  const items = progress.items.filter(({ type }) => (type === 'ASSIGNMENT') === (kind === 'work'))
  const registers = kind === 'attendance' ? progress.registers : []
  if (items.length + registers.length === 0) {
    return kind === 'work' ? (
      <EmptyState title="No assignments yet">Published assignments of open weeks appear here.</EmptyState>
    ) : (
      <EmptyState title="No sessions yet">Videos and live sessions of open weeks appear here.</EmptyState>
    )
  }
  const toOf = ({ id, type, weekId }: ProgressItem): string =>
    type === 'ASSIGNMENT'
      ? paths.submissions.to({ courseId, assignmentId: id }, { search: student.name })
      : paths.markAttendance.to({ courseId, weekId }, { session: id })
  return (
    <Rows label={kind === 'work' ? 'Work' : 'Attendance'}>
      {items.map((item) => {
        const { glyph, tone = 'quiet' } = stateViews[item.state]
        return (
          <Row
            key={item.id}
            to={toOf(item)}
            glyph={<StatusIcon name={glyph} size={18} {...(item.coverage !== null && { share: item.coverage })} />}
            name={item.title}
            meta={typeLabels[item.type]}
            fact={formatFact(item)}
            factTone={tone}
          />
        )
      })}
      {registers.map(({ weekId, weekNumber, status }) => (
        <Row
          key={weekId}
          to={paths.markAttendance.to({ courseId, weekId }, { session: weekId })}
          glyph={<StatusIcon name={stateViews[status ?? 'NOT_STARTED'].glyph} size={18} />}
          name={`Week ${weekNumber}`}
          meta="Whole week"
          fact={status ? stateViews[status].word : 'Not marked'}
          factTone={status ? (stateViews[status].tone ?? 'quiet') : 'quiet'}
        />
      ))}
    </Rows>
  )
}
