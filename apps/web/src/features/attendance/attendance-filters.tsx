/** Filters of attendance: the course, and the session of a week. */

import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import type { AttendanceSession } from '@lms/contract/attendance'
import type { TaughtSession } from '@lms/contract/calendar'
import type { Course } from '@lms/contract/courses'
import { findStartedWeek } from '@lms/contract/rules/course-state'
import type { Week } from '@lms/contract/weeks'
import { isApiProblem } from '#lib/api-errors.ts'
import { formatDayAndTime } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { useSearch } from '#lib/search-params.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useCan, useSession } from '#lib/session.ts'
import { getToday } from '#lib/zoned-date-time.ts'
import { NoAccess } from '#ui/blocked-page.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { Icon } from '#ui/icon.tsx'
import { IconClipboardCheck, IconMovie, IconVideo } from '#ui/icons.ts'
import { LoadingScreen, Page } from '#ui/page.tsx'
import { QueryBoundary } from '#ui/query-boundary.tsx'
import { RadioCards } from '#ui/radio-cards.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { courseQuery } from '#features/courses/api.ts'
import { CoursePicker, useCourseOptions } from '#features/courses/course-picker.tsx'
import { buildWeekPlan } from '#features/weeks/week-plan.ts'
import { useLiveSession, useOpenRegisters } from './attendance-home.tsx'
import { useLastCourse } from './last-course.ts'

export type CourseFacts = {
  course: Course
  weeks: Week[]
  /** The current week; null if there is none. */
  nowNumber: number | null
  /** By number; the first one if none has. */
  started: Week[]
  /** The last week that has started; undefined in a course without weeks. */
  latest: Week | undefined
  picker: ReactNode
  /** In any of the reader’s courses. */
  live: TaughtSession | null
}

function NoCourse() {
  const may = useCan()
  const action = may('course.create') && (
    <Button component={Link} to={paths.courseNew.to()}>
      New course
    </Button>
  )
  return (
    <Page title="Attendance">
      <EmptyState title="No course yet" action={action}>
        Attendance appears here once a course has students.
      </EmptyState>
    </Page>
  )
}

function toCourseFacts(course: Course, picker: ReactNode, live: TaughtSession | null): CourseFacts {
  const weeks = [...(course.weeks ?? [])].sort((one, other) => one.number - other.number)
  const today = getToday(course.timeZone, serverNow())
  const { nowNumber, started: allStarted } = buildWeekPlan({ weeks, today, endsOn: course.endsOn })
  const started = allStarted.length > 0 ? allStarted : weeks.slice(0, 1)
  return { course, weeks, nowNumber, started, latest: findStartedWeek(started, today) ?? started.at(-1), picker, live }
}

/** The course in the URL, else that of the session that takes place now, else the one used last here, else the first of the list. */
function useShownCourse(named: string | null, list: { data?: { items: readonly { id: string }[] } | undefined }) {
  const { live, isKnown } = useLiveSession()
  const { lastCourse, drop } = useLastCourse()
  const usual = isKnown ? (live?.courseId ?? lastCourse ?? list.data?.items[0]?.id) : undefined
  const courseId = named ?? usual
  const course = useQuery({ ...courseQuery({ params: { id: courseId ?? '' } }), enabled: courseId !== undefined })
  const isGone = isApiProblem(course.error) && [403, 404].includes(course.error.status) && courseId === lastCourse && named === null
  useEffect(() => {
    if (isGone) drop()
  })
  return { live, courseId, course, isPending: isGone || (courseId === undefined && !isKnown) }
}

export function CourseFilter({ children }: { children: (facts: CourseFacts) => ReactNode }) {
  const [search, change] = useSearch()
  const may = useCan()
  // Admins see every course here, trainers those they teach.
  const { first: list, found } = useCourseOptions(search.get('course'), may('attendance.read') ? 'all' : 'taught')
  const email = useSession((session) => session.user?.email)
  const { live, courseId, course, isPending } = useShownCourse(search.get('course'), list)
  const registers = useOpenRegisters()
  if (isPending || registers.isPending) return <LoadingScreen />
  if (list.data && courseId === undefined) return <NoCourse />
  // A course in the URL does not wait for the list.
  const queries = courseId === undefined ? [list, course] : [course]
  return (
    <QueryBoundary queries={queries} what="course" to={paths.attendance.to()} toLabel="Go to Attendance">
      {() => {
        const chosen = course.data!
        if (!may('attendance.read', chosen.membership)) return <NoAccess email={email} help="Trainers see the courses that they teach." />
        const onChange = (id: string): void => change({ course: id, week: null, page: null, session: null })
        return children(toCourseFacts(chosen, <CoursePicker found={found} chosen={chosen} onChange={onChange} />, live))
      }}
    </QueryBoundary>
  )
}

export const sessionIcons: Record<AttendanceSession['type'], Icon> = {
  RECORDED: IconMovie,
  LIVE: IconVideo,
  WEEK: IconClipboardCheck,
}

export const sessionName = ({ type, title }: AttendanceSession): string => (type === 'WEEK' ? 'Whole week (no session)' : title)

export function sessionMeta({ type, startsAt }: AttendanceSession): string {
  if (type === 'WEEK') return 'Register of the week'
  if (type === 'RECORDED') return 'Recorded'
  return startsAt ? `Live, ${formatDayAndTime(startsAt)}` : 'Live'
}

type Props = { sessions: readonly AttendanceSession[]; value: string; onChange: (sessionId: string) => void }

/** Which session of the week is marked: its media, or the week's own register. */
export function SessionPicker({ sessions, value, onChange }: Props) {
  const isPhone = useIsPhone()
  if (isPhone) {
    const data = sessions.map((session) => ({ value: session.id, label: sessionName(session) }))
    const chosen = sessions.find(({ id }) => id === value)
    return (
      <Select
        label="Session"
        description={chosen && sessionMeta(chosen)}
        data={data}
        value={value}
        onChange={(next) => next && onChange(next)}
        allowDeselect={false}
      />
    )
  }
  return (
    <RadioCards
      label="Session"
      columns={3}
      value={value}
      onChange={onChange}
      choices={sessions.map((session) => {
        const Icon = sessionIcons[session.type]
        return {
          value: session.id,
          label: sessionName(session),
          help: sessionMeta(session),
          icon: <Icon size={18} stroke={1.75} aria-hidden />,
        }
      })}
    />
  )
}
