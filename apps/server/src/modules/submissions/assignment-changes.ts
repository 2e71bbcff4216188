/** Changes an assignment: its questions, dates and rules, and the marks of work already submitted. */

import { randomUUIDv7 } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { z } from 'zod'
import type { assignmentChanges, NewQuestion, StoredQuestion } from '@lms/contract/assignments'
import { withException } from '@lms/contract/rules/assignment-exceptions'
import { sumPoints } from '@lms/contract/rules/marks'
import { getLateAfter, withEnrolment } from '@lms/contract/rules/owed-work'
import { isAutoGraded } from '@lms/contract/rules/question-marking'
import { hasOptions } from '@lms/contract/rules/questions'
import { isRecorded } from '@lms/contract/rules/submission-window'
import { toEdit } from '#access/edits.ts'
import type { Context } from '#call/handler.ts'
import { problem } from '#call/problems.ts'
import {
  countSubmitted,
  insertQuestionVersion,
  listUsage,
  listQuestionVersions,
  listWork,
  type ListedWork,
} from '#modules/assignments/changes/queries.ts'
import {
  isSameOutcome,
  regrade,
  validateQuestionChanges,
  validateTotals,
  type Outcome,
  type Terms,
} from '#modules/assignments/changes/rules.ts'
import { lockAssignmentsWithLatePenalty, updateAssignmentRow, type lockAssignment } from '#modules/assignments/queries.ts'
import { validateDates, validateQuestions } from '#modules/assignments/rules.ts'
import { saveMarks, type NewMark } from '#modules/submissions/marks/queries.ts'
import { getKnownMarks, notifyMarks } from '#modules/submissions/notify.ts'
import { cleanField } from '#services/html.ts'

type Stored = NonNullable<Awaited<ReturnType<typeof lockAssignment>>>
type Changes = z.infer<typeof assignmentChanges>

/** Saves the changes and the marks that follow from them. Needs the assignment locked, so that nobody submits at the same time. */
export async function applyChanges(ctx: Context, before: Stored, changes: Changes) {
  const { recheckLate: _, ...values } = changes
  const { after, hasWork } = await checkChanges(ctx, before, changes)
  const { title = before.title, status = before.status } = changes
  await saveRegraded(ctx, await listRegraded(ctx, before, after, { ...changes, lock: true }), [{ ...before, ...after, title, status }])
  const isNewVersion = hasWork && !isDeepStrictEqual(after.questions, before.questions)
  if (isNewVersion)
    await insertQuestionVersion(ctx.db, { assignmentId: before.id, version: before.questionsVersion, questions: before.questions })
  return updateAssignmentRow(ctx.db, before.id, {
    ...cleanField(values, 'instructions'),
    questions: after.questions,
    maxMarks: after.maxMarks,
    closedAt: toClosedAt(values.status ?? before.status, before.closedAt, ctx.now()),
    ...toEdit(ctx, before),
    questionsVersion: before.questionsVersion + Number(isNewVersion),
  })
}

/** When an assignment of this status was closed by hand. */
export const toClosedAt = (status: Stored['status'], closedAt: string | null, now: Date): string | null =>
  status === 'CLOSED' ? (closedAt ?? now.toISOString()) : null

type Regraded = { work: ListedWork; after: Outcome }

/** Saves changed marks, and tells the students who could see the earlier ones, or whose work was waiting for one. */
export async function saveRegraded(ctx: Context, changes: readonly Regraded[], assignments: readonly Stored[]): Promise<void> {
  const [actorId, now] = [ctx.actor.id, ctx.now()]
  const byId = new Map(assignments.map((one) => [one.id, one]))
  const rows = changes.map(({ work, after }): NewMark => {
    const { id, isFinal, feedback, gradedBy } = work
    const gradedAt = after.status === work.status ? work.gradedAt : now.toISOString()
    return { id, isFinal, feedback, gradedBy, gradedAt, ...after, status: after.status as NewMark['status'] }
  })
  await saveMarks(ctx.db, rows, { action: 'REMARK', actorId, now })
  const given = changes.flatMap(({ work, after: { status, marks, isHeld } }) => {
    const known = getKnownMarks(work)
    const assignment = byId.get(work.assignmentId)!
    const isNew = !isHeld && (known !== null || status !== work.status)
    const isTold = isNew && marks !== null && marks !== known && !work.isFormer && assignment.status !== 'DRAFT'
    return isTold ? [{ work, assignment, marks, known, isExcused: Boolean(work.exception?.excusedAt) }] : []
  })
  await notifyMarks(ctx.db, given, { by: actorId, now })
}

