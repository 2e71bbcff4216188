/** Changes an assignment: its questions, dates and rules, and the marks of work already submitted. */
import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import { sumPoints } from '@lms/contract/rules/marks'
import type { assignmentChanges, NewQuestion, StoredQuestion } from '@lms/contract/assignments'
import { withException } from '@lms/contract/rules/assignment-exceptions'
import { getLateAfter, withEnrolment } from '@lms/contract/rules/owed-work'
import { isAutoGraded } from '@lms/contract/rules/question-marking'
import type { Context } from '#http/handler.ts'
import { problem } from '#http/problems.ts'
import {
  countSubmitted,
  findLastEditor,
  insertQuestionVersion,
  listUsage,
  listWork,
  updateRegraded,
  type Change,
  type ListedWork,
} from '#modules/assignments/changes/queries.ts'
import { isSameOutcome, regrade, validateQuestionChanges, validateTotals, type Terms } from '#modules/assignments/changes/rules.ts'
import { updateAssignmentRow, type lockAssignment } from '#modules/assignments/queries.ts'
import { validateDates, validateQuestions } from '#modules/assignments/rules.ts'
import { getKnownMarks, notifyMarks } from '#modules/submissions/notify.ts'

type Stored = NonNullable<Awaited<ReturnType<typeof lockAssignment>>>
type Changes = z.infer<typeof assignmentChanges>

/** Saves the changes and the marks that follow from them. Needs the assignment locked, so that nobody submits at the same time. */
export async function applyChanges(ctx: Context, before: Stored, changes: Changes) {
  const { recheckLate: _, ...values } = changes
  const { after, hasWork } = await checkChanges(ctx, before, changes)
  const { title = before.title, status = before.status } = changes
  await saveRegraded(ctx, await listRegraded(ctx, before, after, { ...changes, lock: true }), { ...before, ...after, title, status })
  const isNewVersion = hasWork && !isDeepStrictEqual(after.questions, before.questions)
  if (isNewVersion)
    await insertQuestionVersion(ctx.db, { assignmentId: before.id, version: before.questionsVersion, questions: before.questions })
  return updateAssignmentRow(ctx.db, before.id, {
    ...values,
    questions: after.questions,
    maxMarks: after.maxMarks,
    closedAt: toClosedAt(values.status ?? before.status, before.closedAt, ctx.now()),
    version: before.version + 1,
    questionsVersion: before.questionsVersion + Number(isNewVersion),
    updatedBy: ctx.actor.id,
    updatedAt: ctx.now().toISOString(),
  })
}

/** When an assignment of this status was closed by hand. */
export const toClosedAt = (status: Stored['status'], closedAt: string | null, now: Date): string | null =>
  status === 'CLOSED' ? (closedAt ?? now.toISOString()) : null

/** Saves changed marks, and tells the students who could see the earlier ones. */
export async function saveRegraded(ctx: Context, changes: Change[], assignment: Stored): Promise<void> {
  const by = { actorId: ctx.actor.id, now: ctx.now() }
  await updateRegraded(ctx.db, changes, by)
  const given = changes.flatMap(({ work, after: { marks } }) => {
    const known = getKnownMarks(work)
    const isTold = known !== null && marks !== null && marks !== known && !work.isFormer && assignment.status !== 'DRAFT'
    return isTold ? [{ work, assignment, marks, known, isExcused: Boolean(work.exception?.excusedAt) }] : []
  })
  await notifyMarks(ctx.db, given, { by: by.actorId, now: by.now })
}

/** The content and rules of the assignment after the changes; throws if they are not allowed, naming every field. */
export async function checkChanges(ctx: Context, before: Stored, changes: Changes) {
  const { availableFrom = before.availableFrom, dueAt = before.dueAt, closesAt = before.closesAt } = changes
  const { instructions = before.instructions, latePolicy = before.latePolicy } = changes
  const { submitted, hasWork } = await countSubmitted(ctx.db, before)
  const newQuestions = changes.questions
  const errors = [
    ...validateDates({ availableFrom, dueAt, closesAt }),
    ...(newQuestions ? validateQuestions(newQuestions, instructions) : []),
    ...(newQuestions && hasWork
      ? validateQuestionChanges(before.questions, newQuestions, await listUsage(ctx.db, before.id, choiceIds(before.questions)))
      : []),
  ]
  if (errors.length > 0) throw problem('validation-failed', { detail: errors[0]!.detail, errors })
  const questions = newQuestions?.map((question) => withId(question, before.questions)) ?? before.questions
  return { after: { questions, maxMarks: newQuestions ? sumPoints(questions) : before.maxMarks, latePolicy, dueAt }, submitted, hasWork }
}

/** Submitted work whose marks or lateness change; throws if a total would be above the new maximum. */
export async function listRegraded(
  ctx: Context,
  before: Stored,
  after: Terms,
  { recheckLate = false, lock = false }: Changes & { lock?: boolean },
) {
  const isSame = ({ questions, maxMarks, latePolicy, dueAt }: Terms) =>
    isDeepStrictEqual([questions, maxMarks, latePolicy, dueAt], [before.questions, before.maxMarks, before.latePolicy, before.dueAt])
  if (isSame(after)) return []
  const ids = [...before.questions, ...after.questions].filter(isAutoGraded).map(({ id }) => id)
  const work = await listWork(ctx.db, before.id, ids, { lock })
  const errors = validateTotals(before, after, work)
  if (errors.length > 0) throw problem('validation-failed', { detail: errors[0]!.detail, errors })
  return regradeWork(before, after, work, recheckLate)
}

/** The submitted work whose marks or lateness change, by each student's own due time. */
export const regradeWork = (before: Terms, after: Terms, work: readonly ListedWork[], recheckLate = false) =>
  work.flatMap((one) => {
    const own = withException({ dueAt: after.dueAt, closesAt: null, closedAt: null }, one.exception)
    const dueAt = getLateAfter(withEnrolment(own, one.enrolled))
    // Recorded work is never late: its submission time is unknown.
    const outcome = regrade(before, { ...after, dueAt }, one, { recheckLate: recheckLate && one.recordedBy === null })
    return isSameOutcome(one, outcome) ? [] : [{ work: one, after: outcome }]
  })

export const choiceIds = (questions: readonly StoredQuestion[]): string[] =>
  questions.filter(({ type }) => type.endsWith('CHOICE')).map(({ id }) => id)

/** Unknown ids are replaced: an earlier version may have answers under them. */
const withId = (question: NewQuestion, before: readonly StoredQuestion[]): StoredQuestion => ({
  ...question,
  id: before.find(({ id }) => id === question.id)?.id ?? randomUUIDv7(),
})

export async function staleAssignment(ctx: Context, before: Stored) {
  const { name, updatedAt } = await findLastEditor(ctx.db, before.id)
  return problem('version-conflict', {
    detail: `${name ?? 'Somebody'} changed “${before.title}” in the meantime. Nothing was saved.`,
    current: { version: before.version, updatedBy: name, updatedAt },
  })
}
