/** Handing in, grading, and reading what was handed in. */
import type * as contract from '@lms/contract/submissions'
import type { Answer, Submission } from '@lms/contract/submissions'
import { getEffectiveTime, getLateDeduction, isPast } from '@lms/contract/rules/late-policy'
import type { Context, Handler } from '#http/handler.ts'
import { invalid, notFound, problem } from '#http/problems.ts'
import { withoutKeys } from '#modules/assignments/rules.ts'
import { checkFiles } from '#modules/files/verify.ts'
import { findDeletedOf, listDeletedOf } from '#modules/submissions/deleted/queries.ts'
import {
  findOpenAssignment,
  findOpenAssignmentOf,
  findSubmission,
  findTermsOf,
  insertAttempt,
  listAttemptsBefore,
  listOwnSubmissions,
  listReadyFiles,
  lockOwnSubmission,
  lockSubmission,
  updateDraft,
  updateMarks,
  withPeople,
} from '#modules/submissions/queries.ts'
import { listRoster } from '#modules/submissions/roster/queries.ts'
import { validateAnswers, automaticMarks, validateMarks, marksItself, cannotSubmitReason } from '#modules/submissions/rules.ts'

type Own = Awaited<ReturnType<typeof lockOwnSubmission>>
type Terms = NonNullable<Awaited<ReturnType<typeof findOpenAssignment>>>

export const submitAssignment: Handler<typeof contract.submitAssignment> = async (ctx, { params, body }) => {
  const assignment = (await findOpenAssignment(ctx.db, params.assignmentId, ctx.now(), params)) ?? notFound('assignment')
  await ctx.allow('submission.write', { courseId: assignment.courseId, ownerId: ctx.actor.id })
  const own = await lockOwnSubmission(ctx.db, assignment, ctx.actor.id)
  await checkAnswers(ctx, assignment, own, body.answers, true)
  checkDraftVersion(own, body.draftVersion)
  const submitted = await insertAttempt(ctx.db, own.id, {
    attempt: own.attempt + 1,
    answers: body.answers,
    ...firstOutcome(assignment, own, body.answers, ctx.now()),
  })
  return show(ctx, await withPeople(ctx.db, submitted), assignment)
}

export const saveAnswers: Handler<typeof contract.saveAnswers> = async (ctx, { params, body }) => {
  const assignment = (await findOpenAssignmentOf(ctx.db, params.id, ctx.actor.id, ctx.now())) ?? notFound('assignment')
  await ctx.allow('submission.write', { courseId: assignment.courseId, ownerId: ctx.actor.id })
  const own = await lockOwnSubmission(ctx.db, assignment, ctx.actor.id)
  await checkAnswers(ctx, assignment, own, body.answers, false)
  checkDraftVersion(own, body.draftVersion)
  return show(ctx, await withPeople(ctx.db, await updateDraft(ctx.db, own.id, body.answers, ctx.now())), assignment)
}

export const gradeSubmission: Handler<typeof contract.gradeSubmission> = async (ctx, { params, body }) => {
  const before = (await lockSubmission(ctx.db, params.id)) ?? notFound('submission')
  await ctx.allow('submission.grade', { courseId: before.courseId, ownerId: before.studentId })
  if (before.studentId === ctx.actor.id) throw problem('forbidden', { detail: 'Nobody grades their own work.' })
  const assignment = await findTermsOf(ctx.db, before.assignmentId)
  if (assignment.isGone) notFound('submission')
  if (before.attempt === 0 || !before.submittedAt) throw problem('conflict', { detail: 'Nothing was submitted yet.' })
  if (body.version !== undefined && body.version !== before.version) throw await stale(ctx, before.id)
  const faults = validateMarks(assignment.questions, assignment.maxMarks, body)
  if (faults.length > 0) throw problem('invalid', { detail: faults[0]!.detail, errors: faults })
  const off = getLateDeduction(assignment.latePolicy, {
    marks: body.marks,
    maxMarks: assignment.maxMarks,
    dueAt: assignment.dueAt,
    effectiveSubmittedAt: before.countsAt ?? before.submittedAt,
  })
  const outcome = {
    marks: body.marks - off,
    deduction: off,
    questionMarks: body.questionMarks ?? before.questionMarks,
    feedback: body.feedback ?? null,
  }
  await updateMarks(ctx.db, before, { ...outcome, gradedBy: ctx.actor.id, gradedAt: ctx.now().toISOString() }, body.action)
  return show(ctx, (await findSubmission(ctx.db, before.id))!, assignment)
}

