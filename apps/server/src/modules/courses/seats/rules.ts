import { courseRefusal, type PlaceCourse } from '@lms/contract/rules/places'
import { problem } from '#http/problems.ts'

/** Throws if staff may add nobody to the course. */
export function assertTakesPeople(course: PlaceCourse, now: Date): void {
  const refused = courseRefusal('add', course, now.getTime())
  if (refused) throw problem(refused[0], { detail: refused[1] })
}
