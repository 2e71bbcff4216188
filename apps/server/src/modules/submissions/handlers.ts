/** Submitting, grading, and reading submissions. */
import { getAutomaticMarks, isFullyAutoGraded } from '@lms/contract/rules/question-marking'
import { withException } from '@lms/contract/rules/assignment-exceptions'
import type * as contract from '@lms/contract/submissions'
import type { Answer, Submission } from '@lms/contract/submissions'
import { getEffectiveTime, getLateDeduction, isPast } from '@lms/contract/rules/late-policy'
import { undoMs } from '@lms/contract/grading'
import { isNewMarkHeld } from '@lms/contract/rules/held-marks'
import { asStudentSees } from '#access/held-marks.ts'
import type { Context, Handler } from '#http/handler.ts'
import { invalid, notFound, problem } from '#http/problems.ts'
import { listQuestionVersions } from '#modules/assignments/changes/queries.ts'
import { withoutKeys } from '#modules/assignments/rules.ts'
import { checkFiles } from '#modules/files/verify.ts'
import { notify } from '#modules/notices/notify.ts'
import { asFileNumber, asNumber, findHiddenStudent } from '#modules/submissions/grading/hidden-names.ts'
import { insertLastGrade } from '#modules/submissions/grading/queries.ts'
import {
  findOpenAssignment,
  findOpenAssignmentOf,
  findSubmission,
  findTermsOf,
  insertAttempt,
  listAttemptsBefore,
  listReadyFiles,
  lockOwnSubmission,
  lockSubmission,
  shareOpenAssignment,
  updateDraft,
  withPeople,
} from '#modules/submissions/queries.ts'
import { saveMarks } from '#modules/submissions/marks/queries.ts'
import { marksNotice, sendReceipt } from '#modules/submissions/notify.ts'
import { findDeletedOf, listDeletedOf, listOwnSubmissions } from '#modules/submissions/own/queries.ts'
import { listRoster } from '#modules/submissions/roster/queries.ts'
import { cannotSubmitReason, validateAnswers, validateMarks, withCompleteLinks } from '#modules/submissions/rules.ts'

type Own = Awaited<ReturnType<typeof lockOwnSubmission>>['work']
type Terms = NonNullable<Awaited<ReturnType<typeof findOpenAssignment>>> & { isExcused: boolean }

export const submitAssignment: Handler<typeof contract.submitAssignment> = async (ctx, { params, body }) => {
  const shared = (await shareOpenAssignment(ctx.db, params, ctx.now())) ?? notFound('assignment')
  await ctx.allow('submission.write', { courseId: shared.courseId, ownerId: ctx.actor.id })
  const { work: own, exception } = await lockOwnSubmission(ctx.db, shared, ctx.actor.id)
  const assignment = withException(shared, exception)
  checkQuestionsVersion(assignment, body.questionsVersion)
  const answers = withCompleteLinks(assignment.questions, body.answers)
  await checkAnswers(ctx, assignment, own, answers, true)
  checkDraftVersion(own, body.draftVersion)
  const submitted = await insertAttempt(ctx.db, own.id, {
    attempt: own.attempt + 1,
    answers,
    questionsVersion: assignment.questionsVersion,
    ...firstOutcome(assignment, own, answers, ctx.now()),
  })
  if (body.emailReceipt) await sendReceipt(ctx, assignment, submitted)
  return show(ctx, await withPeople(ctx.db, submitted), assignment)
}

export const saveAnswers: Handler<typeof contract.saveAnswers> = async (ctx, { params, body }) => {
  const found = (await findOpenAssignmentOf(ctx.db, params.id, ctx.actor.id, ctx.now())) ?? notFound('assignment')
  await ctx.allow('submission.write', { courseId: found.courseId, ownerId: ctx.actor.id })
  const { work: own, exception } = await lockOwnSubmission(ctx.db, found, ctx.actor.id)
  const assignment = withException(found, exception)
  const [answers, former] = await splitAnswers(ctx, assignment, own, body.answers)
  await checkAnswers(ctx, assignment, own, answers, false)
  checkDraftVersion(own, body.draftVersion)
  const saved = await updateDraft(ctx.db, own.id, [...answers, ...former], ctx.now())
  return show(ctx, await withPeople(ctx.db, saved), assignment)
}