export const listSubmissions: Handler<typeof contract.listSubmissions> = async (ctx, { params, query }) => {
  const filter = { ...query, ...params, now: ctx.now(), late: query.late, search: query.search }
  return (await listRoster(ctx.db, filter)) ?? notFound('assignment')
}

export const getSubmission: Handler<typeof contract.getSubmission> = async (ctx, { params }) => {
  const found = await findSubmission(ctx.db, params.submissionId)
  if (found?.submission.courseId !== params.courseId) notFound('submission')
  await ctx.allow('submission.read', { courseId: params.courseId, ownerId: found.submission.studentId })
  // Staff may read what was handed in, also where the week is deleted: it may be restored.
  if (!ctx.course.isStaff && !(await findOpenAssignment(ctx.db, found.submission.assignmentId, ctx.now()))) notFound('submission')
  return show(ctx, found)
}

export const listMySubmissions: Handler<typeof contract.listMySubmissions> = async (ctx, { query }) => {
  ctx.reach()
  // A trainer who was a student once has work, but no longer as a student.
  if (ctx.actor.role !== 'USER') return { items: [], page: query.page, limit: query.limit, total: 0 }
  const mine = await listOwnSubmissions(ctx.db, ctx.actor.id, query, ctx.now())
  return { ...mine, items: mine.items.map((item) => (isReleased(item.status) ? item : { ...item, marks: null, feedback: null })) }
}

export const listMyDeletedSubmissions: Handler<typeof contract.listMyDeletedSubmissions> = async (ctx, { query }) => {
  ctx.reach()
  if (ctx.actor.role !== 'USER') return { items: [], page: query.page, limit: query.limit, total: 0 }
  const mine = await listDeletedOf(ctx.db, ctx.actor.id, query)
  return { ...mine, items: mine.items.map((item) => (isReleased(item.status) ? item : { ...item, marks: null })) }
}

export const getMyDeletedSubmission: Handler<typeof contract.getMyDeletedSubmission> = async (ctx, { params }) => {
  ctx.reach()
  const found = ctx.actor.role === 'USER' ? await findDeletedOf(ctx.db, params.id, ctx.actor.id) : undefined
  const { title, maxMarks, questions, courseTitle, deleted } = found ?? notFound('submission')
  const assignment = { title, maxMarks, questions: withoutKeys(questions) }
  return { submission: await show(ctx, (await findSubmission(ctx.db, params.id))!), assignment, courseTitle, deleted }
}

/** Refuses what comes too early, too late or too often, and what is no answer to these questions. */
async function checkAnswers(
  ctx: Context,
  assignment: Terms,
  own: Parameters<typeof cannotSubmitReason>[1],
  answers: Answer[],
  isFinal: boolean,
): Promise<void> {
  const reason = cannotSubmitReason(assignment, own, ctx.now())
  if (reason) throw problem('closed', { detail: reason })
  const faults = validateAnswers(assignment.questions, answers, isFinal)
  if (faults.length > 0)
    throw problem('invalid', {
      detail: faults.length === 1 ? faults[0]!.detail : `${faults.length} answers need attention.`,
      errors: faults,
    })
  const [fault] = (await checkFiles(ctx, fileKeys(assignment.questions, answers))).values()
  if (fault) throw invalid('/answers', fault)
}

/** Two tabs or devices of one student: the one that began from older answers does not overwrite the newer ones unseen. */
function checkDraftVersion({ draft, answers, draftVersion, updatedAt }: Own, seen: number | undefined): void {
  if (seen === undefined || seen === draftVersion) return
  throw problem('stale-version', {
    detail: 'These answers were changed in another tab or on another device. Nothing was saved here.',
    current: { answers: draft ?? answers, draftVersion, updatedAt },
  })
}

