import { expect, test } from 'vitest'
import { answerError, isFormOpen } from '#rules/form-answers.ts'

const question = { id: '', label: '', help: '', required: false, options: [] }

test.each([
  ['PHONE', '123456', 'Enter a phone number, such as +351 912 345 678'],
  ['PHONE', '123 45-67', undefined],
  ['PHONE', '+123456789012345', undefined],
  ['PHONE', '+1234567890123456', 'Enter a phone number, such as +351 912 345 678'],
  ['SHORT_TEXT', 'x'.repeat(500), undefined],
  ['SHORT_TEXT', 'x'.repeat(501), 'At most 500 characters'],
  ['LONG_TEXT', 'x'.repeat(10_000), undefined],
  ['LONG_TEXT', 'x'.repeat(10_001), 'At most 10,000 characters'],
] as const)('an answer to %s, %j: %s', (type, value, error) => expect(answerError({ ...question, type }, value)).toBe(error))

test.each([
  [{ status: 'OPEN', closesAt: null }, true],
  [{ status: 'CLOSED', closesAt: null }, false],
  [{ status: 'OPEN', closesAt: '2026-11-20T12:00:01Z' }, true],
  [{ status: 'OPEN', closesAt: '2026-11-20T12:00:00Z' }, false],
  [{ status: 'CLOSED', closesAt: '2026-11-21T12:00:00Z' }, false],
] as const)('%j at noon of 20 November: open is %s', (form, isOpen) =>
  expect(isFormOpen(form, Date.parse('2026-11-20T12:00:00Z'))).toBe(isOpen),
)
