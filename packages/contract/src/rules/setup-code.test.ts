import { expect, test } from 'vitest'
import { formatSetupCode, setupCodeAlphabet } from '#rules/setup-code.ts'

test.each([
  ['', ''],
  ['7kq', '7KQ'],
  ['7kqf', '7KQF'],
  ['7kqf2', '7KQF-2'],
  ['7KQF-29WP', '7KQF-29WP'],
  [' 7kqf 29wp ', '7KQF-29WP'],
  ['7KQF–29WP9', '7KQF-29WP'],
])('%j is written %j', (typed, shown) => {
  expect(formatSetupCode(typed)).toBe(shown)
})

test('codes are made of 32 characters, all of which are read again, and none of which are easily confused', () => {
  const characters = [...setupCodeAlphabet]
  expect([characters.length, new Set(characters).size]).toEqual([32, 32])
  expect(characters.map(formatSetupCode)).toEqual(characters)
  expect(characters.filter((character) => 'IO01'.includes(character))).toEqual([])
})
