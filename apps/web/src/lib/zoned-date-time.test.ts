/** Wall clocks and instants, across the nights on which clocks change. */

import { expect, test } from 'vitest'
import { fromLocalInput, isDateValue, settleLocalTime, toLocalInput } from './zoned-date-time.ts'

const berlin = 'Europe/Berlin'

test.each([
  ['2026-11-22T23:59', berlin, '2026-11-22T22:59:00.000Z'],
  ['2026-07-01T09:00', berlin, '2026-07-01T07:00:00.000Z'],
  ['2026-07-01T09:00', 'America/New_York', '2026-07-01T13:00:00.000Z'],
  ['2026-07-01T09:00', 'Asia/Kolkata', '2026-07-01T03:30:00.000Z'],
])('%s in %s is %s, and back', (field, zone, instant) => {
  expect(fromLocalInput(field, zone)).toBe(instant)
  expect(toLocalInput(instant, zone)).toBe(field)
})

test('an hour that comes twice means its first pass', () => {
  expect(fromLocalInput('2026-10-25T02:30', berlin)).toBe('2026-10-25T00:30:00.000Z')
})

test('a field that was not touched means the instant that is stored, in the second pass too', () => {
  const stored = '2026-10-25T01:30:07.000Z'
  expect(fromLocalInput(toLocalInput(stored, berlin), berlin, stored)).toBe(stored)
  expect(fromLocalInput('2026-10-25T02:31', berlin, stored)).toBe('2026-10-25T00:31:00.000Z')
  expect(fromLocalInput('2026-10-25T02:30', 'Europe/Lisbon', stored)).toBe('2026-10-25T02:30:00.000Z')
  expect(fromLocalInput('', berlin, stored)).toBeNull()
})

test('an hour that is skipped moves on by the gap', () => {
  expect(toLocalInput(fromLocalInput('2026-03-29T02:30', berlin), berlin)).toBe('2026-03-29T03:30')
})

test.each([
  ['2027-03-28T01:30', '2027-03-28T02:30', '01:30 does not exist on this day: clocks go from 01:00 to 02:00. Set to 02:30.'],
  ['2027-10-31T01:30', '2027-10-31T01:30', '01:30 happens twice on this day. Set to the first one, before clocks go back.'],
  ['2027-03-28T02:00', '2027-03-28T02:00', null],
])('in Lisbon, %s becomes %s: %s', (typed, value, warning) => {
  expect(settleLocalTime(typed, 'Europe/Lisbon')).toEqual({ value, warning })
})

test('what is not a date of our time is no instant', () => {
  for (const text of ['1899-12-13T21:23', '2200-12-13T21:23', '20266-12-13T21:23', '29 nov 2026', '2026-1-5', '2026-11-29T']) {
    expect(fromLocalInput(text, berlin)).toBeNull()
  }
  for (const edge of ['1900-01-01T00:00', '2199-12-31T23:59']) {
    expect(toLocalInput(fromLocalInput(edge, 'Pacific/Apia'), 'Pacific/Apia')).toBe(edge)
  }
  expect(['2026-11-29', '2026-11-29T23:59', '29 nov', '2026-11-29 23:59'].map(isDateValue)).toEqual([true, true, false, false])
})

test('an empty field is no instant', () => {
  expect(fromLocalInput('', berlin)).toBeNull()
  expect(toLocalInput(null, berlin)).toBe('')
})
