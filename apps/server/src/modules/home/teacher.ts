/** The first page of somebody who teaches: a trainer, or an admin who is a trainer of a course. */

import type { TeacherHome } from '@lms/contract/home'
import { isAdminRole } from '@lms/contract/policy'
import type { Context } from '#call/handler.ts'
import type { Db } from '#db/client.ts'
import { countOwnAssignments, listOwnAssignments } from '#modules/assignments/lists/queries.ts'
import { listOpenRegistersOf } from '#modules/attendance/registers/open.ts'
import { listOwnSessions } from '#modules/calendar/queries.ts'
import { listAtRisk } from '#modules/courses/progress/students-at-risk.ts'
import { listUnanswered } from '#modules/discussions/queries.ts'
import { listOwnUploads } from '#modules/files/uploads/queries.ts'
import { findCourses, firstOf, inDays } from '#modules/home/parts.ts'
import { listWaitingCourses } from '#modules/signup-forms/responses/queries.ts'

const most = 5
const top = { page: 1, limit: most }

const showUploads = ({ found, total }: Awaited<ReturnType<typeof listOwnUploads>>): TeacherHome['uploads'] => ({
  items: found.map(({ key, name, announcedSize, createdAt }) => ({ key, fileName: name, size: announcedSize, createdAt })),
  total,
})

/** Null for admins who teach nothing. */
export async function findTeacherHome(db: Db, { actor, ...ctx }: Context): Promise<TeacherHome | null> {
  const now = ctx.now()
  const finding = findCourses(db, actor, now)
  if (isAdminRole(actor.role) && !(await finding).hasCourses) return null
  const trainer = { id: actor.id, role: 'TRAINER' } as const
  const tomorrow = inDays(now, 1)
  const [own, toGrade, counts, sessions, next, openRegisters, atRisk, unanswered, uploads, signUps] = await Promise.all([
    finding,
    listOwnAssignments(db, trainer, { page: 1, limit: 8, state: 'TO_GRADE', sort: 'waiting' }, now),
    countOwnAssignments(db, trainer, undefined, now),
    listOwnSessions(db, actor, { page: 1, limit: 100, from: inDays(now, -1), to: tomorrow }, now),
    listOwnSessions(db, actor, { page: 1, limit: 1, from: tomorrow }, now),
    listOpenRegistersOf(db, actor.id, top, now),
    listAtRisk(db, actor.id, most, now),
    listUnanswered(db, actor.id, most),
    listOwnUploads(db, actor.id, top),
    listWaitingCourses(db, actor.id, most),
  ])
  return {
    ...own,
    toGrade: { ...firstOf(toGrade), submissions: counts.toGrade },
    sessions: sessions.items,
    nextSession: next.items[0] ?? null,
    openRegisters: firstOf(openRegisters),
    atRisk,
    unanswered: firstOf(unanswered),
    uploads: showUploads(uploads),
    signUps: firstOf(signUps),
  }
}
