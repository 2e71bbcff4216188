import { expect, test } from 'vitest'
import { formatAnswer, formatOpenUntil } from './labels.ts'

test('answers in words: a date keeps its year', () => {
  expect(formatAnswer({ type: 'DATE' }, '1990-03-02')).toBe('2 March 1990')
  expect(formatAnswer({ type: 'YES_NO' }, 'no')).toBe('No')
  expect(formatAnswer({ type: 'MULTIPLE_CHOICE' }, ['Mon', ' ', 'Tue'])).toBe('Mon, Tue')
  expect(formatAnswer({ type: 'CONSENT' }, 'yes')).toBe('Agreed')
  expect(formatAnswer({ type: 'FILE' }, ['a', 'b'])).toBe('2 files')
  expect(formatAnswer({ type: 'LONG_TEXT' }, undefined)).toBe('')
})

test('a form whose closing time has passed is closed', () => {
  const closesAt = '2026-11-26T09:13:00Z'
  expect(formatOpenUntil(true, closesAt, 'UTC')).toMatch(/^Form open until Thu 26 Nov, 09:13/)
  expect([formatOpenUntil(true, null, 'UTC'), formatOpenUntil(false, closesAt, 'UTC')]).toEqual(['Form open', 'Form closed'])
})
