/** Which changes are allowed to questions that have answers, and how they affect marks. Pure. */

import { isDeepStrictEqual } from 'node:util'
import type { LatePolicy, NewQuestion, StoredQuestion } from '@lms/contract/assignments'
import type { FieldError } from '@lms/contract/problems'
import { getLateDeduction } from '@lms/contract/rules/late-deduction'
import { isPast } from '@lms/contract/rules/late-policy'
import { roundMarks } from '@lms/contract/rules/marks'
import { getAutomaticMarks, isAutoGraded, isFullyAutoGraded } from '@lms/contract/rules/question-marking'
import { isRecorded } from '@lms/contract/rules/submission-window'
import { decideWork, type Work as WorkOf } from '@lms/contract/rules/work'
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
  holdMarks: boolean
}

export interface Work extends WorkOf {
  /** Of the automatically marked questions. */
  answers: Answer[]
  late: boolean
  marks: number | null
  deduction: number
  isFinal: boolean
  questionMarks: { questionId: string; marks: number }[]
  effectiveSubmittedAt: string | null
  /** Of the course. */
  timeZone: string
}
export type Outcome = Pick<Work, 'status' | 'isHeld' | 'marks' | 'deduction' | 'late' | 'questionMarks'>

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

/** A mark of a question that is not the one of its answer key: a person gave it. */
function isGivenMark(before: Terms, work: Work, questionId: string): boolean {
  const given = work.questionMarks.find((one) => one.questionId === questionId)
  const byKey = getAutomaticMarks(
    before.questions.filter(({ id }) => id === questionId),
    work.answers,
  )
  return given !== undefined && given.marks !== byKey[0]?.marks
}

interface How {
  recheckLate: boolean
  /** Whether the student was asked a question: others were added since. */
  isAsked?: (questionId: string) => boolean
}

/** The marks of questions whose key or points changed, for work that answers them. */
function regradeQuestions(before: Terms, after: Terms, work: Work, isAsked: (questionId: string) => boolean): Work['questionMarks'] {
  if (isRecorded(work)) return work.questionMarks
  const changed = after.questions.filter(
    (question) =>
      needsRegrade(
        before.questions.find(({ id }) => id === question.id),
        question,
      ) &&
      isAsked(question.id) &&
      !isGivenMark(before, work, question.id),
  )
  const automatic = getAutomaticMarks(changed, work.answers)
  const ids = new Set(automatic.map(({ questionId }) => questionId))
  return [...work.questionMarks.filter(({ questionId }) => !ids.has(questionId)), ...automatic]
}

/** Once every question has a key, work that waits for a mark gets one, unless it was not asked all of them. */
function completeKeys(before: Terms, after: Terms, work: Work, isAsked: (questionId: string) => boolean): Pick<Work, 'status' | 'isHeld'> {
  const isAutoGraded = isFullyAutoGraded(after.questions) && !isFullyAutoGraded(before.questions)
  const isWhole = after.questions.every(({ id }) => isAsked(id))
  // Without questions there is no mark to hold.
  const holdMarks = after.holdMarks && after.questions.length > 0
  const decision = decideWork({ move: 'completeKeys', work, holdMarks, isAutoGraded: isAutoGraded && isWhole })
  return 'to' in decision ? { status: 'GRADED', isHeld: decision.to === 'HELD' } : work
}

/**
 * The marks of submitted work after a change. Marks given by a person stay; those of choice questions with changed keys or points
 * are replaced, and those of removed questions no longer count. The late deduction is recalculated, except for marks from a file, which
 * are final. Work that was on time becomes late only if `recheckLate`.
 */
export function regrade(before: Terms, after: Terms, work: Work, { recheckLate, isAsked = () => true }: How): Outcome {
  const questionMarks = regradeQuestions(before, after, work, isAsked)
  const { status, isHeld } = completeKeys(before, after, work, isAsked)
  const isPastDue = work.effectiveSubmittedAt !== null && isPast(after.dueAt, Date.parse(work.effectiveSubmittedAt))
  const late = isPastDue && (work.late || recheckLate)
  const facts = { status, isHeld, late, questionMarks }
  if (work.marks === null && status === work.status) return { ...facts, marks: null, deduction: 0 }
  if (work.isFinal) return { ...facts, marks: work.marks, deduction: 0 }
  const isGiven = work.marks !== null && isGivenTotal(before.questions, work)
  if (!isGiven && after.questions.length === 0) return { ...facts, marks: null, deduction: 0 }
  const earned = isGiven ? getEarned(work) : (sumMarks(after.questions, questionMarks) ?? 0)
  const { latePolicy, maxMarks, dueAt } = after
  const { effectiveSubmittedAt, timeZone } = work
  const deduction = late ? getLateDeduction(latePolicy, { marks: earned, maxMarks, dueAt, timeZone, effectiveSubmittedAt }) : 0
  return { ...facts, marks: roundMarks(earned - deduction), deduction }
}

/** Students named in an error. */
const maxNamed = 20

/** Marks that a person or a file gave are not lowered with the points: the students who have more are named. */
export function validateTotals(before: Terms, after: Terms, work: readonly (Work & { student: { name: string } })[]): FieldError[] {
  const above = work.filter((one) => one.marks !== null && isGivenTotal(before.questions, one) && getEarned(one) > after.maxMarks)
  const total = toError(
    '/questions',
    `the new maximum of ${after.maxMarks}`,
    above.map((one) => `${one.student.name} (${getEarned(one)})`),
  )
  // Marks of other questions are checked with the usage (validateQuestionChanges).
  const shares = after.questions.flatMap(({ id, points, ...question }, index) => {
    const marksOf = (one: Work) => one.questionMarks.find(({ questionId }) => questionId === id)?.marks ?? 0
    const given = isAutoGraded(question) ? work.filter((one) => marksOf(one) > points && isGivenMark(before, one, id)) : []
    return toError(
      `/questions/${index}/points`,
      `the new ${points} marks`,
      given.map((one) => `${one.student.name} (${marksOf(one)})`),
    )
  })
  return [...total, ...shares]
}

function toError(pointer: string, limit: string, given: readonly string[]): FieldError[] {
  if (given.length === 0) return []
  const rest = given.length - maxNamed
  const list = `${given.slice(0, maxNamed).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  return [{ pointer, detail: `More than ${limit} was given to ${list}. Change these marks first.` }]
}

export const isSameOutcome = (work: Work, { status, marks, deduction, late, questionMarks }: Outcome): boolean =>
  status === work.status &&
  marks === work.marks &&
  deduction === work.deduction &&
  late === work.late &&
  questionMarks.every(({ questionId, marks: given }) =>
    work.questionMarks.some((one) => one.questionId === questionId && one.marks === given),
  )
