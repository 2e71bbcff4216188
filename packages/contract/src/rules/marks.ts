/** Sums, limits and the text of marks, shared by server and web. */

/** To two decimals, without floating-point errors. */
export const roundMarks = (marks: number): number => Math.round(marks * 100) / 100

/** The maximum marks of an assignment with these questions. */
export const sumPoints = (questions: readonly { points: number }[]): number =>
  roundMarks(questions.reduce((sum, { points }) => sum + points, 0))

/** “16.5”; empty without a mark. */
export const formatMarks = (marks: number | null | undefined): string =>
  marks === null || marks === undefined ? '' : String(roundMarks(marks))

/** Why a mark is refused, as a sentence. */
export const findMarkError = (marks: number, most: number): string | undefined =>
  marks > most ? `At most ${formatMarks(most)}` : undefined