const fileKeys = (questions: Terms['questions'], answers: Answer[]): string[] => {
  const takesFiles = new Set(questions.filter(({ type }) => type === 'FILE').map(({ id }) => id))
  return answers
    .filter(({ questionId }) => takesFiles.has(questionId))
    .flatMap(({ value }) => value)
    .filter(Boolean)
}

/** What handing in earns at once: the marks of choice questions, and all of them where nobody needs to look. */
function firstOutcome(assignment: Terms, own: Own, answers: Answer[], now: Date) {
  const questionMarks = automaticMarks(assignment.questions, answers)
  const submittedAt = now.toISOString()
  const countsAt = getEffectiveTime({ ...own, effectiveSubmittedAt: own.countsAt }, submittedAt)
  const facts = {
    submittedAt,
    countsAt,
    late: isPast(assignment.dueAt, Date.parse(countsAt)),
    questionMarks,
  }
  if (!marksItself(assignment.questions)) return { ...facts, marks: null, deduction: 0, gradedAt: null }
  const earned = questionMarks.reduce((sum, { marks }) => sum + marks, 0)
  const { latePolicy, maxMarks, dueAt } = assignment
  const off = getLateDeduction(latePolicy, { marks: earned, maxMarks, dueAt, effectiveSubmittedAt: countsAt })
  return { ...facts, marks: earned - off, deduction: off, gradedAt: submittedAt }
}

async function stale(ctx: Context, id: string) {
  const { submission, grader } = (await findSubmission(ctx.db, id))!
  const { marks, feedback, version, gradedAt, status } = submission
  const who = grader?.name ?? 'Somebody'
  return problem('stale-version', {
    detail: `${who} changed this meanwhile. Nothing of yours was saved.`,
    current: { marks, feedback, version, gradedAt, status, gradedBy: grader },
  })
}

const isReleased = (status: Submission['status']) => status === 'GRADED' || status === 'RETURNED'

type Shown = NonNullable<Awaited<ReturnType<typeof findSubmission>>>

/** One submission for the caller: its student sees no marks before they are given, nobody else sees the draft. */
async function show(ctx: Context, { submission, student, grader }: Shown, known?: Pick<Terms, 'questions'>): Promise<Submission> {
  const earlier = submission.attempt > 1 ? await listAttemptsBefore(ctx.db, submission.id, submission.attempt) : []
  const isOwn = submission.studentId === ctx.actor.id
  const draft = isOwn ? submission.draft : null
  const outcome =
    isOwn && !isReleased(submission.status) ? { marks: null, questionMarks: [], deduction: 0, feedback: null, gradedAt: null } : {}
  const { questions } = known ?? (await findTermsOf(ctx.db, submission.assignmentId))
  const keys = fileKeys(questions, [submission.answers, draft ?? [], ...earlier.map(({ attempt }) => attempt.answers)].flat())
  return {
    ...submission,
    ...outcome,
    effectiveSubmittedAt: submission.countsAt ?? submission.submittedAt,
    student,
    draft,
    draftVersion: isOwn ? submission.draftVersion : null,
    gradedBy: grader,
    attempts: earlier.map(({ attempt, grader: by }) => ({
      ...attempt,
      // What choices earned by themselves would tell, try by try, which ones are right.
      questionMarks: isOwn && !attempt.gradedAt ? [] : attempt.questionMarks,
      gradedBy: by,
    })),
    files: keys.length > 0 ? await openFiles(ctx, submission.studentId, keys) : [],
  }
}

async function openFiles(ctx: Context, ownerId: string, keys: string[]): Promise<Submission['files']> {
  const found = await listReadyFiles(ctx.db, ownerId, keys)
  return Promise.all(
    found.map(async ({ key, name, contentType, size }) => {
      const fileName = name ?? key.split('/').at(-1)!
      return { key, name: fileName, type: contentType, size: size ?? 0, url: await ctx.services.storage.presignGet(key, { fileName }) }
    }),
  )
}
