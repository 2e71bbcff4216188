/** Weeks of a course. */

import type * as contract from '@lms/contract/weeks'
import { checkVersion, toEdit } from '#access/edits.ts'
import { rereadBy, type CourseContext, type Handler } from '#call/handler.ts'
import { notFound, problem } from '#call/problems.ts'
import { findWeekPage } from '#modules/courses/course-page/queries.ts'
import { cancelSessions, restoreSessions } from '#modules/media/removal.ts'
import {
  countSubmissions,
  deleteWeek,
  findWeek,
  insertWeek,
  listItemIds,
  listWeekIds,
  listDeletedWeeks as listDeleted,
  lockWeeksOf,
  restoreWeekRow,
  updateItemOrder,
  updateItemWeek,
  updateWeekNumbers,
  updateWeekOrder,
  updateWeekRow,
} from '#modules/weeks/queries.ts'
import { cleanField } from '#services/html.ts'

export const getWeek: Handler<typeof contract.getWeek> = (ctx, { params }) => show(ctx, params.weekId)

const create: Handler<typeof contract.createWeek> = async (ctx, { params, body }) => {
  await lockWeeksOf(ctx.db, params.courseId)
  return show(ctx, await insertWeek(ctx.db, params.courseId, cleanField(body, 'description')))
}

export const createWeek = rereadBy<typeof contract.createWeek>(create, (ctx, id) => show(ctx, id))

export const updateWeek: Handler<typeof contract.updateWeek> = async (ctx, { params, body }) => {
  const { number, version, ...fields } = body
  await lockWeeksOf(ctx.db, params.courseId)
  const before = (await findWeek(ctx.db, params.courseId, params.weekId)) ?? notFound('week')
  await checkVersion(ctx, version, before, () => show(ctx, before.id))
  await updateWeekRow(ctx.db, before.id, { ...cleanField(fields, 'description'), ...toEdit(ctx, before) })
  if (number !== undefined) await updateWeekNumbers(ctx.db, params.courseId, { id: params.weekId, to: number })
  return show(ctx, params.weekId)
}

/** Whether a list names each of the present ids once. */
const isComplete = (ids: string[], present: string[]): boolean =>
  ids.length === present.length && new Set(ids).isSubsetOf(new Set(present)) && new Set(ids).size === present.length

const staleOrder = (current: object) => problem('version-conflict', { detail: 'The list has changed. Nothing was moved.', current })

export const changeOrder: Handler<typeof contract.changeOrder> = async (ctx, { params, body }) => {
  await lockWeeksOf(ctx.db, params.id)
  if ('weekIds' in body) {
    const weekIds = await listWeekIds(ctx.db, params.id)
    if (!isComplete(body.weekIds, weekIds)) throw staleOrder({ weekIds })
    await updateWeekOrder(ctx.db, params.id, body.weekIds)
    return
  }
  const week = (await findWeek(ctx.db, params.id, body.weekId)) ?? notFound('week')
  const itemIds = await listItemIds(ctx.db, week.id)
  if (!isComplete(body.itemIds, itemIds)) throw staleOrder({ itemIds })
  await updateItemOrder(ctx.db, week.id, body.itemIds)
}

export const moveItem: Handler<typeof contract.moveItem> = async (ctx, { params, body }) => {
  await lockWeeksOf(ctx.db, params.id)
  const week = (await findWeek(ctx.db, params.id, body.weekId)) ?? notFound('week')
  const { itemId } = body
  if (!(await updateItemWeek(ctx.db, { courseId: params.id, itemId, weekId: week.id }))) notFound('item')
  const others = (await listItemIds(ctx.db, week.id)).filter((id) => id !== itemId)
  await updateItemOrder(ctx.db, week.id, others.toSpliced(body.position ?? others.length, 0, itemId))
}

export const countWeekSubmissions: Handler<typeof contract.countWeekSubmissions> = async (ctx, { params }) => {
  if (!(await findWeek(ctx.db, params.courseId, params.weekId))) notFound('week')
  return { submissions: await countSubmissions(ctx.db, params.weekId) }
}

export const removeWeek: Handler<typeof contract.removeWeek> = async (ctx, { params }) => {
  await lockWeeksOf(ctx.db, params.courseId)
  await cancelSessions(ctx, params)
  if (!(await deleteWeek(ctx.db, params.courseId, params.weekId, ctx.now()))) notFound('week')
  await updateWeekNumbers(ctx.db, params.courseId)
}

/** An alias of the same operation. */
export const removeCourseWeek: Handler<typeof contract.removeCourseWeek> = (ctx, input) => removeWeek(ctx, input)

export const listDeletedWeeks: Handler<typeof contract.listDeletedWeeks> = (ctx, { params, query }) =>
  listDeleted(ctx.db, params.courseId, query, ctx.now())

const restore: Handler<typeof contract.restoreWeek> = async (ctx, { params }) => {
  await lockWeeksOf(ctx.db, params.courseId)
  const number = (await restoreWeekRow(ctx.db, params.courseId, params.weekId, ctx.now())) ?? notFound('week')
  await updateWeekNumbers(ctx.db, params.courseId, { id: params.weekId, to: number })
  await restoreSessions(ctx, params)
  return show(ctx, params.weekId)
}

export const restoreWeek = rereadBy<typeof contract.restoreWeek>(restore, (ctx, id) => show(ctx, id))

const show = async (ctx: CourseContext, weekId: string) =>
  (await findWeekPage(ctx.db, { courseId: ctx.course.id, weekId }, { viewerId: ctx.actor.id, isStaff: ctx.course.isStaff }, ctx.now())) ??
  notFound('week')
