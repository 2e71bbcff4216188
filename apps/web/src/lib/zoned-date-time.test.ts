/** Wall clocks and instants, across the nights on which clocks change. */

import { expect, test } from 'vitest'
import { dateError, fromLocalInput, isInDstGap, toLocalInput } from './zoned-date-time.ts'

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

test('an hour that is skipped is reported, and moves on by the gap', () => {
  expect(isInDstGap('2026-03-29T02:30', berlin)).toBe(true)
  expect(isInDstGap('2026-03-29T03:30', berlin)).toBe(false)
  expect(toLocalInput(fromLocalInput('2026-03-29T02:30', berlin), berlin)).toBe('2026-03-29T03:30')
})

test('a year that is still being typed is not a date yet', () => {
  for (const year of ['0002', '0020', '0202', '1899', '2200', '20266']) {
    expect(fromLocalInput(`${year}-12-13T21:23`, berlin)).toBeNull()
    expect(isInDstGap(`${year}-12-13T21:23`, berlin)).toBe(false)
    expect(dateError(`${year}-12-13`)).toBe('Must be between 1900 and 2199')
  }
  for (const edge of ['1900-01-01T00:00', '2199-12-31T23:59']) {
    expect(toLocalInput(fromLocalInput(edge, 'Pacific/Apia'), 'Pacific/Apia')).toBe(edge)
    expect(dateError(edge)).toBeUndefined()
  }
  expect(dateError('')).toBeUndefined()
})

test('an empty field is no instant', () => {
  expect(fromLocalInput('', berlin)).toBeNull()
  expect(toLocalInput(null, berlin)).toBe('')
})
