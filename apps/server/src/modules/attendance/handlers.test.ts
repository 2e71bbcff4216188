/** Marking attendance: by watching, by joining, and by staff, one student or many. */

import { eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { attendance } from '#db/schema/attendance.ts'
import { testApp, type As } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock, database } = await testApp()
const { openVideo, openLive: openLiveAt } = courseFixtures({ given, as })
const start = new Date('2026-11-20T12:00:00Z')
const at = (seconds: number) => clock.set(new Date(start.getTime() + seconds * 1000))
at(0)

const openLive = () => openLiveAt({ startsAt: start.toISOString() })
const flush = (
  who: As,
  place: { courseId: string; weekId: string; mediaId: string },
  body: { watched?: boolean; position?: number; ranges?: [number, number][] } = {},
) => who.attendance.markVideoAttendance({ body: { ...place, watched: false, ...body } })

test('watched time of a video adds up, and the position is saved', async () => {
  const { studentClient, place } = await openVideo()
  const zeros = { watched: false, watchedAt: null, coverage: 0, position: 0, savedAt: null, durationSeconds: 100, ranges: [], source: null }
  await expect(studentClient.attendance.checkVideoAttendance({ params: place })).resolves.toEqual(zeros)
  await expect(flush(studentClient, place)).resolves.toEqual(zeros)
  at(15)
  await expect(flush(studentClient, place, { position: 40, ranges: [[0, 40]] })).resolves.toMatchObject({
    watched: false,
    coverage: 0.4,
    position: 40,
    source: null,
  })
  at(60)
  const done = await flush(studentClient, place, { position: 95, ranges: [[30, 95]] })
  expect(done).toEqual({
    watched: true,
    watchedAt: '2026-11-20T12:01:00.000Z',
    coverage: 0.95,
    position: 95,
    savedAt: '2026-11-20T12:01:00.000Z',
    durationSeconds: 100,
    ranges: [[0, 95]],
    source: 'VIDEO',
  })
  at(120)
  const moved = { ...done, position: 3, savedAt: '2026-11-20T12:02:00.000Z' }
  await expect(flush(studentClient, place, { watched: false, position: 3 })).resolves.toEqual(moved)
  await expect(studentClient.attendance.checkVideoAttendance({ params: place })).resolves.toEqual(moved)
  at(0)
})

test('withdrawing a claim also removes its progress', async () => {
  const { studentClient, place } = await openVideo()
  const progress = async () => (await studentClient.courses.getProgress({ params: { id: place.courseId } })).completed
  await expect(flush(studentClient, place, { watched: true })).resolves.toMatchObject({ watched: true, source: 'SELF' })
  expect(await progress()).toBe(1)
  const body = { ...place, watched: false, undo: true }
  await expect(studentClient.attendance.markVideoAttendance({ body })).resolves.toMatchObject({
    watched: false,
    watchedAt: null,
    source: null,
  })
  expect(await progress()).toBe(0)
})

test('students cannot mark themselves present in a live session without a recording', async () => {
  const { studentClient, place } = await openLive()
  await expect(flush(studentClient, place, { watched: true })).rejects.toBeProblem('conflict')
  await expect(studentClient.attendance.checkVideoAttendance({ params: place })).resolves.toMatchObject({ watched: false, source: null })
})

test('a recording added before its session counts from the start of the session', async () => {
  const { studentClient, place } = await openLiveAt({ startsAt: '2026-11-21T12:00:00Z', source: 'https://example.org/v.mp4' })
  await expect(flush(studentClient, place, { watched: true })).rejects.toBeProblem('session-not-open')
  await expect(studentClient.attendance.checkVideoAttendance({ params: place })).resolves.toMatchObject({ watched: false, source: null })
  at(86_400)
  await expect(flush(studentClient, place, { watched: true })).resolves.toMatchObject({ watched: true })
  at(0)
})

test('ids are case-insensitive', async () => {
  const { trainerClient, student, place } = await openVideo()
  const params = { courseId: place.courseId.toUpperCase(), weekId: place.weekId.toUpperCase() }
  const marks = [{ userId: student.id.toUpperCase(), status: 'PRESENT' as const, mediaId: place.mediaId.toUpperCase() }]
  await expect(trainerClient.attendance.markBulkAttendance({ params, body: { attendance: marks } })).resolves.toMatchObject({ marked: 1 })
})

