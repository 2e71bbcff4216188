/** A student's own attendance: a rate a course, and every session with its date and status. */
import type { AttendanceSession } from '@lms/contract/attendance'
import { formatRateBase } from '@lms/contract/rules/attendance-rate'
import type { MyCourse } from '@lms/contract/courses'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type Dispatch, type SetStateAction, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { isApiProblem, getErrorMessage } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { pageOf, useSearch } from '#lib/search-params.ts'
import { serverNow } from '#lib/server-clock.ts'
import { percent } from '#lib/format-date.ts'
import { useLastPage } from '#lib/use-last-page.ts'
import { MyAttendanceList } from './my-attendance-list.tsx'
import { getMyRate, getMyWeeks } from './my-sessions.ts'
import { courseQuery, myCoursesQuery } from '#features/courses/api.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Stat } from '#ui/stat.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Page } from '#ui/page.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { Section } from '#ui/row.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { useAttendance } from './use-attendance.ts'

/** Courses on a page: each asks for its weeks. */
const limit = 20

export function MyAttendance() {
  const [search, change] = useSearch()
  const page = pageOf(search)
  const courses = useQuery({ ...myCoursesQuery({ query: { page, limit } }), placeholderData: keepPreviousData })
  useLastPage(courses, (last) => change({ page: last }, { replace: true }))
  const items = courses.data?.items ?? []
  const [loaded, setLoaded] = useState<readonly string[]>([])
  const firstLoading = items.findIndex(({ id }) => !loaded.includes(id))
  return (
    <Page title="Attendance" kind="thread">
      {courses.isPending && <SkeletonRows count={6} />}
      {courses.isError && !courses.data && (
        <LoadFailed
          title="Your attendance did not load"
          cause={getErrorMessage(courses.error)}
          requestId={courses.error.instance}
          onRetry={() => void courses.refetch()}
          isRetrying={courses.isFetching}
        />
      )}
      {courses.data?.total === 0 && (
        <EmptyState
          title="You are not in a course yet"
          action={
            <Button component={Link} to={paths.courses.to()}>
              Browse courses
            </Button>
          }
        >
          Sessions that you attend and videos that you watch stand here.
        </EmptyState>
      )}
      {items.map((course, index) => (
        <OwnCourse key={course.id} course={course} isShown={firstLoading === -1 || index <= firstLoading} onLoaded={setLoaded} />
      ))}
      {courses.data && courses.data.total > limit && <Pagination page={page} limit={limit} total={courses.data.total} label="Courses" />}
    </Page>
  )
}

/** All are asked for at once, and shown from the top: what is read does not move when one above it arrives. */
function OwnCourse({
  course,
  isShown,
  onLoaded,
}: {
  course: MyCourse
  isShown: boolean
  onLoaded: Dispatch<SetStateAction<readonly string[]>>
}) {
  const details = useQuery(courseQuery({ params: { id: course.id } }))
  const open = details.data?.weeks?.filter(({ locked, published, media }) => !locked && published && media.length > 0) ?? []
  const { sheets, isPending, error, retry, isFetching } = useAttendance(course.id, open)
  const isLoading = details.isPending || isPending
  const weeks = getMyWeeks(isLoading ? [] : sheets, serverNow())
  const rate = getMyRate(weeks, serverNow())
  const failure = details.error ?? error
  const isLoaded = !isLoading || !!failure
  useEffect(() => {
    if (isLoaded) onLoaded((ids) => (ids.includes(course.id) ? ids : [...ids, course.id]))
  }, [isLoaded, course.id, onLoaded])
  if (!isShown) return null
  const addressOf = (weekId: string, { id, type }: AttendanceSession): string | undefined =>
    type === 'WEEK' ? undefined : paths.media.to({ courseId: course.id, weekId, mediaId: id })
  return (
    <Section title={course.title} action={rate.percentage !== null && <Stat label={formatRateBase(rate)}>{percent(rate.percentage)}</Stat>}>
      {isLoading && !failure && <SkeletonRows count={3} />}
      {failure && (
        <LoadFailed
          title="A part of this course did not load"
          cause={getErrorMessage(failure)}
          requestId={isApiProblem(failure) ? failure.instance : undefined}
          onRetry={() => (details.error ? void details.refetch() : retry())}
          isRetrying={details.isFetching || isFetching}
        />
      )}
      {details.data && !isPending && weeks.length === 0 && !failure && <p>No sessions yet. The first week that opens stands here.</p>}
      <MyAttendanceList weeks={weeks} to={addressOf} />
    </Section>
  )
}
