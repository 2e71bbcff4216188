/** The figures of the cards of somebody's own courses. */

import type { StaffFigures, StudentFigures } from '@lms/contract/course-figures'
import { isStudentRole, type Role } from '@lms/contract/policy'
import type { Db } from '#db/client.ts'
import { listStaffFigures } from '#modules/course-figures/of-staff.ts'
import { listStudentFigures } from '#modules/course-figures/of-student.ts'

type Figures = { studentFigures: StudentFigures } | { staffFigures: StaffFigures }

/** By the id of a course; empty for a course of which nothing is known. */
export async function listFigures(
  db: Db,
  viewer: { id: string; role: Role },
  courseIds: string[],
  now: Date,
): Promise<(courseId: string) => Figures | undefined> {
  if (isStudentRole(viewer.role)) {
    const found = await listStudentFigures(db, viewer.id, courseIds, now)
    return (id) => (found.has(id) ? { studentFigures: found.get(id)! } : undefined)
  }
  const found = await listStaffFigures(db, viewer.id, courseIds, now)
  return (id) => (found.has(id) ? { staffFigures: found.get(id)! } : undefined)
}
