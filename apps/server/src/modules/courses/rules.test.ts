/** Numbered weeks of a new course, and who may enrol. */
import { expect, test } from 'vitest'
import { enrolmentBlocker, isDecided, numberedWeeks, toSummary } from '#modules/courses/rules.ts'

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

const terms = { status: 'PUBLISHED' as const, enrolment: 'OPEN' as const, seats: 20, endsOn: null, timeZone: 'UTC' }
const declined = ['forbidden', 'Your place in this course was declined. Ask its trainers.']

test.each([
  ['the last place', {}, undefined, 19, undefined],
  ['a full course', {}, undefined, 20, ['course-full', 'All seats are taken.']],
  ['a course without a limit', { seats: null }, undefined, 500, undefined],
  ['an archived course', { status: 'ARCHIVED' }, 'REJECTED', 0, ['closed', 'This course is archived.']],
  ['a course on its last day', { endsOn: '2026-11-20' }, undefined, 0, undefined],
  ['a course after its last day', { endsOn: '2026-11-19' }, undefined, 0, ['closed', 'This course has ended.']],
  [
    'a course whose last day is over in its own zone',
    { endsOn: '2026-11-20', timeZone: 'Pacific/Kiritimati' },
    undefined,
    0,
    ['closed', 'This course has ended.'],
  ],
  ['a user who was declined', { enrolment: 'FORM' }, 'REJECTED', 0, declined],
  [
    'a course by invitation',
    { enrolment: 'INVITE' },
    undefined,
    20,
    ['invite-only', 'This course is by invitation. An admin can add you to it.'],
  ],
  ['a course with a form', { enrolment: 'FORM' }, undefined, 20, ['form-required', 'Sign up with the form of the course.']],
] as const)('enrolling in %s', (_, values, membership, taken, expected) =>
  expect(enrolmentBlocker({ ...terms, ...values }, membership, taken, new Date('2026-11-20T12:00:00Z'))).toEqual(expected),
)

test.each([
  ['ACTIVE', 'OPEN', true],
  ['PENDING', 'FORM', true],
  ['WAITLISTED', 'FORM', true],
  ['REJECTED', 'FORM', false],
  [undefined, 'FORM', false],
  ['PENDING', 'OPEN', false],
  ['WAITLISTED', 'INVITE', false],
] as const)('a membership that is %s in a course of enrolment %s leaves nothing to do: %s', (membership, enrolment, expected) =>
  expect(isDecided(membership, { ...terms, enrolment })).toBe(expected),
)

test.each([
  ['', ''],
  ['<p>Learn to <em>read</em> data. Then write about it.</p>', 'Learn to read data.'],
  ['<p></p><h2>For beginners</h2><p>More about it.</p>', 'For beginners'],
  ['x'.repeat(140), 'x'.repeat(140)],
  ['x'.repeat(141), `${'x'.repeat(139)}…`],
])('the summary of “%s”', (description, summary) => expect(toSummary(description)).toBe(summary))
