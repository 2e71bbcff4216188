/** A student's first page. */

import type { LearnerHome } from '@lms/contract/home'
import { asStudentSees } from '#access/held-marks.ts'
import type { Context } from '#call/handler.ts'
import type { Db } from '#db/client.ts'
import { listOwnAssignments } from '#modules/assignments/lists/queries.ts'
import { listOwnSessions } from '#modules/calendar/queries.ts'
import { countUnreadDiscussions } from '#modules/discussions/own/queries.ts'
import { findCourses, inDays } from '#modules/home/parts.ts'
import { listShownNow } from '#modules/mail/course-emails/announcements/queries.ts'
import { toReader } from '#modules/mail/course-emails/announcements/show.ts'
import { listOwnSubmissions } from '#modules/submissions/own/queries.ts'

/** More open work than this is not shown: it is in the list of assignments. */
const mostWork = 100
const mostFeedback = 5

export async function findLearnerHome(db: Db, { actor, services, ...ctx }: Context): Promise<LearnerHome> {
  const now = ctx.now()
  const soon = inDays(now, 8)
  const student = { id: actor.id, role: 'STUDENT' } as const
  const [own, sessions, work, announcements, feedback, unreadDiscussions] = await Promise.all([
    findCourses(db, actor, now, { weekProgress: true }),
    listOwnSessions(db, actor, { page: 1, limit: 100, from: inDays(now, -1), to: soon }, now),
    listOwnAssignments(db, student, { page: 1, limit: mostWork, state: 'OPEN', sort: 'dueAt' }, now),
    listShownNow(db, actor, undefined, now),
    listOwnSubmissions(db, actor.id, { page: 1, limit: mostFeedback, gradedSince: inDays(now, -7) }, now),
    countUnreadDiscussions(db, actor.id),
  ])
  return {
    ...own,
    sessions: sessions.items,
    work: work.items.filter(({ dueAt }) => dueAt === null || dueAt <= soon),
    announcements: await toReader(services, announcements),
    feedback: { total: feedback.total, items: feedback.items.map(asStudentSees) },
    unreadDiscussions,
  }
}
