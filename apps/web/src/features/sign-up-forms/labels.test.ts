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
  const until = (closesAt: string | null, status: 'OPEN' | 'CLOSED' = 'OPEN') => formatOpenUntil({ status, closesAt }, 'UTC')
  expect(until('2099-11-26T09:13:00Z')).toMatch(/^Form open until /)
  expect([until(null), until('2026-11-20T09:13:00Z'), until(null, 'CLOSED')]).toEqual(['Form open', 'Form closed', 'Form closed'])
})