test('thirty parallel reports are merged into one record, and none resets the watched state', async () => {
  const { studentClient, trainerClient, place, student } = await openVideo({ durationSeconds: 100 })
  const pieces = Array.from({ length: 30 }, (_, index): [number, number] => [85 + index / 3, 85 + (index + 1) / 3])
  await flush(studentClient, place)
  at(45)
  await flush(studentClient, place, { ranges: [[0, 85]] })
  at(60)
  await Promise.all(pieces.map((piece, index) => flush(studentClient, place, { ranges: [piece], watched: index === 7 })))
  const whole = { watched: true, ranges: [[0, 95]], coverage: 0.95, source: 'VIDEO' }
  await expect(studentClient.attendance.checkVideoAttendance({ params: place })).resolves.toMatchObject(whole)
  await expect(flush(studentClient, place, { watched: false })).resolves.toMatchObject(whole)
  const rows = await database.db.select().from(attendance).where(eq(attendance.sessionId, place.mediaId))
  expect(rows).toHaveLength(1)
  const sheet = await trainerClient.attendance.getCourseAttendance({ params: place })
  expect(sheet.students).toMatchObject([
    {
      user: { id: student.id },
      entries: { [place.mediaId]: { status: 'PRESENT', source: 'VIDEO', coverage: 0.95, markedBy: null } },
      percentage: 100,
    },
  ])
  at(0)
})

test('a forged report does not mark a video as watched in a course that measures playback', async () => {
  const { course, student } = await given.course({ requireVideo: true })
  const { media, week } = await given.recorded({ courseId: course.id, durationSeconds: 11 })
  const [client, place] = [await as(student), { courseId: course.id, weekId: week.id, mediaId: media.id }]
  const forged = { watched: true, position: 11, ranges: [[0, 11]] as [number, number][] }
  await expect(flush(client, place, forged)).resolves.toMatchObject({ watched: false, ranges: [[0, 1.1]] })
  await expect(flush(client, place, forged)).resolves.toMatchObject({ watched: false, ranges: [[0, 1.1]] })
  at(5)
  await expect(flush(client, place, forged)).resolves.toMatchObject({ watched: true, source: 'VIDEO' })
  at(0)
})

test('a student’s own mark is shown as such, and a course may require more', async () => {
  const { studentClient, place } = await openVideo()
  await expect(flush(studentClient, place, { watched: true })).resolves.toMatchObject({ watched: true, source: 'SELF', coverage: 0 })
  const { course, student } = await given.course({ requireVideo: true })
  const { media, week } = await given.recorded({ courseId: course.id })
  const strict = { courseId: course.id, weekId: week.id, mediaId: media.id }
  await expect(flush(await as(student), strict, { watched: true })).resolves.toMatchObject({ watched: false, source: null })
  // Its students know beforehand that their word does not count.
  await expect((await as(student)).courses.getCourse({ params: { id: course.id } })).resolves.toMatchObject({ requireVideo: true })
})

test('marks for another course, or for a user who is not a student of the course, are rejected', async () => {
  const { studentClient, trainerClient, place } = await openVideo()
  await expect(flush(trainerClient, place)).rejects.toBeProblem('forbidden')
  await expect(flush(await as('USER'), place)).rejects.toBeProblem('forbidden')
  const { media: foreign } = await given.recorded()
  await expect(flush(studentClient, { ...place, mediaId: foreign.id })).rejects.toBeProblem('not-found')
  await expect(studentClient.attendance.checkVideoAttendance({ params: { ...place, mediaId: foreign.id } })).rejects.toBeProblem(
    'not-found',
  )
  const rows = await database.db
    .select()
    .from(attendance)
    .where(inArray(attendance.sessionId, [place.mediaId, foreign.id]))
  expect(rows).toEqual([])
})

