/** The effects of changing an assignment, and deleting, restoring and copying it. */

import { randomUUIDv7 } from 'node:crypto'
import type * as contract from '@lms/contract/assignment-changes'
import { rereadBy, type Context, type Handler } from '#call/handler.ts'
import { notFound } from '#call/problems.ts'
import { countSubmitted, listQuestionVersions, listUsage } from '#modules/assignments/changes/queries.ts'
import {
  deleteAssignmentRow,
  findAssignment,
  insertAssignment,
  lockDeletedAssignment,
  updateAssignmentRow,
} from '#modules/assignments/queries.ts'
import { checkChanges, choiceIds, listRegraded } from '#modules/submissions/assignment-changes.ts'
import { findWeek } from '#modules/weeks/queries.ts'

/** Changed marks shown in the preview. */
const maxPreviewed = 200

export const getAssignmentUsage: Handler<typeof contract.getAssignmentUsage> = async (ctx, { params }) => {
  const assignment = (await findAssignment(ctx.db, params.id)) ?? notFound('assignment')
  await ctx.allow('assignment.write', assignment)
  const { students, submitted } = await countSubmitted(ctx.db, assignment)
  const questions = await listUsage(ctx.db, assignment.id, choiceIds(assignment.questions))
  const currentIds = new Set(assignment.questions.map(({ id }) => id))
  const versions = await listQuestionVersions(ctx.db, assignment.id)
  const former = new Map(versions.flatMap((version) => version.questions.map((question) => [question.id, question])))
  const isFormer = (id: string) => !currentIds.has(id) && questions.some(({ questionId }) => questionId === id)
  return {
    students,
    submitted,
    questions,
    formerQuestions: [...former.values()].filter(({ id }) => isFormer(id)),
  }
}

export const previewAssignmentChanges: Handler<typeof contract.previewAssignmentChanges> = async (ctx, { params, body }) => {
  const before = (await findAssignment(ctx.db, params.id)) ?? notFound('assignment')
  await ctx.allow('assignment.write', before)
  const { after, submitted } = await checkChanges(ctx, before, body)
  const changed = (await listRegraded(ctx, before, after, body)).filter(
    ({ work, after: { marks, late } }) => !work.isFormer && (marks !== work.marks || late !== work.late),
  )
  const difference = ({ work, after: { marks } }: (typeof changed)[number]) => Math.abs((marks ?? 0) - (work.marks ?? 0))
  const items = changed
    .toSorted((one, other) => difference(other) - difference(one) || one.work.student.name.localeCompare(other.work.student.name))
    .slice(0, maxPreviewed)
    .map(({ work: { id, student, marks, late }, after: outcome }) => ({
      submissionId: id,
      student,
      before: { marks, late },
      after: { marks: outcome.marks, late: outcome.late },
    }))
  return { items, total: changed.length, submitted }
}

export const removeAssignment: Handler<typeof contract.removeAssignment> = async (ctx, { params }) => {
  const assignment = (await findAssignment(ctx.db, params.id)) ?? notFound('assignment')
  await ctx.allow('assignment.write', assignment)
  if (!(await deleteAssignmentRow(ctx.db, assignment.id, ctx.now()))) notFound('assignment')
}

async function readAgain(ctx: Context, id: string) {
  const assignment = (await findAssignment(ctx.db, id)) ?? notFound('assignment')
  await ctx.allow('assignment.write', assignment)
  return { ...assignment, work: null }
}

const restore: Handler<typeof contract.restoreAssignment> = async (ctx, { params }) => {
  const assignment = (await lockDeletedAssignment(ctx.db, params.id, ctx.now())) ?? notFound('assignment')
  await ctx.allow('assignment.write', assignment)
  return { ...(await updateAssignmentRow(ctx.db, assignment.id, { deletedAt: null })), work: null }
}

export const restoreAssignment = rereadBy<typeof contract.restoreAssignment>(restore, readAgain)

const duplicate: Handler<typeof contract.duplicateAssignment> = async (ctx, { params, body }) => {
  const { title, instructions, questions, maxMarks, latePolicy, maxAttempts, holdMarks, ...source } =
    (await findAssignment(ctx.db, params.id)) ?? notFound('assignment')
  await ctx.allow('assignment.write', source)
  await ctx.allow('assignment.write', { courseId: body.courseId })
  const week = (await findWeek(ctx.db, body.courseId, body.weekId)) ?? notFound('week')
  const copy = await insertAssignment(ctx.db, {
    title,
    instructions,
    questions: questions.map((question) => ({ ...question, id: randomUUIDv7() })),
    maxMarks,
    latePolicy,
    maxAttempts,
    holdMarks,
    courseId: body.courseId,
    weekId: week.id,
    status: 'DRAFT',
    createdBy: ctx.actor.id,
  })
  return { ...copy, work: null }
}

export const duplicateAssignment = rereadBy<typeof contract.duplicateAssignment>(duplicate, readAgain)
