/** Parses marks as written in spreadsheets, or typed in a field; shared by server and web. */

import { roundMarks } from '#rules/marks.ts'
import { describeThousands, readNumber } from '#rules/number-text.ts'

export type MarkError = 'FORMULA' | 'PERCENT' | 'DATE' | 'NOT_A_NUMBER' | 'THOUSANDS' | 'TOO_PRECISE' | 'BELOW_ZERO' | 'ABOVE_MAXIMUM'

/** `offers`: the marks that the text may mean. None is used unless a person chooses it. */
export type MarkText = { marks: number; error: null } | { marks: null; error: MarkError; detail: string; offers: number[] }

/** Nobody means thousands of percent: `85.125%` is unambiguous. */
function readPercentage(text: string): number | null {
  const read = readNumber(/^([^%]+)%$/.exec(text.trim())?.[1] ?? '')
  return read.error === 'THOUSANDS' ? read.choices[1] : read.value
}

/** Dates and times as spreadsheets show them, also instead of a mark such as 12.5. */
const dateOrTime = /^(\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|\d{1,4}[-/]\d{1,2}|\d{1,2}[-.]\p{L}{3,}.*|\d{1,3}:\d\d(:.*)?)([ T].*)?$/u

/** Characters. */
const longest = 100

const isPrecise = (value: number): boolean => Math.abs(roundMarks(value) - value) <= 1e-9

export function readMark(text: string, maxMarks: number): MarkText {
  const wrong = (error: MarkError, detail: string, offers: number[] = []): MarkText => ({
    marks: null,
    error,
    detail,
    offers: offers.filter((marks) => marks >= 0 && marks <= maxMarks),
  })
  // No mark is as long, and patterns get only short texts.
  if (text.length > longest) return wrong('NOT_A_NUMBER', 'Not a number')
  if (text.trim().startsWith('=')) return wrong('FORMULA', 'A formula. Put its result in the cell')
  const share = readPercentage(text)
  if (share !== null) {
    const marks = roundMarks((share / 100) * maxMarks)
    const isPossible = marks >= 0 && marks <= maxMarks
    return wrong('PERCENT', isPossible ? `${share}\u00a0% of ${maxMarks} is ${marks}` : 'A percentage. Write the mark', [marks])
  }
  const read = readNumber(text)
  if (read.error === 'THOUSANDS') return wrong('THOUSANDS', describeThousands(text)!, read.choices.filter(isPrecise))
  if (read.error) return dateOrTime.test(text.trim()) ? wrong('DATE', 'A date or time, not a mark') : wrong('NOT_A_NUMBER', 'Not a number')
  // A calculated value may be 9.399999999999999.
  const marks = roundMarks(read.value)
  if (marks < 0) return wrong('BELOW_ZERO', 'Below 0')
  if (marks > maxMarks) return wrong('ABOVE_MAXIMUM', `Above the maximum of ${maxMarks}`)
  return isPrecise(read.value) ? { marks, error: null } : wrong('TOO_PRECISE', 'At most two decimals', [marks])
}

/** What is typed in a field: null if it is empty, undefined if it cannot be read. A separator may be last, while more is to come. */
export function readTypedMark(text: string, maxMarks: number): number | null | undefined {
  const tidy = text.trim()
  return tidy === '' ? null : (readMark(tidy.replace(/[.,]$/, ''), maxMarks).marks ?? undefined)
}
