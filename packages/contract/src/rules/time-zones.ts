/** What a time zone is called, and when its clocks are changed. */

import { day, getFormat, getOffset, minute } from '#rules/wall-clock.ts'

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

/** “GMT+1”. `at`: offsets differ in summer. */
export function nameOffset(zone: string, at: number): string {
  const parts = getFormat('en-GB', { timeZone: zone, timeZoneName: 'shortOffset' }).formatToParts(at)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? zone
}

/** “Lisbon time”, or “GMT+1” where the zone names no city. */
export function nameZone(zone: string, at: number): string {
  const city = zone.startsWith('Etc/') ? undefined : zone.split('/').slice(1).at(-1)
  if (zone === 'UTC') return zone
  return city ? `${city.replaceAll('_', ' ')} time` : nameOffset(zone, at)
}
