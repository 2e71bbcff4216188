/** A student's first page. */

import type { LearnerHome } from '@lms/contract/home'
import { asStudentSees } from '#access/held-marks.ts'
import type { Context } from '#call/handler.ts'
import { listOwnAssignments } from '#modules/assignments/lists/queries.ts'
import { listOwnSessions } from '#modules/calendar/queries.ts'
import { listWithProgress } from '#modules/courses/own-courses.ts'
import { firstOf, hasOwnCourses, inDays, runningCourses } from '#modules/home/parts.ts'
import { listShownNow } from '#modules/mail/course-emails/announcements/queries.ts'
import { toReader } from '#modules/mail/course-emails/announcements/show.ts'
import { listOwnSubmissions } from '#modules/submissions/own/queries.ts'

/** More open work than this is not shown: it is in the list of assignments. */
const mostWork = 100
const mostFeedback = 5

export async function findLearnerHome({ db, actor, services, ...ctx }: Context): Promise<LearnerHome> {
  const now = ctx.now()
  const soon = inDays(now, 8)
  const courses = await listWithProgress(db, actor, { ...runningCourses, weekProgress: true }, now)
  const sessions = await listOwnSessions(db, actor, { page: 1, limit: 100, from: inDays(now, -1), to: soon }, now)
  const student = { id: actor.id, role: 'STUDENT' } as const
  const work = await listOwnAssignments(db, student, { page: 1, limit: mostWork, state: 'OPEN', sort: 'dueAt' }, now)
  const announcements = await listShownNow(db, actor, undefined, now)
  const feedback = await listOwnSubmissions(db, actor.id, { page: 1, limit: mostFeedback, gradedSince: inDays(now, -7) }, now)
  return {
    courses: firstOf(courses),
    hasCourses: courses.total > 0 || (await hasOwnCourses(db, actor, now)),
    sessions: sessions.items,
    work: work.items.filter(({ dueAt }) => dueAt === null || dueAt <= soon),
    announcements: await toReader(services, announcements),
    feedback: { total: feedback.total, items: feedback.items.map(asStudentSees) },
  }
}
