import { expect, test } from 'vitest'
import { formatLateBy } from './lateness.ts'

test.each([
  ['2026-11-20T12:04:10Z', '4 min'],
  ['2026-11-20T15:02:00Z', '3 h'],
  ['2026-11-23T12:30:00Z', '3 days'],
])('submitted at %s, due at 12:00: late by %s', (submittedAt, words) => {
  expect(formatLateBy('2026-11-20T12:00:00Z', submittedAt)).toBe(words)
})
