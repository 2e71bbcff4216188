/** Sums of marks, shared by server and web. */

/** To two decimals, without floating-point errors. */
export const roundMarks = (marks: number): number => Math.round(marks * 100) / 100

/** The maximum marks of an assignment with these questions. */
export const sumPoints = (questions: readonly { points: number }[]): number =>
  roundMarks(questions.reduce((sum, { points }) => sum + points, 0))
