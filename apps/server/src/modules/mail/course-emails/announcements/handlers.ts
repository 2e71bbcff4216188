/** Announcements: emails that are also shown on the course page, as their readers see them. */

import type * as contract from '@lms/contract/course-emails'
import { fillHtml, fillPlaceholders, firstName } from '@lms/contract/rules/course-emails'
import type { Context, Handler } from '#call/handler.ts'
import { signImages } from '#modules/files/images.ts'
import { listAnnouncementsOfCourse, listShownNow } from '#modules/mail/course-emails/announcements/queries.ts'

export const listAnnouncements: Handler<typeof contract.listAnnouncements> = async (ctx, { query }) => {
  ctx.reach()
  return { items: await toReader(ctx, await listShownNow(ctx.db, ctx.actor, query.courseId, ctx.now())) }
}

export const listCourseAnnouncements: Handler<typeof contract.listCourseAnnouncements> = async (ctx, { params, query }) => {
  const found = await listAnnouncementsOfCourse(ctx.db, ctx.actor, params.courseId, query)
  return { ...found, items: await toReader(ctx, found.items) }
}

async function toReader({ services }: Context, found: Awaited<ReturnType<typeof listShownNow>>) {
  const sign = await signImages(
    services.storage,
    found.map(({ body }) => body),
  )
  return found.map(({ viewerName, subject, body, ...item }) => {
    const values = { name: firstName(viewerName), fullName: viewerName, course: item.courseTitle }
    return { ...item, subject: fillPlaceholders(subject, values), body: fillHtml(sign(body), values) }
  })
}
