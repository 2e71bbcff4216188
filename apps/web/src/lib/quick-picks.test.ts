/** What is offered beside a calendar on Friday 20 November 2026, in week 6. */

import { expect, test } from 'vitest'
import { daysLater, duePicks, openPicks } from './quick-picks.ts'

const weeks = [
  { number: 8, startsOn: '2026-11-30' },
  { number: 6, startsOn: '2026-11-16' },
  { number: 5, startsOn: '2026-11-09' },
  { number: 7, startsOn: '2026-11-23' },
  { number: 9, startsOn: null },
]
const today = '2026-11-20'
const list = (picks: { label: string; value: string }[]) => picks.map(({ label, value }) => `${label}: ${value}`)

test('due at the end of this week or the next one, or some days later', () => {
  expect(list(duePicks(weeks, { value: '2026-11-22T18:00', from: '2026-11-16', today }))).toEqual([
    'End of week 6: 2026-11-22T23:59',
    'End of week 7: 2026-11-29T23:59',
    '+1 day: 2026-11-23T18:00',
    '+7 days: 2026-11-29T18:00',
  ])
})

test('in a week ahead its own end comes first; without dates only days are offered', () => {
  const ahead = list(duePicks(weeks, { value: '', from: '2026-11-30', today }))
  expect(ahead).toEqual(['End of week 8: 2026-12-06T23:59', '+1 day: 2026-11-21T23:59', '+7 days: 2026-11-27T23:59'])
  expect(duePicks([], { value: '', from: null, today })).toHaveLength(2)
})

test('opens at the start of the next week, or now', () => {
  const now = `${today}T14:02`
  expect(list(openPicks(weeks, { from: '2026-11-16', now }))).toEqual(['Start of week 7: 2026-11-23T09:00', `Now: ${now}`])
  expect(list(openPicks(weeks, { from: '2026-11-30', now }))[0]).toBe('Start of week 8: 2026-11-30T09:00')
  expect(list(openPicks([], { from: null, now }))).toEqual([`Now: ${now}`])
})

test('an extension counts from the due time', () => {
  expect(list(daysLater({ '+1 day': 1, '+1 week': 7 }, '2026-12-31T23:59', today))).toEqual([
    '+1 day: 2027-01-01T23:59',
    '+1 week: 2027-01-07T23:59',
  ])
})

test('a text that is not a date yet is no time to count from', () => {
  for (const value of ['T', 'Tomorrow', '2026-11-31T10:00'])
    expect(list(daysLater({ '+1 day': 1 }, value, today))).toEqual(['+1 day: 2026-11-21T23:59'])
})