test('students can mark only themselves, even if they name others', async () => {
  const { studentClient, trainerClient, place, course, student } = await openVideo()
  const other = await given.student()
  await given.member(course.id, other)
  const body = { ...place, watched: true, userId: other.id } as Parameters<typeof studentClient.attendance.markVideoAttendance>[0]['body']
  await studentClient.attendance.markVideoAttendance({ body })
  const { students } = await trainerClient.attendance.getCourseAttendance({ params: place })
  expect(students.filter(({ entries }) => entries[place.mediaId]).map(({ user }) => user.id)).toEqual([student.id])
})

test('a locked week keeps its videos and register closed', async () => {
  const { course, student } = await given.course()
  const { week } = await given.week({ courseId: course.id, unlockAt: '2026-11-20T12:00:01Z' })
  const { media } = await given.recorded({ courseId: course.id, weekId: week.id })
  const [client, place] = [await as(student), { courseId: course.id, weekId: week.id, mediaId: media.id }]
  await expect(flush(client, place)).rejects.toBeProblem('not-found')
  await expect(client.attendance.checkVideoAttendance({ params: place })).rejects.toBeProblem('not-found')
  await expect(client.attendance.getCourseAttendance({ params: place })).rejects.toBeProblem('not-found')
})

test('a student can join only around the session, by the server’s clock, and gets the link only on joining', async () => {
  const { studentClient, place } = await openLive()
  const join = () => studentClient.attendance.markLiveAttendance({ body: place })
  at(-15 * 60 - 1)
  await expect(join()).rejects.toBeProblem('session-not-open')
  at(90 * 60 + 1)
  await expect(join()).rejects.toBeProblem('session-not-open')
  const { students } = await studentClient.attendance.getCourseAttendance({ params: place })
  expect(students[0]!.entries).toEqual({})
  at(-15 * 60)
  const joined = {
    status: 'PRESENT',
    source: 'JOIN',
    markedBy: null,
    joinedAt: '2026-11-20T11:45:00.000Z',
    joinUrl: 'https://example.org/join',
  }
  await expect(join()).resolves.toMatchObject({ ...joined, markedAt: '2026-11-20T11:45:00.000Z' })
  at(60)
  await expect(join()).resolves.toMatchObject({ ...joined, markedAt: '2026-11-20T11:45:00.000Z' })
  const { items } = await studentClient.courses.getProgress({ params: { id: place.courseId } })
  expect(items).toMatchObject([{ state: 'PRESENT', joinedAt: '2026-11-20T11:45:00.000Z' }])
  at(90 * 60)
  const { studentClient: late, place: other } = await openLive()
  await expect(late.attendance.markLiveAttendance({ body: other })).resolves.toMatchObject({ status: 'LATE', source: 'JOIN' })
  at(0)
})

test('joining does not change marks by staff; a mark needs a student and a status', async () => {
  const { studentClient, trainerClient, place, student, trainer } = await openLive()
  const mark = (body: object) => trainerClient.attendance.markLiveAttendance({ body: { ...place, ...body } })
  await expect(mark({})).rejects.toBeProblem('validation-failed', ['/userId', '/status'])
  await expect(mark({ userId: student.id })).rejects.toBeProblem('validation-failed', ['/status'])
  await expect(mark({ userId: trainer.id, status: 'LATE' })).rejects.toBeProblem('validation-failed', ['/userId'])
  await expect(mark({ userId: student.id, status: 'LATE', remark: 'Train' })).resolves.toMatchObject({
    status: 'LATE',
    source: 'STAFF',
    remark: 'Train',
    markedBy: { id: trainer.id },
  })
  await expect(studentClient.attendance.markLiveAttendance({ body: place })).resolves.toMatchObject({ status: 'LATE', source: 'STAFF' })
  const { place: video, student: watcher, trainerClient: other } = await openVideo()
  await expect(other.attendance.markLiveAttendance({ body: { ...video, userId: watcher.id, status: 'PRESENT' } })).rejects.toBeProblem(
    'validation-failed',
    ['/mediaId'],
  )
})

