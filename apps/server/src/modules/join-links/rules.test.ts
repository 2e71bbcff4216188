/** Who may enrol with a link. */
import { expect, test } from 'vitest'
import { joinBlocker } from '#modules/join-links/rules.ts'

const course = { status: 'PUBLISHED' as const, seats: 20, studentCount: 19, endsOn: null, timeZone: 'UTC' }

test.each([
  ['the last place', {}, undefined, undefined],
  ['a full course', { studentCount: 20 }, undefined, ['course-full', 'All seats are taken.']],
  ['a course with more students than places', { studentCount: 21 }, undefined, ['course-full', 'All seats are taken.']],
  ['a course without a limit', { seats: null, studentCount: 500 }, undefined, undefined],
  ['a user who waits for a place', {}, 'WAITLISTED', undefined],
  ['a user who was declined', {}, 'REJECTED', ['forbidden', 'Your place in this course was declined. Ask its trainers.']],
  ['an archived course', { status: 'ARCHIVED' }, 'REJECTED', ['closed', 'This course is archived.']],
  ['a course after its last day', { endsOn: '2026-11-19' }, undefined, ['closed', 'This course has ended.']],
  ['a draft', { status: 'DRAFT' }, undefined, ['conflict', 'This course is not open yet. Use the link again when it is published.']],
] as const)('%s', (_, terms, membership, expected) =>
  expect(joinBlocker({ ...course, ...terms }, membership, new Date('2026-11-20T12:00:00Z'))).toEqual(expected),
)
