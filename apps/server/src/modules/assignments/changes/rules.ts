/** Which changes are allowed to questions that have answers, and how they affect marks. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { roundMarks } from '@lms/contract/rules/marks'
import type { LatePolicy, NewQuestion, StoredQuestion } from '@lms/contract/assignments'
import type { FieldError } from '@lms/contract/problems'
import { getLateDeduction, isPast } from '@lms/contract/rules/late-policy'
import { getAutomaticMarks, isAutoGraded } from '@lms/contract/rules/question-marking'
import type { Answer } from '@lms/contract/submissions'

export interface QuestionUsage {
  questionId: string
  answers: number
  choices: { option: string; count: number }[]
  highestMarks: number | null
}

/** Questions that have answers keep their kind, the chosen options, and at least as many points as were given. */
export function validateQuestionChanges(
  before: readonly StoredQuestion[],
  after: readonly NewQuestion[],
  usage: readonly QuestionUsage[],
): FieldError[] {
  return after.flatMap((question, index): FieldError[] => {
    const old = before.find(({ id }) => id === question.id)
    const used = usage.find(({ questionId }) => questionId === question.id)
    if (!old || !used) return []
    const at = `/questions/${index}`
    if (used.answers > 0 && question.type !== old.type)
      return [{ pointer: `${at}/type`, detail: `Has ${used.answers} answers. Replace the question to ask for another kind of answer.` }]
    const lost = (used.answers > 0 ? used.choices : []).filter(({ option }) => !question.options.includes(option))
    return [
      ...lost.map(({ option, count }) => ({
        pointer: `${at}/options`,
        detail: `${count} chose “${option}”. It cannot be changed or removed.`,
      })),
      ...(used.highestMarks !== null && !isAutoGraded(question) && question.points < used.highestMarks
        ? [{ pointer: `${at}/points`, detail: `An answer was given ${used.highestMarks} marks.` }]
        : []),
    ]
  })
}

export interface Terms {
  questions: readonly StoredQuestion[]
  maxMarks: number
  latePolicy: LatePolicy
  dueAt: string | null
}

export interface Work {
  /** Of the automatically marked questions. */
  answers: Answer[]
  status: 'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED'
  late: boolean
  marks: number | null
  deduction: number
  isFinal: boolean
  questionMarks: { questionId: string; marks: number }[]
  gradedBy: string | null
  effectiveSubmittedAt: string | null
}
type Outcome = Pick<Work, 'marks' | 'deduction' | 'late' | 'questionMarks'>

const needsRegrade = (before: StoredQuestion | undefined, after: StoredQuestion) =>
  before !== undefined && (before.points !== after.points || !isDeepStrictEqual(new Set(before.answerKey), new Set(after.answerKey)))

/** The sum of the marks of these questions; null if none of them has a mark. */
function sumMarks(questions: readonly StoredQuestion[], questionMarks: Work['questionMarks']): number | null {
  const counted = questionMarks.filter(({ questionId }) => questions.some(({ id }) => id === questionId))
  return counted.length > 0 ? roundMarks(counted.reduce((sum, { marks }) => sum + marks, 0)) : null
}

const getEarned = ({ marks, deduction }: Work): number => roundMarks(marks! + deduction)

/** The total is not the sum of its question marks: a person or a file gave it, and only they change it. */
const isGivenTotal = (questions: readonly StoredQuestion[], work: Work): boolean =>
  work.isFinal || sumMarks(questions, work.questionMarks) !== getEarned(work)

/**
 * The marks of submitted work after a change. Marks given by a person stay; those of choice questions with changed keys or points
 * are replaced, and those of removed questions no longer count. The late deduction is recalculated, except for marks from a file, which
 * are final. Work that was on time becomes late only if `recheckLate`.
 */
export function regrade(before: Terms, after: Terms, work: Work, { recheckLate }: { recheckLate: boolean }): Outcome {
  const changed = after.questions.filter((question) =>
    needsRegrade(
      before.questions.find(({ id }) => id === question.id),
      question,
    ),
  )
  const automatic = getAutomaticMarks(changed, work.answers)
  const ids = new Set(automatic.map(({ questionId }) => questionId))
  const questionMarks = [...work.questionMarks.filter(({ questionId }) => !ids.has(questionId)), ...automatic]
  const isPastDue = work.effectiveSubmittedAt !== null && isPast(after.dueAt, Date.parse(work.effectiveSubmittedAt))
  const late = isPastDue && (work.late || recheckLate)
  if (work.marks === null) return { marks: null, deduction: 0, late, questionMarks }
  if (work.isFinal) return { marks: work.marks, deduction: 0, late, questionMarks }
  const earned = isGivenTotal(before.questions, work) ? getEarned(work) : (sumMarks(after.questions, questionMarks) ?? 0)
  const { latePolicy, maxMarks, dueAt } = after
  const deduction = late
    ? getLateDeduction(latePolicy, { marks: earned, maxMarks, dueAt, effectiveSubmittedAt: work.effectiveSubmittedAt })
    : 0
  return { marks: roundMarks(earned - deduction), deduction, late, questionMarks }
}

/** Students named in an error. */
const maxNamed = 20

/** A total that a person or a file gave is not lowered with the maximum: the students who have more are named. */
export function validateTotals(before: Terms, after: Terms, work: readonly (Work & { student: { name: string } })[]): FieldError[] {
  const above = work.filter((one) => one.marks !== null && isGivenTotal(before.questions, one) && getEarned(one) > after.maxMarks)
  if (above.length === 0) return []
  const names = above.slice(0, maxNamed).map((one) => `${one.student.name} (${getEarned(one)})`)
  const rest = above.length - names.length
  const list = `${names.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  return [
    { pointer: '/questions', detail: `More than the new maximum of ${after.maxMarks} was given to ${list}. Change these marks first.` },
  ]
}

export const isSameOutcome = (work: Work, { marks, deduction, late, questionMarks }: Outcome): boolean =>
  marks === work.marks &&
  deduction === work.deduction &&
  late === work.late &&
  questionMarks.every(({ questionId, marks: given }) =>
    work.questionMarks.some((one) => one.questionId === questionId && one.marks === given),
  )