export const gradeSubmission: Handler<typeof contract.gradeSubmission> = async (ctx, { params, body }) => {
  const before = (await lockSubmission(ctx.db, params.id)) ?? notFound('submission')
  await ctx.allow('submission.grade', { courseId: before.courseId, ownerId: before.studentId })
  if (before.studentId === ctx.actor.id) throw problem('forbidden', { detail: 'You cannot grade your own submission.' })
  const assignment = await findTermsOf(ctx.db, before)
  if (assignment.isDeleted) notFound('submission')
  if (before.attempt === 0 || !before.submittedAt) throw problem('conflict', { detail: 'Nothing was submitted yet.' })
  if (body.version !== undefined && body.version !== before.version) throw await toVersionConflict(ctx, before.id)
  const [version] = await listQuestionsOf(ctx.db, assignment, [before.questionsVersion])
  const errors = validateMarks(version!.questions, assignment.maxMarks, body)
  if (errors.length > 0) throw problem('validation-failed', { detail: errors[0]!.detail, errors })
  const { latePolicy, maxMarks, dueAt } = assignment
  const effectiveSubmittedAt = before.effectiveSubmittedAt ?? before.submittedAt
  // Work can count as on time although it was submitted after a due time that was changed since.
  const off = before.late ? getLateDeduction(latePolicy, { marks: body.marks, maxMarks, dueAt, effectiveSubmittedAt }) : 0
  const outcome = {
    marks: body.marks - off,
    deduction: off,
    questionMarks: body.questionMarks ?? before.questionMarks,
    feedback: body.feedback ?? null,
    // Work that is returned for another attempt must be visible to the student.
    isHeld: body.action === 'GRADE' && isNewMarkHeld(before, assignment.holdMarks),
  }
  const status = body.action === 'GRADE' ? 'GRADED' : 'RETURNED'
  const grading = { gradedBy: ctx.actor.id, gradedAt: ctx.now().toISOString() }
  const shown = await saveMarks(ctx.db, [{ id: before.id, status, ...outcome, ...grading }], {
    action: body.action,
    actorId: ctx.actor.id,
    now: ctx.now(),
  })
  await insertLastGrade(ctx.db, { ...before, heldAttempts: shown.get(before.id) ?? [] }, ctx.actor.id, ctx.now())
  if (!outcome.isHeld) {
    const notice = marksNotice(before, assignment, { marks: outcome.marks, action: body.action, by: ctx.actor.id })
    // If it is undone in time, nobody gets an email.
    await notify(ctx.db, [{ ...notice, emailDelayMs: undoMs }], ctx.now())
  }
  return show(ctx, (await findSubmission(ctx.db, before.id))!, assignment)
}

export const listSubmissions: Handler<typeof contract.listSubmissions> = async (ctx, { params, query }) => {
  const filter = { ...query, ...params, late: query.late, search: query.search, userId: ctx.actor.id, now: ctx.now() }
  return (await listRoster(ctx.db, filter)) ?? notFound('assignment')
}

export const getSubmission: Handler<typeof contract.getSubmission> = async (ctx, { params }) => {
  const found = await findSubmission(ctx.db, params.submissionId)
  if (found?.submission.courseId !== params.courseId) notFound('submission')
  await ctx.allow('submission.read', { courseId: params.courseId, ownerId: found.submission.studentId })
  // Staff may read submissions of a deleted week too: it may be restored.
  if (!ctx.course.isStaff && !(await findOpenAssignment(ctx.db, found.submission.assignmentId, ctx.now()))) notFound('submission')
  return show(ctx, found)
}

