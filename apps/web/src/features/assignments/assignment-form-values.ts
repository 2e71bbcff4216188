/** The values of the assignment form, their validation, and their conversion for the API. */

import type { Assignment, LatePolicy } from '@lms/contract/assignments'
import { ApiProblem } from '@lms/contract/client'
import { findOptionsError, isPromptRequired } from '@lms/contract/rules/assignment-questions'
import { findTimeErrors } from '@lms/contract/rules/assignment-times'
import { attemptLimits } from '@lms/contract/rules/limits'
import { readTypedMark } from '@lms/contract/rules/mark-text'
import { sumPoints } from '@lms/contract/rules/marks'
import { describeThousands, readWholeNumber } from '@lms/contract/rules/number-text'
import { type AssignmentQuestionType, hasOptions } from '@lms/contract/rules/questions'
import { isApiProblem } from '#lib/api-errors.ts'
import type { FieldErrors } from '#lib/form.ts'
import { describeDate, findDateError } from '#lib/typed-date.ts'
import { fromLocalInput, toLocalInput } from '#lib/zoned-date-time.ts'
import { type EditedQuestion, emptyOptions, type QuestionAction as ActionOn, startQuestion } from '#features/questions/question-actions.ts'

/** Numbers are text, as typed. `right` contains the indexes of the correct options. */
export type QuestionValues = EditedQuestion<AssignmentQuestionType> & {
  prompt: string
  points: string
  right: number[]
  shuffle: boolean
}

export type AssignmentFormValues = {
  title: string
  instructions: string
  questions: QuestionValues[]
  /** As entered in the field, in the course’s time zone. */
  availableFrom: string
  dueAt: string
  closesAt: string
  latePolicy: { kind: LatePolicy['kind']; percent: string; floor: string }
  /** Leave empty for no limit. */
  maxAttempts: string
  holdMarks: boolean
}

export type QuestionAction = ActionOn<QuestionValues>

export const newQuestion = (type: AssignmentQuestionType = 'TEXT'): QuestionValues => ({
  ...startQuestion(type),
  prompt: '',
  points: '10',
  right: [],
  shuffle: false,
})

export const startValues = (dueAt = ''): AssignmentFormValues => ({
  title: '',
  instructions: '',
  questions: [newQuestion()],
  availableFrom: '',
  dueAt,
  closesAt: '',
  latePolicy: { kind: 'FLAG', percent: '10', floor: '50' },
  maxAttempts: '',
  holdMarks: false,
})

/** The form values of an existing assignment. `zone` is the course’s time zone. */
export const toAssignmentFormValues = (assignment: Assignment, zone: string): AssignmentFormValues => {
  const { title, instructions, questions, availableFrom, dueAt, closesAt, latePolicy, maxAttempts, holdMarks = false } = assignment
  const usual = startValues()
  return {
    title,
    instructions,
    questions: questions.map(({ id, type, prompt, required, points, options, answerKey = [], shuffle = false }) => ({
      key: id,
      id,
      type,
      prompt,
      required,
      points: String(points),
      options: hasOptions(type) ? options : emptyOptions(),
      right: options.flatMap((option, at) => (answerKey.includes(option) ? [at] : [])),
      shuffle,
    })),
    availableFrom: toLocalInput(availableFrom, zone),
    dueAt: toLocalInput(dueAt, zone),
    closesAt: toLocalInput(closesAt, zone),
    latePolicy:
      latePolicy.kind === 'PERCENT_PER_DAY'
        ? { kind: latePolicy.kind, percent: String(latePolicy.percent), floor: String(latePolicy.floor) }
        : { ...usual.latePolicy, kind: latePolicy.kind },
    maxAttempts: maxAttempts === null ? '' : String(maxAttempts),
    holdMarks,
  }
}

/** NaN if it is not a number, or is empty. */
const parseNumber = (text: string): number => readTypedMark(text, 99_999.99) ?? Number.NaN

export const parsePoints = ({ points }: Pick<QuestionValues, 'points'>): number => (points.trim() === '' ? 0 : parseNumber(points))

/** Input that is not a number counts as 0. */
export const getMaxMarks = (questions: readonly QuestionValues[]): number =>
  sumPoints(questions.map((question) => ({ points: parsePoints(question) || 0 })))

type AssignmentFormErrors = FieldErrors<keyof AssignmentFormValues>

const optionsErrors = {
  TOO_FEW: (number: number) => `Give question ${number} at least two options`,
  EMPTY: (number: number) => `Fill in or remove the empty option of question ${number}`,
  SAME: (number: number) => `Two options of question ${number} are the same`,
}

function questionErrors(question: QuestionValues, index: number, isPromptNeeded: boolean): AssignmentFormErrors {
  const at = `questions.${index}` as const
  const points = parsePoints(question)
  const errors: AssignmentFormErrors = {}
  if (!question.prompt.trim() && isPromptNeeded) errors[`${at}.prompt`] = `Enter question ${index + 1}`
  if (Number.isNaN(points))
    errors[`${at}.points`] = describeThousands(question.points) ?? `Enter the marks of question ${index + 1} as a number`
  if (!hasOptions(question.type)) return errors
  const error = findOptionsError(
    question.type,
    question.options.map((option) => option.trim()),
  )
  if (error) errors[`${at}.options`] = optionsErrors[error](index + 1)
  return errors
}

