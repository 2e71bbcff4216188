/** What people type into a date field, and what it means. */

import { expect, test } from 'vitest'
import { type DateKind, findDateError, getDateOrder, readDate, readTime, showDate, type TypedDateOptions } from './typed-date.ts'
import { addDays, toLocalInput } from './zoned-date-time.ts'

const languages = ['en-GB', 'en-US', 'de-DE', 'pt-PT']

/** On Friday 20 November 2026 at 14:02, in a field whose value is Sunday 22 November, 23:59. */
const options = (rest: Partial<TypedDateOptions> = {}): TypedDateOptions => ({
  kind: 'date-time',
  order: getDateOrder('en-GB'),
  now: '2026-11-20T14:02',
  before: '2026-11-22T23:59',
  usualTime: '23:59',
  ...rest,
})

const read = (text: string, rest: Partial<TypedDateOptions> = {}) => readDate(text, options(rest))

test.each([
  ['29 Nov', '2026-11-29T23:59'],
  ['29 nov', '2026-11-29T23:59'],
  ['29nov', '2026-11-29T23:59'],
  ['Nov 29', '2026-11-29T23:59'],
  ['29th November', '2026-11-29T23:59'],
  ['29 nov.', '2026-11-29T23:59'],
  ['1 sept 9:05', '2026-09-01T09:05'],
  ['1st Sep, at 9.05', '2026-09-01T09:05'],
  ['29 nov 9 pm', '2026-11-29T21:00'],
  ['29 nov 18', '2026-11-29T18:00'],
  ['29 nov 26', '2026-11-29T23:59'],
  ['29 Nov 2027', '2027-11-29T23:59'],
  ['Mon 29 Nov 2027, 08:30', '2027-11-29T08:30'],
  ['november 29, 2026 at 6 p.m.', '2026-11-29T18:00'],
  ['29/11 23:59', '2026-11-29T23:59'],
  ['29/11/26 9.30', '2026-11-29T09:30'],
  ['29.11.2026 9.30', '2026-11-29T09:30'],
  ['29.11.', '2026-11-29T23:59'],
  ['29-11', '2026-11-29T23:59'],
  ['2026-11-29', '2026-11-29T23:59'],
  ['2026-11-29T18:00', '2026-11-29T18:00'],
  ['23:59 29/11', '2026-11-29T23:59'],
  ['23:58', '2026-11-22T23:58'],
  ['9.30', '2026-11-22T09:30'],
  ['11:59 pm', '2026-11-22T23:59'],
  ['11:59pm', '2026-11-22T23:59'],
  ['9 am', '2026-11-22T09:00'],
  ['12 am', '2026-11-22T00:00'],
  ['12:30 pm', '2026-11-22T12:30'],
  ['29 nov 2pm', '2026-11-29T14:00'],
  ['29/11 at 2 pm', '2026-11-29T14:00'],
  ['29 nov 2027 2pm', '2027-11-29T14:00'],
  ['noon', '2026-11-22T12:00'],
  ['today', '2026-11-20T23:59'],
  ['tomorrow', '2026-11-21T23:59'],
  ['tomorrow 9', '2026-11-21T09:00'],
  ['Tomorrow at 9.15 pm', '2026-11-21T21:15'],
  ['yesterday 8', '2026-11-19T08:00'],
  ['now', '2026-11-20T14:02'],
  ['fri', '2026-11-27T23:59'],
  ['fri 18', '2026-11-27T18:00'],
  ['Saturday', '2026-11-21T23:59'],
  ['thu 7:30', '2026-11-26T07:30'],
  ['+7d', '2026-11-29T23:59'],
  ['+2w', '2026-12-06T23:59'],
  ['+1 day', '2026-11-23T23:59'],
  ['+ 7 days 9:00', '2026-11-29T09:00'],
  ['-1d', '2026-11-21T23:59'],
  ['−1d', '2026-11-21T23:59'],
  // The weekday that the field shows stays when its day is changed.
  ['Sun 28 Nov, 23:59', '2026-11-28T23:59'],
  // A day that passed long ago is that of next year, unless its weekday says otherwise.
  ['11 jan', '2027-01-11T23:59'],
  ['Sun 11 Jan', '2026-01-11T23:59'],
  ['15 sep', '2026-09-15T23:59'],
  ['', ''],
  ['   ', ''],
])('“%s” is %s', (text, value) => {
  expect(read(text)).toEqual({ value })
})

