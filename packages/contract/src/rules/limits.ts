/** Limits that the server checks and that forms name. */

/** Characters of a new password. */
export const passwordLength = { min: 8, max: 128 }

/** Of one student at one assignment: attempts, and bytes of text in all of them. */
export const attemptLimits = { count: 20, bytes: 5 * 1024 * 1024 }

/** Of a list of people: bytes of the file, and rows that are not blank. */
export const importLimits = { bytes: 10 * 1024 * 1024, rows: 20_000 }
