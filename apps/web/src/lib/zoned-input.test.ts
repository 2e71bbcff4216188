/** Wall clocks and instants, across the nights on which clocks change. */
import { expect, test } from 'vitest'
import { fromFieldTime, isSkipped, toFieldTime } from './zoned-input.ts'

const berlin = 'Europe/Berlin'

test.each([
  ['2026-11-22T23:59', berlin, '2026-11-22T22:59:00.000Z'],
  ['2026-07-01T09:00', berlin, '2026-07-01T07:00:00.000Z'],
  ['2026-07-01T09:00', 'America/New_York', '2026-07-01T13:00:00.000Z'],
  ['2026-07-01T09:00', 'Asia/Kolkata', '2026-07-01T03:30:00.000Z'],
])('%s in %s is %s, and back', (field, zone, instant) => {
  expect(fromFieldTime(field, zone)).toBe(instant)
  expect(toFieldTime(instant, zone)).toBe(field)
})

test('an hour that comes twice means its first pass', () => {
  expect(fromFieldTime('2026-10-25T02:30', berlin)).toBe('2026-10-25T00:30:00.000Z')
})

test('an hour that is skipped is told, and moves on by the gap', () => {
  expect(isSkipped('2026-03-29T02:30', berlin)).toBe(true)
  expect(isSkipped('2026-03-29T03:30', berlin)).toBe(false)
  expect(toFieldTime(fromFieldTime('2026-03-29T02:30', berlin), berlin)).toBe('2026-03-29T03:30')
})

test('an empty field is no instant', () => {
  expect(fromFieldTime('', berlin)).toBeNull()
  expect(toFieldTime(null, berlin)).toBe('')
})
