/** Decisions about handing in and grading: pure, the clock is an argument. */
import type { LatePolicy, StoredQuestion as Question } from '@lms/contract/assignments'
import type { FieldError } from '@lms/contract/problems'
import { httpsUrlError, isHttpsUrl } from '@lms/contract/rules/https-url'
import type { Answer } from '@lms/contract/submissions'

type QuestionMarks = { questionId: string; marks: number }[]

export interface Terms {
  status: 'DRAFT' | 'PUBLISHED' | 'CLOSED'
  availableFrom: string | null
  dueAt: string | null
  closesAt: string | null
  maxAttempts: number | null
}
export interface Standing {
  status: 'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED'
  attempt: number
  gradedBy: string | null
}

const minute = 60_000
const day = 86_400_000

/** Milliseconds past an instant; the instant's own minute still counts as in time. */
const past = (limit: string, now: Date) => now.getTime() - (Math.floor(Date.parse(limit) / minute) + 1) * minute

export const isLate = (dueAt: string | null, now: Date): boolean => dueAt !== null && past(dueAt, now) >= 0

/** Why nothing may be handed in now, as a sentence; undefined if it may. */
export function refusal(terms: Terms, standing: Standing | undefined, now: Date): string | undefined {
  if (terms.status === 'CLOSED') return 'This assignment is closed.'
  if (terms.availableFrom && now < new Date(terms.availableFrom)) return 'This assignment has not opened yet.'
  if (terms.closesAt && past(terms.closesAt, now) >= 0) return 'The time to submit is over.'
  // What the machine alone has marked may be tried again; what a person has graded stays.
  if (standing?.status === 'GRADED' && standing.gradedBy) return 'This work is graded. Ask your trainer to return it for another attempt.'
  const isUsedUp = terms.maxAttempts !== null && (standing?.attempt ?? 0) >= terms.maxAttempts
  if (isUsedUp && standing?.status !== 'RETURNED')
    return terms.maxAttempts === 1 ? 'This work was submitted. It takes one attempt.' : `All ${terms.maxAttempts} attempts are used.`
  return undefined
}

const valuesOf = (answer: Answer | undefined): string[] =>
  answer === undefined ? [] : [answer.value].flat().filter((value) => value.trim() !== '')

/** What is wrong with the answers; `isFinal` also asks for what is required. Drafts may be incomplete, never malformed. */
export function answerFaults(questions: readonly Question[], answers: readonly Answer[], isFinal: boolean): FieldError[] {
  const faults: FieldError[] = []
  const seen = new Set<string>()
  for (const [index, answer] of answers.entries()) {
    const question = questions.find(({ id }) => id === answer.questionId)
    const fault =
      question === undefined
        ? 'This question is not part of the assignment'
        : seen.has(answer.questionId)
          ? 'Answered twice'
          : valueFault(question, answer, isFinal)
    if (fault) faults.push({ pointer: `/answers/${index}/${question ? 'value' : 'questionId'}`, detail: fault })
    seen.add(answer.questionId)
  }
  if (!isFinal) return faults
  const isMissing = (question: Question) =>
    question.required && valuesOf(answers.find(({ questionId }) => questionId === question.id)).length === 0
  return [...faults, ...questions.filter(isMissing).map(({ id }) => ({ pointer: `/answers/${id}`, detail: 'Needs an answer' }))]
}

function valueFault(question: Question, answer: Answer, isFinal: boolean): string | undefined {
  const values = valuesOf(answer)
  const takesMany = question.type === 'FILE' || question.type === 'MULTIPLE_CHOICE'
  if (!takesMany && Array.isArray(answer.value)) return 'Takes one value'
  if (question.type.endsWith('CHOICE') && !values.every((value) => question.options.includes(value))) return 'Not one of the options'
  if (question.type === 'LINK' && isFinal && !values.every((value) => isHttpsUrl(value.trim()))) return httpsUrlError
  return undefined
}

/** Marks of the questions that mark themselves: all points for exactly the right options, else none. */
export function automaticMarks(questions: readonly Question[], answers: readonly Answer[]): QuestionMarks {
  return questions
    .filter(({ type, answerKey }) => type.endsWith('CHOICE') && answerKey.length > 0)
    .map((question) => {
      const given = new Set(valuesOf(answers.find(({ questionId }) => questionId === question.id)))
      const isRight = given.size === question.answerKey.length && question.answerKey.every((option) => given.has(option))
      return { questionId: question.id, marks: isRight ? question.points : 0 }
    })
}

/** Whether nobody needs to look: every question marks itself. */
export const marksItself = (questions: readonly Question[]): boolean =>
  questions.length > 0 && questions.every(({ type, answerKey }) => type.endsWith('CHOICE') && answerKey.length > 0)

/**
 * What lateness takes off: `percent` of the maximum for each begun day, but never below `floor` percent of the maximum
 * (Canvas late policy), and never more than there is.
 */
export function deduction(policy: LatePolicy, work: { marks: number; maxMarks: number; dueAt: string | null; countsAt: string }): number {
  if (policy.kind !== 'PERCENT_PER_DAY' || !work.dueAt || !isLate(work.dueAt, new Date(work.countsAt))) return 0
  const days = Math.ceil((past(work.dueAt, new Date(work.countsAt)) + 1) / day)
  const lowest = Math.min(work.marks, (policy.floor / 100) * work.maxMarks)
  const off = Math.min((policy.percent / 100) * work.maxMarks * days, work.marks - lowest)
  return Math.round(off * 100) / 100
}

/** Faults of what a grader gave: the total and each question's share have their limits. */
export function markFaults(
  questions: readonly Question[],
  maxMarks: number,
  given: { marks: number; questionMarks?: QuestionMarks | undefined },
): FieldError[] {
  const total = given.marks > maxMarks ? [{ pointer: '/marks', detail: `At most ${maxMarks}` }] : []
  const shares = (given.questionMarks ?? []).flatMap(({ questionId, marks }, index) => {
    const points = questions.find(({ id }) => id === questionId)?.points
    if (points === undefined)
      return [{ pointer: `/questionMarks/${index}/questionId`, detail: 'This question is not part of the assignment' }]
    return marks > points ? [{ pointer: `/questionMarks/${index}/marks`, detail: `At most ${points}` }] : []
  })
  return [...total, ...shares]
}
