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
    if (!old || !used || used.answers === 0) return []
    const at = `/questions/${index}`
    if (question.type !== old.type)
      return [{ pointer: `${at}/type`, detail: `Has ${used.answers} answers. Replace the question to ask for another kind of answer.` }]
    const lost = used.choices.filter(({ option }) => !question.options.includes(option))
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

/**
 * The marks of submitted work after a change. Marks given by a person stay; those of choice questions with changed keys or points
 * are replaced, and the late deduction is recalculated, except for marks from a file, which are final. Work that was on time becomes late only if `recheckLate`.
 */
export function regrade(before: Terms, after: Terms, work: Work, { recheckLate }: { recheckLate: boolean }): Outcome {
  const changed = after.questions.filter((question) =>
    needsRegrade(
      before.questions.find(({ id }) => id === question.id),
      question,
    ),
  )
  const automatic = getAutomaticMarks(changed, work.answers)
  const markOf = (questionId: string) => work.questionMarks.find((one) => one.questionId === questionId)?.marks ?? 0
  const difference = automatic.reduce((sum, { questionId, marks }) => sum + marks - markOf(questionId), 0)
  const ids = new Set(automatic.map(({ questionId }) => questionId))
  const questionMarks = [...work.questionMarks.filter(({ questionId }) => !ids.has(questionId)), ...automatic]
  const isPastDue = work.effectiveSubmittedAt !== null && isPast(after.dueAt, Date.parse(work.effectiveSubmittedAt))
  const late = isPastDue && (work.late || recheckLate)
  const earned = work.marks === null ? null : roundMarks(Math.min(Math.max(work.marks + work.deduction + difference, 0), after.maxMarks))
  if (earned === null) return { marks: null, deduction: 0, late, questionMarks }
  if (work.isFinal) return { marks: Math.min(work.marks!, after.maxMarks), deduction: 0, late, questionMarks }
  const { latePolicy, maxMarks, dueAt } = after
  const deduction = late
    ? getLateDeduction(latePolicy, { marks: earned, maxMarks, dueAt, effectiveSubmittedAt: work.effectiveSubmittedAt })
    : 0
  return { marks: roundMarks(earned - deduction), deduction, late, questionMarks }
}

export const isSameOutcome = (work: Work, { marks, deduction, late, questionMarks }: Outcome): boolean =>
  marks === work.marks &&
  deduction === work.deduction &&
  late === work.late &&
  questionMarks.every(({ questionId, marks: given }) =>
    work.questionMarks.some((one) => one.questionId === questionId && one.marks === given),
  )
