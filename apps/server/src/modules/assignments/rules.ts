/** Decisions about assignments. Pure. */
import { sumPoints } from '@lms/contract/rules/marks'
import type { Assignment, NewQuestion, StoredQuestion } from '@lms/contract/assignments'
import type { FieldError } from '@lms/contract/problems'

/** The maximum marks of an assignment. */
const maxTotalMarks = 10_000

/** A single question may have no text of its own: the instructions are the question. */
export function validateQuestions(questions: readonly NewQuestion[], instructions: string): FieldError[] {
  const hasPrompt = ({ prompt }: NewQuestion) => prompt !== '' || (questions.length === 1 && instructions !== '')
  const blank = questions.flatMap((question, index) =>
    hasPrompt(question) ? [] : [{ pointer: `/questions/${index}/prompt`, detail: 'Must not be empty' }],
  )
  const ids = questions.map(({ id }) => id)
  const doubles = ids.flatMap((id, index) =>
    id !== undefined && ids.indexOf(id) !== index ? [{ pointer: `/questions/${index}/id`, detail: 'Two questions have this id' }] : [],
  )
  const tooMany =
    sumPoints(questions) > maxTotalMarks ? [{ pointer: '/questions', detail: `All points together are at most ${maxTotalMarks}` }] : []
  return [...blank, ...doubles, ...tooMany]
}

type Times = Record<'availableFrom' | 'dueAt' | 'closesAt', string | null>

/** Opening, due and closing times must be in this order, as far as they are set. */
export function validateDates({ availableFrom, dueAt, closesAt }: Times): FieldError[] {
  const [opens, due, closes] = [availableFrom, dueAt, closesAt].map((at) => (at ? Date.parse(at) : undefined))
  const last = due ?? opens
  return [
    ...(due !== undefined && opens !== undefined && due <= opens
      ? [{ pointer: '/dueAt', detail: 'Choose a due time after it opens' }]
      : []),
    ...(closes !== undefined && last !== undefined && closes <= last
      ? [{ pointer: '/closesAt', detail: 'Choose a time after it is due' }]
      : []),
  ]
}

/** As students get it: correct options never leave the server. */
export const withoutKeys = (questions: readonly StoredQuestion[]): Assignment['questions'] =>
  questions.map(({ answerKey: _, ...question }) => question)
