/** Submitting, grading, and reading submissions. */

import { undoMs } from '@lms/contract/grading'
import { isStudentRole } from '@lms/contract/policy'
import type { Input } from '@lms/contract/route'
import { withException } from '@lms/contract/rules/assignment-exceptions'
import { getLateDeduction } from '@lms/contract/rules/late-deduction'
import { getLateness } from '@lms/contract/rules/late-policy'
import { attemptLimits } from '@lms/contract/rules/limits'
import { validateGrade } from '@lms/contract/rules/marks'
import { getLateAfter, isClosed, withEnrolment } from '@lms/contract/rules/owed-work'
import { getAutomaticMarks, isFullyAutoGraded } from '@lms/contract/rules/question-marking'
import { listFileKeys } from '@lms/contract/rules/questions'
import { getSubmissionWindow } from '@lms/contract/rules/submission-window'
import { decideWork, type WorkMove, type WorkState } from '@lms/contract/rules/work'
import type * as contract from '@lms/contract/submissions'
import type { Answer } from '@lms/contract/submissions'
import { asStudentSees } from '#access/held-marks.ts'
import { rereadBy, type Context, type CourseContext, type Handler } from '#call/handler.ts'
import { invalid, notFound, problem } from '#call/problems.ts'
import { listQuestionVersions } from '#modules/assignments/changes/queries.ts'
import { checkFiles } from '#modules/files/verify.ts'
import { insertLastGrade, updateReopening } from '#modules/submissions/grading/queries.ts'
import { saveMarks } from '#modules/submissions/marks/queries.ts'
import { getKnownMarks, notifyMarks, sendReceipt } from '#modules/submissions/notify.ts'
import { findOwnDeletedSubmission, listOwnDeletedSubmissions, listOwnSubmissions } from '#modules/submissions/own/queries.ts'
import {
  findOpenAssignment,
  findOpenAssignmentOf,
  findSubmission,
  findAssignmentForStudent,
  insertAttempt,
  lockOwnSubmission,
  lockSubmission,
  shareOpenAssignment,
  updateDraft,
  addSubmissionPeople,
} from '#modules/submissions/queries.ts'
import { listRoster } from '#modules/submissions/roster/queries.ts'
import { deductLateness, toClosedReason, validateAnswers, validateReopening, withCompleteLinks } from '#modules/submissions/rules.ts'
import { listQuestionsOf, showAttempts, showSubmission } from '#modules/submissions/show.ts'

type Own = Awaited<ReturnType<typeof lockOwnSubmission>>['work']
type GradeBody = Input<typeof contract.gradeSubmission>['body']
type Terms = NonNullable<Awaited<ReturnType<typeof findOpenAssignment>>> & { isExcused: boolean; beforeJoining: boolean }

const submit: Handler<typeof contract.submitAssignment> = async (ctx, { params, body }) => {
  const shared = (await shareOpenAssignment(ctx.db, params, ctx.now())) ?? notFound('assignment')
  await ctx.allow('submission.write', { courseId: shared.courseId, ownerId: ctx.actor.id })
  const { work: own, exception, enrolled, submittedBytes, student } = await lockOwnSubmission(ctx.db, shared, ctx.actor.id, true)
  const assignment = withEnrolment(withException(shared, exception), enrolled)
  if (submittedBytes + Buffer.byteLength(JSON.stringify(body.answers)) > attemptLimits.bytes)
    throw problem('too-large', {
      detail: 'All your attempts at this assignment may have 5 MB of text together. Submit long texts as a file.',
    })
  checkQuestionsVersion(assignment, body.questionsVersion)
  const answers = withCompleteLinks(assignment.questions, body.answers)
  const to = decideOwn(assignment, own, 'submit', ctx.now())
  await checkAnswers(ctx, assignment, answers, true)
  checkDraftVersion(own, body.draftVersion)
  const submitted = await insertAttempt(ctx.db, own.id, {
    attempt: own.attempt + 1,
    answers,
    questionsVersion: assignment.questionsVersion,
    ...firstOutcome(assignment, own, answers, to, ctx.now()),
  })
  if (body.emailReceipt) await sendReceipt(ctx, assignment, submitted)
  return showSubmission(ctx, await addSubmissionPeople(ctx.db, submitted, student), assignment)
}

