/** Decisions about submitting and grading. Pure; the clock is an argument. */

import type { StoredQuestion as Question } from '@lms/contract/assignments'
import type { FieldError } from '@lms/contract/problems'
import { completeUrl } from '@lms/contract/rules/https-url'
import { getLateDeduction } from '@lms/contract/rules/late-deduction'
import { isPast, staysFinal } from '@lms/contract/rules/late-policy'
import { answerError, hasOptions, isAnswered, takesMany } from '@lms/contract/rules/questions'
import { getMostAttempts } from '@lms/contract/rules/submission-window'
import type { WorkRefusal } from '@lms/contract/rules/work'
import type { Answer } from '@lms/contract/submissions'

interface Terms {
  status: 'DRAFT' | 'PUBLISHED' | 'CLOSED'
  maxAttempts: number | null
}

/** Why submitting is not allowed now, as a sentence. */
export function toClosedReason(refusal: WorkRefusal, terms: Terms): string {
  switch (refusal) {
    case 'not-open':
      return 'This assignment has not opened yet.'
    case 'closed':
      return terms.status === 'CLOSED' ? 'This assignment is closed.' : 'The deadline has passed.'
    case 'used-up':
      return terms.maxAttempts === 1 ? 'You have submitted. One attempt is allowed.' : `All ${getMostAttempts(terms)} attempts are used.`
    default:
      return 'This submission is graded. Ask your trainer to return it for another attempt.'
  }
}

/** Errors in the answers; `isFinal` also requires mandatory answers. Drafts may be incomplete, but not malformed. */
export function validateAnswers(questions: readonly Question[], answers: readonly Answer[], isFinal: boolean): FieldError[] {
  const errors: FieldError[] = []
  const seen = new Set<string>()
  for (const [index, answer] of answers.entries()) {
    const question = questions.find(({ id }) => id === answer.questionId)
    const error =
      question === undefined
        ? 'This question is not part of the assignment'
        : seen.has(answer.questionId)
          ? 'Answered twice'
          : valueError(question, answer, isFinal)
    if (error) errors.push({ pointer: `/answers/${index}/${question ? 'value' : 'questionId'}`, detail: error })
    seen.add(answer.questionId)
  }
  if (!isFinal) return errors
  const isMissing = (question: Question) =>
    question.required && !isAnswered(answers.find(({ questionId }) => questionId === question.id)?.value)
  return [
    ...errors,
    ...questions.filter(isMissing).map(({ id }) => ({ pointer: `/answers/${id}`, detail: 'This question needs an answer.' })),
  ]
}

/** Links as they were meant. */
export function withCompleteLinks(questions: readonly Question[], answers: readonly Answer[]): Answer[] {
  const links = new Set(questions.filter(({ type }) => type === 'LINK').map(({ id }) => id))
  return answers.map(({ questionId, value }) => ({
    questionId,
    value: links.has(questionId) && !Array.isArray(value) ? completeUrl(value) : value,
  }))
}

function valueError(question: Question, { value }: Answer, isFinal: boolean): string | undefined {
  if (!takesMany(question.type) && Array.isArray(value)) return 'Takes one value'
  // A draft may be incomplete; but what it chose must be there.
  return isFinal || hasOptions(question.type) ? answerError({ ...question, required: false }, value) : undefined
}

/** Why closed work cannot be returned with this time, until which it may be submitted again. */
export function validateReopening(until: string | undefined, now: number): string | undefined {
  if (!until) return 'This assignment is closed. Choose until when it can be submitted again.'
  return isPast(until, now) ? 'Choose a time in the future' : undefined
}

type GradedTerms = Omit<Parameters<typeof getLateDeduction>[1], 'marks' | 'effectiveSubmittedAt'> & {
  latePolicy: Parameters<typeof getLateDeduction>[0]
}
type GradedWork = { late: boolean; effectiveSubmittedAt: string | null } & Parameters<typeof staysFinal>[0]

/** The marks that count, and what lateness takes off: nothing from a mark that is given again as it was. */
export function deductLateness({ latePolicy, maxMarks, dueAt, timeZone }: GradedTerms, before: GradedWork, marks: number | null) {
  const { effectiveSubmittedAt } = before
  const isFinal = staysFinal(before, marks)
  // Work can count as on time although it was submitted after a due time that was changed since.
  const isReduced = marks !== null && before.late && !isFinal
  const deduction = isReduced ? getLateDeduction(latePolicy, { marks, maxMarks, dueAt, timeZone, effectiveSubmittedAt }) : 0
  return { marks: marks && marks - deduction, deduction, isFinal }
}
