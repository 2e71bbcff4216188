/** Creating and reading assignments. */

import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '@lms/contract/assignments'
import { isAdminRole, isStudentRole, membershipRole } from '@lms/contract/policy'
import { sumPoints } from '@lms/contract/rules/marks'
import { isBeforeOpening } from '@lms/contract/rules/submission-window'
import { checkVersion } from '#access/edits.ts'
import { rereadBy, type Context, type Handler } from '#call/handler.ts'
import { notFound, problem } from '#call/problems.ts'
import { countOwnAssignments, findOwnWork, listAssignmentsOf, listOwnAssignments } from '#modules/assignments/lists/queries.ts'
import { findAssignmentInWeek, insertAssignment, lockAssignment } from '#modules/assignments/queries.ts'
import { validateQuestions, withoutKeys } from '#modules/assignments/rules.ts'
import { applyChanges, toClosedAt } from '#modules/submissions/assignment-changes.ts'
import { findWeek } from '#modules/weeks/queries.ts'
import { cleanField } from '#services/html.ts'

const create: Handler<typeof contract.createAssignment> = async (ctx, { params, body }) => {
  const week = (await findWeek(ctx.db, params.courseId, params.weekId)) ?? notFound('week')
  const errors = validateQuestions(body.questions, body.instructions)
  if (errors.length > 0) throw problem('validation-failed', { detail: errors[0]!.detail, errors })
  const questions = body.questions.map((question) => ({ ...question, id: question.id ?? randomUUIDv7() }))
  const place = { courseId: params.courseId, weekId: week.id, createdBy: ctx.actor.id, closedAt: toClosedAt(body.status, null, ctx.now()) }
  return {
    ...(await insertAssignment(ctx.db, { ...cleanField(body, 'instructions'), ...place, questions, maxMarks: sumPoints(questions) })),
    work: null,
  }
}

export const createAssignment = rereadBy<typeof contract.createAssignment>(create, (ctx, id) => getAssignment(ctx, { params: { id } }))

export const updateAssignment: Handler<typeof contract.updateAssignment> = async (ctx, { params, body: { version, ...changes } }) => {
  const before = (await lockAssignment(ctx.db, params.id)) ?? notFound('assignment')
  await ctx.allow('assignment.write', before)
  await checkVersion(ctx, version, before, async () => ({ ...before, work: null }))
  return { ...(await applyChanges(ctx, before, changes)), work: null }
}

export const getAssignment: Handler<typeof contract.getAssignment> = async (ctx, { params }) => {
  const { assignment: stored, isOpen } = (await findAssignmentInWeek(ctx.db, params.id, ctx.now())) ?? notFound('assignment')
  await ctx.allow('assignment.read', stored)
  if (!isStudentRole(ctx.actor.role)) return { ...stored, work: null }
  const { holdMarks: _, ...assignment } = stored
  if (assignment.status === 'DRAFT' || !isOpen) notFound('assignment')
  const own = await findOwnWork(ctx.db, assignment.id, ctx.actor.id, ctx.now())
  // For a single question, the instructions can be the question.
  if (isBeforeOpening(assignment, ctx.now().getTime())) return { ...assignment, instructions: '', questions: [], isHidden: true, ...own }
  return { ...assignment, questions: withoutKeys(assignment.questions), ...own }
}

/** Admins, who belong to no course, get the assignments of all courses. */
const toCaller = ({ actor }: Context) => ({ id: actor.id, role: isAdminRole(actor.role) ? undefined : membershipRole(actor.role) })

export const listMyAssignments: Handler<typeof contract.listMyAssignments> = (ctx, { query }) => {
  ctx.reach()
  return listOwnAssignments(ctx.db, toCaller(ctx), query, ctx.now())
}

export const countMyAssignments: Handler<typeof contract.countMyAssignments> = (ctx, { query }) => {
  ctx.reach()
  return countOwnAssignments(ctx.db, toCaller(ctx), query.courseId, ctx.now())
}

export const listCourseAssignments: Handler<typeof contract.listCourseAssignments> = (ctx, { params, query }) => {
  if (query.deleted && !ctx.course.isStaff) throw problem('forbidden')
  return listAssignmentsOf(ctx.db, params.courseId, ctx.course.isStaff ? 'staff' : { studentId: ctx.actor.id }, query, ctx.now())
}
