/** Marks by staff that are undone or cleared: the record before them is back, with its source and what was watched. */

import { beforeEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock } = await testApp()
const { openVideo, openLive } = courseFixtures({ given, as })
const start = Date.parse('2026-11-20T14:02:00Z')
const at = (seconds: number) => clock.set(new Date(start + seconds * 1000))
beforeEach(() => at(0))

type Home = Pick<Awaited<ReturnType<typeof openVideo>>, 'course' | 'week' | 'student' | 'place' | 'trainerClient'>
type Status = 'PRESENT' | 'LATE' | 'ABSENT' | 'EXCUSED' | null

function inGrid({ course, week, student, place, trainerClient }: Home) {
  const params = { courseId: course.id, weekId: week.id }
  const own = { userId: student.id, mediaId: place.mediaId }
  const mark = (status: Status, who = trainerClient) =>
    who.attendance.markBulkAttendance({ params, body: { attendance: [{ ...own, status }] } })
  const undo = ({ markedAt }: { markedAt: string }, who = trainerClient) =>
    who.attendance.undoAttendance({ params, body: { markedAt, marks: [own] } })
  const read = async () => (await trainerClient.attendance.getCourseAttendance({ params })).students[0]!.entries[place.mediaId]
  return { mark, undo, read }
}

test('undoing restores a join with its source and time', async () => {
  const home = await openLive()
  const { mark, undo, read } = inGrid(home)
  await home.studentClient.attendance.markLiveAttendance({ body: home.place })
  const joined = await read()
  expect(joined).toMatchObject({ status: 'PRESENT', source: 'JOIN', markedBy: null })
  at(60)
  const marked = await mark('ABSENT')
  expect(await read()).toMatchObject({ status: 'ABSENT', source: 'STAFF' })
  at(65)
  await expect(undo(marked)).resolves.toEqual({ undone: [{ userId: home.student.id, sessionId: home.place.mediaId, record: joined }] })
  expect(await read()).toEqual(joined)
})

test('several marks are undone one after the other, down to nothing', async () => {
  const { mark, undo, read } = inGrid(await openLive())
  const steps: { markedAt: string; status: Status }[] = []
  for (const [index, status] of (['PRESENT', 'LATE', null, 'EXCUSED'] as const).entries()) {
    at(index)
    steps.push({ ...(await mark(status)), status })
  }
  for (const [index, step] of steps.toReversed().entries()) {
    const before = steps.at(-2 - index)?.status ?? null
    const { undone } = await undo(step)
    expect(undone[0]!.record?.status ?? null).toBe(before)
    expect((await read())?.status ?? null).toBe(before)
  }
  await expect(undo(steps[0]!)).rejects.toBeProblem('conflict')
})

test('only the last mark can be undone, and only by the person who gave it', async () => {
  const home = await openLive()
  const { mark, undo, read } = inGrid(home)
  const other = await given.trainer()
  await given.member(home.course.id, other)
  const otherClient = await as(other)
  const first = await mark('ABSENT')
  await expect(undo(first, otherClient)).rejects.toBeProblem('conflict')
  at(10)
  await mark('EXCUSED', otherClient)
  await expect(undo(first)).rejects.toBeProblem('conflict')
  expect(await read()).toMatchObject({ status: 'EXCUSED', markedBy: { id: other.id } })
  const nobody = inGrid({ ...home, student: await given.student() })
  await expect(nobody.undo(first)).rejects.toBeProblem('conflict')
})

/** The student has watched all of a video of 100 s, if `isMeasured`, or says so. */
async function watched(isMeasured: boolean) {
  const home = await openVideo()
  const body = { ...home.place, watched: !isMeasured }
  await home.studentClient.attendance.markVideoAttendance({ body })
  at(100)
  if (isMeasured) await home.studentClient.attendance.markVideoAttendance({ body: { ...body, ranges: [[0, 100]] } })
  const isDone = async () => (await home.studentClient.courses.getProgress({ params: { id: home.course.id } })).items[0]!.done
  return { ...inGrid(home), isDone }
}

test('clearing a mark keeps what was measured, and takes back what a student only says', async () => {
  const measured = await watched(true)
  await measured.mark(null)
  expect(await measured.read()).toMatchObject({ status: null, coverage: 1 })
  expect(await measured.isDone()).toBe(true)
  const claimed = await watched(false)
  await claimed.mark(null)
  expect(await claimed.isDone()).toBe(false)
})

test('undoing restores what a student says, with “watched”', async () => {
  const { mark, undo, read, isDone } = await watched(false)
  const before = await read()
  expect(before).toMatchObject({ status: 'PRESENT', source: 'SELF' })
  const cleared = await mark(null)
  expect(await isDone()).toBe(false)
  await undo(cleared)
  expect(await read()).toEqual(before)
  expect(await isDone()).toBe(true)
})

test.each([
  ['PRESENT', true, true],
  ['LATE', true, true],
  ['ABSENT', false, true],
  ['EXCUSED', false, false],
  [null, false, true],
] as const)('%s is done: %s, required: %s, for recordings and live sessions alike', async (status, done, required) => {
  for (const home of [await openVideo(), await openLive()]) {
    const { mark } = inGrid(home)
    await mark(status)
    const params = { id: home.course.id }
    const { items, total, percentage } = await home.studentClient.courses.getProgress({ params })
    expect(items).toMatchObject([{ done, required }])
    expect(items[0]!.reason.startsWith('Not required')).toBe(false)
    const [row] = (await home.studentClient.courses.listMyCourses()).items
    expect([total, percentage, row!.percentage]).toEqual([Number(required), done ? 100 : 0, done ? 100 : 0])
    const ofClass = await home.trainerClient.courses.getProgress({ params })
    expect(ofClass.items).toMatchObject([{ required, done, reason: required ? `${Number(done)} of 1 students` : ofClass.items[0]!.reason }])
  }
})
