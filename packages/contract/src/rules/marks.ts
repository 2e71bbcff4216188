/** Sums, limits and the text of marks, shared by server and web. */

import type { FieldError } from '#problems.ts'

/** To two decimals, without floating-point errors. */
export const roundMarks = (marks: number): number => Math.round(marks * 100) / 100

/** The maximum marks of an assignment with these questions. */
export const sumPoints = (questions: readonly { points: number }[]): number =>
  roundMarks(questions.reduce((sum, { points }) => sum + points, 0))

/** “16.5”; empty without a mark. */
export const formatMarks = (marks: number | null | undefined): string =>
  marks === null || marks === undefined ? '' : String(roundMarks(marks))

interface Grade {
  marks: number | null
  questionMarks?: readonly { questionId: string; marks: number }[] | undefined
}

/** Errors in the marks of a grade: the total and each question's share have their limits. */
export function validateGrade(
  { marks, questionMarks = [] }: Grade,
  { questions, maxMarks }: { questions: readonly { id: string; points: number }[]; maxMarks: number },
): FieldError[] {
  const limit = (pointer: string, given: number, most: number) =>
    given > most ? [{ pointer, detail: `At most ${formatMarks(most)}` }] : []
  const shares = questionMarks.flatMap((share, index) => {
    const points = questions.find(({ id }) => id === share.questionId)?.points
    if (points === undefined)
      return [{ pointer: `/questionMarks/${index}/questionId`, detail: 'This question is not part of the assignment' }]
    return limit(`/questionMarks/${index}/marks`, share.marks, points)
  })
  return [...(marks === null ? [] : limit('/marks', marks, maxMarks)), ...shares]
}
