/** Setting and reading assignments. */
import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '@lms/contract/assignments'
import type { Handler } from '#http/handler.ts'
import { notFound, problem } from '#http/problems.ts'
import {
  findAssignmentInWeek,
  findOwnWork,
  insertAssignment,
  listAssignmentsOf,
  listOwnAssignments,
  lockAssignment,
  updateAssignmentRow,
} from '#modules/assignments/queries.ts'
import { maxMarksOf, validateQuestions, validateDates, withoutKeys } from '#modules/assignments/rules.ts'
import { findWeek } from '#modules/weeks/queries.ts'

export const createAssignment: Handler<typeof contract.createAssignment> = async (ctx, { params, body }) => {
  const week = (await findWeek(ctx.db, params.courseId, params.weekId)) ?? notFound('week')
  const errors = validateQuestions(body.questions)
  if (errors.length > 0) throw problem('invalid', { detail: errors[0]!.detail, errors })
  const questions = body.questions.map((question) => ({ ...question, id: question.id ?? randomUUIDv7() }))
  const place = { courseId: params.courseId, weekId: week.id, createdBy: ctx.actor.id }
  return { ...(await insertAssignment(ctx.db, { ...body, ...place, questions, maxMarks: maxMarksOf(questions) })), work: null }
}

export const updateAssignment: Handler<typeof contract.updateAssignment> = async (ctx, { params, body }) => {
  const before = (await lockAssignment(ctx.db, params.id)) ?? notFound('assignment')
  await ctx.allow('assignment.write', before)
  const { availableFrom = before.availableFrom, dueAt = before.dueAt, closesAt = before.closesAt } = body
  const errors = validateDates({ availableFrom, dueAt, closesAt })
  if (errors.length > 0) throw problem('invalid', { detail: errors[0]!.detail, errors })
  return { ...(await updateAssignmentRow(ctx.db, before.id, body)), work: null }
}

export const getAssignment: Handler<typeof contract.getAssignment> = async (ctx, { params }) => {
  const { assignment, isOpen } = (await findAssignmentInWeek(ctx.db, params.id, ctx.now())) ?? notFound('assignment')
  await ctx.allow('assignment.read', assignment)
  if (ctx.actor.role !== 'USER') return { ...assignment, work: null }
  if (assignment.status === 'DRAFT' || !isOpen) notFound('assignment')
  return {
    ...assignment,
    questions: withoutKeys(assignment.questions),
    work: await findOwnWork(ctx.db, assignment.id, ctx.actor.id, ctx.now()),
  }
}

/** Admins, who belong to no course, get those of all. */
const memberships = { SUPER_ADMIN: undefined, ADMIN: undefined, TRAINER: 'TRAINER', USER: 'STUDENT' } as const

export const listMyAssignments: Handler<typeof contract.listMyAssignments> = (ctx, { query }) => {
  ctx.reach()
  return listOwnAssignments(ctx.db, { id: ctx.actor.id, role: memberships[ctx.actor.role] }, query, ctx.now())
}

export const listCourseAssignments: Handler<typeof contract.listCourseAssignments> = (ctx, { params, query }) =>
  listAssignmentsOf(ctx.db, params.courseId, ctx.course.isStaff ? 'staff' : { studentId: ctx.actor.id }, query, ctx.now())
