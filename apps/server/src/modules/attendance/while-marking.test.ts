/** What happens to a course while its register is marked: sessions and weeks change, students leave and return, and mark themselves. */

import { and, eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { ApiProblem } from '@lms/contract/client'
import { attendance } from '#db/schema/attendance.ts'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock, database } = await testApp()
const { openLive } = courseFixtures({ given, as })
const start = Date.parse('2026-11-20T14:00:00Z')
const at = (minutes: number) => clock.set(new Date(start + minutes * 60_000))
beforeEach(() => at(5))

type Status = 'PRESENT' | 'ABSENT' | 'LATE'

/** A session with some students, all enrolled before it. */
async function openRegister(students = 3) {
  const fixture = await openLive({ startsAt: new Date(start).toISOString(), source: 'https://example.org/v.mp4', durationSeconds: 100 })
  const { course, week, student, trainerClient, place } = fixture
  const others = await Promise.all(Array.from({ length: students - 1 }, () => given.student()))
  for (const one of others) await given.member(course.id, one)
  const params = { courseId: course.id, weekId: week.id }
  const ids = [student, ...others].map(({ id }) => id)
  const mark = (userIds: readonly string[], status: Status) => {
    const marks = userIds.map((userId) => ({ userId, status, mediaId: place.mediaId, seen: null }))
    return trainerClient.attendance.markBulkAttendance({ params, body: { attendance: marks } })
  }
  const read = async () => {
    const { students: rows } = await trainerClient.attendance.getCourseAttendance({ params })
    return ids.map((id) => rows.find(({ user }) => user.id === id)?.entries[place.mediaId]?.status ?? null)
  }
  const stored = () => database.db.$count(attendance, eq(attendance.sessionId, place.mediaId))
  return { ...fixture, ids, params, mark, read, stored, admin: await as('ADMIN') }
}

test('of fifty marks with one for somebody outside the course, none is saved', async () => {
  const { ids, mark, stored } = await openRegister(49)
  const outsider = await given.student()
  await expect(mark([...ids, outsider.id], 'PRESENT')).rejects.toBeProblem('validation-failed', ['/attendance/49/userId'])
  expect(await stored()).toBe(0)
})

test('a student can join only a session of the course that they name', async () => {
  const { place, student, studentClient } = await openRegister(1)
  const foreign = await openRegister(1)
  const join = (where: typeof place) => studentClient.attendance.markLiveAttendance({ body: where })
  await expect(join({ ...place, mediaId: foreign.place.mediaId })).rejects.toBeProblem('not-found')
  await expect(join(foreign.place)).rejects.toBeProblem('forbidden')
  expect(await database.db.$count(attendance, eq(attendance.userId, student.id))).toBe(0)
})

test('marks stay with a session that moves to another time, and more can be given', async () => {
  const { ids, mark, read, trainerClient, place } = await openRegister()
  await mark(ids.slice(0, 2), 'PRESENT')
  const startsAt = new Date(start + 86_400_000).toISOString()
  const zoomOptions = { startsAt, durationMinutes: 60, timeZone: 'UTC', joinUrl: 'https://example.org/join' }
  await trainerClient.media.updateMedia({ params: place, body: { zoomOptions } })
  await mark(ids.slice(2), 'LATE')
  expect(await read()).toEqual(['PRESENT', 'PRESENT', 'LATE'])
})

test('a deleted session takes no first mark, and keeps those that it has', async () => {
  const { ids, mark, read, stored, trainerClient, place } = await openRegister()
  const other = await openRegister()
  await mark(ids.slice(0, 1), 'PRESENT')
  for (const one of [place, other.place]) {
    const who = one === place ? trainerClient : other.trainerClient
    await who.media.removeMedia({ params: one })
  }
  await expect(other.mark(other.ids, 'PRESENT')).rejects.toBeProblem(
    'validation-failed',
    other.ids.map((_, index) => `/attendance/${index}/mediaId`),
  )
  expect(await other.stored()).toBe(0)
  await mark(ids.slice(1), 'ABSENT')
  expect(await read()).toEqual(['PRESENT', 'ABSENT', 'ABSENT'])
  expect(await stored()).toBe(3)
})

