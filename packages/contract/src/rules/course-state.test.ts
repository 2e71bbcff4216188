import { expect, test } from 'vitest'
import { isFormOpen } from '#rules/course-state.ts'

test.each([
  [{ status: 'OPEN', closesAt: null }, true],
  [{ status: 'CLOSED', closesAt: null }, false],
  [{ status: 'OPEN', closesAt: '2026-11-20T12:00:01Z' }, true],
  [{ status: 'OPEN', closesAt: '2026-11-20T12:00:00Z' }, false],
  [{ status: 'CLOSED', closesAt: '2026-11-21T12:00:00Z' }, false],
] as const)('%j at noon of 20 November: open is %s', (form, isOpen) =>
  expect(isFormOpen(form, Date.parse('2026-11-20T12:00:00Z'))).toBe(isOpen),
)
