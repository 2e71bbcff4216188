/** Discussions of all courses that somebody is in. */

import type * as contract from '@lms/contract/my-discussions'
import { membershipRole } from '@lms/contract/policy'
import type { Context, Handler } from '#call/handler.ts'
import { problem } from '#call/problems.ts'
import { markCoursesRead } from '#modules/discussions/mark-read.ts'
import { countOwnDiscussions, listOwnDiscussions } from '#modules/discussions/own/queries.ts'
import { addCounts } from '#modules/discussions/own/rules.ts'
import { restoreReadMarks } from '#modules/discussions/reads.ts'
import { toMatch } from '#modules/discussions/rules.ts'
import { countUnread, restoreDiscussionNotices } from '#modules/notices/queries.ts'

const countsOf = ({ db, actor }: Context) => countOwnDiscussions(db, actor.id, membershipRole(actor.role))

const isOf = (courseId: string | undefined) => (course: { id: string }) => courseId === undefined || course.id === courseId

export const listMyDiscussions: Handler<typeof contract.listMyDiscussions> = async (ctx, { query }) => {
  ctx.reach()
  const { search, filter, sort, courseId, ...page } = query
  const shownAt = ctx.now().toISOString()
  const list = { actorId: ctx.actor.id, role: membershipRole(ctx.actor.role), filter, sort, courseId, search }
  const [found, courses] = await Promise.all([listOwnDiscussions(ctx.db, list, page), countsOf(ctx)])
  return {
    ...found,
    items: found.items.map((item) => ({ ...item, match: toMatch(item.match, search) })),
    shownAt,
    counts: addCounts(courses.filter(isOf(courseId))),
    courses: courses.map(({ id, title }) => ({ id, title })),
  }
}

export const markMyDiscussionsRead: Handler<typeof contract.markMyDiscussionsRead> = async (ctx, { body }) => {
  ctx.reach()
  const courses = (await countsOf(ctx)).filter(isOf(body.courseId))
  return markCoursesRead(
    ctx,
    courses.map(({ id }) => id),
    body.until,
  )
}

export const restoreUnread: Handler<typeof contract.restoreUnread> = async (ctx, { body }) => {
  ctx.reach()
  const restored = await restoreReadMarks(ctx.db, ctx.actor.id, body)
  if (restored === 0 && body.marks.length > 0) throw problem('conflict', { detail: 'You have read further since.' })
  await restoreDiscussionNotices(ctx.db, ctx.actor.id, body.markedAt)
  return { unreadNotices: await countUnread(ctx.db, ctx.actor.id) }
}
