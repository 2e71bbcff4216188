/** Limits that the server checks and that forms name. */

/** Characters of a new password. */
export const passwordLength = { min: 8, max: 128 }

/** Of one student at one assignment: attempts, and bytes of text in all of them. */
export const attemptLimits = { count: 20, bytes: 5 * 1024 * 1024 }

/** Of a list of people: bytes of the file, and rows that are not blank. */
export const importLimits = { bytes: 10 * 1024 * 1024, rows: 20_000 }

/** Characters of one text. */
export const textLimits = { answer: 50_000, feedback: 20_000 }

/** Entries of one answer: files, or chosen options. */
export const mostAnswerValues = 50

/** Responses to a sign-up form decided in one call. */
export const decideLimit = 500

const format = (count: number): string => count.toLocaleString('en-GB')

/** Why a text is too long, as a sentence. */
export const describeLength = (text: string, most: number): string | undefined =>
  text.length > most ? `Use at most ${format(most)} characters. These are ${format(text.length)}.` : undefined

/** “49,120 of 50,000 characters”, once it comes near the limit. */
export const describeRoom = (text: string, most: number): string | undefined =>
  text.length > 0.9 * most ? `${format(text.length)} of ${format(most)} characters` : undefined