export const listMySubmissions: Handler<typeof contract.listMySubmissions> = async (ctx, { query }) => {
  ctx.reach()
  // A trainer who used to be a student has work, but can no longer read it as a student.
  if (ctx.actor.role !== 'USER') return { items: [], page: query.page, limit: query.limit, total: 0 }
  const mine = await listOwnSubmissions(ctx.db, ctx.actor.id, query, ctx.now())
  return { ...mine, items: mine.items.map(asStudentSees) }
}

export const listMyDeletedSubmissions: Handler<typeof contract.listMyDeletedSubmissions> = async (ctx, { query }) => {
  ctx.reach()
  if (ctx.actor.role !== 'USER') return { items: [], page: query.page, limit: query.limit, total: 0 }
  const mine = await listDeletedOf(ctx.db, ctx.actor.id, query)
  return { ...mine, items: mine.items.map(asStudentSees) }
}

export const getMyDeletedSubmission: Handler<typeof contract.getMyDeletedSubmission> = async (ctx, { params }) => {
  ctx.reach()
  const found = ctx.actor.role === 'USER' ? await findDeletedOf(ctx.db, params.id, ctx.actor.id) : undefined
  const { assignmentTitle: title, maxMarks, courseTitle, deleted } = found ?? notFound('submission')
  return { submission: await show(ctx, (await findSubmission(ctx.db, params.id))!), assignment: { title, maxMarks }, courseTitle, deleted }
}

