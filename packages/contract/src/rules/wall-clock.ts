/** The time on the wall of a zone (`2026-11-22T23:59`), and its instants. */

const minute = 60_000
const day = 24 * 60 * minute

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
const getOffset = (at: number, zone: string): number => Date.parse(`${toWallTime(at, zone)}Z`) - Math.floor(at / minute) * minute

const findCandidates = (time: string, zone: string): [before: number, after: number] => {
  const asUtc = Date.parse(`${time}Z`)
  return [asUtc - getOffset(asUtc - day, zone), asUtc - getOffset(asUtc + day, zone)]
}

/** The instants at which clocks show a time: two if they are set back over it, none if they skip it. Earliest first. */
export const listInstants = (time: string, zone: string): number[] =>
  [...new Set(findCandidates(time, zone))].sort((a, b) => a - b).filter((at) => toWallTime(at, zone) === time.slice(0, 16))

/** The instant of a time on the wall: a repeated hour means its first pass; a skipped hour is moved by the gap. */
export const fromWallTime = (time: string, zone: string): number => listInstants(time, zone)[0] ?? findCandidates(time, zone)[0]

/** From when to when clocks go (`01:00`, `02:00`) at the change that is at most a day before an instant. */
export function findClockChange(at: number, zone: string): { from: string; to: string } {
  const [before, after] = [getOffset(at - day, zone), getOffset(at, zone)]
  let [last, first] = [at - day, at]
  while (first - last > minute) {
    const middle = last + Math.floor((first - last) / 2 / minute) * minute
    if (getOffset(middle, zone) === after) first = middle
    else last = middle
  }
  const toClock = (offset: number): string => new Date(first + offset).toISOString().slice(11, 16)
  return { from: toClock(before), to: toClock(after) }
}

/** “Lisbon time”, or “GMT+1” where the zone names no city. `at`: offsets differ in summer. */
export function nameZone(zone: string, at: number): string {
  const city = zone.startsWith('Etc/') ? undefined : zone.split('/').slice(1).at(-1)
  if (zone === 'UTC') return zone
  if (city) return `${city.replaceAll('_', ' ')} time`
  const parts = getFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}
