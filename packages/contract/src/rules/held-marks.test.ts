import { expect, test } from 'vitest'
import { isNewMarkHeld } from '#rules/held-marks.ts'

test.each([
  ['SUBMITTED', false, true, true],
  ['SUBMITTED', false, false, false],
  ['SUBMITTED', false, undefined, false],
  ['SUBMITTED', true, false, true],
  ['GRADED', false, true, false],
  ['RETURNED', false, true, false],
  ['GRADED', true, true, true],
] as const)('work that is %s, held: %s; the assignment holds: %s; a new mark is held: %s', (status, isHeld, holdMarks, expected) => {
  expect(isNewMarkHeld({ status, isHeld }, holdMarks)).toBe(expected)
})
