import { expect, test } from 'vitest'
import { formatOpenUntil, formatTaken } from './labels.ts'

test('a form whose closing time has passed is closed', () => {
  const closesAt = '2026-11-26T09:13:00Z'
  expect(formatOpenUntil(true, closesAt, 'UTC')).toMatch(/^Form open until Thu 26 Nov, 09:13/)
  expect([formatOpenUntil(true, null, 'UTC'), formatOpenUntil(false, closesAt, 'UTC')]).toEqual(['Form open', 'Form closed'])
})

test('a course of one seat has no “all seats”', () =>
  expect([formatTaken(1), formatTaken(20)]).toEqual(['The only seat is taken', 'All 20 seats are taken']))
