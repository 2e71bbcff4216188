/** What the first pages of students and of staff share. */

import type { Db } from '#db/client.ts'
import type { Viewer } from '#modules/courses/course-page/queries.ts'
import { listOwnCourses } from '#modules/courses/queries.ts'

/** More running courses are rare; the rest are in the list. */
export const runningCourses = { running: true, sort: '-lastActivityAt', page: 1, limit: 6 } as const

const dayMs = 86_400_000
export const inDays = (now: Date, days: number): string => new Date(now.getTime() + days * dayMs).toISOString()

/** Without the numbers of a page. */
export const firstOf = <T>({ items, total }: { items: T[]; total: number }) => ({ items, total })

/** Whether there is any course, also one that has ended. */
export const hasOwnCourses = async (db: Db, viewer: Viewer, now: Date): Promise<boolean> =>
  (await listOwnCourses(db, viewer, { sort: 'title', page: 1, limit: 1 }, now)).total > 0
