/** How much later than due: in the unit that says enough. */
import { expect, test } from 'vitest'
import { formatLateBy } from './lateness.ts'

const due = '2026-11-20T12:00:00Z'
/** The minute of the due time itself is on time. */
const after = (minutes: number): string => new Date(Date.parse(due) + (minutes + 1) * 60_000).toISOString()
const [hour, day] = [60, 1440]

test.each([
  [0, '1 min'],
  [59, '59 min'],
  [hour, '1 h'],
  [day + hour, '25 h'],
  [2 * day - 1, '47 h'],
  [2 * day, '2 days'],
  [3 * day + 5, '3 days'],
])('%i minutes late: %s', (minutes, text) => expect(formatLateBy(due, after(minutes))).toBe(text))