test.each([
  ['en-GB', '5/12', '2026-12-05T23:59'],
  ['en-US', '5/12', '2027-05-12T23:59'],
  ['de-DE', '5/12', '2026-12-05T23:59'],
  ['en-GB', '11/29', '2026-11-29T23:59'],
  ['en-US', '11/29', '2026-11-29T23:59'],
  ['en-US', '29/11 23:59', '2026-11-29T23:59'],
  ['en-US', '11/29/26 9 pm', '2026-11-29T21:00'],
  ['en-US', '29.11.', '2026-11-29T23:59'],
  ['en-US', 'Sun Nov 29, 23:59', '2026-11-29T23:59'],
  ['en-US', '2026-11-29', '2026-11-29T23:59'],
])('in %s “%s” is %s', (language, text, value) => {
  expect(read(text, { order: getDateOrder(language) })).toEqual({ value })
})

const example = 'Enter a date such as Sun 29 Nov, 23:59'

test.each([
  ['soon', example],
  ['9', example],
  ['31 Nov', `November has 30 days. ${example}.`],
  ['31/11', `November has 30 days. ${example}.`],
  ['30 feb', `February has 29 days. ${example}.`],
  ['0 nov', `November has 30 days. ${example}.`],
  ['29 feb 2027', `2027 has no 29 Feb. ${example}.`],
  ['29 feb', `2027 has no 29 Feb. ${example}.`],
  ['29 Nov 1999', 'Enter a year from 2000 to 2100.'],
  ['29 Nov 2101', 'Enter a year from 2000 to 2100.'],
  ['29 Nov 99999', 'Enter a year from 2000 to 2100.'],
  ['+9999w', 'Enter a year from 2000 to 2100.'],
  ['24:00', example],
  ['23:60', example],
  ['13 pm', example],
  ['0 am', example],
  ['29 nov nov', example],
  ['fri tomorrow', example],
  ['tomorrow 29/11', example],
  ['29 nov 9 10', example],
  ['9:00 10:00', example],
  ['29/13', example],
  ['29 nov 🎉', example],
  [`29 nov ${' '.repeat(100)}9`, example],
])('“%s” is an error', (text, error) => {
  expect(read(text)).toEqual({ error })
})

test('a leap day exists in its years', () => {
  expect(read('29 feb 2028')).toEqual({ value: '2028-02-29T23:59' })
})

test.each(['29 Nov 2', '29 Nov 20', '29 Nov 202', '29/11/2', '29/11/20', '29/11/202'])('the year of “%s” is not complete', (text) => {
  expect(read(text)).toEqual({ error: 'Enter a year from 2000 to 2100.', half: 'Sun 29 Nov, year not complete' })
})

test('an empty field counts from today, with the usual time of its place', () => {
  const empty = { before: '', usualTime: '09:00' }
  expect(read('+7d', empty)).toEqual({ value: '2026-11-27T09:00' })
  expect(read('18:00', empty)).toEqual({ value: '2026-11-20T18:00' })
  expect(read('29 nov', empty)).toEqual({ value: '2026-11-29T09:00' })
  expect(read('+7d', { ...empty, before: 'what was not understood' })).toEqual({ value: '2026-11-27T09:00' })
})

test('a field for a day takes no time', () => {
  const day = { kind: 'date', before: '2026-11-22' } as const
  expect(read('29 nov', day)).toEqual({ value: '2026-11-29' })
  expect(read('+7d', day)).toEqual({ value: '2026-11-29' })
  for (const text of ['tomorrow 9', '23:59']) expect(read(text, day)).toEqual({ error: 'Enter a date such as Sun 29 Nov' })
})

