/** A student's own attendance: the course that is shown first, its sessions with evidence, and what is still to come. */

import { beforeEach, expect, test } from 'vitest'
import { attendance } from '#db/schema/attendance.ts'
import { findMostUrgent } from '#modules/attendance/own/handlers.ts'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock, database } = await testApp()
const { openLive } = courseFixtures({ given, as })
const start = Date.parse('2026-11-20T14:00:00Z')
const at = (hours: number) => new Date(start + hours * 3_600_000)
beforeEach(() => clock.set(at(3)))

async function ended() {
  const fixture = await openLive({ startsAt: at(0).toISOString(), source: 'UPLOAD', durationSeconds: 100 })
  const { course, week, place, student, trainerClient } = fixture
  const params = { courseId: course.id, weekId: week.id }
  const mark = (status: 'ABSENT' | 'PRESENT', remark?: string) =>
    trainerClient.attendance.markBulkAttendance({
      params,
      body: { attendance: [{ userId: student.id, mediaId: place.mediaId, status, ...(remark && { remark }) }] },
    })
  return { ...fixture, mark }
}

test('each session has its record with the note, and what there is to watch', async () => {
  const { course, week, place, student, studentClient, mark } = await ended()
  await mark('ABSENT', 'Ill')
  const values = { courseId: course.id, weekId: week.id, userId: student.id, source: 'VIDEO' as const }
  const { media: video } = await given.recorded({ courseId: course.id, weekId: week.id, durationSeconds: 200 })
  await database.db.insert(attendance).values({ ...values, sessionId: video.id, position: 40, coverage: 0.2 })
  const mine = await studentClient.myAttendance.getMyAttendance({ query: {} })
  expect(mine.courses).toEqual([{ id: course.id, title: course.title, percentage: 0, isLive: false }])
  expect(mine.course).toMatchObject({ id: course.id, rate: { percentage: 0, marked: 1, sessions: 2 }, toCome: 1 })
  const byId = new Map(mine.course!.sessions.map((session) => [session.id, session]))
  expect(byId.get(place.mediaId)).toMatchObject({
    type: 'LIVE',
    weekNumber: week.number,
    beforeJoining: false,
    record: { status: 'ABSENT', remark: 'Ill', source: 'STAFF' },
    recording: { durationSeconds: 100, position: 0 },
  })
  expect(byId.get(video.id)).toMatchObject({ record: { status: null, coverage: 0.2 }, recording: { durationSeconds: 200, position: 40 } })
})

test('sessions of weeks that open later are counted and not shown; drafts are neither', async () => {
  const { course, studentClient } = await ended()
  const inWeek = (values: { unlockAt?: string; published?: boolean }) => given.week({ courseId: course.id, ...values })
  const later = await inWeek({ unlockAt: at(100).toISOString() })
  const draft = await inWeek({ published: false })
  for (const { week } of [later, draft]) await given.live({ courseId: course.id, weekId: week.id, startsAt: at(120).toISOString() })
  const { course: mine } = await studentClient.myAttendance.getMyAttendance({ query: {} })
  expect(mine).toMatchObject({ toCome: 1, sessions: [{ type: 'LIVE' }] })
})

test('the course that is asked for, and no other than the caller’s own', async () => {
  const { student, studentClient, trainerClient } = await ended()
  const other = await ended()
  await given.member(other.course.id, student)
  const read = (courseId: string) => studentClient.myAttendance.getMyAttendance({ query: { courseId } })
  await expect(read(other.course.id)).resolves.toMatchObject({ course: { id: other.course.id } })
  const foreign = await ended()
  await expect(read(foreign.course.id)).rejects.toBeProblem('not-found')
  await expect(trainerClient.myAttendance.getMyAttendance({ query: {} })).rejects.toBeProblem('forbidden')
})

test('a student without courses', async () => {
  const client = await as('USER')
  await expect(client.myAttendance.getMyAttendance({ query: {} })).resolves.toEqual({ courses: [], course: null })
})

test('first the lowest rate below what is needed, then a session now, then the first', () => {
  const course = (id: string, percentage: number | null, needed: number | null, isLive = false) => ({
    id,
    isLive,
    settings: { needed },
    rate: { percentage },
  })
  const first = (...courses: ReturnType<typeof course>[]) => findMostUrgent(courses)?.id
  expect(first(course('a', 90, 75), course('b', 70, 75, true), course('c', 60, 75))).toBe('c')
  expect(first(course('a', 90, 75), course('b', 75, 75), course('c', 10, null, true))).toBe('c')
  expect(first(course('a', null, 75), course('b', 80, null))).toBe('a')
  expect(first()).toBeUndefined()
})

test('who says that a record is not right reaches the staff of the course, once for a session', async () => {
  const { course, week, place, student, studentClient, trainerClient, mark } = await ended()
  await mark('ABSENT')
  const say = (text: string, who = studentClient) =>
    who.myAttendance.questionAttendance({ params: { courseId: course.id, mediaId: place.mediaId }, body: { text } })
  await say('I was there')
  await say('I was there, without a camera')
  const { items, unread } = await trainerClient.notices.listNotices({ query: {} })
  expect([unread, items]).toMatchObject([
    1,
    [
      {
        kind: 'ATTENDANCE',
        actor: { id: student.id },
        subject: { mediaId: place.mediaId, weekId: week.id, text: 'I was there, without a camera' },
      },
    ],
  ])
  await expect(say('  ')).rejects.toBeProblem('validation-failed', ['/text'])
  const foreign = await ended()
  await expect(say('Not mine', foreign.studentClient)).rejects.toBeProblem('forbidden')
  const elsewhere = { courseId: course.id, mediaId: foreign.place.mediaId }
  await expect(studentClient.myAttendance.questionAttendance({ params: elsewhere, body: { text: 'x' } })).rejects.toBeProblem('not-found')
})