test('clearing a mark resets a watched video; joining again keeps the time of the first join', async () => {
  const { studentClient, trainerClient, place, student } = await openVideo()
  await flush(studentClient, place, { watched: true })
  const clear = (who: As, { courseId, weekId, mediaId }: typeof place, userId: string) =>
    who.attendance.markBulkAttendance({ params: { courseId, weekId }, body: { attendance: [{ userId, status: null, mediaId }] } })
  await clear(trainerClient, place, student.id)
  await expect(studentClient.attendance.checkVideoAttendance({ params: place })).resolves.toMatchObject({ watched: false, watchedAt: null })

  const live = await openLive()
  const join = () => live.studentClient.attendance.markLiveAttendance({ body: live.place })
  await join()
  await clear(live.trainerClient, live.place, live.student.id)
  at(60)
  await expect(join()).resolves.toMatchObject({ joinedAt: '2026-11-20T12:00:00.000Z', markedAt: '2026-11-20T12:01:00.000Z' })
  at(0)
})

test('bulk marks are saved all or none; null clears a mark', async () => {
  const { trainerClient, place, course, student, week } = await openLive()
  const others = await Promise.all(Array.from({ length: 3 }, () => given.student()))
  await Promise.all(others.map((other) => given.member(course.id, other)))
  const params = { courseId: course.id, weekId: week.id }
  const mark = (attendance: { userId: string; status: 'PRESENT' | 'ABSENT' | null; mediaId?: string; remark?: string }[]) =>
    trainerClient.attendance.markBulkAttendance({ params, body: { attendance } })
  const sheet = async () => (await trainerClient.attendance.getCourseAttendance({ params })).students
  const outsider = await given.student()
  const faulty = [student, outsider, ...others].map(({ id }) => ({ userId: id, status: 'PRESENT' as const }))
  await expect(
    mark([...faulty, { userId: student.id, status: 'ABSENT' }, { userId: student.id, status: 'ABSENT', mediaId: outsider.id }]),
  ).rejects.toBeProblem('validation-failed', ['/attendance/1/userId', '/attendance/5/userId', '/attendance/6/mediaId'])
  // Staff may read the names of people who were in the course.
  const gone = await given.user({ name: 'Gone Gil', role: 'USER' })
  await given.member(course.id, gone, 'PENDING')
  await expect(mark([{ userId: gone.id, status: 'PRESENT' }])).rejects.toMatchObject({
    message: 'Gone Gil is not enrolled in this course.',
  })
  await expect(mark([{ userId: outsider.id, status: 'PRESENT' }])).rejects.toMatchObject({
    message: 'This person is not enrolled in this course.',
  })
  expect((await sheet()).every(({ entries }) => Object.keys(entries).length === 0)).toBe(true)
  const all = [student, ...others].flatMap(({ id }) => [
    { userId: id, status: 'PRESENT' as const },
    { userId: id, status: 'ABSENT' as const, mediaId: place.mediaId, remark: 'Ill' },
  ])
  await expect(mark(all)).resolves.toMatchObject({ marked: 8 })
  const marked = await sheet()
  expect(marked).toHaveLength(4)
  for (const { entries, percentage } of marked) {
    expect(percentage).toBe(50)
    expect(entries).toMatchObject({
      [week.id]: { status: 'PRESENT', source: 'STAFF', remark: null, markedBy: { id: trainerClient.user.id } },
      [place.mediaId]: { status: 'ABSENT', remark: 'Ill' },
    })
  }
  await mark([{ userId: student.id, status: null, mediaId: place.mediaId }])
  expect((await sheet()).find(({ user }) => user.id === student.id)).toMatchObject({ percentage: 100, entries: { [week.id]: {} } })
})

test('two users marking the same students in parallel do not deadlock', async () => {
  const { trainerClient, course, week, student } = await openLive()
  const people = [student, ...(await Promise.all(Array.from({ length: 20 }, () => given.student())))]
  await Promise.all(people.slice(1).map((person) => given.member(course.id, person)))
  const params = { courseId: course.id, weekId: week.id }
  const marks = people.map(({ id }) => ({ userId: id, status: 'PRESENT' as const }))
  const both = [marks, marks.toReversed(), marks, marks.toReversed()]
  await Promise.all(both.map((attendance) => trainerClient.attendance.markBulkAttendance({ params, body: { attendance } })))
  expect((await trainerClient.attendance.getCourseAttendance({ params })).students.every(({ percentage }) => percentage === 100)).toBe(true)
})