async function readAgain(ctx: Context, id: string) {
  const found = (await findSubmission(ctx.db, id)) ?? notFound('submission')
  await ctx.allow('submission.read', { courseId: found.submission.courseId, ownerId: found.submission.studentId })
  return showSubmission(ctx, found)
}

export const submitAssignment = rereadBy<typeof contract.submitAssignment>(submit, readAgain)

export const saveAnswers: Handler<typeof contract.saveAnswers> = async (ctx, { params, body }) => {
  const found = (await findOpenAssignmentOf(ctx.db, params.id, ctx.actor.id, ctx.now())) ?? notFound('assignment')
  await ctx.allow('submission.write', { courseId: found.courseId, ownerId: ctx.actor.id })
  const { work: own, exception, enrolled, student } = await lockOwnSubmission(ctx.db, found, ctx.actor.id)
  const assignment = withEnrolment(withException(found, exception), enrolled)
  decideOwn(assignment, own, 'saveDraft', ctx.now())
  const [answers, former] = await splitAnswers(ctx, assignment, own, body.answers)
  await checkAnswers(ctx, assignment, answers, false)
  checkDraftVersion(own, body.draftVersion)
  const saved = await updateDraft(ctx.db, own.id, [...answers, ...former], ctx.now())
  return showSubmission(ctx, await addSubmissionPeople(ctx.db, saved, student), assignment)
}

const grade: Handler<typeof contract.gradeSubmission> = async (ctx, { params, body }) => {
  const { before, assignment, isHeld } = await findGradable(ctx, params.id, body)
  const reopenUntil = checkReopening(assignment, body, ctx.now().getTime())
  const outcome = {
    ...deductLateness(assignment, before, body.marks),
    questionMarks: body.questionMarks ?? before.questionMarks,
    feedback: body.feedback ?? null,
    isHeld,
  }
  const isReturned = body.action === 'RETURN'
  const grading = { gradedBy: ctx.actor.id, gradedAt: ctx.now().toISOString() }
  const by = { action: body.action, actorId: ctx.actor.id, now: ctx.now() }
  const shown = await saveMarks(ctx.db, [{ id: before.id, status: isReturned ? 'RETURNED' : 'GRADED', ...outcome, ...grading }], by)
  const replaced = { ...before, heldAttempts: shown.get(before.id) ?? [], terms: assignment.markTerms }
  const reopened = reopenUntil && { reopenedUntil: assignment.reopenedUntil }
  await insertLastGrade(ctx.db, { ...replaced, ...reopened }, ctx.actor.id, ctx.now())
  if (reopenUntil) await updateReopening(ctx.db, before, reopenUntil)
  const mark = { work: before, assignment, marks: outcome.marks, known: getKnownMarks(before), isReturned, isExcused: assignment.isExcused }
  // If it is undone in time, nobody gets an email.
  if (!isHeld) await notifyMarks(ctx.db, [mark], { by: ctx.actor.id, now: ctx.now(), emailDelayMs: undoMs })
  return showSubmission(ctx, (await findSubmission(ctx.db, before.id))!, assignment)
}

/** The locked submission, and whether its new mark is held; throws if it cannot be graded like this. */
async function findGradable(ctx: Context, id: string, body: GradeBody) {
  const before = (await lockSubmission(ctx.db, id)) ?? notFound('submission')
  await ctx.allow('submission.grade', { courseId: before.courseId, ownerId: before.studentId })
  if (before.studentId === ctx.actor.id) throw problem('forbidden', { detail: 'You cannot grade your own submission.' })
  const assignment = await findAssignmentForStudent(ctx.db, before)
  if (assignment.isDeleted) notFound('submission')
  const move = body.action === 'GRADE' ? 'grade' : 'return'
  const decision = decideWork({ move, work: before, holdMarks: assignment.holdMarks })
  if ('refused' in decision) throw problem('conflict', { detail: 'Nothing was submitted yet.' })
  if (body.version !== undefined && body.version !== before.version) throw await toVersionConflict(ctx, before.id)
  const [version] = await listQuestionsOf(ctx.db, assignment, [before.questionsVersion])
  const errors = validateGrade(body, { questions: version!.questions, maxMarks: assignment.maxMarks })
  if (errors.length > 0) throw problem('validation-failed', { detail: errors[0]!.detail, errors })
  return { before, assignment, isHeld: decision.to === 'HELD' }
}