/** The content and rules of the assignment after the changes; throws if they are not allowed, naming every field. */
export async function checkChanges(ctx: Context, before: Stored, changes: Changes) {
  const { availableFrom = before.availableFrom, dueAt = before.dueAt, closesAt = before.closesAt } = changes
  const { instructions = before.instructions, latePolicy = before.latePolicy, holdMarks = before.holdMarks } = changes
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
  const after = { questions, maxMarks: newQuestions ? sumPoints(questions) : before.maxMarks, latePolicy, dueAt, holdMarks }
  return { after, submitted, hasWork }
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
  const work = await listWork(ctx.db, [before.id], ids, { lock })
  const errors = validateTotals(before, after, work)
  if (errors.length > 0) throw problem('validation-failed', { detail: errors[0]!.detail, errors })
  const isOlder = work.some(({ questionsVersion }) => questionsVersion !== before.questionsVersion)
  const versions = [
    { version: before.questionsVersion, questions: before.questions },
    ...(isOlder ? await listQuestionVersions(ctx.db, before.id) : []),
  ]
  return regradeWork(before, after, work, { recheckLate, versions })
}

type Versions = readonly { version: number; questions: readonly StoredQuestion[] }[]

/** The submitted work whose marks or lateness change, by each student's own due time. */
export const regradeWork = (
  before: Terms,
  after: Terms,
  work: readonly ListedWork[],
  { recheckLate = false, versions }: { recheckLate?: boolean; versions: Versions },
) =>
  work.flatMap((one) => {
    const own = withException({ dueAt: after.dueAt, closesAt: null, closedAt: null, status: 'PUBLISHED' }, one.exception)
    const dueAt = getLateAfter({ ...withEnrolment(own, one.enrolled), latePolicy: after.latePolicy })
    const asked = new Set(versions.find(({ version }) => version === one.questionsVersion)?.questions.map(({ id }) => id))
    // Recorded work is never late: its submission time is unknown.
    const how = { recheckLate: recheckLate && !isRecorded(one), isAsked: (id: string) => asked.has(id) }
    const outcome = regrade(before, { ...after, dueAt }, one, how)
    return isSameOutcome(one, outcome) ? [] : [{ work: one, after: outcome }]
  })

/** Late days are days on the course's clock: after it got another time zone. */
export async function recountLateDeductions(ctx: Context, courseId: string): Promise<void> {
  const assignments = await lockAssignmentsWithLatePenalty(ctx.db, courseId)
  if (assignments.length === 0) return
  const work = Map.groupBy(
    await listWork(
      ctx.db,
      assignments.map(({ id }) => id),
      [],
      { lock: true },
    ),
    ({ assignmentId }) => assignmentId,
  )
  const regraded = assignments.flatMap((one) => regradeWork(one, one, work.get(one.id) ?? [], { versions: [] }))
  await saveRegraded(ctx, regraded, assignments)
}

export const choiceIds = (questions: readonly StoredQuestion[]): string[] =>
  questions.filter(({ type }) => hasOptions(type)).map(({ id }) => id)

/** Unknown ids are replaced: an earlier version may have answers under them. */
const withId = (question: NewQuestion, before: readonly StoredQuestion[]): StoredQuestion => ({
  ...question,
  id: before.find(({ id }) => id === question.id)?.id ?? randomUUIDv7(),
})
