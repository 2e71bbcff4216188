import { expect, test } from 'vitest'
import { formatJoinCode, joinCodeAlphabet, parseJoinCode } from '#rules/join-code.ts'

test.each([
  ['ktfm wrph', 'KTFMWRPH'],
  [' KTFM-WRPH ', 'KTFMWRPH'],
  ['ktfm', 'KTFM'],
  ['ktfmwrphxyz', 'KTFMWRPH'],
])('%s is read as %s', (typed, code) => expect(parseJoinCode(typed)).toBe(code))

test('a code is shown in two groups', () => expect(formatJoinCode('KTFMWRPH')).toBe('KTFM WRPH'))

test('codes are made of 23 letters, all of which are read again, and none of which are easily confused', () => {
  const letters = [...joinCodeAlphabet]
  expect([letters.length, new Set(letters).size]).toEqual([23, 23])
  expect(letters.map(parseJoinCode)).toEqual(letters)
  expect(letters.filter((letter) => 'IOQ'.includes(letter))).toEqual([])
})
