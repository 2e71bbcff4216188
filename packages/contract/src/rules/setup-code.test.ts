import { expect, test } from 'vitest'
import { formatSetupCode } from '#rules/setup-code.ts'

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