test('a session that is marked and deleted at once has all marks, or none', async () => {
  const { ids, mark, stored, trainerClient, place } = await openRegister()
  const [marked, removed] = await Promise.allSettled([mark(ids, 'PRESENT'), trainerClient.media.removeMedia({ params: place })])
  expect(removed.status).toBe('fulfilled')
  expect(await stored()).toBe(marked.status === 'fulfilled' ? ids.length : 0)
  expect(['fulfilled', 'validation-failed']).toContain(
    marked.status === 'fulfilled' ? marked.status : (marked.reason as ApiProblem).problem,
  )
})

test('in an unpublished week staff mark on; its students see their marks once it is published again', async () => {
  const { ids, mark, read, params, week, trainerClient, studentClient, student, place } = await openRegister()
  const publish = (published: boolean) => trainerClient.weeks.updateWeek({ params, body: { title: week.title, published } })
  await publish(false)
  await mark(ids, 'PRESENT')
  const own = () => studentClient.attendance.getCourseAttendance({ params })
  await expect(own()).rejects.toBeProblem('not-found')
  const mine = await studentClient.myAttendance.getMyAttendance({ query: { courseId: params.courseId } })
  expect(mine.course?.sessions).toEqual([])
  await publish(true)
  expect(await read()).toEqual(['PRESENT', 'PRESENT', 'PRESENT'])
  await expect(own()).resolves.toMatchObject({
    students: [{ user: { id: student.id }, entries: { [place.mediaId]: { status: 'PRESENT' } } }],
  })
})

test('a course that becomes a draft again keeps its marks, and hides them from its students until it is published', async () => {
  const { ids, mark, read, params, admin, studentClient } = await openRegister()
  await mark(ids, 'LATE')
  const become = (status: 'DRAFT' | 'PUBLISHED') => admin.courses.updateCourse({ params: { id: params.courseId }, body: { status } })
  await become('DRAFT')
  const own = () => studentClient.attendance.getCourseAttendance({ params })
  await expect(own()).rejects.toBeProblem('not-found')
  await expect(studentClient.myAttendance.getMyAttendance({})).resolves.toMatchObject({ courses: [], course: null })
  await become('PUBLISHED')
  await expect(own()).resolves.toMatchObject({ students: [{ percentage: 100 }] })
  expect(await read()).toEqual(['LATE', 'LATE', 'LATE'])
})

test('a student who leaves during the session takes their mark along, and brings it back', async () => {
  const { ids, mark, read, params, admin } = await openRegister()
  await mark(ids.slice(0, 1), 'LATE')
  const change = { params: { id: ids[0]!, courseId: params.courseId } }
  await admin.users.removeUserFromCourse(change)
  expect(await read()).toEqual([null, null, null])
  await expect(mark(ids, 'PRESENT')).rejects.toBeProblem('validation-failed', ['/attendance/0/userId'])
  await mark(ids.slice(1), 'PRESENT')
  await admin.users.addUserToCourse(change)
  expect(await read()).toEqual(['LATE', 'PRESENT', 'PRESENT'])
})

test.each(['staff first', 'student first'])(
  'a student who joins and watches while staff mark everybody, %s: one record, with the mark of staff',
  async (order) => {
    const { ids, mark, read, stored, place, student, studentClient } = await openRegister()
    const body = { ...place, watched: true }
    const own = async () => {
      await studentClient.attendance.markLiveAttendance({ body: place })
      await studentClient.attendance.markVideoAttendance({ body })
    }
    const both = [() => mark(ids, 'ABSENT'), own]
    await Promise.all((order === 'staff first' ? both : both.toReversed()).map((call) => call()))
    expect(await read()).toEqual(['ABSENT', 'ABSENT', 'ABSENT'])
    expect(await stored()).toBe(ids.length)
    expect(await database.db.$count(attendance, and(eq(attendance.userId, student.id), eq(attendance.source, 'STAFF')))).toBe(1)
  },
)
