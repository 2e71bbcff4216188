/** What students read about due times, late work and attempts. The viewer is in Adelaide. */

import { expect, test, vi } from 'vitest'
import { getViewerZone } from '#lib/format-date.ts'
import { courseTime, formatDue, formatLateness, ruleSentences } from './format.ts'

const due = '2026-11-20T13:29:00.000Z'
const at = Date.parse
const zoneWords = (words: string) => expect.stringMatching(new RegExp(`^${words} `))

test.each([
  ['days before', '2026-11-18T10:00:00Z', false, 'Due Fri 20 Nov, 23:59'],
  ['on the day', '2026-11-20T10:00:00Z', false, 'Due today, Fri 20 Nov, 23:59'],
  ['afterwards', '2026-11-22T10:00:00Z', false, 'Was due Fri 20 Nov, 23:59'],
  ['with an extension', '2026-11-18T10:00:00Z', true, 'Extended to Fri 20 Nov, 23:59'],
  ['after the extension', '2026-11-22T10:00:00Z', true, 'Was extended to Fri 20 Nov, 23:59'],
])('%s', (_, now, isExtended, words) => {
  expect(getViewerZone()).toBe('Australia/Adelaide')
  expect(formatDue(due, at(now), isExtended)).toEqual(zoneWords(words))
})

test('a course in another zone shows its own clock, and the day where that differs', () => {
  expect(courseTime(due, 'Australia/Adelaide')).toBeNull()
  expect(courseTime('2026-11-20T12:00:00Z', 'America/New_York')).toBe('07:00 New York time')
  expect(courseTime(due, 'Pacific/Auckland')).toBe('Sat 21 Nov, 02:29 Auckland time')
})

test('the day of a course in another zone is not named where it is the same, while only the viewer is in the new year', () => {
  vi.useFakeTimers({ now: at('2026-12-31T23:30:00Z'), toFake: ['Date'] })
  expect(courseTime('2026-11-20T12:00:00Z', 'America/New_York')).toBe('07:00 New York time')
})

const policy = { kind: 'PERCENT_PER_DAY', percent: 10, floor: 50 } as const
test.each([
  [{ ...policy, kind: 'NONE' as const }, 'no marks off'],
  [{ ...policy, kind: 'FLAG' as const }, 'shown to the trainer, no marks off'],
  [policy, '10\u00A0% of the marks a day, down to 50\u00A0%'],
  [{ ...policy, floor: 0 }, '10\u00A0% of the marks a day'],
])('%j', (latePolicy, words) => expect(formatLateness(latePolicy)).toBe(words))

const terms = { work: null, dueAt: due, closesAt: null, latePolicy: { ...policy, kind: 'FLAG' as const }, maxAttempts: null }
const [before, after] = [at('2026-11-18T10:00:00Z'), at('2026-11-22T10:00:00Z')]
test.each([
  [terms, before, ['You can change your answers until your trainer grades them.', 'After Fri 20 Nov, 23:59 the work counts as late.']],
  [{ ...terms, maxAttempts: 1 }, after, ['You can submit once.', 'The work counts as late.']],
  [
    { ...terms, maxAttempts: 3, latePolicy: policy },
    before,
    [
      'You can submit 3 times.',
      'After Fri 20 Nov, 23:59 the work counts as late and loses 10\u00A0% of the marks a day, down to 50\u00A0%.',
    ],
  ],
  [{ ...terms, dueAt: null }, before, ['You can change your answers until your trainer grades them.']],
  [{ ...terms, latePolicy: { ...policy, kind: 'NONE' as const } }, after, ['You can change your answers until your trainer grades them.']],
  [
    { ...terms, dueAt: null, closesAt: due },
    before,
    ['You can change your answers until your trainer grades them.', expect.stringMatching(/^It closes Fri 20 Nov, 23:59 .*\.$/)],
  ],
])('the rules of %j', (given, now, sentences) => expect(ruleSentences(given, now, null)).toEqual(sentences))

const work = { status: 'SUBMITTED', attempt: 2, gradedBy: null }
test.each([
  [{ ...terms, maxAttempts: 3 }, work, 'You can submit once more.'],
  [{ ...terms, maxAttempts: 5 }, work, 'You can submit 3 more times.'],
  [{ ...terms, maxAttempts: 2 }, { ...work, recordedBy: {} }, 'You can submit once more.'],
  [{ ...terms, maxAttempts: 2 }, { ...work, status: 'RETURNED' }, 'You can submit once more.'],
  [terms, { ...work, status: 'GRADED' }, 'You can change your answers and submit again.'],
  [terms, work, 'You can change your answers until your trainer grades them.'],
])('attempts of %j by a student with %j', (given, own, sentence) => expect(ruleSentences(given, before, own)[0]).toBe(sentence))

test('on its own day the due time is a clock', () =>
  expect(ruleSentences(terms, at('2026-11-20T10:00:00Z'), null)[1]).toBe('After 23:59 the work counts as late.'))
