/** Marks as people type and read them. */

/** A typed mark: “16,5” and “16.5” alike. `null` is an empty field, `undefined` no number. */
export function readMark(text: string): number | null | undefined {
  const tidy = text.trim().replace(',', '.')
  if (tidy === '') return null
  return /^\d{1,5}(\.\d{0,2})?$/.test(tidy) ? Number(tidy) : undefined
}

export const markText = (marks: number | null | undefined): string =>
  marks === null || marks === undefined ? '' : String(Math.round(marks * 100) / 100)

/** What is wrong with a typed mark, as a sentence. */
export function validateMark(text: string, limit: number, isNeeded = false): string | undefined {
  const mark = readMark(text)
  if (mark === undefined) return 'Enter a number such as 16.5'
  if (mark === null) return isNeeded ? 'Enter a mark' : undefined
  return mark > limit ? `At most ${markText(limit)}` : undefined
}

/** The sum of the parts typed so far; `undefined` while none is. */
export function sumMarks(parts: readonly string[]): number | undefined {
  const numbers = parts.flatMap((part) => readMark(part) ?? [])
  return numbers.length > 0 ? Math.round(numbers.reduce((sum, mark) => sum + mark, 0) * 100) / 100 : undefined
}
