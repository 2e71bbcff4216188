/** A register on paper: every student of the session with mark, evidence and note, and a box for a mark that is not given yet. */

import type { AttendanceSession } from '@lms/contract/attendance'
import type { Course } from '@lms/contract/courses'
import { isolate } from '@lms/contract/rules/direction'
import type { Week } from '@lms/contract/weeks'
import { pluralize } from '#lib/pluralize.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { PrintBox, PrintSheet, PrintTable } from '#ui/print-sheet.tsx'
import { useSchoolName } from '#features/auth/api.ts'
import { sessionMeta, sessionName } from './attendance-filters.tsx'
import { getEvidence, getStatus } from './attendance-records.ts'
import { attendanceLabels, statusesByKey } from './attendance-status.tsx'
import { formatClosed } from './close-register.tsx'
import { formatLater, formatMarkedCount, type Register } from './use-register.ts'

type Props = { course: Course; week: Week; session: AttendanceSession; register: Register; onPrinted: () => void }

export function RegisterPrint({ course, week, session, register, onPrinted }: Props) {
  const now = useServerNow()
  const school = useSchoolName()
  const { students, enrolledLater } = register
  const counts = Object.values(statusesByKey).map((status) => `${register.count(status)} ${attendanceLabels[status].toLowerCase()}`)
  return (
    <PrintSheet
      title={sessionName(session)}
      above={school ?? undefined}
      facts={`${isolate(course.title)}, week ${week.number} · ${sessionMeta(session)}`}
      side={
        <>
          <div>{pluralize(students.length, 'student')}</div>
          <div>
            {formatMarkedCount(register)}: {counts.join(', ')}
          </div>
          {session.closed && <div>{formatClosed(session.closed, now)}</div>}
        </>
      }
      {...(enrolledLater > 0 && { legend: formatLater(enrolledLater) })}
      onPrinted={onPrinted}
    >
      <PrintTable
        label="Register"
        heads={['No.', 'Student', 'Mark', 'Evidence', 'Note']}
        rows={students.map((student, index) => {
          const { user, entries } = student
          const status = getStatus(entries[session.id])
          return {
            key: user.id,
            cells: [
              index + 1,
              <strong key="name">{user.name}</strong>,
              status ? attendanceLabels[status] : <PrintBox key="box" />,
              status ? getEvidence(student, session, now) : '',
              entries[session.id]?.remark,
            ],
          }
        })}
      />
    </PrintSheet>
  )
}
