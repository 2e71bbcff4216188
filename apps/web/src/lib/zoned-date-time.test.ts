/** Wall clocks and instants, across the nights on which clocks change. */
import { expect, test } from 'vitest'
import { fromLocalInput, isInDstGap, toLocalInput } from './zoned-date-time.ts'

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

test('an hour that is skipped is reported, and moves on by the gap', () => {
  expect(isInDstGap('2026-03-29T02:30', berlin)).toBe(true)
  expect(isInDstGap('2026-03-29T03:30', berlin)).toBe(false)
  expect(toLocalInput(fromLocalInput('2026-03-29T02:30', berlin), berlin)).toBe('2026-03-29T03:30')
})

test('an empty field is no instant', () => {
  expect(fromLocalInput('', berlin)).toBeNull()
  expect(toLocalInput(null, berlin)).toBe('')
})