/** Rejects work that is too early, too late or one attempt too many, and invalid answers. */
async function checkAnswers(ctx: Context, assignment: Terms, own: Own, answers: Answer[], isFinal: boolean): Promise<void> {
  const reason = cannotSubmitReason(assignment, asStudentSees(own), ctx.now())
  if (reason) throw problem('closed', { detail: reason })
  const errors = validateAnswers(assignment.questions, answers, isFinal)
  if (errors.length > 0)
    throw problem('validation-failed', {
      detail: errors.length === 1 ? errors[0]!.detail : `${errors.length} answers need attention.`,
      errors,
    })
  const [error] = (await checkFiles(ctx, fileKeys(assignment.questions, answers))).values()
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

const fileKeys = (questions: Terms['questions'], answers: Answer[]): string[] => {
  const takesFiles = new Set(questions.filter(({ type }) => type === 'FILE').map(({ id }) => id))
  return answers
    .filter(({ questionId }) => takesFiles.has(questionId))
    .flatMap(({ value }) => value)
    .filter(Boolean)
}

/** The marks earned on submission: those of choice questions, and the total if nothing needs manual grading. */
function firstOutcome(assignment: Terms, own: Own, answers: Answer[], now: Date) {
  const questionMarks = getAutomaticMarks(assignment.questions, answers)
  const submittedAt = now.toISOString()
  const effectiveSubmittedAt = getEffectiveTime(own, submittedAt)
  // Returned work keeps its submission time, so work that was on time stays on time.
  const late = isPast(assignment.dueAt, Date.parse(effectiveSubmittedAt)) && (own.status !== 'RETURNED' || own.late)
  const facts = { submittedAt, effectiveSubmittedAt, late, questionMarks }
  if (!isFullyAutoGraded(assignment.questions)) return { ...facts, marks: null, deduction: 0, gradedAt: null, isHeld: false }
  const earned = questionMarks.reduce((sum, { marks }) => sum + marks, 0)
  const { latePolicy, maxMarks, dueAt, holdMarks } = assignment
  const off = late ? getLateDeduction(latePolicy, { marks: earned, maxMarks, dueAt, effectiveSubmittedAt }) : 0
  return { ...facts, marks: earned - off, deduction: off, gradedAt: submittedAt, isHeld: holdMarks }
}

async function toVersionConflict(ctx: Context, id: string) {
  const { submission, grader } = (await findSubmission(ctx.db, id))!
  const { marks, feedback, version, gradedAt, status } = submission
  const who = grader?.name ?? 'Somebody'
  return problem('version-conflict', {
    detail: `${who} changed this in the meantime. Nothing of yours was saved.`,
    current: { marks, feedback, version, gradedAt, status, gradedBy: grader },
  })
}

type QuestionTerms = Pick<Terms, 'id' | 'questions' | 'questionsVersion' | 'dueAt' | 'isExcused'>

/** The questions of these versions, newest first: earlier ones as worded then, with current points and keys. */
async function listQuestionsOf(db: Context['db'], { id, questions, questionsVersion }: QuestionTerms, versions: number[]) {
  const former = versions.filter((version) => version !== questionsVersion)
  const found = former.length > 0 ? await listQuestionVersions(db, id, former) : []
  const today = (question: Terms['questions'][number]) => {
    const now = questions.find((one) => one.id === question.id)
    return now ? { ...question, points: now.points, answerKey: now.answerKey } : question
  }
  const earlier = found.map((one) => ({ version: one.version, questions: one.questions.map(today) }))
  return [...(versions.includes(questionsVersion) ? [{ version: questionsVersion, questions }] : []), ...earlier]
}

type Shown = NonNullable<Awaited<ReturnType<typeof findSubmission>>>

/** One submission for the caller: students see no marks before they are given and released, nobody else sees the draft. */
async function show(ctx: Context, { submission, student, grader, recorder }: Shown, known?: QuestionTerms): Promise<Submission> {
  const earlier = submission.attempt > 1 ? await listAttemptsBefore(ctx.db, submission.id, submission.attempt) : []
  const isOwn = submission.studentId === ctx.actor.id
  const hidden = isOwn ? undefined : await findHiddenStudent(ctx.db, submission, ctx.actor.id)
  const draft = isOwn ? submission.draft : null
  const shown = isOwn ? asStudentSees(submission) : submission
  const assignment = known ?? (await findTermsOf(ctx.db, submission))
  const versions = new Set([submission.questionsVersion, ...earlier.map(({ attempt }) => attempt.questionsVersion)])
  const questionVersions = await listQuestionsOf(ctx.db, assignment, [...versions])
  const questions = [...assignment.questions, ...questionVersions.flatMap((one) => one.questions)]
  const keys = fileKeys(questions, [submission.answers, draft ?? [], ...earlier.map(({ attempt }) => attempt.answers)].flat())
  return {
    ...shown,
    version: isOwn ? 0 : submission.version,
    effectiveSubmittedAt: submission.effectiveSubmittedAt ?? submission.submittedAt,
    student: hidden ? asNumber(student.id, hidden.number) : student,
    dueAt: assignment.dueAt,
    isExcused: assignment.isExcused,
    draft,
    draftVersion: isOwn ? submission.draftVersion : null,
    questionVersions: isOwn ? questionVersions.map((one) => ({ ...one, questions: withoutKeys(one.questions) })) : questionVersions,
    gradedBy: shown.gradedBy ? grader : null,
    recordedBy: recorder,
    attempts: earlier.map(({ attempt, grader: by }) => {
      // Marks of choice questions would reveal the right options over several attempts.
      const seen = isOwn ? asStudentSees({ ...attempt, status: attempt.gradedAt ? 'GRADED' : 'SUBMITTED' }) : attempt
      return { ...seen, gradedBy: seen.gradedBy ? by : null }
    }),
    files: keys.length > 0 ? await openFiles(ctx, submission.studentId, keys, Boolean(hidden)) : [],
  }
}

/** File names often contain the student's name. */
async function openFiles(ctx: Context, ownerId: string, keys: string[], isHidden: boolean): Promise<Submission['files']> {
  const found = await listReadyFiles(ctx.db, ownerId, keys)
  return Promise.all(
    found.map(async ({ key, name, contentType, size }, index) => {
      const stored = name ?? key.split('/').at(-1)!
      const fileName = isHidden ? asFileNumber(index + 1, { key, contentType, name: stored }) : stored
      return { key, name: fileName, type: contentType, size: size ?? 0, url: await ctx.services.storage.presignGet(key, { fileName }) }
    }),
  )
}
