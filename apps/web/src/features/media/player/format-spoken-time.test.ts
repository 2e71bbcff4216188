/** Places are said as a person would. */
import { expect, test } from 'vitest'
import { spokenPlace } from './format-spoken-time.ts'

test.each([
  [252, 1865, '4 minutes 12 of 31 minutes'],
  [60, 1865, '1 minute of 31 minutes'],
  [61, 90, '1 minute 1 of 1 minute'],
  [0, 1865, '0 seconds of 31 minutes'],
  [1, 15, '1 second of 15 seconds'],
  [3729, 7260, '1 hour 2 minutes 9 of 121 minutes'],
  [3600, 7200, '1 hour 0 minutes of 120 minutes'],
  [12, 0, '12 seconds'],
])('%d of %d', (time, duration, words) => expect(spokenPlace(time, duration)).toBe(words))
