/** What graders need besides giving marks: undo, the history of a mark, other graders, and hidden names. */

import { undoMs } from '@lms/contract/grading'
import type * as contract from '@lms/contract/grading'
import { whyNotUndone } from '@lms/contract/rules/work'
import type { CourseContext, Handler } from '#call/handler.ts'
import { notFound, problem } from '#call/problems.ts'
import { findAssignment } from '#modules/assignments/queries.ts'
import { deleteNoticesOf } from '#modules/notices/queries.ts'
import { addStudentNumbers, findHiddenStudent, hasHiddenNames, writeHiddenNames } from '#modules/submissions/grading/hidden-names.ts'
import { findLastGrade, listGraders, listMarkChangesOf, restoreGrade, writePresence } from '#modules/submissions/grading/queries.ts'
import { findSubmission, findAssignmentForStudent, lockSubmission } from '#modules/submissions/queries.ts'

type OfSubmission = { submissionId: string; courseId: string }
type OfAssignment = { assignmentId: string; courseId: string }

/** As offered by the page, plus some latency. */
const undoLimitMs = undoMs + 20_000

export const undoGrade: Handler<typeof contract.undoGrade> = async (ctx, { params, body }) => {
  const current = await lockSubmission(ctx.db, params.submissionId)
  if (current?.courseId !== params.courseId) notFound('submission')
  const { isDeleted, markTerms } = await findAssignmentForStudent(ctx.db, current)
  if (isDeleted) notFound('submission')
  if (body.version !== current.version) throw problem('version-conflict', { detail: 'This mark was changed since. Nothing was undone.' })
  const last = await findLastGrade(ctx.db, ctx.actor.id)
  const reason =
    last?.submissionId === current.id ? whyNotUndone({ ...last, terms: last.before.terms }, { ...current, terms: markTerms }) : 'changed'
  if (!last || reason === 'changed' || ctx.now().getTime() - Date.parse(last.savedAt) > undoLimitMs)
    throw problem('conflict', { detail: 'This can no longer be undone. Change the mark instead.' })
  if (reason === 'terms-changed')
    throw problem('conflict', { detail: 'The points or the due time have changed since. Nothing was undone. Change the mark instead.' })
  await restoreGrade(ctx.db, current, last, ctx.now())
  await deleteNoticesOf(ctx.db, [{ userId: current.studentId, sourceId: `submission:${current.id}:${current.version}` }])
  return { status: last.before.status }
}

export const listMarkChanges: Handler<typeof contract.listMarkChanges> = async (ctx, { params, query }) => {
  await findInCourse(ctx, params)
  return listMarkChangesOf(ctx.db, params.submissionId, query)
}

export const reportGrading: Handler<typeof contract.reportGrading> = async (ctx, { params }) => {
  const { id: submissionId, assignmentId, studentId } = await findInCourse(ctx, params)
  const userId = ctx.actor.id
  await writePresence(ctx.db, { userId, submissionId, assignmentId }, ctx.now())
  const hidden = await findHiddenStudent(ctx.db, { assignmentId, studentId }, userId)
  if (hidden?.number === null) await addStudentNumbers(ctx.db, { assignmentId, courseId: params.courseId })
  return { graders: await listGraders(ctx.db, assignmentId, userId, ctx.now()) }
}

export const getHiddenNames: Handler<typeof contract.getHiddenNames> = async (ctx, { params }) => {
  await checkAssignment(ctx, params)
  return { isHidden: await hasHiddenNames(ctx.db, params.assignmentId, ctx.actor.id) }
}

export const setHiddenNames: Handler<typeof contract.setHiddenNames> = async (ctx, { params, body: { isHidden } }) => {
  await checkAssignment(ctx, params)
  await writeHiddenNames(ctx.db, params.assignmentId, ctx.actor.id, isHidden)
  if (isHidden) await addStudentNumbers(ctx.db, params)
  return { isHidden }
}

async function findInCourse(ctx: CourseContext, { submissionId, courseId }: OfSubmission) {
  const { submission } = (await findSubmission(ctx.db, submissionId)) ?? notFound('submission')
  return submission.courseId === courseId ? submission : notFound('submission')
}

async function checkAssignment(ctx: CourseContext, { assignmentId, courseId }: OfAssignment): Promise<void> {
  const found = await findAssignment(ctx.db, assignmentId)
  if (found?.courseId !== courseId) notFound('assignment')
}
