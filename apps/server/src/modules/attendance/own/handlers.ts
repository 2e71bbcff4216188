/** A student's own attendance. */

import type * as contract from '@lms/contract/my-attendance'
import type { Handler } from '#call/handler.ts'
import { notFound } from '#call/problems.ts'
import { listOwnCourses, listOwnSessions, saveObjection } from '#modules/attendance/own/queries.ts'
import { listRates } from '#modules/attendance/rates.ts'
import { notify } from '#modules/notices/notify.ts'
import { deleteNoticesOf, listStaffOf } from '#modules/notices/queries.ts'

export const getMyAttendance: Handler<typeof contract.getMyAttendance> = async (ctx, { query }) => {
  ctx.reach()
  const { id } = ctx.actor
  const own = await listOwnCourses(ctx.db, id, ctx.now())
  const ids = own.map((course) => course.id)
  const rates = await listRates(ctx.db, ids, id, ctx.now())
  const courses = own.map((course) => ({ ...course, rate: rates.get(course.id)! }))
  const chosen = query.courseId ? (courses.find((course) => course.id === query.courseId) ?? notFound('course')) : findMostUrgent(courses)
  return {
    courses: courses.map(({ settings: _settings, rate, ...course }) => ({ ...course, percentage: rate.percentage })),
    course: chosen && {
      id: chosen.id,
      title: chosen.title,
      settings: chosen.settings,
      rate: chosen.rate,
      ...(await listOwnSessions(ctx.db, chosen.id, id, ctx.now())),
    },
  }
}

export const questionAttendance: Handler<typeof contract.questionAttendance> = async (ctx, { params, body }) => {
  const { id } = ctx.actor
  await ctx.allow('attendance.question', { courseId: params.courseId, ownerId: id })
  const { sessions } = await listOwnSessions(ctx.db, params.courseId, id, ctx.now())
  const session = sessions.find((one) => one.id === params.mediaId) ?? notFound('session')
  const record = { sessionId: session.id, userId: id, courseId: params.courseId, weekId: session.weekId }
  const [userIds] = await Promise.all([listStaffOf(ctx.db, params.courseId), saveObjection(ctx.db, record, body.text, ctx.now())])
  const sourceId = `attendance:${session.id}:${id}`
  await deleteNoticesOf(
    ctx.db,
    userIds.map((userId) => ({ userId, sourceId })),
  )
  const item = session.type === 'WEEK' ? {} : { mediaId: session.id }
  const subject = { title: session.title, weekId: session.weekId, ...item, text: body.text }
  const keys = { courseId: params.courseId, groupKey: sourceId, sourceId, actorId: id }
  await notify(ctx.db, [{ kind: 'ATTENDANCE', ...keys, subject, userIds }], ctx.now())
}

type OwnRate = { isLive: boolean; settings: { needed: number | null }; rate: { percentage: number | null } }

/** The course with the lowest rate below what it needs, else one with a session now, else the first. */
export function findMostUrgent<C extends OwnRate>(courses: readonly C[]): C | null {
  const below = courses.filter(({ rate, settings }) => (rate.percentage ?? 100) < (settings.needed ?? 0))
  const lowest = below.toSorted((one, other) => one.rate.percentage! - other.rate.percentage!)[0]
  return lowest ?? courses.find(({ isLive }) => isLive) ?? courses[0] ?? null
}
