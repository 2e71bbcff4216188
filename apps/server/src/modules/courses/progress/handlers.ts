/** Progress: the caller's own, that of a student, that of a class and its file, and the limits for being at risk. */

import type * as contract from '@lms/contract/course-progress'
import { isEnrolledStudent } from '#access/conditions.ts'
import type { Handler } from '#call/handler.ts'
import { notFound } from '#call/problems.ts'
import { listRegisterRecords } from '#modules/attendance/registers/queries.ts'
import { listClassProgress } from '#modules/courses/progress/class-progress.ts'
import { exportProgress } from '#modules/courses/progress/export.ts'
import { listCourseItems, listOwnItems } from '#modules/courses/progress/queries.ts'
import { classProgress, ownProgress } from '#modules/courses/progress/rules.ts'
import { findReasons } from '#modules/courses/progress/student-state.ts'
import { countAtRisk } from '#modules/courses/progress/students-at-risk.ts'
import { findTimeZone, updateCourseRow } from '#modules/courses/queries.ts'

export const getProgress: Handler<typeof contract.getProgress> = async (ctx, { params }) => {
  await ctx.allow('progress.read', { courseId: params.id, ownerId: ctx.actor.id })
  if (ctx.course.isStaff) return { ...classProgress(await listCourseItems(ctx.db, params.id, ctx.now())), reasons: [] }
  const { id } = ctx.actor
  const own = ownProgress(await listOwnItems(ctx.db, params.id, id, ctx.now(), 'student'))
  const reasons = await findReasons(ctx.db, params.id, id, ctx.now())
  // Nothing is left to do in an archived course.
  return { ...own, reasons, ...(ctx.course.status === 'ARCHIVED' && { next: null }) }
}

export const getStudentProgress: Handler<typeof contract.getStudentProgress> = async (ctx, { params: { id, userId } }) => {
  await ctx.allow('progress.read', { courseId: id, ownerId: userId })
  if (!(await isEnrolledStudent(ctx.db, id, userId))) notFound('student')
  const items = await listOwnItems(ctx.db, id, userId, ctx.now(), ctx.course.isStaff ? 'staff' : 'student')
  return { ...ownProgress(items), registers: await listRegisterRecords(ctx.db, id, userId) }
}

export const listCourseProgress: Handler<typeof contract.listCourseProgress> = async (ctx, { query }) => {
  await ctx.allow('progress.read', { courseId: query.courseId, ownerId: ctx.actor.id })
  return listClassProgress(ctx.db, query, ctx.course.isStaff ? undefined : ctx.actor.id, ctx.now())
}

export const exportCourseProgress: Handler<typeof contract.exportCourseProgress> = async (ctx, { params, query }) =>
  exportProgress(ctx.snapshot, { ...query, courseId: params.id, timeZone: await findTimeZone(ctx.db, params.id), now: ctx.now() })

export const updateAtRiskLimits: Handler<typeof contract.updateAtRiskLimits> = async (ctx, { params, body }) => {
  const { daysAway, missing, attendance } = body
  await updateCourseRow(ctx.db, params.id, { atRiskDaysAway: daysAway, atRiskMissing: missing, atRiskAttendance: attendance })
  await countAtRisk(ctx.db, [params.id], ctx.now())
}
