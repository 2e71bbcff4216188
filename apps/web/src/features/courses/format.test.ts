/** What a student can do about a course, predicted without asking the server. */

import { expect, test } from 'vitest'
import { coverLetters } from './course-cover.tsx'
import { formatDates, seatsLeft, getEnrolmentStatus } from './format.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const open = {
  membership: null,
  status: 'PUBLISHED',
  enrolment: 'OPEN',
  seats: null,
  studentCount: 4,
  startsOn: null,
  endsOn: null,
  timeZone: 'UTC',
} as const

test.each([
  ['an open course', {}, 'open'],
  ['enrolled', { membership: { role: 'STUDENT', status: 'ACTIVE' } }, 'student'],
  ['enrolled in a full course', { membership: { role: 'STUDENT', status: 'ACTIVE' }, seats: 4 }, 'student'],
  ['teaching', { membership: { role: 'TRAINER', status: 'ACTIVE' } }, 'trainer'],
  ['one place left', { seats: 5 }, 'open'],
  ['opened to all while they waited for an answer', { membership: { role: 'STUDENT', status: 'PENDING' } }, 'open'],
  ['opened to all while they were on the waiting list', { membership: { role: 'STUDENT', status: 'WAITLISTED' }, seats: 5 }, 'open'],
  ['by a form', { enrolment: 'FORM' }, 'form'],
  ['by a form that is open', { enrolment: 'FORM', form: { status: 'OPEN', closesAt: null } }, 'form'],
  ['by a form of a full course, which has a waiting list', { enrolment: 'FORM', seats: 4 }, 'form'],
] as const)('%s', (_, facts, kind) => expect(getEnrolmentStatus({ ...open, ...facts }, now).kind).toBe(kind))

test.each([
  ['full', { seats: 4 }, 'Full'],
  ['archived', { status: 'ARCHIVED' }, 'Ended'],
  ['ended', { endsOn: '2026-11-18' }, 'Ended'],
  ['by a form that is not written', { enrolment: 'FORM', form: null }, 'Sign-up not open yet'],
  ['by a form that is closed', { enrolment: 'FORM', form: { status: 'CLOSED', closesAt: null } }, 'Sign-up closed'],
  ['by a form that has closed', { enrolment: 'FORM', form: { status: 'OPEN', closesAt: '2026-11-20T00:00:00Z' } }, 'Sign-up closed'],
  ['by invitation', { enrolment: 'INVITE' }, 'By invitation'],
  ['the answer is out', { membership: { role: 'STUDENT', status: 'PENDING' }, enrolment: 'FORM' }, 'In review'],
  ['the answer is out, by invitation since', { membership: { role: 'STUDENT', status: 'PENDING' }, enrolment: 'INVITE' }, 'In review'],
  ['waiting for a seat, open to all since', { membership: { role: 'STUDENT', status: 'WAITLISTED' }, seats: 4 }, 'On the waiting list'],
  ['waiting, archived', { membership: { role: 'STUDENT', status: 'WAITLISTED' }, status: 'ARCHIVED' }, 'Ended'],
  ['declined', { membership: { role: 'STUDENT', status: 'REJECTED' } }, 'Declined'],
] as const)('cannot enrol: %s', (_, facts, word) =>
  expect(getEnrolmentStatus({ ...open, ...facts }, now)).toMatchObject({ kind: 'none', word }),
)

test('the text for courses by invitation names admins, because trainers cannot add people', () =>
  expect(getEnrolmentStatus({ ...open, enrolment: 'INVITE' }, now)).toMatchObject({
    reason: expect.stringMatching(/An admin can add you/),
  }))

test('the seats left are never below zero', () => {
  expect(seatsLeft({ seats: 3, studentCount: 5 })).toBe(0)
  expect(seatsLeft({ seats: null, studentCount: 5 })).toBeNull()
})

test('dates in words', () => {
  expect(formatDates({ startsOn: '2026-10-12', endsOn: '2026-12-20' })).toBe('12 Oct to 20 Dec 2026')
  expect(formatDates({ startsOn: null, endsOn: null })).toBe('')
})

test('letters of a cover', () =>
  expect(['Data Journalism', 'Mathematics', '12 tones', ''].map(coverLetters)).toEqual(['Dj', 'Ma', '1t', 'C']))
