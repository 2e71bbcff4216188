/** Parses and formats marks, the values of the grading form, and the late deduction. */

import type { Assignment, Question } from '@lms/contract/assignments'
import { getLateCost } from '@lms/contract/rules/late-deduction'
import { getMsPastDeadline } from '@lms/contract/rules/late-policy'
import { describeLength, textLimits } from '@lms/contract/rules/limits'
import { readTypedMark } from '@lms/contract/rules/mark-text'
import { formatMarks, roundMarks, validateGrade } from '@lms/contract/rules/marks'
import { describeThousands } from '@lms/contract/rules/number-text'
import { isVisible } from '@lms/contract/rules/post-content'
import { isAutoGraded } from '@lms/contract/rules/question-marking'
import type { Submission } from '@lms/contract/submissions'
import { getOwnLateAfter } from '#features/assignments/format.ts'

/** A typed mark, of at most five digits before the decimals: “16,5” and “16.5” alike. `null` is an empty field, `undefined` no number. */
export const readMark = (text: string): number | null | undefined => readTypedMark(text, 99_999.99)

/** Why a typed text is no mark, as a sentence. */
const findTypingError = (text: string): string | undefined =>
  readMark(text) === undefined ? (describeThousands(text) ?? 'Enter a number such as 16.5') : undefined

/** The sum of the parts typed so far; `undefined` while none is. */
export function sumMarks(parts: readonly string[]): number | undefined {
  const numbers = parts.flatMap((part) => readMark(part) ?? [])
  return numbers.length > 0 ? roundMarks(numbers.reduce((sum, mark) => sum + mark, 0)) : undefined
}

/** `version` is the one that the grader saw when the writing began. */
export const gradeDraftKey = (submissionId: string): string => `grade:${submissionId}`

/** Marks as a grader types them. */
export type Grading = { version: number; parts: Record<string, string>; total: string; feedback: string }

/** Removed questions have no points, and their marks do not count. */
export const listAutoGraded = (submission: Submission, questions: readonly Question[]) =>
  submission.questionMarks.filter(({ questionId }) =>
    questions.some(({ id, points, ...question }) => id === questionId && points > 0 && isAutoGraded(question)),
  )

export const partQuestions = (questions: readonly Question[]): Question[] =>
  questions.filter((question) => question.points > 0 && !isAutoGraded(question))

/** The sum of manual and automatic parts; empty while no part is typed. */
export function getTotal(parts: Record<string, string>, submission: Submission, questions: readonly Question[]): string {
  const sum = sumMarks(partQuestions(questions).map(({ id }) => parts[id] ?? ''))
  if (sum === undefined) return ''
  return formatMarks(listAutoGraded(submission, questions).reduce((all, { marks }) => all + marks, sum))
}

export function toGrading(submission: Submission, questions: readonly Question[]): Grading {
  const isMarked = submission.status === 'GRADED' || submission.status === 'RETURNED'
  const given = (id: string): string => formatMarks(submission.questionMarks.find(({ questionId }) => questionId === id)?.marks)
  const parts = Object.fromEntries(partQuestions(questions).map(({ id }) => [id, isMarked ? given(id) : '']))
  // The student's mark is after the deduction; the grader enters the one before it.
  const total = isMarked && submission.marks !== null ? formatMarks(submission.marks + submission.deduction) : ''
  return { version: submission.version, parts, total, feedback: submission.feedback ?? '' }
}

export const markFieldId = 'mark'
export const feedbackFieldId = 'feedback'
/** Of the marks for one question. */
export const toPartFieldId = (questionId: string): string => `mark-${questionId}`

type Errors = { total?: string | undefined; parts: Record<string, string | undefined>; feedback?: string | undefined }

export function findGradingErrors({ total, parts, feedback }: Grading, assignment: Pick<Assignment, 'questions' | 'maxMarks'>): Errors {
  const marks = readMark(total)
  const questionMarks = partQuestions(assignment.questions).map(({ id }) => ({ questionId: id, marks: readMark(parts[id] ?? '') ?? 0 }))
  const limits = new Map(validateGrade({ marks: marks ?? null, questionMarks }, assignment).map(({ pointer, detail }) => [pointer, detail]))
  return {
    total: marks === null ? 'Enter a mark' : (findTypingError(total) ?? limits.get('/marks')),
    parts: Object.fromEntries(
      questionMarks.map(({ questionId }, at) => [
        questionId,
        findTypingError(parts[questionId] ?? '') ?? limits.get(`/questionMarks/${at}/marks`),
      ]),
    ),
    feedback: describeLength(feedback, textLimits.feedback),
  }
}

/** The fields to correct first. Returning work does not require a mark, so an empty one is not an error then. */
export function listWrongFields({ total, parts, feedback }: Errors, values: Grading, action: 'GRADE' | 'RETURN'): string[] {
  const isTotalRight = total === undefined || (action === 'RETURN' && values.total === '')
  const wrongParts = Object.keys(parts).filter((id) => parts[id] !== undefined)
  return [...(isTotalRight ? [] : [markFieldId]), ...wrongParts.map(toPartFieldId), ...(feedback ? [feedbackFieldId] : [])]
}

export function toGradeInput(values: Grading, submission: Submission, questions: readonly Question[], action: 'GRADE' | 'RETURN') {
  const typed = partQuestions(questions).flatMap(({ id }) => {
    const marks = readMark(values.parts[id] ?? '')
    return typeof marks === 'number' ? [{ questionId: id, marks }] : []
  })
  return {
    marks: readMark(values.total) ?? null,
    feedback: !isVisible(values.feedback) ? null : values.feedback,
    questionMarks: [...listAutoGraded(submission, questions), ...typed],
    action,
    version: values.version,
  }
}

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

/** “3 h”, “2 days”: how much later than due. */
export function formatLateBy(dueAt: string, submittedAt: string): string {
  const late = Math.max(0, getMsPastDeadline(dueAt, Date.parse(submittedAt)))
  if (late < hour) return `${Math.max(1, Math.ceil(late / minute))} min`
  if (late < 2 * day) return `${Math.floor(late / hour)} h`
  return `${Math.floor(late / day)} days`
}

type Terms = Pick<Assignment, 'dueAt' | 'latePolicy' | 'maxMarks' | 'work'> & { timeZone: string }

/** “Submit now: 10 % off, at most 18 of 20”; undefined while lateness costs nothing. */
export function formatLateCost(
  { latePolicy, maxMarks, timeZone, ...terms }: Terms,
  submission: Submission | null,
  now: number,
): string | undefined {
  const off = getLateCost(
    { latePolicy, maxMarks, timeZone, lateAfter: getOwnLateAfter({ ...terms, latePolicy }) },
    submission,
    new Date(now).toISOString(),
  )
  if (off === 0) return undefined
  return `Submit now: ${formatMarks((100 * off) / maxMarks)}\u00a0% off, at most ${formatMarks(maxMarks - off)} of ${formatMarks(maxMarks)}`
}
