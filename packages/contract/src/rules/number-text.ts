/** Reads numbers as people write them, with a decimal point or comma: the one rule for fields and files, shared by server and web. */

export type NumberText =
  | { value: number; error: null }
  | { value: null; error: 'NOT_A_NUMBER' }
  /** `1,250` is 1250 to some and 1.25 to others: both, first the one with a thousands separator. */
  | { value: null; error: 'THOUSANDS'; choices: [number, number] }

const number = /^[+-]?\d{1,15}(?:[.,]\d{1,20})?$/
/** Nobody groups thousands after a leading zero: `0,125` is unambiguous. */
const grouped = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/

export function readNumber(text: string): NumberText {
  const tidy = text.trim()
  if (!number.test(tidy)) return { value: null, error: 'NOT_A_NUMBER' }
  const value = Number(tidy.replace(',', '.'))
  if (!grouped.test(tidy)) return { value, error: null }
  return { value: null, error: 'THOUSANDS', choices: [Number(tidy.replace(/[.,]/, '')), value] }
}

/** Null if the text is not a whole number in this range, or has any separator. */
export function readWholeNumber(text: string, from: number, to: number): number | null {
  const { value } = readNumber(text)
  return value !== null && !/[.,]/.test(text) && value >= from && value <= to ? value : null
}

/** What to write instead of `1,250`; undefined if the text has no such separator. */
export function describeThousands(text: string): string | undefined {
  const read = readNumber(text)
  return read.error === 'THOUSANDS' ? `Write ${read.choices.join(' or ')}` : undefined
}
