/** Numbered weeks of a new course, who has nothing left to do, and summaries. */

import { expect, test } from 'vitest'
import { isDecided, numberedWeeks, toSummary } from '#modules/courses/rules.ts'

test('weeks are seven days apart, also where clocks change and a year ends', () => {
  expect(numberedWeeks(3, '2026-12-21')).toEqual([
    { number: 1, title: 'Week 1', startsOn: '2026-12-21' },
    { number: 2, title: 'Week 2', startsOn: '2026-12-28' },
    { number: 3, title: 'Week 3', startsOn: '2027-01-04' },
  ])
  expect(numberedWeeks(2, '2026-03-23').map(({ startsOn }) => startsOn)).toEqual(['2026-03-23', '2026-03-30'])
})

test('without a first day, or beyond the year 9999, weeks have no date', () => {
  expect(numberedWeeks(1, null)).toEqual([{ number: 1, title: 'Week 1', startsOn: null }])
  expect(numberedWeeks(2, '9999-12-31').map(({ startsOn }) => startsOn)).toEqual(['9999-12-31', null])
  expect(numberedWeeks(0, '2026-12-21')).toEqual([])
})

test.each([
  ['ACTIVE', 'OPEN', true],
  ['PENDING', 'FORM', true],
  ['WAITLISTED', 'FORM', true],
  ['REJECTED', 'FORM', false],
  [undefined, 'FORM', false],
  ['PENDING', 'OPEN', false],
  ['WAITLISTED', 'INVITE', false],
] as const)('a membership that is %s in a course of enrolment %s leaves nothing to do: %s', (membership, enrolment, expected) =>
  expect(isDecided(membership, { enrolment })).toBe(expected),
)

test.each([
  ['', ''],
  ['<p>Learn to <em>read</em> data. Then write about it.</p>', 'Learn to read data.'],
  ['<p></p><h2>For beginners</h2><p>More about it.</p>', 'For beginners'],
  ['x'.repeat(140), 'x'.repeat(140)],
  ['x'.repeat(141), `${'x'.repeat(139)}…`],
])('the summary of “%s”', (description, summary) => expect(toSummary(description)).toBe(summary))
