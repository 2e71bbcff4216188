/** Parses marks as written in spreadsheets, or typed in a field; shared by server and web. */
import { roundMarks } from '#rules/marks.ts'

export type MarkError = 'FORMULA' | 'NOT_A_NUMBER' | 'TOO_PRECISE' | 'BELOW_ZERO' | 'ABOVE_MAXIMUM'

/** `16`, `16.5` or `16,5`; no thousands separators, because `1,234` is ambiguous. */
const numberPattern = /^-?\d{1,9}(?:[.,]\d{1,20})?$/

export function readMark(text: string, maxMarks: number): { marks: number; error: null } | { marks: null; error: MarkError } {
  const tidy = text.trim()
  const wrong = (error: MarkError) => ({ marks: null, error })
  if (tidy.startsWith('=')) return wrong('FORMULA')
  if (!numberPattern.test(tidy)) return wrong('NOT_A_NUMBER')
  const written = Number(tidy.replace(',', '.'))
  // A calculated value may be 9.399999999999999.
  const marks = roundMarks(written)
  if (marks < 0) return wrong('BELOW_ZERO')
  if (marks > maxMarks) return wrong('ABOVE_MAXIMUM')
  return Math.abs(marks - written) > 1e-9 ? wrong('TOO_PRECISE') : { marks, error: null }
}

/** What is typed in a field: null if it is empty, undefined if it cannot be read. A separator may be last, while more is to come. */
export function readTypedMark(text: string, maxMarks: number): number | null | undefined {
  const tidy = text.trim()
  return tidy === '' ? null : (readMark(tidy.replace(/[.,]$/, ''), maxMarks).marks ?? undefined)
}

export const describeMarkError = (error: MarkError, maxMarks: number): string =>
  ({
    FORMULA: 'A formula. Put its result in the cell',
    NOT_A_NUMBER: 'Not a number',
    TOO_PRECISE: 'At most two decimals',
    BELOW_ZERO: 'Below 0',
    ABOVE_MAXIMUM: `Above the maximum of ${maxMarks}`,
  })[error]
