/** Text of both directions: names and titles within our sentences, which run from left to right. */

/** Letters that are written from right to left: Hebrew, Arabic and related scripts, and their presentation forms. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * A name or title to be put into a sentence: an Arabic one would otherwise take the numbers and signs after it into its own order. Within an
 * element of its own (`a`, `strong`, `bdi`, headings) it is isolated already.
 */
export const isolate = (text: string): string => (rightToLeft.test(text) ? `\u2068${text}\u2069` : text)
