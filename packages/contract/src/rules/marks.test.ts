/** Marks without floating-point errors. */

import { expect, test } from 'vitest'
import { roundMarks, sumPoints } from '#rules/marks.ts'

test('marks have two decimals', () => {
  expect([0.1 + 0.2, 12.345, 9.399999999999999, 10].map(roundMarks)).toEqual([0.3, 12.35, 9.4, 10])
  expect(sumPoints([{ points: 0.1 }, { points: 0.2 }])).toBe(0.3)
  expect(sumPoints([])).toBe(0)
})