/** Until when closed work that is returned can be submitted again; undefined if it is open, or not returned. */
function checkReopening(terms: Parameters<typeof isClosed>[0], { action, reopenUntil }: GradeBody, now: number): string | undefined {
  if (action !== 'RETURN' || !isClosed(terms, now)) return undefined
  const error = validateReopening(reopenUntil, now)
  if (error) throw invalid('/reopenUntil', error)
  return reopenUntil
}

export const gradeSubmission = rereadBy<typeof contract.gradeSubmission>(grade, readAgain)

export const listSubmissions: Handler<typeof contract.listSubmissions> = async (ctx, { params, query }) => {
  const filter = { ...query, ...params, late: query.late, search: query.search, userId: ctx.actor.id, now: ctx.now() }
  return (await listRoster(ctx.db, filter)) ?? notFound('assignment')
}

export const getSubmission: Handler<typeof contract.getSubmission> = async (ctx, { params }) =>
  showSubmission(ctx, await findReadable(ctx, params))

export const listAttempts: Handler<typeof contract.listAttempts> = async (ctx, { params, query }) =>
  showAttempts(ctx, await findReadable(ctx, params), query)

async function findReadable(ctx: CourseContext, params: { submissionId: string; courseId: string }) {
  const found = (await findSubmission(ctx.db, params.submissionId)) ?? notFound('submission')
  if (found.submission.courseId !== params.courseId) notFound('submission')
  await ctx.allow('submission.read', { courseId: params.courseId, ownerId: found.submission.studentId })
  // Staff may read submissions of a deleted week too: it may be restored.
  if (!ctx.course.isStaff && !(await findOpenAssignment(ctx.db, found.submission.assignmentId, ctx.now()))) notFound('submission')
  return found
}

export const listMySubmissions: Handler<typeof contract.listMySubmissions> = async (ctx, { query }) => {
  ctx.reach()
  // A trainer who used to be a student has work, but can no longer read it as a student.
  if (!isStudentRole(ctx.actor.role)) return { items: [], page: query.page, limit: query.limit, total: 0 }
  const mine = await listOwnSubmissions(ctx.db, ctx.actor.id, query, ctx.now())
  return { ...mine, items: mine.items.map(asStudentSees) }
}

export const listMyDeletedSubmissions: Handler<typeof contract.listMyDeletedSubmissions> = async (ctx, { query }) => {
  ctx.reach()
  if (!isStudentRole(ctx.actor.role)) return { items: [], page: query.page, limit: query.limit, total: 0 }
  const mine = await listOwnDeletedSubmissions(ctx.db, ctx.actor.id, query)
  return { ...mine, items: mine.items.map(asStudentSees) }
}

export const getMyDeletedSubmission: Handler<typeof contract.getMyDeletedSubmission> = async (ctx, { params }) => {
  ctx.reach()
  const found = isStudentRole(ctx.actor.role) ? await findOwnDeletedSubmission(ctx.db, params.id, ctx.actor.id) : undefined
  const { assignmentTitle: title, maxMarks, courseTitle, deleted } = found ?? notFound('submission')
  return {
    submission: await showSubmission(ctx, (await findSubmission(ctx.db, params.id))!),
    assignment: { title, maxMarks },
    courseTitle,
    deleted,
  }
}

export const listMyDeletedAttempts: Handler<typeof contract.listMyDeletedAttempts> = async (ctx, { params, query }) => {
  ctx.reach()
  if (!isStudentRole(ctx.actor.role) || !(await findOwnDeletedSubmission(ctx.db, params.id, ctx.actor.id))) notFound('submission')
  return showAttempts(ctx, (await findSubmission(ctx.db, params.id))!, query)
}

/** The next state of the student's work; throws if it is too early, too late or one attempt too many. A held mark is not told. */
function decideOwn(assignment: Terms, own: Own, move: Extract<WorkMove, 'submit' | 'saveDraft'>, now: Date): WorkState {
  const [work, { questions }] = [asStudentSees({ ...own, isExcused: assignment.isExcused }), assignment]
  // Without questions there is no mark to hold.
  const holdMarks = assignment.holdMarks && questions.length > 0
  const window = getSubmissionWindow(assignment, work, now.getTime())
  const decision = decideWork({ move, work, window, holdMarks, isAutoGraded: isFullyAutoGraded(questions) })
  if ('refused' in decision) throw problem('closed', { detail: toClosedReason(decision.refused, assignment) })
  return decision.to
}

