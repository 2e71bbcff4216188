/** Announcements: emails that are also shown on the course page, as their readers see them. */

import type * as contract from '@lms/contract/course-emails'
import type { Handler } from '#call/handler.ts'
import { listAnnouncementsOfCourse, listShownNow } from '#modules/mail/course-emails/announcements/queries.ts'
import { toReader } from '#modules/mail/course-emails/announcements/show.ts'

export const listAnnouncements: Handler<typeof contract.listAnnouncements> = async (ctx, { query }) => {
  ctx.reach()
  return { items: await toReader(ctx.services, await listShownNow(ctx.db, ctx.actor, query.courseId, ctx.now())) }
}

export const listCourseAnnouncements: Handler<typeof contract.listCourseAnnouncements> = async (ctx, { params, query }) => {
  const found = await listAnnouncementsOfCourse(ctx.db, ctx.actor, params.courseId, query)
  return { ...found, items: await toReader(ctx.services, found.items) }
}
