/** All queries of the screens of a course, and what they show while loading. */

import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { AssignmentRow } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import { getSessionEnd } from '@lms/contract/rules/session-window'
import type { Week } from '@lms/contract/weeks'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useCan } from '#lib/session.ts'
import { getEnds, useRefetchAt } from '#lib/use-refetch-at.ts'
import { getToday } from '#lib/zoned-date-time.ts'
import { ErrorPage } from '#ui/load-failed.tsx'
import { useFirstLoad } from '#ui/loading.tsx'
import { LoadingScreen } from '#ui/page.tsx'
import { notify } from '#ui/toasts.tsx'
import { courseAssignmentsQuery } from '#features/assignments/api.ts'
import { buildWeekPlan } from '#features/weeks/week-plan.ts'
import { courseQuery, progressQuery, useUpdateCourseStatus } from './api.ts'

/** How many submissions of a week wait for their graders; returned ones wait for their students. */
export const waitingIn = (rows: readonly AssignmentRow[], week: Pick<Week, 'id'>): number =>
  rows.filter(({ weekId }) => weekId === week.id).reduce((sum, { counts }) => sum + (counts?.toGrade ?? 0), 0)

export function useCourse(courseId: string) {
  const may = useCan()
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  const { membership = null, weeks = [] } = course.data ?? {}
  const isStaff = course.data !== undefined && may('week.write', membership)
  const isStudent = course.data !== undefined && !isStaff && may('week.read', membership)
  const progress = useQuery({ ...progressQuery({ params: { id: courseId } }), enabled: isStaff || isStudent })
  const assignments = useQuery({ ...courseAssignmentsQuery({ params: { courseId } }), enabled: isStaff })
  const rows = assignments.data ?? []
  // Progress and what comes next depend on the ends of items.
  const ends = weeks.flatMap(({ unlockAt, media, assignments: work }) => [unlockAt, ...media.map(getSessionEnd), ...work.flatMap(getEnds)])
  useRefetchAt(course, ends, ['courses', 'weeks'])
  /** Undefined for staff, whose progress is that of the class. */
  const own = isStudent ? progress.data?.items : undefined
  return {
    course,
    progress,
    isFirstLoad: useFirstLoad(course, progress, assignments),
    rows,
    own,
    /** The student's next item, as decided by the server. */
    next: isStudent ? (progress.data?.next ?? null) : null,
    isStaff,
    isStudent,
    membership,
    plan: course.data?.weeks && planFor(course.data, { own: isStudent ? (own ?? []) : undefined, rows }),
  }
}

function planFor(course: Course, { own, rows }: { own: Parameters<typeof buildWeekPlan>[0]['progress']; rows: readonly AssignmentRow[] }) {
  return buildWeekPlan({
    weeks: course.weeks ?? [],
    today: getToday(course.timeZone, serverNow()),
    endsOn: course.endsOn,
    ...(own && { progress: own }),
    needsWork: (week) => waitingIn(rows, week) > 0,
  })
}

const statusTexts: Record<Course['status'], string> = {
  PUBLISHED: 'Course published',
  DRAFT: 'Course unpublished',
  ARCHIVED: 'Course archived',
}

export function useChangeCourseStatus({ id }: Course) {
  const update = useUpdateCourseStatus()
  const change = (status: Course['status'], onSuccess?: () => void): void =>
    update.mutate(
      { params: { id }, body: { status } },
      {
        onSuccess: () => {
          notify.success(statusTexts[status])
          onSuccess?.()
        },
      },
    )
  return { change, isPending: update.isPending }
}

export type CourseView = ReturnType<typeof useCourse>

type CourseErrorProps = { queries: readonly Pick<UseQueryResult, 'error' | 'refetch' | 'isFetching'>[]; help?: string }

/** In place of a course's screen if one of its queries failed: the error, a retry, and a link to the user's courses. */
export function CourseError({ queries, help }: CourseErrorProps) {
  const { to, label } = useCoursesBreadcrumb()
  return (
    <ErrorPage
      what="course"
      error={queries.find(({ error }) => error)?.error}
      onRetry={() => void Promise.all(queries.map((query) => query.refetch()))}
      isRetrying={queries.some(({ isFetching }) => isFetching)}
      to={to}
      toLabel={`Go to ${label}`}
      {...(help !== undefined && { help })}
    />
  )
}

/** Loads the course in the URL for a screen; shows the loading state, or the error with a way to retry. */
export function CourseLoader({ children }: { children: (course: Course) => ReactNode }) {
  const { courseId = '' } = useParams()
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  if (course.data) return children(course.data)
  if (course.isPending) return <LoadingScreen />
  return <CourseError queries={[course]} />
}
