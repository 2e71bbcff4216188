/** A week with its course, for staff screens. */

import { useParams } from 'react-router'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { courseQuery } from '#features/courses/api.ts'
import { weekQuery } from './api.ts'

export function useWeek() {
  const { courseId = '', weekId = '' } = useParams()
  const { data: course } = useScreenQuery(courseQuery({ params: { id: courseId } }))
  const { data: week } = useScreenQuery(weekQuery({ params: { courseId, weekId } }))
  return { courseId, weekId, course, week }
}
