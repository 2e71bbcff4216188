import { courseRefusal, type CourseWithPlaces } from '@lms/contract/rules/places'
import { problem } from '#call/problems.ts'

/** Throws if staff may add nobody to one of the courses. */
export function assertTakePeople(courses: readonly CourseWithPlaces[], now: Date): void {
  const refused = courses.map((course) => courseRefusal({ move: 'add', course, now: now.getTime() })).find((one) => one !== undefined)
  if (refused) throw problem(refused[0], { detail: refused[1] })
}
