/** The courses that somebody takes or teaches; with a student's progress, and on request with the figures of their cards. */

import type { MyCourse } from '@lms/contract/courses'
import { isStudentRole } from '@lms/contract/policy'
import { together, type Db } from '#db/drizzle.ts'
import type { Viewer } from '#modules/courses/course-page/queries.ts'
import { listStudentFigures } from '#modules/courses/figures/of-student.ts'
import { listStaffFigures } from '#modules/courses/figures/queries.ts'
import { listMyProgress } from '#modules/courses/progress/queries.ts'
import { listOwnCourses } from '#modules/courses/queries.ts'

type Filter = Parameters<typeof listOwnCourses>[2] & { weekProgress?: boolean | undefined; figures?: boolean | undefined }

/** One page of the courses that the viewer takes or teaches, and the number of all. */
export async function listWithProgress(db: Db, viewer: Viewer, { weekProgress, figures = false, ...filter }: Filter, now: Date) {
  const { items, ...page } = await listOwnCourses(db, viewer, filter, now)
  const ids = items.map(({ id }) => id)
  const isStudent = isStudentRole(viewer.role)
  const [progress, ofStudent, ofStaff] = await together(db, (one) =>
    Promise.all([
      listMyProgress(one, viewer.id, isStudent ? ids : [], now, weekProgress),
      listStudentFigures(one, viewer.id, isStudent && figures ? ids : [], now),
      listStaffFigures(one, viewer.id, !isStudent && figures ? ids : [], now),
    ]),
  )
  const shown = items.map((course) => {
    const own = progress.get(course.id)
    const [studentFigures, staffFigures] = [ofStudent.get(course.id), ofStaff.get(course.id)]
    return {
      ...course,
      percentage: null,
      ...own,
      next: course.status === 'ARCHIVED' ? null : (own?.next ?? null),
      ...(studentFigures && { studentFigures }),
      ...(staffFigures && { staffFigures }),
    } satisfies MyCourse
  })
  return { ...page, items: shown }
}
