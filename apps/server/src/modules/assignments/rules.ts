/** Decisions about assignments: pure. */
import type { Assignment, NewQuestion, StoredQuestion } from '@lms/contract/assignments'
import type { FieldError } from '@lms/contract/problems'

/** Of a whole assignment: what a grader can give at most. */
const highest = 10_000

/** The sum of the points, free of what binary fractions add. */
export const maxMarksOf = (questions: readonly { points: number }[]): number =>
  Math.round(questions.reduce((sum, { points }) => sum + points, 0) * 100) / 100

export function questionFaults(questions: readonly NewQuestion[]): FieldError[] {
  const ids = questions.map(({ id }) => id)
  const doubles = ids.flatMap((id, index) =>
    id !== undefined && ids.indexOf(id) !== index ? [{ pointer: `/questions/${index}/id`, detail: 'Two questions have this id' }] : [],
  )
  return maxMarksOf(questions) > highest
    ? [...doubles, { pointer: '/questions', detail: `All points together are at most ${highest}` }]
    : doubles
}

/** As students get it: the right options never leave the server. */
export const withoutKeys = (questions: readonly StoredQuestion[]): Assignment['questions'] =>
  questions.map(({ answerKey: _, ...question }) => question)
