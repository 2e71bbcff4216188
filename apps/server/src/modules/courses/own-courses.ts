/** The courses that somebody takes or teaches; with a student's progress. */

import type { MyCourse } from '@lms/contract/courses'
import { isStudentRole } from '@lms/contract/policy'
import type { Db } from '#db/client.ts'
import type { Viewer } from '#modules/courses/course-page/queries.ts'
import { listMyProgress } from '#modules/courses/progress/queries.ts'
import { listOwnCourses } from '#modules/courses/queries.ts'

type Filter = Parameters<typeof listOwnCourses>[2] & { weekProgress?: boolean | undefined }

/** One page of the courses that the viewer takes or teaches, and the number of all. */
export async function listWithProgress(db: Db, viewer: Viewer, filter: Filter, now: Date) {
  const { items, ...page } = await listOwnCourses(db, viewer, filter, now)
  const ids = isStudentRole(viewer.role) ? items.map(({ id }) => id) : []
  const progress = await listMyProgress(db, viewer.id, ids, now, filter.weekProgress)
  const shown = items.map((course): MyCourse => {
    const own = progress.get(course.id)
    return { ...course, percentage: null, ...own, next: course.status === 'ARCHIVED' ? null : (own?.next ?? null) }
  })
  return { ...page, items: shown }
}
