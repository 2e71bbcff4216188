/** People, times and numbers of a discussion in words. */

import { expect, test } from 'vitest'
import { formatAge, formatNew, formatPostTime, formatReplies, formatTimeWithin, getAnswerLabel } from './format.ts'

const now = Date.parse('2026-11-25T12:00:00Z')
const before = (hours: number): string => new Date(now - hours * 3_600_000).toISOString()

test('a post of today has its time, one of this week its weekday, an older one its date', () => {
  expect(formatPostTime(before(1), now)).toMatch(/^Today, \d\d:\d\d$/)
  expect(formatTimeWithin(before(1), now)).toMatch(/^today, \d\d:\d\d$/)
  expect(formatPostTime(before(5.9 * 24), now)).toMatch(/^(Thu|Fri), \d\d:\d\d$/)
  expect(formatPostTime(before(6.1 * 24), now)).toMatch(/19 Nov/)
})

test.each([
  [0, '1 min'],
  [0.99, '59 min'],
  [1, '1 h'],
  [47.9, '47 h'],
  [48, '2 days'],
  [-1, '1 min'],
])('after %d hours something has waited %s', (hours, words) => expect(formatAge(before(hours), now)).toBe(words))

test('numbers', () => {
  expect([0, 1, 2].map(formatReplies)).toEqual(['no replies', '1 reply', '2 replies'])
  expect([1, 99, 100].map(formatNew)).toEqual(['1 new', '99 new', '99+ new'])
})

test('only an answer by a trainer is called one', () => {
  const person = { id: 'p', name: 'P', profileImageUrl: null }
  expect((['TRAINER', 'ADMIN', 'STUDENT'] as const).map((role) => getAnswerLabel({ ...person, role }))).toEqual([
    'Trainer’s answer',
    'Answer',
    'Answer',
  ])
})
