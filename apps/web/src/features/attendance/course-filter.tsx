/** The course that the attendance is of, by the address; the first of the list where none is named. */
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useCan, useSession } from '#lib/session.ts'
import { getToday } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { useSearch } from '#lib/search-params.ts'
import { serverNow } from '#lib/server-clock.ts'
import { CoursePicker, useCourseOptions } from '#features/courses/index.ts'
import { courseQuery } from '#features/courses/api.ts'
import { buildWeekPlan } from '#features/weeks/index.ts'
import { ErrorPage, NoAccess } from '#ui/error-page.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadingScreen } from '#ui/loading.tsx'
import { Page } from '#ui/page.tsx'

export type CourseFacts = {
  course: Course
  weeks: Week[]
  /** The week that runs now; null where none does. */
  nowNumber: number | null
  /** The number of the last week that has started. */
  lastStarted: number
  picker: ReactNode
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
        Here you see the attendance of your courses, week by week.
      </EmptyState>
    </Page>
  )
}

function toCourseFacts(course: Course, picker: ReactNode): CourseFacts {
  const weeks = [...(course.weeks ?? [])].sort((one, other) => one.number - other.number)
  const { nowNumber } = buildWeekPlan({ weeks, today: getToday(course.timeZone, serverNow()), endsOn: course.endsOn })
  const lastStarted = Math.min(nowNumber ?? 1, weeks.at(-1)?.number ?? 1)
  return { course, weeks, nowNumber, lastStarted, picker }
}

export function CourseFilter({ children }: { children: (facts: CourseFacts) => ReactNode }) {
  const [search, change] = useSearch()
  const may = useCan()
  // Admins see every course here, trainers those they teach.
  const { first: list, found } = useCourseOptions(search.get('course'), may('attendance.read') ? 'all' : 'taught')
  const email = useSession((session) => session.user?.email)
  const courseId = search.get('course') ?? list.data?.items[0]?.id
  const course = useQuery({ ...courseQuery({ params: { id: courseId ?? '' } }), enabled: courseId !== undefined })
  const failed = course.isError ? course : list
  if (list.data && courseId === undefined) return <NoCourse />
  if (!course.data) {
    return failed.error ? (
      <ErrorPage
        error={failed.error}
        what="course"
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
        to={paths.attendance.to()}
        toLabel="Go to Attendance"
      />
    ) : (
      <LoadingScreen />
    )
  }
  if (!may('attendance.read', course.data.membership)) return <NoAccess email={email} help="Trainers see the courses that they teach." />
  const picker = (
    <CoursePicker found={found} chosen={course.data} onChange={(id) => change({ course: id, week: null, page: null, session: null })} />
  )
  return children(toCourseFacts(course.data, picker))
}
