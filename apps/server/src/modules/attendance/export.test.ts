/** An export of some days and of students with some statuses: what it contains, and what it refuses. */

import { expect, test } from 'vitest'
import { describeDays } from '#modules/attendance/export-days.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock } = await testApp()
clock.set('2026-11-20T12:00:00Z')

/** Kiritimati is 14 hours ahead of UTC: live sessions are on other days there. */
async function makeCourse() {
  const { course, trainer, student } = await given.course({ timeZone: 'Pacific/Kiritimati' })
  const at = async (number: number, startsOn: string | null) => (await given.week({ courseId: course.id, number, startsOn })).week
  const [first, second, undated] = [await at(1, '2026-11-02'), await at(2, '2026-11-09'), await at(3, null)]
  const inWeek = (week: { id: string }) => ({ courseId: course.id, weekId: week.id })
  const { media: video } = await given.recorded({ ...inWeek(first), title: 'Video' })
  const { media: late } = await given.live({ ...inWeek(first), title: 'Late on 8 November', startsAt: '2026-11-07T20:00:00Z' })
  await given.live({ ...inWeek(second), title: 'On 11 November', startsAt: '2026-11-10T22:00:00Z' })
  await given.recorded({ ...inWeek(undated), title: 'Undated' })
  const client = await as(trainer)
  const file = async (query: { from?: string; to?: string; statuses?: string; format?: 'csv' | 'xlsx' }) => {
    const text = await (await client.attendance.exportAttendance({ query: { courseId: course.id, ...query } })).text()
    return text
      .replace('\ufeff', '')
      .trim()
      .split('\r\n')
      .map((line) => line.slice(1, -1).split('","'))
  }
  const sessionsOf = async (query: { from?: string; to?: string }) =>
    (await file(query))[0]!.filter((title) => title.startsWith('Week')).map((title) => title.replace(/^Week \d: /, ''))
  const mark = (userId: string, mediaId: string | undefined, status: 'PRESENT' | 'LATE' | 'ABSENT' | 'EXCUSED') =>
    client.attendance.markBulkAttendance({ params: inWeek(first), body: { attendance: [{ userId, ...(mediaId && { mediaId }), status }] } })
  return { course, student, client, video, late, file, sessionsOf, mark }
}

test('days are those of the course’s zone, both included; sessions without a date are in the whole export only', async () => {
  const { student, sessionsOf, mark } = await makeCourse()
  await expect(sessionsOf({})).resolves.toEqual(['Video', 'Late on 8 November', 'On 11 November', 'Undated'])
  await expect(sessionsOf({ from: '2026-11-08', to: '2026-11-08' })).resolves.toEqual(['Late on 8 November'])
  await expect(sessionsOf({ from: '2026-11-09' })).resolves.toEqual(['On 11 November'])
  await expect(sessionsOf({ to: '2026-11-10' })).resolves.toEqual(['Video', 'Late on 8 November'])
  // A register is on the first day of its week, once it is used.
  await mark(student.id, undefined, 'PRESENT')
  await expect(sessionsOf({ from: '2026-11-02', to: '2026-11-02' })).resolves.toEqual(['Video', 'register'])
})

test('totals and rate are those of the days', async () => {
  const { student, video, late, file, mark } = await makeCourse()
  await mark(student.id, video.id, 'ABSENT')
  await mark(student.id, late.id, 'PRESENT')
  const [, row] = await file({ from: '2026-11-08', to: '2026-11-08' })
  expect(row!.slice(2)).toEqual(['Present', '1', '0', '0', '0', '100', '1 of 1 session marked'])
})

test('students are those with one of the statuses in these sessions', async () => {
  const { course, student, video, late, file, mark } = await makeCourse()
  const [absent, unmarked] = [await given.student(), await given.student()]
  await given.member(course.id, absent)
  await given.member(course.id, unmarked)
  for (const media of [video, late]) await mark(student.id, media.id, 'PRESENT')
  await mark(absent.id, video.id, 'EXCUSED')
  await mark(absent.id, late.id, 'ABSENT')
  const days = { from: '2026-11-02', to: '2026-11-08' }
  const names = async (statuses: string, range: { from?: string; to?: string } = days) =>
    (await file({ ...range, statuses })).slice(1).map(([name]) => name)
  await expect(names('ABSENT')).resolves.toEqual([absent.name])
  await expect(names('NONE')).resolves.toEqual([unmarked.name])
  await expect(names('EXCUSED,PRESENT')).resolves.toEqual([student.name, absent.name].toSorted())
  await expect(names('LATE')).resolves.toEqual([])
  await expect(names('ABSENT', { to: '2026-11-02' })).resolves.toEqual([])
})

test('each wrong field is named, and days without a session are said', async () => {
  const { client, course } = await makeCourse()
  const ask = (query: Record<string, string>) => client.attendance.exportAttendance({ query: { courseId: course.id, ...query } })
  await expect(ask({ from: '2026-11-09', to: '2026-11-08' })).rejects.toBeProblem('validation-failed', ['?to'])
  await expect(ask({ from: '2026-02-30', to: '2026-02-31' })).rejects.toBeProblem('validation-failed', ['?from', '?to'])
  await expect(ask({ statuses: 'ABSENT,ILL' })).rejects.toBeProblem('validation-failed', ['?statuses.1'])
  await expect(ask({ from: '2026-08-01', to: '2026-08-07' })).rejects.toMatchObject({
    message: 'No sessions from 1 to 7 August.',
    errors: [{ pointer: '?from', detail: 'No sessions from 1 to 7 August.' }],
  })
  await expect(ask({ to: '2026-08-07' })).rejects.toMatchObject({ errors: [{ pointer: '?to', detail: 'No sessions up to 7 August.' }] })
})

test.each([
  [{ from: '2026-07-30', to: '2026-08-02' }, 'from 30 July to 2 August'],
  [{ from: '2025-12-28', to: '2026-01-03' }, 'from 28 December 2025 to 3 January'],
  [{ from: '2025-08-01', to: '2025-08-07' }, 'from 1 to 7 August 2025'],
  [{ from: '2026-08-01', to: '2026-08-01' }, 'on 1 August'],
  [{ from: '2026-08-01' }, 'from 1 August on'],
])('%o in words', (days, words) => {
  expect(describeDays(days, '2026-11-20')).toBe(words)
})
