/** Closing the register of a live session: who is not marked becomes absent, until it is reopened. */

import { beforeEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock } = await testApp()
const { openLive, openVideo } = courseFixtures({ given, as })
const start = Date.parse('2026-11-20T14:00:00Z')
const at = (minutes: number) => clock.set(new Date(start + minutes * 60_000))
beforeEach(() => at(70))

/** A session of an hour with three students more, all enrolled before it. */
async function heldSession() {
  const fixture = await openLive({ startsAt: new Date(start).toISOString() })
  const { course, week, place, trainerClient } = fixture
  const others = [await given.student(), await given.student(), await given.student()]
  for (const one of others) await given.member(course.id, one)
  const params = { courseId: course.id, mediaId: place.mediaId }
  const weekParams = { courseId: course.id, weekId: week.id }
  return {
    ...fixture,
    others,
    close: (closed = true, who = trainerClient) => who.attendance.updateRegister({ params, body: { closed } }),
    mark: (userId: string, status: 'PRESENT' | 'ABSENT' | null) =>
      trainerClient.attendance.markBulkAttendance({
        params: weekParams,
        body: { attendance: [{ userId, status, mediaId: place.mediaId }] },
      }),
    undo: (userId: string, markedAt: string) =>
      trainerClient.attendance.undoAttendance({ params: weekParams, body: { markedAt, marks: [{ userId, mediaId: place.mediaId }] } }),
    read: async () => {
      const { students, sessions } = await trainerClient.attendance.getCourseAttendance({ params: weekParams })
      const record = (id: string) => students.find(({ user }) => user.id === id)?.entries[place.mediaId]
      return { closed: sessions.find(({ id }) => id === place.mediaId)!.closed, status: (id: string) => record(id)?.status ?? null, record }
    },
  }
}

test('students who are not marked become absent, and are not marked again once it is reopened', async () => {
  const { student, trainer, others, close, mark, read } = await heldSession()
  await mark(student.id, 'PRESENT')
  const by = { id: trainer.id, name: trainer.name, profileImageUrl: null }
  const closed = { at: '2026-11-20T15:10:00.000Z', by }
  await expect(close()).resolves.toEqual({ closed, changed: 3 })
  const after = await read()
  expect(after.closed).toEqual(closed)
  expect([student, ...others].map(({ id }) => after.status(id))).toEqual(['PRESENT', 'ABSENT', 'ABSENT', 'ABSENT'])
  expect(after.record(others[0]!.id)).toMatchObject({ source: 'REGISTER', markedBy: { id: trainer.id } })

  await expect(close(false)).resolves.toEqual({ closed: null, changed: 3 })
  const open = await read()
  expect(open.closed).toBeNull()
  expect([student, ...others].map(({ id }) => open.status(id))).toEqual(['PRESENT', null, null, null])
})

test('what a person marks while it is closed stays when it is reopened', async () => {
  const { others, close, mark, read } = await heldSession()
  const [corrected, same] = others.map(({ id }) => id) as [string, string]
  await close()
  await mark(corrected, 'PRESENT')
  await mark(same, 'ABSENT')
  await expect(close(false)).resolves.toMatchObject({ changed: 2 })
  const { status } = await read()
  expect([status(corrected), status(same), status(others[2]!.id)]).toEqual(['PRESENT', 'ABSENT', null])
})

test('undoing a mark does not bring back an absence of a register that was reopened since', async () => {
  const { others, close, mark, undo, read } = await heldSession()
  const { id } = others[0]!
  await close()
  const first = await mark(id, 'PRESENT')
  await undo(id, first.markedAt)
  expect((await read()).record(id)).toMatchObject({ status: 'ABSENT', source: 'REGISTER' })
  at(71)
  const second = await mark(id, 'PRESENT')
  await close(false)
  await undo(id, second.markedAt)
  expect((await read()).status(id)).toBeNull()
})

test('closing twice changes nothing, and marks nobody who was cleared since', async () => {
  const { others, close, mark, read } = await heldSession()
  const first = await close()
  await mark(others[0]!.id, null)
  at(80)
  await expect(close()).resolves.toEqual({ ...first, changed: 0 })
  expect((await read()).status(others[0]!.id)).toBeNull()
  await close(false)
  await expect(close(false)).resolves.toEqual({ closed: null, changed: 0 })
})

test('who enrolled after the session stays unmarked', async () => {
  const { course, close, read } = await heldSession()
  const later = await given.student()
  await given.member(course.id, later)
  await given.periods(course.id, later.id, { from: new Date(start + 65 * 60_000).toISOString(), until: null })
  await close()
  expect((await read()).status(later.id)).toBeNull()
})

test('a session that has not started cannot be closed, and a recording has no register', async () => {
  const { close } = await heldSession()
  at(-1)
  await expect(close()).rejects.toBeProblem('session-not-open')
  const { place, trainerClient } = await openVideo()
  const params = { courseId: place.courseId, mediaId: place.mediaId }
  await expect(trainerClient.attendance.updateRegister({ params, body: { closed: true } })).rejects.toBeProblem('not-found')
})

test('two people who close at once close it once', async () => {
  const { course, others, close, read } = await heldSession()
  const other = await given.trainer()
  await given.member(course.id, other)
  const replies = await Promise.all([close(), close(true, await as(other))])
  expect(replies.map(({ changed }) => changed).toSorted((a, b) => a - b)).toEqual([0, 4])
  expect(replies[0].closed).toEqual(replies[1].closed)
  expect((await read()).status(others[2]!.id)).toBe('ABSENT')
})
