/** Marks of a course: the gradebook for staff, their own marks for students. */

import { useCan } from '#lib/session.ts'
import { CourseLoader } from '#features/courses/use-course.tsx'
import { Gradebook } from './gradebook.tsx'
import { MyMarks } from './my-marks.tsx'

export function MarksScreen() {
  const may = useCan()
  return (
    <CourseLoader>
      {(course) => (may('marks.read', course.membership) ? <Gradebook course={course} /> : <MyMarks course={course} />)}
    </CourseLoader>
  )
}
