/** Attendance: a student's own, and the class's for staff. */

import { Flex } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AttendanceSheet } from '@lms/contract/attendance'
import { isStudentRole } from '@lms/contract/policy'
import { formatRateBase } from '@lms/contract/rules/attendance-rate'
import { getErrorMessage, isApiProblem } from '#lib/api-errors.ts'
import { formatPercentage } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { getPage, useSearch } from '#lib/search-params.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useCan, useSession } from '#lib/session.ts'
import { Avatar } from '#ui/avatar.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { NavTabs } from '#ui/nav-tabs.tsx'
import { TopBarAction } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Row, Rows } from '#ui/row.tsx'
import { StickyFooter } from '#ui/sticky-footer.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { defaultSession } from '#features/live-sessions/live-session.ts'
import { WeekSquare } from '#features/weeks/week-progress.tsx'
import { studentsAtOnce, useAttendance, wholeSheetQuery } from './api.ts'
import { type CourseFacts, CourseFilter } from './attendance-filters.tsx'
import { LiveBar, OpenRegisters } from './attendance-home.tsx'
import { AttendanceOptionsButton } from './attendance-options.tsx'
import { buildGrid, columnRate } from './attendance-records.ts'
import { CourseAttendance, useShownWeeks } from './course-attendance.tsx'
import { ExportMenu } from './export-attendance.tsx'
import { useRememberedCourse } from './last-course.ts'
import { MarksSaved } from './mark-trouble.tsx'
import { MyAttendance } from './my-attendance.tsx'
import { MarkRest, RegisterBody } from './register-body.tsx'
import { formatMarkedCount, useRegister } from './use-register.ts'
import classes from './attendance-screen.module.css'

export function AttendanceScreen() {
  const role = useSession((session) => session.user?.role)
  const isPhone = useIsPhone()
  if (isStudentRole(role)) return <MyAttendance />
  const Class = isPhone ? CourseAttendanceMobile : CourseAttendance
  return <CourseFilter>{(facts) => <Class key={facts.course.id} {...facts} />}</CourseFilter>
}

/** Attendance on phones: the sessions one by one to mark in, and the rates of all students. */
function CourseAttendanceMobile(facts: CourseFacts) {
  const { course, picker, live } = facts
  useRememberedCourse(course.id)
  const [search] = useSearch()
  const may = useCan()
  const view = search.get('view') === 'rates' ? 'rates' : 'sessions'
  const tabs = [
    { key: 'sessions', label: 'Sessions', to: paths.attendance.to({ course: course.id }) },
    { key: 'rates', label: 'Rates', to: paths.attendance.to({ course: course.id, view: 'rates' }) },
  ]
  return (
    <PageOfCourse course={course} tab="attendance" title="Attendance">
      {may('attendance.export', course.membership) && (
        <TopBarAction>
          <ExportMenu course={course} isIcon />
        </TopBarAction>
      )}
      {live && <LiveBar session={live} />}
      <OpenRegisters />
      {picker}
      <NavTabs label="Views of the attendance" tabs={tabs} current={view} />
      {view === 'rates' ? <StudentRates {...facts} /> : <SessionMarking {...facts} />}
    </PageOfCourse>
  )
}

/** The right edge of the grid: each student's rate in the weeks shown. */
function StudentRates(facts: CourseFacts) {
  const [search] = useSearch()
  const page = getPage(search)
  const { shown, filter } = useShownWeeks(facts)
  const { sheets, isComplete, isFetching, error, retry } = useAttendance(facts.course.id, shown, page)
  const total = sheets[0]?.sheet.total ?? 0
  if (error)
    return (
      <LoadFailed
        title="A part of the attendance could not be loaded"
        cause={getErrorMessage(error)}
        requestId={isApiProblem(error) ? error.instance : undefined}
        onRetry={retry}
        isRetrying={isFetching}
      />
    )
  if (!isComplete) return <SkeletonRows count={6} />
  if (total === 0) return <EmptyState title="No students in this course">Add students to start marking attendance.</EmptyState>
  return (
    <>
      <Flex justify="space-between">
        {filter}
        <AttendanceOptionsButton course={facts.course} sheets={sheets} />
      </Flex>
      <Rows label="Rates">
        {buildGrid(sheets).rows.map(({ user, rate }) => (
          <Row
            key={user.id}
            to={paths.userDetails.to({ userId: user.id })}
            glyph={<Avatar id={user.id} name={user.name} src={user.profileImageUrl} size={28} />}
            name={user.name}
            meta={formatRateBase(rate)}
            fact={rate.percentage === null ? 'Not marked' : formatPercentage(rate.percentage)}
            factTone="strong"
          />
        ))}
      </Rows>
      {total > studentsAtOnce && <Pagination page={page} limit={studentsAtOnce} total={total} label="Students" />}
    </>
  )
}

