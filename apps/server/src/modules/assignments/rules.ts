/** Decisions about assignments. Pure. */

import type { Assignment, NewQuestion, StoredQuestion } from '@lms/contract/assignments'
import type { FieldError } from '@lms/contract/problems'
import { isPromptRequired } from '@lms/contract/rules/assignment-questions'
import { findInstantErrors } from '@lms/contract/rules/assignment-times'
import { sumPoints } from '@lms/contract/rules/marks'

/** The maximum marks of an assignment. */
const maxTotalMarks = 10_000

export function validateQuestions(questions: readonly NewQuestion[], instructions: string): FieldError[] {
  const isNeeded = isPromptRequired(questions, instructions)
  const blank = questions.flatMap(({ prompt }, index) =>
    prompt === '' && isNeeded ? [{ pointer: `/questions/${index}/prompt`, detail: 'Must not be empty' }] : [],
  )
  const ids = questions.map(({ id }) => id)
  const doubles = ids.flatMap((id, index) =>
    id !== undefined && ids.indexOf(id) !== index ? [{ pointer: `/questions/${index}/id`, detail: 'Two questions have this id' }] : [],
  )
  const tooMany =
    sumPoints(questions) > maxTotalMarks ? [{ pointer: '/questions', detail: `All points together are at most ${maxTotalMarks}` }] : []
  return [...blank, ...doubles, ...tooMany]
}

export const validateDates = (times: Parameters<typeof findInstantErrors>[0]): FieldError[] =>
  Object.entries(findInstantErrors(times)).map(([field, detail]) => ({ pointer: `/${field}`, detail }))

/** As students get it: correct options never leave the server. */
export const withoutKeys = (questions: readonly StoredQuestion[]): Assignment['questions'] =>
  questions.map(({ answerKey: _, ...question }) => question)
