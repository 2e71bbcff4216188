/** The years that a course can be in. */

import { expect, test } from 'vitest'
import { hasCourseYear } from './years.ts'

test.each([
  ['1899-12-31', false],
  ['1900-01-01', true],
  ['2026-11-16T09:00', true],
  ['2199-12-31T23:59:00.000Z', true],
  ['2200-01-01', false],
  ['0002-12-13', false],
  ['20266-12-13T09:00', false],
  ['+012026-12-13', false],
  ['', false],
])('%s: %s', (date, expected) => expect(hasCourseYear(date)).toBe(expected))
