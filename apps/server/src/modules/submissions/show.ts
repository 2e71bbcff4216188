/** Submissions and attempts as the caller sees them: students see no marks before they are given and released, nobody else a draft. */

import type { StoredQuestion } from '@lms/contract/assignments'
import { isClosed, isMissing } from '@lms/contract/rules/owed-work'
import { listFileKeys } from '@lms/contract/rules/questions'
import type { Attempts, Submission } from '@lms/contract/submissions'
import { isOpen } from '#access/conditions.ts'
import { asStudentSees } from '#access/held-marks.ts'
import type { Context } from '#call/handler.ts'
import { listQuestionVersions } from '#modules/assignments/changes/queries.ts'
import { withoutKeys } from '#modules/assignments/rules.ts'
import { asFileNumber, asNumber, findHiddenStudent } from '#modules/submissions/grading/hidden-names.ts'
import { findAssignmentForStudent, listAttemptsBefore, listReadyFiles, type findSubmission } from '#modules/submissions/queries.ts'

type Terms = Pick<Awaited<ReturnType<typeof findAssignmentForStudent>>, 'id' | 'questions' | 'questionsVersion' | 'week'> &
  Omit<Parameters<typeof isMissing>[0], 'isOpen'>
type Found = NonNullable<Awaited<ReturnType<typeof findSubmission>>>

export async function showSubmission(ctx: Context, { submission, student, grader, recorder }: Found, known?: Terms): Promise<Submission> {
  const reader = await findReader(ctx, submission)
  const { isOwn, hiddenAs } = reader
  const draft = isOwn ? submission.draft : null
  const assignment = known ?? (await findAssignmentForStudent(ctx.db, submission))
  const work = { ...submission, isExcused: assignment.isExcused }
  const shown = isOwn ? asStudentSees(work) : work
  const parts = await showParts(ctx, reader, assignment, submission, [
    submission,
    ...(draft ? [{ answers: draft, questionsVersion: submission.questionsVersion }] : []),
  ])
  return {
    ...shown,
    ...parts,
    version: isOwn ? 0 : submission.version,
    student: hiddenAs ? asNumber(student.id, hiddenAs.number) : student,
    dueAt: assignment.dueAt,
    isClosed: isClosed(assignment, ctx.now().getTime()),
    missing: isMissing({ ...assignment, isOpen: isOpen(assignment.week, ctx.now()) }, submission, ctx.now().getTime()),
    draft,
    draftVersion: isOwn ? submission.draftVersion : null,
    gradedBy: shown.gradedBy ? grader : null,
    recordedBy: recorder,
  }
}

/** A page of the attempts before the current one, newest first. */
export async function showAttempts(ctx: Context, { submission }: Found, query: { page: number; limit: number }): Promise<Attempts> {
  const { items, ...page } = await listAttemptsBefore(ctx.db, submission, query)
  const reader = await findReader(ctx, submission)
  const { isOwn } = reader
  const attempts = items.map(({ attempt }) => attempt)
  const assignment = await findAssignmentForStudent(ctx.db, submission)
  return {
    ...page,
    ...(await showParts(ctx, reader, assignment, submission, attempts)),
    items: items.map(({ attempt, grader }) => {
      // Marks of choice questions would reveal the right options over several attempts.
      const status = attempt.gradedAt ? 'GRADED' : 'SUBMITTED'
      const seen = isOwn ? asStudentSees({ ...attempt, status, isExcused: assignment.isExcused }) : attempt
      return { ...seen, gradedBy: seen.gradedBy ? grader : null }
    }),
  }
}

type Work = Found['submission']
type Given = Pick<Work, 'answers' | 'questionsVersion'>
type Reader = Awaited<ReturnType<typeof findReader>>

async function findReader(ctx: Context, work: Work) {
  const isOwn = work.studentId === ctx.actor.id
  return { isOwn, hiddenAs: isOwn ? undefined : await findHiddenStudent(ctx.db, work, ctx.actor.id) }
}

/** The questions that these answers were given to, and the files in them. */
async function showParts(ctx: Context, { isOwn, hiddenAs }: Reader, assignment: Terms, { studentId }: Work, given: Given[]) {
  const versions = await listQuestionsOf(ctx.db, assignment, [...new Set(given.map(({ questionsVersion }) => questionsVersion))])
  const questions = [...assignment.questions, ...versions.flatMap((one) => one.questions)]
  const keys = listFileKeys(
    questions,
    given.flatMap(({ answers }) => answers),
  )
  return {
    questionVersions: isOwn ? versions.map((one) => ({ ...one, questions: withoutKeys(one.questions) })) : versions,
    files: keys.length > 0 ? await openFiles(ctx, studentId, keys, Boolean(hiddenAs)) : [],
  }
}

/** The questions of these versions, newest first: earlier ones as worded then, with current points and keys. Removed ones have no points. */
export async function listQuestionsOf(db: Context['db'], { id, questions, questionsVersion }: Terms, versions: number[]) {
  const former = versions.filter((version) => version !== questionsVersion)
  const found = former.length > 0 ? await listQuestionVersions(db, id, former) : []
  const today = (question: StoredQuestion) => {
    const now = questions.find((one) => one.id === question.id)
    return now ? { ...question, points: now.points, answerKey: now.answerKey } : { ...question, points: 0, isRemoved: true as const }
  }
  const earlier = found.map((one) => ({ version: one.version, questions: one.questions.map(today) }))
  return [...(versions.includes(questionsVersion) ? [{ version: questionsVersion, questions }] : []), ...earlier]
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