type Dates = Pick<AssignmentFormValues, 'availableFrom' | 'dueAt' | 'closesAt'>

/** “The due date is before the opening date, Mon 16 Nov, 09:00.” */
const tooEarly = (name: string, date: string, other: string, limit: string): string =>
  `The ${name} date is ${date === limit ? 'not after' : 'before'} the ${other} date, ${describeDate(limit)}.`

/** Dates that are not understood, or come before what they must follow. */
export function findDateErrors({ availableFrom, dueAt, closesAt }: Dates): FieldErrors<keyof Dates> {
  const unread = { availableFrom: findDateError(availableFrom), dueAt: findDateError(dueAt), closesAt: findDateError(closesAt) }
  if (Object.values(unread).some(Boolean)) return unread
  const wrong = findTimeErrors({ availableFrom: availableFrom || undefined, dueAt: dueAt || undefined, closesAt: closesAt || undefined })
  return {
    ...(wrong.dueAt && { dueAt: tooEarly('due', dueAt, 'opening', availableFrom) }),
    ...(wrong.closesAt && {
      closesAt: dueAt ? tooEarly('closing', closesAt, 'due', dueAt) : tooEarly('closing', closesAt, 'opening', availableFrom),
    }),
  }
}

export function validateAssignment(values: AssignmentFormValues): AssignmentFormErrors {
  const { title, questions, availableFrom, dueAt, closesAt, latePolicy, maxAttempts } = values
  const errors: AssignmentFormErrors = {}
  if (!title.trim()) errors.title = 'Enter a title'
  const isPromptNeeded = isPromptRequired(questions, values.instructions)
  questions.forEach((question, index) => Object.assign(errors, questionErrors(question, index, isPromptNeeded)))
  Object.assign(errors, findDateErrors({ availableFrom, dueAt, closesAt }))
  if (latePolicy.kind === 'PERCENT_PER_DAY') {
    const { percent, floor } = latePolicy
    if (!(parseNumber(percent) > 0 && parseNumber(percent) <= 100))
      errors['latePolicy.percent'] = describeThousands(percent) ?? 'Enter a share from 1 to 100'
    if (floor.trim() !== '' && !(parseNumber(floor) <= 100))
      errors['latePolicy.floor'] = describeThousands(floor) ?? 'Enter a share from 0 to 100'
  }
  if (maxAttempts.trim() !== '' && readWholeNumber(maxAttempts, 1, attemptLimits.count) === null)
    errors.maxAttempts = `Enter a whole number from 1 to ${attemptLimits.count}, or leave it empty`
  return errors
}

function questionBody({ id, type, prompt, required, points, options, right, shuffle }: QuestionValues) {
  const shared = { ...(id && { id }), type, prompt: prompt.trim(), required, points: parsePoints({ points }) }
  if (!hasOptions(type)) return { ...shared, options: [], answerKey: [], shuffle: false }
  const tidy = options.map((option) => option.trim())
  return { ...shared, options: tidy, answerKey: tidy.filter((_, index) => right.includes(index)), shuffle }
}

/** Converts the values for the API; numbers are valid by now. */
export function toAssignmentInput(
  values: AssignmentFormValues,
  zone: string,
  stored?: Pick<Assignment, 'availableFrom' | 'dueAt' | 'closesAt'>,
) {
  const { title, instructions, questions, availableFrom, dueAt, closesAt, latePolicy, maxAttempts, holdMarks } = values
  const { kind, percent, floor } = latePolicy
  const isShare = kind === 'PERCENT_PER_DAY'
  return {
    title: title.trim(),
    instructions,
    questions: questions.map(questionBody),
    availableFrom: fromLocalInput(availableFrom, zone, stored?.availableFrom),
    dueAt: fromLocalInput(dueAt, zone, stored?.dueAt),
    closesAt: fromLocalInput(closesAt, zone, stored?.closesAt),
    latePolicy: { kind, percent: isShare ? parseNumber(percent) : 0, floor: isShare && floor.trim() ? parseNumber(floor) : 0 },
    maxAttempts: maxAttempts.trim() ? Number(maxAttempts.trim()) : null,
    holdMarks,
  }
}

/** The server’s messages do not name the question, so the number is added here. */
export function nameQuestions(error: unknown): unknown {
  if (!isApiProblem(error)) return error
  const errors = error.errors.map(({ pointer, detail }) => {
    const index = /^\/questions\/(\d+)/.exec(pointer)?.[1]
    return { pointer, detail: index === undefined ? detail : `Question ${Number(index) + 1}: ${detail}` }
  })
  return new ApiProblem(error.problem, { ...error, detail: error.message, errors })
}
