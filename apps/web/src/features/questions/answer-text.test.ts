import { expect, test } from 'vitest'
import { formatAnswer } from './answer-text.ts'

test('an answer is one line of text; nothing if it is missing or blank', () => {
  expect(formatAnswer({ type: 'DATE' }, '1990-03-02')).toBe('2 March 1990')
  expect(formatAnswer({ type: 'YES_NO' }, 'no')).toBe('No')
  expect(formatAnswer({ type: 'MULTIPLE_CHOICE' }, ['Mon', ' ', 'Tue'])).toBe('Mon, Tue')
  expect(formatAnswer({ type: 'CONSENT' }, 'yes')).toBe('Agreed')
  for (const type of ['LONG_TEXT', 'CONSENT', 'FILE', 'DATE'] as const)
    for (const value of [undefined, ' ', []]) expect(formatAnswer({ type }, value)).toBe('')
})

test('files are counted, or named where their names are known', () => {
  expect(formatAnswer({ type: 'FILE' }, ['a', 'b'])).toBe('2 files')
  expect(formatAnswer({ type: 'FILE' }, ['a', 'b'], (key) => `${key}.pdf`)).toBe('a.pdf, b.pdf')
})
