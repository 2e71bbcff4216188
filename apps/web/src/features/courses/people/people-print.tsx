/** The people of a course on paper: the class list with empty columns for the next sessions, or their progress. */

import type { Course, StudentProgress } from '@lms/contract/courses'
import { formatReason } from '@lms/contract/rules/at-risk'
import { getSessionStart } from '@lms/contract/rules/session-window'
import { formatCourseDates, formatDay, formatLastSeen } from '#lib/format-date.ts'
import { formatPercentage } from '#lib/format-number.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { PrintBox, PrintSheet, PrintTable } from '#ui/print-sheet.tsx'
import { useSchoolName } from '#features/auth/api.ts'

export type PrintKind = 'list' | 'progress'
type Props = { kind: PrintKind; course: Course; rows: readonly StudentProgress[]; onPrinted: () => void }

/** As many columns as fit beside name and email. */
const boxes = 5

/** The days of the next live sessions; without a session the box has no head. */
function nextDays(course: Course, now: number): string[] {
  const ahead = (course.weeks ?? [])
    .flatMap(({ media }) => media)
    .filter((one) => one.type === 'LIVE' && getSessionStart(one) > now)
    .sort((one, other) => getSessionStart(one) - getSessionStart(other))
  return Array.from({ length: boxes }, (_, index) => (ahead[index]?.startsAt ? formatDay(ahead[index].startsAt, course.timeZone) : ''))
}

function ClassList({ course, rows, now }: Pick<Props, 'course' | 'rows'> & { now: number }) {
  const days = nextDays(course, now)
  return (
    <PrintTable
      label="Class list"
      heads={['No.', 'Student', 'Email', ...days]}
      rows={rows.map(({ student }, index) => ({
        key: student.id,
        cells: [
          index + 1,
          <strong key="name">{student.name}</strong>,
          student.email,
          ...days.map((day, at) => <PrintBox key={`${day}${at}`} />),
        ],
      }))}
    />
  )
}

const ProgressList = ({ rows, now }: Pick<Props, 'rows'> & { now: number }) => (
  <PrintTable
    label="Progress"
    heads={['Student', 'At risk', 'Required items done', 'Marks', 'Attendance', 'Missing', 'Last seen']}
    rows={rows.map(({ student, reasons, completed, total, marks, attendance, missing, lastSeenAt }) => ({
      key: student.id,
      cells: [
        <strong key="name">{student.name}</strong>,
        reasons.map(formatReason).join(', ') || '–',
        `${completed} of ${total}`,
        marks === null ? '–' : formatPercentage(marks),
        `${attendance.percentage === null ? '–' : formatPercentage(attendance.percentage)}, ${attendance.marked} of ${attendance.sessions} marked`,
        missing || '–',
        formatLastSeen(lastSeenAt, now),
      ],
    }))}
  />
)

export function PeoplePrint({ kind, course, rows, onPrinted }: Props) {
  const now = useServerNow()
  const school = useSchoolName()
  const { title, startsOn, endsOn, trainers } = course
  const dates = startsOn && endsOn ? `, ${formatCourseDates(startsOn, endsOn)}` : ''
  return (
    <PrintSheet
      title={kind === 'list' ? 'Class list' : 'Progress'}
      above={school ?? undefined}
      facts={`${title}${dates}`}
      side={
        <>
          <div>{pluralize(rows.length, 'student')}</div>
          {trainers.length > 0 && <div>Trainers: {trainers.map(({ name }) => name).join(', ')}</div>}
        </>
      }
      onPrinted={onPrinted}
    >
      {kind === 'list' ? <ClassList course={course} rows={rows} now={now} /> : <ProgressList rows={rows} now={now} />}
    </PrintSheet>
  )
}
