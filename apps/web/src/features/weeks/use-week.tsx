/** A week with its course, for staff screens. */

import { useParams } from 'react-router'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { courseQuery } from '#features/courses/api.ts'
import { weekQuery } from './api.ts'

export function useWeek() {
  const { courseId = '', weekId = '' } = useParams()
  const { data: course } = useScreenQuery(courseQuery({ params: { id: courseId } }))
  const { data: week } = useScreenQuery(weekQuery({ params: { courseId, weekId } }))
  return { courseId, weekId, course, week }
}

/** Courses / Course / Week 3 / this page. */
export function useWeekCrumbs(course: { id: string; title: string }, week: { id: string; number: number }, here: string) {
  const root = useCoursesBreadcrumb()
  return [
    root,
    { label: course.title, to: paths.course.to({ courseId: course.id }) },
    { label: `Week ${week.number}`, to: paths.week.to({ courseId: course.id, weekId: week.id }) },
    { label: here },
  ]
}
