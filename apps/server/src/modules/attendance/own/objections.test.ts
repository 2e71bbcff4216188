/** A student says that a record is not right: staff see it in the register until they mark the student again. */

import { beforeEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock } = await testApp()
const { openLive } = courseFixtures({ given, as })
const start = Date.parse('2026-11-20T14:00:00Z')
const at = (hours: number) => new Date(start + hours * 3_600_000)
beforeEach(() => clock.set(at(3)))

type Status = 'PRESENT' | 'ABSENT' | null

async function ended() {
  const fixture = await openLive({ startsAt: at(0).toISOString() })
  const { course, week, place, student, studentClient, trainerClient } = fixture
  const params = { courseId: course.id, weekId: week.id }
  const own = { userId: student.id, mediaId: place.mediaId }
  const mark = (status: Status) => trainerClient.attendance.markBulkAttendance({ params, body: { attendance: [{ ...own, status }] } })
  const undo = ({ markedAt }: { markedAt: string }) => trainerClient.attendance.undoAttendance({ params, body: { markedAt, marks: [own] } })
  const say = (text: string) =>
    studentClient.myAttendance.questionAttendance({ params: { courseId: course.id, mediaId: place.mediaId }, body: { text } })
  const read = async (client: Pick<typeof trainerClient, 'attendance'> = trainerClient) =>
    (await client.attendance.getCourseAttendance({ params })).students.find(({ user }) => user.id === student.id)?.entries[place.mediaId]
  const readOwn = async () => (await studentClient.myAttendance.getMyAttendance({ query: {} })).course!.sessions[0]!.record
  return { ...fixture, params, mark, undo, say, read, readOwn }
}

test('it is in the register, as last worded, and on the student’s page; reading the notice changes nothing', async () => {
  const { say, mark, read, readOwn, trainerClient } = await ended()
  await mark('ABSENT')
  expect(await read()).toMatchObject({ status: 'ABSENT', objection: null })
  await say('I was there')
  clock.set(at(4))
  await say('I was there, without a camera')
  const objection = { at: at(4).toISOString(), text: 'I was there, without a camera' }
  const { items } = await trainerClient.notices.listNotices({ query: {} })
  await trainerClient.notices.updateNotices({ body: { ids: items.map(({ id }) => id) } })
  expect(await read()).toMatchObject({ status: 'ABSENT', source: 'STAFF', objection })
  expect(await readOwn()).toMatchObject({ status: 'ABSENT', objection })
})

test('a student who is not marked has a record with it, that counts as not marked', async () => {
  const { course, say, read, readOwn, studentClient } = await ended()
  await say('I was there')
  const objection = { at: at(3).toISOString(), text: 'I was there' }
  expect(await read()).toMatchObject({ status: null, markedAt: null, objection })
  expect(await readOwn()).toMatchObject({ status: null, objection })
  const { course: mine } = await studentClient.myAttendance.getMyAttendance({ query: { courseId: course.id } })
  expect(mine!.rate).toEqual({ percentage: null, marked: 0, sessions: 1 })
})

test.each<{ before: Status; after: Status }>([
  { before: 'ABSENT', after: 'PRESENT' },
  { before: 'ABSENT', after: 'ABSENT' },
  { before: null, after: null },
])('a mark by staff answers it: $before, then $after', async ({ before, after }) => {
  const { mark, say, read, readOwn } = await ended()
  if (before) await mark(before)
  await say('I was there')
  await mark(after)
  expect((await read())?.objection ?? null).toBeNull()
  expect((await readOwn())?.objection ?? null).toBeNull()
})

test('a mark for one student answers it as well', async () => {
  const { place, student, say, read, trainerClient } = await ended()
  await say('I was there')
  await trainerClient.attendance.markLiveAttendance({ body: { ...place, userId: student.id, status: 'PRESENT' } })
  expect(await read()).toMatchObject({ status: 'PRESENT', objection: null })
})

test('undoing the mark opens it again, but not in place of a newer one', async () => {
  const { mark, undo, say, read } = await ended()
  await mark('ABSENT')
  await say('I was there')
  const before = await read()
  clock.set(at(4))
  const answer = await mark('ABSENT')
  await undo(answer)
  expect(await read()).toEqual(before)
  clock.set(at(5))
  const again = await mark('ABSENT')
  await say('Look at the recording')
  await undo(again)
  expect(await read()).toMatchObject({ status: 'ABSENT', objection: { text: 'Look at the recording' } })
})

test('closing and reopening the register answers nothing', async () => {
  const { course, place, say, read, trainerClient } = await ended()
  await say('I was there')
  const objection = { at: at(3).toISOString(), text: 'I was there' }
  const params = { courseId: course.id, mediaId: place.mediaId }
  await trainerClient.attendance.updateRegister({ params, body: { closed: true } })
  expect(await read()).toMatchObject({ status: 'ABSENT', source: 'REGISTER', objection })
  await trainerClient.attendance.updateRegister({ params, body: { closed: false } })
  expect(await read()).toMatchObject({ status: null, objection })
})

test('other students of the course do not see it', async () => {
  const { course, params, student, say, read, studentClient } = await ended()
  await say('I was there')
  const other = await as('USER')
  await given.member(course.id, other.user)
  const { students } = await other.attendance.getCourseAttendance({ params })
  expect(students.map(({ user }) => user.id)).toEqual([other.user.id])
  expect(JSON.stringify(students)).not.toContain(student.id)
  expect(await read(studentClient)).toMatchObject({ objection: { text: 'I was there' } })
})
