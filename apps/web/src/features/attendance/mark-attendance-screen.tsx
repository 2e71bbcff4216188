/** Mark attendance: the roster of one session of a week. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AttendanceSession, AttendanceSheet } from '@lms/contract/attendance'
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { paths } from '#lib/paths.ts'
import { useSearch } from '#lib/search-params.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useCan } from '#lib/session.ts'
import { usePrintKey } from '#lib/use-print-key.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconPrinter } from '#ui/icons.ts'
import { QueryBoundary } from '#ui/query-boundary.tsx'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { openComposer } from '#features/emails/composer-store.ts'
import { defaultSession } from '#features/live-sessions/live-session.ts'
import { useWeek } from '#features/weeks/use-week.tsx'
import { wholeSheetQuery } from './api.ts'
import { sessionMeta, sessionName } from './attendance-filters.tsx'
import { CloseRegister, formatClosed } from './close-register.tsx'
import { useRememberedCourse } from './last-course.ts'
import { MarksSaved } from './mark-trouble.tsx'
import { MarkRest, RegisterBody } from './register-body.tsx'
import { RegisterPrint } from './register-print.tsx'
import { formatMarkedCount, useRegister } from './use-register.ts'

export function MarkAttendanceScreen() {
  const { courseId, weekId, course, week } = useWeek()
  useRememberedCourse(courseId)
  const sheet = useQuery(wholeSheetQuery({ courseId, weekId }))
  return (
    <QueryBoundary queries={[sheet]} what="roster" to={paths.course.to({ courseId })} toLabel="Go to the course">
      {([found]) => <ChosenSession course={course} week={week} sheet={found} />}
    </QueryBoundary>
  )
}

function ChosenSession({ course, week, sheet }: { course: Course; week: Week; sheet: AttendanceSheet }) {
  const [search, change] = useSearch()
  const { sessions } = sheet
  const named = search.get('session')
  const session = named ? sessions.find(({ id }) => id === named) : defaultSession(sessions, serverNow())
  if (!session) return <MissingSession course={course} week={week} onChoose={() => change({ session: null }, { replace: true })} />
  return (
    <MarkAttendance
      course={course}
      week={week}
      sheet={sheet}
      session={session}
      onSession={(id) => change({ session: id }, { replace: true })}
    />
  )
}

/** The register of another session must not open in its place. */
function MissingSession({ course, week, onChoose }: { course: Course; week: Week; onChoose: () => void }) {
  return (
    <PageOfCourse course={course} tab="attendance" title="Mark attendance" weekId={week.id}>
      <EmptyState title={`This session is no longer in week ${week.number}`} action={<Button onClick={onChoose}>Choose a session</Button>}>
        It was deleted or moved. Marks already given are kept.
      </EmptyState>
    </PageOfCourse>
  )
}

type Props = { course: Course; week: Week; sheet: AttendanceSheet; session: AttendanceSession; onSession: (id: string) => void }

function MarkAttendance({ course, week, sheet, session, onSession }: Props) {
  const register = useRegister({ courseId: course.id, weekId: week.id, session, sheet })
  const { students, unmarked, marks } = register
  // The first row has the focus at first, and once the rest is marked.
  const [starts, setStarts] = useState(1)
  const [isPrinting, setPrinting] = useState(false)
  usePrintKey(() => setPrinting(students.length > 0))
  const may = useCan()
  const hasStudents = students.length > 0
  const isSaving = marks.saving > 0 || marks.isWaiting
  // Absent students get an email: not about a mark that is not saved.
  const absent = isSaving ? 0 : register.count('ABSENT')
  const audience = `ABSENT:${week.id}:${session.id}`
  const addStudent = may('user.create') && (
    <Button variant="default" component={Link} to={paths.userNew.to()}>
      Add user
    </Button>
  )
  return (
    <PageOfCourse
      course={course}
      tab="attendance"
      title={sessionName(session)}
      weekId={week.id}
      actions={
        <>
          {absent > 0 && may('mail.send', course.membership) && (
            <Button variant="default" onClick={() => openComposer({ courseId: course.id, sendTo: [audience] })}>
              Write to {absent} absent
            </Button>
          )}
          {hasStudents && (
            <Button variant="default" leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />} onClick={() => setPrinting(true)}>
              Print
            </Button>
          )}
          {hasStudents && <CloseRegister courseId={course.id} session={session} unmarked={unmarked} isSaving={isSaving} />}
          <MarkRest register={register} onDone={() => setStarts(starts + 1)} />
        </>
      }
      meta={
        <>
          <span>{sessionMeta(session)}</span>
          {hasStudents && <strong role="status">{formatMarkedCount(register)}</strong>}
          {session.closed && <span>{formatClosed(session.closed, serverNow())}</span>}
          <MarksSaved marks={marks} />
        </>
      }
    >
      <RegisterBody register={register} sessions={sheet.sessions} mayMark starts={starts} onSession={onSession} emptyAction={addStudent} />
      {isPrinting && (
        <RegisterPrint course={course} week={week} session={session} register={register} onPrinted={() => setPrinting(false)} />
      )}
    </PageOfCourse>
  )
}
