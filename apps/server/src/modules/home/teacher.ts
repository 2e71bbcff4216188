/** The first page of somebody who teaches: a trainer, or an admin who is a trainer of a course. */

import type { TeacherHome } from '@lms/contract/home'
import { isAdminRole } from '@lms/contract/policy'
import type { Context } from '#call/handler.ts'
import { countOwnAssignments, listOwnAssignments } from '#modules/assignments/lists/queries.ts'
import { listOpenRegisters } from '#modules/attendance/registers/open.ts'
import { listOwnSessions } from '#modules/calendar/queries.ts'
import { listWithProgress } from '#modules/courses/own-courses.ts'
import { listAtRisk } from '#modules/courses/progress/student-state.ts'
import { listUnansweredWithin } from '#modules/discussions/queries.ts'
import { listOwnUploads } from '#modules/files/uploads/queries.ts'
import { firstOf, hasOwnCourses, inDays, runningCourses } from '#modules/home/parts.ts'
import { listWaitingCourses } from '#modules/signup-forms/responses/queries.ts'

const top = { page: 1, limit: 5 }

/** Null for admins who teach nothing. */
export async function findTeacherHome({ db, actor, ...ctx }: Context): Promise<TeacherHome | null> {
  const now = ctx.now()
  const courses = await listWithProgress(db, actor, runningCourses, now)
  const hasCourses = courses.total > 0 || (await hasOwnCourses(db, actor, now))
  if (!hasCourses && isAdminRole(actor.role)) return null
  const trainer = { id: actor.id, role: 'TRAINER' } as const
  const toGrade = await listOwnAssignments(db, trainer, { page: 1, limit: 8, state: 'TO_GRADE', sort: 'waiting' }, now)
  const counts = await countOwnAssignments(db, trainer, undefined, now)
  const tomorrow = inDays(now, 1)
  const sessions = await listOwnSessions(db, actor, { page: 1, limit: 100, from: inDays(now, -1), to: tomorrow }, now)
  const next = await listOwnSessions(db, actor, { page: 1, limit: 1, from: tomorrow }, now)
  const uploads = await listOwnUploads(db, actor.id, top)
  return {
    courses: firstOf(courses),
    hasCourses,
    toGrade: { ...firstOf(toGrade), submissions: counts.toGrade },
    sessions: sessions.items,
    nextSession: next.items[0] ?? null,
    openRegisters: firstOf(await listOpenRegisters(db, actor.id, top, now)),
    atRisk: await listAtRisk(db, actor.id, top.limit, now),
    unanswered: firstOf(await listUnansweredWithin(db, 'teaching', actor.id, top)),
    uploads: {
      items: uploads.found.map(({ key, name, announcedSize, createdAt }) => ({ key, fileName: name, size: announcedSize, createdAt })),
      total: uploads.total,
    },
    signUps: firstOf(await listWaitingCourses(db, 'teaching', actor.id, top)),
  }
}
