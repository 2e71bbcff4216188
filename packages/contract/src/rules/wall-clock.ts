/** The time on the wall of a zone (`2026-11-22T23:59`), and its instants. */

export const minute = 60_000
export const day = 24 * 60 * minute

const formats = new Map<string, Intl.DateTimeFormat>()

/** Creating a format is far more expensive than using it, and tables format hundreds of times. */
export function getFormat(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = locale + JSON.stringify(options)
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options)
  formats.set(key, format)
  return format
}

/** “2026-11-22 23:59”: for files, as spreadsheets read times. */
export const formatWallTime = (at: number, timeZone: string): string =>
  // Swedish dates have the ISO format.
  getFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)

export const toWallTime = (at: number, timeZone: string): string => formatWallTime(at, timeZone).replace(' ', 'T')

/** The zone's offset from UTC at an instant, in milliseconds. */
export const getOffset = (at: number, zone: string): number => Date.parse(`${toWallTime(at, zone)}Z`) - Math.floor(at / minute) * minute

const findCandidates = (time: string, zone: string): [before: number, after: number] => {
  const asUtc = Date.parse(`${time}Z`)
  return [asUtc - getOffset(asUtc - day, zone), asUtc - getOffset(asUtc + day, zone)]
}

/** The instants at which clocks show a time: two if they are set back over it, none if they skip it. Earliest first. */
export const listInstants = (time: string, zone: string): number[] =>
  [...new Set(findCandidates(time, zone))].sort((a, b) => a - b).filter((at) => toWallTime(at, zone) === time.slice(0, 16))

/** The instant of a time on the wall: a repeated hour means its first pass; a skipped hour is moved by the gap. */
export const fromWallTime = (time: string, zone: string): number => listInstants(time, zone)[0] ?? findCandidates(time, zone)[0]
