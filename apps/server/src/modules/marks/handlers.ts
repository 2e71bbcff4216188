/** The gradebook of a course, its files, and a student's own marks. */

import type * as contract from '@lms/contract/marks'
import { withException } from '@lms/contract/rules/assignment-exceptions'
import { dayIn } from '@lms/contract/rules/course-state'
import { getLateCost } from '@lms/contract/rules/late-deduction'
import { getLateAfter, withEnrolment } from '@lms/contract/rules/owed-work'
import { canSubmit, getSubmissionWindow } from '@lms/contract/rules/submission-window'
import { getTotal, getTotalIfNothingMore } from '@lms/contract/rules/totals'
import type { CourseContext, Handler } from '#call/handler.ts'
import { invalid, notFound, problem } from '#call/problems.ts'
import { findTimeZone } from '#modules/courses/queries.ts'
import { listGradebookStudents } from '#modules/marks/class/queries.ts'
import { summarizeClass } from '#modules/marks/class/summary.ts'
import { assignmentFile, gradebookFile } from '#modules/marks/export.ts'
import { isShown, readOwnWork, toOwnCells } from '#modules/marks/own-cells.ts'
import { findEnrolment, findGradebookColumns, updateSettings, updateWeights, type Column } from '#modules/marks/queries.ts'
import { toCell, toParts } from '#modules/marks/rules.ts'
import { readCells, type Work } from '#modules/marks/work/queries.ts'

/** Fewer could reveal whose marks they are. */
const leastForMedian = 5

export const getGradebook: Handler<typeof contract.getGradebook> = async (ctx, { params, query }) => {
  const { settings, columns, students, now } = await readCourse(ctx)
  if (query.sortIn && !columns.some(({ id }) => id === query.sortIn)) throw invalid('?sortIn', 'Not an assignment of this course')
  const { items, ...page } = await listGradebookStudents(ctx.db, { ...query, ...params }, { ...params, columns, students, now })
  const ownOf = await readCells(
    ctx.db,
    columns,
    items.map(({ student }) => student.id),
  )
  return {
    ...page,
    ...settings,
    columns,
    items: items.map(({ student, enrolled }) => {
      const cells = columns.map((column) => toCell(column, { ...ownOf(student.id, column.id), enrolled }, now))
      return { student, cells, total: getTotal(toParts(columns, cells)) }
    }),
  }
}

export const getMarksSummary: Handler<typeof contract.getMarksSummary> = async (ctx, { params }) => {
  const { columns, now } = await readCourse(ctx)
  const { oldest, ...summary } = await summarizeClass(ctx.db, { ...params, columns, now })
  const sum = (key: 'toGrade' | 'missing') => summary.assignments.reduce((all, one) => all + one[key], 0)
  const weekOf = (assignmentId: string) => columns.find(({ id }) => id === assignmentId)!.weekId
  return {
    ...summary,
    toGrade: sum('toGrade'),
    missing: sum('missing'),
    oldest: oldest && { ...oldest, weekId: weekOf(oldest.assignmentId) },
  }
}

export const exportMarks: Handler<typeof contract.exportMarks> = async (ctx, { params, query }) => {
  const { columns, now } = await readCourse(ctx)
  const { format, feedback, ...filter } = query
  const name = `marks-${dayIn(await findTimeZone(ctx.db, params.courseId), now.getTime())}`
  return gradebookFile(ctx.snapshot, { filter: { ...filter, ...params }, columns, now, name, format, hasFeedback: feedback === true })
}

export const exportSubmissions: Handler<typeof contract.exportSubmissions> = async (ctx, { params, query }) => {
  const { columns, now } = await readCourse(ctx)
  const column = columns.find(({ id }) => id === params.assignmentId) ?? notFound('assignment')
  const filter = { courseId: params.courseId }
  const timeZone = await findTimeZone(ctx.db, params.courseId)
  return assignmentFile(ctx.snapshot, { filter, columns: [column], now, name: 'submissions', format: query.format, timeZone })
}

export const updateMarkSettings: Handler<typeof contract.updateMarkSettings> = async (ctx, { params, body }) => {
  const { weights = [], ...settings } = body
  if (weights.length > 0) {
    const known = new Set(await updateWeights(ctx.db, params.courseId, weights))
    const errors = weights.flatMap(({ assignmentId }, index) =>
      known.has(assignmentId) ? [] : [{ pointer: `/weights/${index}/assignmentId`, detail: 'Not an assignment of this course' }],
    )
    if (errors.length > 0) throw problem('validation-failed', { detail: errors[0]!.detail, errors })
  }
  if (Object.keys(settings).length > 0) await updateSettings(ctx.db, params.courseId, settings)
}

export const getMyMarks: Handler<typeof contract.getMyMarks> = async (ctx, { params }) => {
  await ctx.allow('marks.readOwn', { courseId: params.courseId, ownerId: ctx.actor.id })
  const { enrolled } = (await findEnrolment(ctx.db, params.courseId, ctx.actor.id)) ?? notFound('course')
  const { settings, columns: all, now } = await readCourse(ctx)
  const columns = all.filter(isShown)
  const ownOf = await readOwnWork(ctx.db, columns, ctx.actor.id)
  const cells = toOwnCells(columns, ownOf, enrolled, now)
  const parts = toParts(columns, cells)
  const medians = settings.showMedians ? await findMedians(ctx, params.courseId, all, now) : undefined
  return {
    ...settings,
    total: getTotal(parts),
    totalIfNothingMore: getTotalIfNothingMore(parts, settings.missingCounts),
    medianTotal: medians?.total ?? null,
    items: columns.map((column, index) => {
      const { work, exception } = ownOf(column)
      const own = withEnrolment(withException(column, exception), enrolled)
      return { ...own, ...toOwnWork(cells[index]!, work), ...toChance(own, work, now), median: medians?.of(column.id) ?? null }
    }),
  }
}

const toOwnWork = (cell: ReturnType<typeof toCell>, work: Work | undefined) => ({
  ...cell,
  submittedAt: work?.submittedAt ?? null,
  feedback: cell.gradedAt ? (work?.feedback ?? null) : null,
})

async function readCourse(ctx: CourseContext) {
  const now = ctx.now()
  return { now, ...(await findGradebookColumns(ctx.db, ctx.course.id, now)) }
}

/** Whether it can be submitted now, and the late deduction. */
function toChance(column: Column & { beforeJoining: boolean }, own: Work | undefined, now: Date) {
  const isAllowed = canSubmit(getSubmissionWindow(column, own, now.getTime()))
  const cost = getLateCost({ ...column, lateAfter: getLateAfter(column) }, own ?? null, now.toISOString())
  return { canSubmit: isAllowed, lateCost: isAllowed && cost > 0 ? cost : null }
}

async function findMedians(ctx: CourseContext, courseId: string, columns: readonly Column[], now: Date) {
  const { assignments, medianTotal, totals } = await summarizeClass(ctx.db, { courseId, columns, now }, 'students')
  const countMarks = (spread: readonly number[]) => spread.reduce((all, count) => all + count, 0)
  const shown = new Map(
    assignments.flatMap(({ id, median, spread }) => (countMarks(spread) >= leastForMedian ? [[id, median] as const] : [])),
  )
  return { total: totals >= leastForMedian ? medianTotal : null, of: (id: string) => shown.get(id) ?? null }
}
