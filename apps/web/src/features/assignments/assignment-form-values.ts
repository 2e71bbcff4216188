/** What the builder of assignments holds while it is filled in, what is wrong with it, and what is sent. */
import type { LatePolicy, Question } from '@lms/contract/assignments'
import { newId } from '#lib/ids.ts'
import { fromLocalInput } from '#lib/zoned-date-time.ts'

export type QuestionType = Question['type']
/** `key` names the question here only; numbers are text, as typed. `right` holds the places of the right options. */
export type QuestionValues = {
  key: string
  type: QuestionType
  prompt: string
  required: boolean
  points: string
  options: string[]
  right: number[]
}

export type AssignmentFormValues = {
  title: string
  instructions: string
  questions: QuestionValues[]
  /** As the fields write it, in the course’s time zone. */
  availableFrom: string
  dueAt: string
  closesAt: string
  lateKind: LatePolicy['kind']
  percent: string
  floor: string
  /** Empty: any number. */
  attempts: string
}

export const questionTypes: { value: QuestionType; label: string }[] = [
  { value: 'TEXT', label: 'Written answer' },
  { value: 'FILE', label: 'File' },
  { value: 'LINK', label: 'Link' },
  { value: 'SINGLE_CHOICE', label: 'One choice' },
  { value: 'MULTIPLE_CHOICE', label: 'Several choices' },
]

export const isChoice = (type: QuestionType): boolean => type.endsWith('CHOICE')

export const newQuestion = (type: QuestionType = 'TEXT'): QuestionValues => ({
  key: newId(),
  type,
  prompt: '',
  required: true,
  points: '10',
  options: ['', ''],
  right: [],
})

export const startValues = (dueAt = ''): AssignmentFormValues => ({
  title: '',
  instructions: '',
  questions: [newQuestion()],
  availableFrom: '',
  dueAt,
  closesAt: '',
  lateKind: 'FLAG',
  percent: '10',
  floor: '50',
  attempts: '',
})

/** A typed number, with a comma or a point; NaN where it is none. */
export const numberOf = (text: string): number =>
  /^\d{1,5}([.,]\d{1,2})?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN

export const pointsOf = ({ points }: Pick<QuestionValues, 'points'>): number => (points.trim() === '' ? 0 : numberOf(points))

export const sumPoints = (questions: readonly QuestionValues[]): number => {
  const sum = questions.map(pointsOf).reduce((all, points) => all + (Number.isNaN(points) ? 0 : points), 0)
  return Math.round(sum * 100) / 100
}

/** By JSON pointer, as the server names fields. */
export type Faults = Record<string, string>

function questionFaults(question: QuestionValues, index: number): Faults {
  const at = `/questions/${index}`
  const points = pointsOf(question)
  const faults: Faults = {}
  if (!question.prompt.trim()) faults[`${at}/prompt`] = `Enter question ${index + 1}`
  if (Number.isNaN(points)) faults[`${at}/points`] = `Enter the marks of question ${index + 1} as a number`
  if (!isChoice(question.type)) return faults
  const options = question.options.map((option) => option.trim())
  if (options.filter(Boolean).length < 2) faults[`${at}/options`] = `Give question ${index + 1} at least two options`
  else if (options.some((option) => !option)) faults[`${at}/options`] = `Fill in or remove the empty option of question ${index + 1}`
  else if (new Set(options).size < options.length) faults[`${at}/options`] = `Two options of question ${index + 1} are the same`
  return faults
}

export function validateAssignment(values: AssignmentFormValues): Faults {
  const { title, questions, availableFrom, dueAt, closesAt, lateKind, percent, floor, attempts } = values
  const faults: Faults = {}
  if (!title.trim()) faults['/title'] = 'Enter a title'
  questions.forEach((question, index) => Object.assign(faults, questionFaults(question, index)))
  // Times of one zone compare as text.
  if (dueAt && availableFrom && dueAt <= availableFrom) faults['/dueAt'] = 'Choose a due time after it opens'
  const before = dueAt || availableFrom
  if (closesAt && before && closesAt <= before) faults['/closesAt'] = `Choose a closing time after it ${dueAt ? 'is due' : 'opens'}`
  if (lateKind === 'PERCENT_PER_DAY') {
    if (!(numberOf(percent) > 0 && numberOf(percent) <= 100)) faults['/latePolicy/percent'] = 'Enter a share from 1 to 100'
    if (floor.trim() !== '' && !(numberOf(floor) <= 100)) faults['/latePolicy/floor'] = 'Enter a share from 0 to 100'
  }
  if (attempts.trim() !== '' && !/^([1-9]|[1-9]\d|100)$/.test(attempts.trim()))
    faults['/maxAttempts'] = 'Enter a whole number from 1 to 100, or leave it empty'
  return faults
}

function questionBody({ type, prompt, required, points, options, right }: QuestionValues) {
  const shared = { type, prompt: prompt.trim(), required, points: pointsOf({ points }) }
  if (!isChoice(type)) return { ...shared, options: [], answerKey: [] }
  const tidy = options.map((option) => option.trim())
  return { ...shared, options: tidy, answerKey: tidy.filter((_, index) => right.includes(index)) }
}

export function toAssignmentInput(values: AssignmentFormValues, zone: string, status: 'DRAFT' | 'PUBLISHED') {
  const { title, instructions, questions, availableFrom, dueAt, closesAt, lateKind, percent, floor, attempts } = values
  const isShare = lateKind === 'PERCENT_PER_DAY'
  return {
    title: title.trim(),
    instructions,
    questions: questions.map(questionBody),
    status,
    availableFrom: fromLocalInput(availableFrom, zone),
    dueAt: fromLocalInput(dueAt, zone),
    closesAt: fromLocalInput(closesAt, zone),
    latePolicy: { kind: lateKind, percent: isShare ? numberOf(percent) : 0, floor: isShare && floor.trim() ? numberOf(floor) : 0 },
    maxAttempts: attempts.trim() ? Number(attempts.trim()) : null,
  }
}

/** The id of the field that a pointer leads to; a place inside a field leads to the field. */
export const getFieldId = (pointer: string): string =>
  `at${pointer.replace(/^(\/questions\/\d+\/(?:options|answerKey)).*$/, '$1').replaceAll('/', '-')}`

/** The server’s faults at the same places as our own. */
export function fromServerErrors(errors: readonly { pointer: string; detail: string }[]): Faults {
  return Object.fromEntries(
    errors.map(({ pointer, detail }) => {
      const place = /^\/questions\/(\d+)/.exec(pointer)
      return [pointer, place ? `Question ${Number(place[1]) + 1}: ${detail}` : detail]
    }),
  )
}

/** The fault of a field, or of anything inside it. */
export const getError = (faults: Faults, pointer: string): string | undefined =>
  faults[pointer] ?? Object.entries(faults).find(([key]) => key.startsWith(`${pointer}/`))?.[1]
