/** The courses that somebody takes or teaches; with a student's progress. */

import type { MyCourse } from '@lms/contract/courses'
import { isStudentRole } from '@lms/contract/policy'
import { together, type Db } from '#db/drizzle.ts'
import type { Viewer } from '#modules/courses/course-page/queries.ts'
import { listMyProgress } from '#modules/courses/progress/queries.ts'
import { listOwnCourses } from '#modules/courses/queries.ts'

type Filter = Parameters<typeof listOwnCourses>[2] & { weekProgress?: boolean | undefined }

/** What else is read of the courses of a page, by the id of a course. */
type Figures<F> = (db: Db, courseIds: string[]) => Promise<(courseId: string) => F | undefined>
const noFigures = async () => () => undefined

/** One page of the courses that the viewer takes or teaches, and the number of all. */
export async function listWithProgress<F extends object>(
  db: Db,
  viewer: Viewer,
  { weekProgress, ...filter }: Filter,
  now: Date,
  readFigures: Figures<F> = noFigures,
) {
  const { items, ...page } = await listOwnCourses(db, viewer, filter, now)
  const ids = items.map(({ id }) => id)
  const [progress, figuresOf] = await together(db, (one) =>
    Promise.all([listMyProgress(one, viewer.id, isStudentRole(viewer.role) ? ids : [], now, weekProgress), readFigures(one, ids)]),
  )
  const shown = items.map((course) => {
    const own = progress.get(course.id)
    const next = course.status === 'ARCHIVED' ? null : (own?.next ?? null)
    return { ...course, percentage: null, ...own, next, ...figuresOf(course.id) } satisfies MyCourse
  })
  return { ...page, items: shown }
}