async function checkAnswers(ctx: Context, assignment: Terms, answers: Answer[], isFinal: boolean): Promise<void> {
  const errors = validateAnswers(assignment.questions, answers, isFinal)
  if (errors.length > 0)
    throw problem('validation-failed', {
      detail: errors.length === 1 ? errors[0]!.detail : `${errors.length} answers need attention.`,
      errors,
    })
  const [error] = (await checkFiles(ctx, listFileKeys(assignment.questions, answers))).values()
  if (error) throw invalid('/answers', error)
}

/** Two tabs or devices of one student: a draft based on older answers does not silently overwrite newer ones. */
function checkDraftVersion({ draft, answers, draftVersion, updatedAt }: Own, seen: number | undefined): void {
  if (seen === undefined || seen === draftVersion) return
  throw problem('version-conflict', {
    detail: 'These answers were changed in another tab or on another device. Nothing was saved here.',
    current: { answers: draft ?? answers, draftVersion, updatedAt },
  })
}

/**
 * Splits answers into those to current questions and those to replaced ones, from a page that does not know of the change or from the
 * draft. The student may still want to copy the latter.
 */
async function splitAnswers(ctx: Context, { id, questions }: Terms, { draft }: Own, answers: Answer[]): Promise<[Answer[], Answer[]]> {
  const isCurrent = ({ questionId }: Answer) => questions.some((question) => question.id === questionId)
  const others = answers.filter((answer) => !isCurrent(answer))
  const versions = others.length > 0 ? await listQuestionVersions(ctx.db, id) : []
  const isFormer = ({ questionId }: Answer) => versions.some((one) => one.questions.some((question) => question.id === questionId))
  const sent = others.filter(isFormer)
  const isSent = ({ questionId }: Answer) => sent.some((answer) => answer.questionId === questionId)
  const stored = (draft ?? []).filter((answer) => !isCurrent(answer) && !isSent(answer))
  return [answers.filter((answer) => !sent.includes(answer)), [...sent, ...stored]]
}

/** The questions may have changed while the student was writing: the page reloads them and keeps the input. */
function checkQuestionsVersion({ questionsVersion }: Terms, seen: number | undefined): void {
  if (seen === undefined || seen === questionsVersion) return
  throw problem('version-conflict', {
    detail: 'This assignment was changed. Check your answers and submit again.',
    current: { questionsVersion },
  })
}

/** The marks earned on submission: those of choice questions, and the total if nothing needs manual grading. */
function firstOutcome(assignment: Terms, own: Own, answers: Answer[], to: WorkState, now: Date) {
  const questionMarks = getAutomaticMarks(assignment.questions, answers)
  const submittedAt = now.toISOString()
  const dueAt = getLateAfter(assignment)
  const { late, effectiveSubmittedAt } = getLateness(own, dueAt, submittedAt)
  const facts = { submittedAt, effectiveSubmittedAt, late, questionMarks }
  if (to === 'SUBMITTED') return { ...facts, marks: null, deduction: 0, gradedAt: null, isHeld: false }
  const earned = questionMarks.reduce((sum, { marks }) => sum + marks, 0)
  const { latePolicy, maxMarks, timeZone } = assignment
  const off = late ? getLateDeduction(latePolicy, { marks: earned, maxMarks, dueAt, timeZone, effectiveSubmittedAt }) : 0
  const marks = assignment.questions.length > 0 ? earned - off : null
  return { ...facts, marks, deduction: off, gradedAt: submittedAt, isHeld: to === 'HELD' }
}

async function toVersionConflict(ctx: Context, id: string) {
  const { submission, grader } = (await findSubmission(ctx.db, id))!
  const { marks, feedback, version, gradedAt, status } = submission
  const who = grader?.name ?? 'Someone'
  return problem('version-conflict', {
    detail: `${who} changed this in the meantime. Nothing was saved.`,
    current: { marks, feedback, version, gradedAt, status, gradedBy: grader },
  })
}
