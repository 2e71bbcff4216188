/** A week with its course, for staff screens, and what is shown until both are loaded. */

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { ErrorPage } from '#ui/load-failed.tsx'
import { LoadingScreen } from '#ui/page.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { weekQuery } from './api.ts'

export function useWeek() {
  const { courseId = '', weekId = '' } = useParams()
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  const week = useQuery(weekQuery({ params: { courseId, weekId } }))
  const failed = week.isError ? week : course
  return {
    courseId,
    weekId,
    course: course.data,
    week: week.data,
    error: course.data && week.data ? null : failed.error,
    retry: () => {
      void course.refetch()
      void week.refetch()
    },
    isRetrying: course.isFetching || week.isFetching,
  }
}

/** Courses / Course / Week 3 / this page. */
export function useWeekCrumbs(
  course: { id: string; title: string } | undefined,
  week: { id: string; number: number } | undefined,
  here: string,
) {
  const root = useCoursesBreadcrumb()
  if (!course || !week) return [root]
  return [
    root,
    { label: course.title, to: paths.course.to({ courseId: course.id }) },
    { label: `Week ${week.number}`, to: paths.week.to({ courseId: course.id, weekId: week.id }) },
    { label: here },
  ]
}

type Props = { error: unknown; retry: () => void; isRetrying: boolean; what?: string }

export function WeekProblem({ error, retry, isRetrying, what = 'week' }: Props) {
  const { courseId = '' } = useParams()
  if (!error) return <LoadingScreen />
  return (
    <ErrorPage
      error={error}
      what={what}
      onRetry={retry}
      isRetrying={isRetrying}
      to={paths.course.to({ courseId })}
      toLabel="Go to the course"
    />
  )
}
