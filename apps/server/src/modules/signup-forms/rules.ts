/** Decisions about signing up with a form. Pure; the clock is an argument. */
import type { FieldError } from '@lms/contract/problems'
import { overReason } from '@lms/contract/rules/course-state'
import { answerError, isFormOpen, questionErrors, type FormQuestion } from '@lms/contract/rules/form-answers'
import type { Answer } from '@lms/contract/submissions'

type Status = 'PENDING' | 'APPROVED' | 'WAITLISTED' | 'REJECTED' | 'WITHDRAWN'

interface Terms {
  course: { status: 'DRAFT' | 'PUBLISHED' | 'ARCHIVED'; enrolment: 'OPEN' | 'FORM' | 'INVITE'; endsOn: string | null; timeZone: string }
  form: { status: 'OPEN' | 'CLOSED'; closesAt: string | null }
}

/** Why nobody may respond now, as a sentence; undefined if they may. */
export function closedReason({ course, form }: Terms, now: Date): string | undefined {
  const over = overReason(course, now.getTime())
  if (over) return over
  if (course.enrolment !== 'FORM') return 'This course does not take sign-ups by a form.'
  return isFormOpen(form, now.getTime()) ? undefined : 'Sign-up is closed.'
}

/** The state of a new response: enrolled at once, on the waiting list, or to be reviewed. */
export function statusOnSending(
  { autoApprove }: { autoApprove: boolean },
  seatsLeft: number | null,
): Exclude<Status, 'REJECTED' | 'WITHDRAWN'> {
  if (!autoApprove) return 'PENDING'
  return seatsLeft === null || seatsLeft > 0 ? 'APPROVED' : 'WAITLISTED'
}

/** Whether the user may still change or withdraw the response. */
export const isUndecided = (status: Status): boolean => status === 'PENDING' || status === 'WAITLISTED'

/** Errors in the answers, by question: `/answers/<question id>`. */
export function answerErrors(questions: readonly FormQuestion[], answers: readonly Answer[]): FieldError[] {
  const byId = new Map(answers.map(({ questionId, value }) => [questionId, value]))
  const known = new Set(questions.map(({ id }) => id))
  const strays = answers.flatMap(({ questionId }, index) =>
    !known.has(questionId)
      ? [{ pointer: `/answers/${index}/questionId`, detail: 'This question is not part of the form' }]
      : answers.findIndex((other) => other.questionId === questionId) < index
        ? [{ pointer: `/answers/${index}/questionId`, detail: 'Answered twice' }]
        : [],
  )
  const errors = questions.flatMap((question) => {
    const detail = answerError(question, byId.get(question.id))
    return detail === undefined ? [] : [{ pointer: `/answers/${question.id}`, detail }]
  })
  return [...strays, ...errors]
}

/** Errors in a form's questions. Unknown ids are rejected: clients cannot choose ids. */
export function formErrors(
  questions: readonly (Omit<FormQuestion, 'id'> & { id?: string | undefined })[],
  knownIds: ReadonlySet<string>,
): FieldError[] {
  const seen = new Set<string>()
  return questions.flatMap((question, index) => {
    const error = questionErrors(question)
    const errors = error ? [{ pointer: `/questions/${index}/${error.field}`, detail: error.detail }] : []
    if (question.id === undefined) return errors
    if (!knownIds.has(question.id)) errors.push({ pointer: `/questions/${index}/id`, detail: 'Not a question of this form' })
    if (seen.has(question.id)) errors.push({ pointer: `/questions/${index}/id`, detail: 'Used twice' })
    seen.add(question.id)
    return errors
  })
}

export interface Decision {
  decision: 'APPROVED' | 'WAITLISTED' | 'REJECTED' | 'PENDING'
  /** Null without a limit. */
  seatsLeft: number | null
}

/** The state after a decision: nobody is enrolled without a seat. */
export function statusAfter({ decision, seatsLeft }: Decision): Exclude<Status, 'WITHDRAWN'> {
  return decision === 'APPROVED' && seatsLeft !== null && seatsLeft <= 0 ? 'WAITLISTED' : decision
}

/** Keys of files given as answers. */
export function fileKeys(questions: readonly FormQuestion[], answers: readonly Answer[]): string[] {
  const takesFiles = new Set(questions.filter(({ type }) => type === 'FILE').map(({ id }) => id))
  return answers
    .filter(({ questionId }) => takesFiles.has(questionId))
    .flatMap(({ value }) => value)
    .filter(Boolean)
}
