/** Where a video resumes, and when it starts from the beginning. */
import { expect, test } from 'vitest'
import { isWorthResuming } from './use-resume.ts'

test.each([
  [760, 1865, true],
  [1854, 1865, true],
  [1856, 1865, false],
  [1865, 1865, false],
  [5, 1865, false],
  [6, 1865, true],
  [6, 12, true],
  [11.5, 12, false],
  [60, Number.NaN, false],
])('at %d of %d seconds', (place, duration, expected) => expect(isWorthResuming(place, duration)).toBe(expected))
