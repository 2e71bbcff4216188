/** The agenda asks for what can still be done, and for nothing else. */

import { expect, test } from 'vitest'
import type { AssignmentRow } from '@lms/contract/assignments'
import { runningWeek } from '#features/courses/format.ts'
import { courseCalled } from '#test/courses.ts'
import { noWork } from '#test/fixtures.ts'
import { buildAgenda, findSessionNow, type Session } from './agenda.ts'

const now = Date.parse('2026-11-20T14:03:00')
const hours = (count: number): string => new Date(now + count * 3_600_000).toISOString()

const row = (title: string, facts: Partial<AssignmentRow>): AssignmentRow => ({
  id: title,
  title,
  status: 'PUBLISHED',
  dueAt: null,
  closesAt: null,
  maxMarks: 20,
  courseId: 'c',
  courseTitle: 'Data Journalism',
  weekId: 'w',
  weekNumber: 6,
  isArchived: false,
  deletedAt: null,
  work: noWork,
  counts: null,
  ...facts,
})
const session = (title: string, startsIn: number): Session => ({
  courseId: 'c',
  courseTitle: 'Data Journalism',
  weekId: 'w',
  id: title,
  title,
  startsAt: hours(startsIn),
  durationMinutes: 60,
  hasRecording: false,
  attendance: null,
})

const shown = (work: AssignmentRow[], sessions: Session[] = []): [string, string[]][] =>
  buildAgenda({ work, sessions, now }).map(({ title, entries }) => [
    title,
    entries.map((entry) => (entry.kind === 'work' ? entry.work.title : entry.session.title)),
  ])

test('overdue first, then day by day, each in order of time', () => {
  const work = [
    row('Note', { dueAt: hours(9) }),
    row('Review', { dueAt: hours(-40), closesAt: hours(50) }),
    row('Quiz', { dueAt: hours(75) }),
  ]
  expect(shown(work, [session('Q&A', -0.05), session('Office hour', 120)])).toEqual([
    ['Overdue', ['Review']],
    ['Today', ['Q&A', 'Note']],
    ['Mon 23 Nov', ['Quiz']],
    ['Wed 25 Nov', ['Office hour']],
  ])
})

test.each([
  ['submitted', { work: { ...noWork, status: 'SUBMITTED' as const } }],
  ['graded', { work: { ...noWork, status: 'GRADED' as const } }],
  ['closed for all', { status: 'CLOSED' as const }],
  ['beyond seven days', { dueAt: hours(24 * 8) }],
  ['overdue and not taken any more', { dueAt: hours(-40), closesAt: hours(-1) }],
  ['from before joining', { dueAt: hours(-40), work: { ...noWork, beforeJoining: true } }],
])('leaves out what is %s', (_, facts) => expect(shown([row('Work', { dueAt: hours(9), ...facts })])).toEqual([]))

test('work without a due time comes last', () =>
  expect(shown([row('Any time', { dueAt: null }), row('Note', { dueAt: hours(9) })])).toEqual([
    ['Today', ['Note']],
    ['No due time', ['Any time']],
  ]))

test('in the minute of its deadline work is not overdue yet', () => {
  const at = (later: number) => buildAgenda({ work: [row('Note', { dueAt: hours(0) })], sessions: [], now: now + later })[0]?.title
  expect([at(59_999), at(60_000)]).toEqual(['Today', 'Overdue'])
})

test('returned work from before joining is listed again too', () =>
  expect(shown([row('Note', { dueAt: hours(9), work: { ...noWork, status: 'RETURNED', attempt: 1, beforeJoining: true } })])).toEqual([
    ['Today', ['Note']],
  ]))

test('returned work is listed again', () =>
  expect(shown([row('Note', { dueAt: hours(9), work: { ...noWork, status: 'RETURNED' } })])).toEqual([['Today', ['Note']]]))

test('a session that is over is not listed', () => expect(shown([], [session('Q&A', -2)])).toEqual([]))

test('what is live comes before what opens soon', () => {
  expect(findSessionNow([session('Soon', 0.1), session('On', -0.5)], now)?.title).toBe('On')
  expect(findSessionNow([session('Soon', 0.1)], now)?.title).toBe('Soon')
  expect(findSessionNow([session('Later', 3)], now)).toBeUndefined()
})

test('a week begins when its first day does in the course’s time zone', () => {
  // In New York it is still the evening of the 20th, elsewhere the 21st.
  const now = Date.parse('2026-11-21T02:00:00.000Z')
  const weekOf = (number: number, startsOn: string) => ({ number, startsOn, unlockAt: null, locked: false, done: 0, total: 2 })
  const course = { percentage: 0, next: null, currentWeek: null, lastActivityAt: null, hasWeekAhead: false, endsOn: null, membership: null }
  const weekProgress = [weekOf(1, '2026-11-14'), weekOf(2, '2026-11-21')]
  expect(runningWeek({ ...courseCalled('Maps'), ...course, timeZone: 'America/New_York', weekProgress }, now)?.nowNumber).toBe(1)
})
