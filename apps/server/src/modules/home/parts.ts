/** What the first pages of students and of staff share. */

import type { Db } from '#db/client.ts'
import type { Viewer } from '#modules/courses/course-page/queries.ts'
import { listWithProgress } from '#modules/courses/own-courses.ts'
import { listOwnCourses } from '#modules/courses/queries.ts'

const dayMs = 86_400_000
export const inDays = (now: Date, days: number): string => new Date(now.getTime() + days * dayMs).toISOString()

/** Without the numbers of a page. */
export const firstOf = <T>({ items, total }: { items: T[]; total: number }) => ({ items, total })

/** More running courses are rare; the rest are in the list. */
const mostCourses = 6

/** Running courses, used last first, and whether there is any course, also one that has ended. */
export async function findCourses(db: Db, viewer: Viewer, now: Date, options: { weekProgress?: boolean } = {}) {
  const first = { page: 1, limit: mostCourses }
  const running = await listWithProgress(db, viewer, { running: true, sort: '-lastActivityAt', ...first, ...options }, now)
  const hasCourses = running.total > 0 || (await listOwnCourses(db, viewer, { sort: 'title', page: 1, limit: 1 }, now)).total > 0
  return { courses: firstOf(running), hasCourses }
}