test.each([
  ['2026-11-29T23:59', 'en-GB', 'Sun 29 Nov, 23:59'],
  ['2026-11-29T23:59', 'en-US', 'Sun Nov 29, 23:59'],
  ['2026-11-29', 'en-GB', 'Sun 29 Nov'],
  ['2027-01-12T18:00', 'en-GB', 'Tue 12 Jan 2027, 18:00'],
  ['2027-01-11', 'en-US', 'Mon Jan 11 2027'],
  ['soon', 'en-GB', 'soon'],
  ['', 'en-GB', ''],
])('%s is shown in %s as “%s”', (value, language, shown) => {
  expect(showDate(value, { order: getDateOrder(language), now: '2026-11-20T14:02' })).toBe(shown)
})

/** A linear congruential generator, so that failures repeat. */
function* randomNumbers(seed: number): Generator<number> {
  for (let state = seed; ;) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    yield state / 2 ** 32
  }
}

test('what is shown is understood as the same value again, in every zone and language', () => {
  const random = randomNumbers(29)
  const next = (below: number): number => Math.floor(random.next().value * below)
  const zones = ['UTC', 'Etc/GMT-1', ...Intl.supportedValuesOf('timeZone')]
  expect(zones.length).toBeGreaterThan(400)
  for (const zone of zones)
    for (const language of languages)
      for (const kind of ['date', 'date-time'] satisfies DateKind[]) {
        const at = new Date(Date.UTC(2000, 0, 2 + next(36_800), next(24), next(60))).toISOString()
        const now = toLocalInput(new Date(Date.UTC(2000 + next(100), next(12), 1 + next(28), next(24))).toISOString(), zone)
        const local = toLocalInput(at, zone)
        const value = kind === 'date' ? local.slice(0, 10) : local
        const order = getDateOrder(language)
        const shown = showDate(value, { order, now })
        expect(readDate(shown, options({ kind, order, now })), `${shown} in ${zone}, ${language}, on ${now}`).toEqual({ value })
      }
})

test('every day of this year is understood as it is shown, on every day of the year', () => {
  for (let today = '2026-01-01'; today <= '2026-12-31'; today = addDays(today, 13))
    for (let day = '2026-01-01'; day <= '2026-12-31'; day = addDays(day, 1)) {
      const shared = options({ kind: 'date', now: `${today}T12:00` })
      expect(readDate(showDate(day, shared), shared)).toEqual({ value: day })
    }
})

test('no text takes long', () => {
  const texts = ['9'.repeat(100_000), '29 nov '.repeat(20_000), ' '.repeat(100_000), 'a'.repeat(100_000), '+'.repeat(100_000)]
  const start = performance.now()
  for (const text of texts) read(text)
  expect(performance.now() - start).toBeLessThan(500)
})

test.each([
  ['23:59', '23:59'],
  ['9.30', '09:30'],
  ['6 pm', '18:00'],
  ['18', '18:00'],
  ['25', null],
  ['29 nov', null],
  ['soon', null],
  ['', null],
])('the time “%s” is %s', (text, time) => {
  expect(readTime(text)).toBe(time)
})

test('a value that was not understood is an error of its field; a day or nothing is none', () => {
  expect(findDateError('2026-11-29T23:59')).toBeUndefined()
  expect(findDateError('')).toBeUndefined()
  expect(findDateError('2026-11-31')).toBe(`November has 30 days. ${example}.`)
  expect(findDateError('2026-13-01')).toBe(example)
  expect(findDateError('2026-11-29T25:00')).toBe(example)
  expect(findDateError('2026-02-29')).toBe(`2026 has no 29 Feb. ${example}.`)
  expect(findDateError('31 Nov')).toBe(`November has 30 days. ${example}.`)
  expect(findDateError('soon', 'date')).toBe('Enter a date such as Sun 29 Nov')
  // Understood by now, but not when it was typed.
  expect(findDateError('29 nov')).toBe(example)
})
