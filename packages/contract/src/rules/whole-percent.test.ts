/** Percentages without decimals. */

import { expect, test } from 'vitest'
import { wholePercent } from '#rules/whole-percent.ts'

test.each([
  [99.9, 99],
  [0.29 * 100, 29],
  [100, 100],
  [0, 0],
])('%d is %d %%', (value, percent) => expect(wholePercent(value)).toBe(percent))
