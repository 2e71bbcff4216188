/** What needs the caller in one course, counted as by the lists that the numbers lead to. */

import type { getCourseCounts } from '@lms/contract/home'
import type { Reply } from '@lms/contract/route'
import type { CourseContext } from '#call/handler.ts'
import type { Db } from '#db/drizzle.ts'
import { countOwnAssignments } from '#modules/assignments/lists/queries.ts'
import { listOpenRegisterIds } from '#modules/attendance/registers/open.ts'
import { countFiltered } from '#modules/discussions/queries.ts'

export async function countInCourse(db: Db, { actor, course, ...ctx }: CourseContext): Promise<Reply<typeof getCourseCounts>> {
  const place = { courseId: course.id, actorId: actor.id }
  if (!course.isStaff) return { toGrade: 0, openRegisters: [], discussions: await countFiltered(db, 'UNREAD', place) }
  const [work, openRegisters, discussions] = await Promise.all([
    countOwnAssignments(db, { id: actor.id, role: undefined }, course.id, ctx.now()),
    listOpenRegisterIds(db, course.id, ctx.now()),
    countFiltered(db, 'UNANSWERED', place),
  ])
  return { toGrade: work.toGrade, openRegisters, discussions }
}
