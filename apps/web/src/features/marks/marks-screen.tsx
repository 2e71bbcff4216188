/** Marks of a course: the gradebook for staff, their own marks for students. */

import { useParams } from 'react-router'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { useCan } from '#lib/session.ts'
import { courseQuery } from '#features/courses/api.ts'
import { Gradebook } from './gradebook.tsx'
import { MyMarks } from './my-marks.tsx'

export function MarksScreen() {
  const { courseId = '' } = useParams()
  const may = useCan()
  const { data: course } = useScreenQuery(courseQuery({ params: { id: courseId } }))
  return may('marks.read', course.membership) ? <Gradebook course={course} /> : <MyMarks course={course} />
}
