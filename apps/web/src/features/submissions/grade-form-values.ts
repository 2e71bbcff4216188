/** Marks as a grader types them: where they start, what they add up to, what is wrong with them, what is sent. */
import type { Assignment, Question } from '@lms/contract/assignments'
import { isAutoGraded } from '@lms/contract/rules/question-marking'
import type { Submission } from '@lms/contract/submissions'
import { validateMark, markText, readMark, sumMarks } from './marks.ts'

/** `version` is the one that the grader saw when the writing began. */
export const gradeDraftKey = (submissionId: string): string => `grade:${submissionId}`

export type Grading = { version: number; parts: Record<string, string>; total: string; feedback: string }

export const listAutoGraded = (submission: Submission, questions: readonly Question[]) =>
  submission.questionMarks.filter(({ questionId }) => questions.some((question) => question.id === questionId && isAutoGraded(question)))

export const partQuestions = (questions: readonly Question[]): Question[] =>
  questions.filter((question) => question.points > 0 && !isAutoGraded(question))

/** The parts and what the machine gave, together; empty while no part is typed. */
export function getTotal(parts: Record<string, string>, submission: Submission, questions: readonly Question[]): string {
  const sum = sumMarks(partQuestions(questions).map(({ id }) => parts[id] ?? ''))
  if (sum === undefined) return ''
  return markText(listAutoGraded(submission, questions).reduce((all, { marks }) => all + marks, sum))
}

export function toGrading(submission: Submission, questions: readonly Question[]): Grading {
  const isMarked = submission.status === 'GRADED' || submission.status === 'RETURNED'
  const given = (id: string): string => markText(submission.questionMarks.find(({ questionId }) => questionId === id)?.marks)
  const parts = Object.fromEntries(partQuestions(questions).map(({ id }) => [id, isMarked ? given(id) : '']))
  // What the student has is after the deduction; the grader gives what was before it.
  const total = isMarked && submission.marks !== null ? markText(submission.marks + submission.deduction) : ''
  return { version: submission.version, parts, total, feedback: submission.feedback ?? '' }
}

type Errors = { total?: string | undefined; parts: Record<string, string | undefined> }

export function validateGrade({ total, parts }: Grading, { questions, maxMarks }: Pick<Assignment, 'questions' | 'maxMarks'>): Errors {
  const byPart = partQuestions(questions).map(({ id, points }) => [id, validateMark(parts[id] ?? '', points)] as const)
  return { total: validateMark(total, maxMarks, true), parts: Object.fromEntries(byPart) }
}

/** Returned work needs words more than marks: an empty mark is no error there. */
export function isReady({ total, parts }: Errors, values: Grading, action: 'GRADE' | 'RETURN'): boolean {
  const isTotalRight = total === undefined || (action === 'RETURN' && values.total === '')
  return isTotalRight && !Object.values(parts).some(Boolean)
}

export function toGradeInput(values: Grading, submission: Submission, questions: readonly Question[], action: 'GRADE' | 'RETURN') {
  const typed = partQuestions(questions).flatMap(({ id }) => {
    const marks = readMark(values.parts[id] ?? '')
    return typeof marks === 'number' ? [{ questionId: id, marks }] : []
  })
  return {
    marks: readMark(values.total) ?? 0,
    feedback: values.feedback.trim() === '' ? null : values.feedback,
    questionMarks: [...listAutoGraded(submission, questions), ...typed],
    action,
    version: values.version,
  }
}
