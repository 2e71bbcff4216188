import { expect, test } from 'vitest'
import { formatAnswer } from './labels.ts'

test('answers in words: a date keeps its year', () => {
  expect(formatAnswer({ type: 'DATE' }, '1990-03-02')).toBe('2 March 1990')
  expect(formatAnswer({ type: 'YES_NO' }, 'no')).toBe('No')
  expect(formatAnswer({ type: 'MULTIPLE_CHOICE' }, ['Mon', ' ', 'Tue'])).toBe('Mon, Tue')
  expect(formatAnswer({ type: 'CONSENT' }, 'yes')).toBe('Agreed')
  expect(formatAnswer({ type: 'FILE' }, ['a', 'b'])).toBe('2 files')
  expect(formatAnswer({ type: 'LONG_TEXT' }, undefined)).toBe('')
})