/** A week, one of its sessions, and the roster to mark in. */
function SessionMarking({ course, weeks, latest }: CourseFacts) {
  const [search] = useSearch()
  const may = useCan()
  const week = weeks.find(({ id }) => id === search.get('week')) ?? latest
  const where = { courseId: course.id, weekId: week?.id ?? '' }
  const sheet = useQuery({ ...wholeSheetQuery(where), enabled: week !== undefined })
  return (
    <>
      {!week && <EmptyState title="No sessions yet">This course has no weeks yet.</EmptyState>}
      {week && <WeekSummary weeks={weeks} chosen={week.id} to={(weekId) => paths.attendance.to({ course: course.id, week: weekId })} />}
      {week && sheet.isPending && <SkeletonRows count={6} />}
      {week && sheet.isError && !sheet.data && (
        <LoadFailed
          title={`Week ${week.number} could not be loaded`}
          cause={getErrorMessage(sheet.error)}
          requestId={isApiProblem(sheet.error) ? sheet.error.instance : undefined}
          onRetry={() => void sheet.refetch()}
          isRetrying={sheet.isFetching}
        />
      )}
      {week && sheet.data && (
        <PhoneMarking key={week.id} {...where} sheet={sheet.data} mayMark={may('attendance.mark', course.membership)} />
      )}
    </>
  )
}

type Props = { courseId: string; weekId: string; sheet: AttendanceSheet; mayMark: boolean }

function PhoneMarking({ courseId, weekId, sheet, mayMark }: Props) {
  const [search, change] = useSearch()
  const { sessions, students } = sheet
  const session = sessions.find(({ id }) => id === search.get('session')) ??
    defaultSession(sessions, serverNow()) ?? {
      id: weekId,
      title: '',
      type: 'WEEK' as const,
      startsAt: null,
      durationMinutes: null,
      held: false,
      isMarked: false,
      closed: null,
    }
  const register = useRegister({ courseId, weekId, session, sheet })
  const [starts, setStarts] = useState(0)
  const { percentage } = columnRate({ rows: register.students, madeUpAs: sheet.settings.madeUpAs }, session.id)
  return (
    <>
      <RegisterBody
        {...(students.length > 0 && {
          counter: `${formatMarkedCount(register)}${percentage === null ? '' : ` · ${formatPercentage(percentage)} present or late`}`,
        })}
        register={register}
        sessions={sessions}
        mayMark={mayMark}
        starts={starts}
        onSession={(id) => change({ session: id }, { replace: true })}
      />
      {mayMark && students.length > 0 && (
        <StickyFooter state={<MarksSaved marks={register.marks} />}>
          <MarkRest register={register} onDone={() => setStarts(starts + 1)} />
        </StickyFooter>
      )}
    </>
  )
}

type WeekSummaryProps = { weeks: readonly { id: string; number: number }[]; chosen: string; to: (weekId: string) => string }

/** The weeks of a course as squares to choose from, on phones. */
function WeekSummary({ weeks, chosen, to }: WeekSummaryProps) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]')
    row.current?.scrollTo({ left: (current?.offsetLeft ?? 0) - row.current.clientWidth / 2 })
  }, [chosen])
  return (
    <nav ref={row} aria-label="Weeks" className={classes.row}>
      {weeks.map(({ id, number }) => (
        <Link
          key={id}
          to={to(id)}
          replace
          preventScrollReset
          aria-label={`Week ${number}`}
          {...(id === chosen && { 'aria-current': 'true' as const })}
        >
          <WeekSquare number={number} size="pick" state={id === chosen ? 'chosen' : 'plain'} />
        </Link>
      ))}
    </nav>
  )
}
