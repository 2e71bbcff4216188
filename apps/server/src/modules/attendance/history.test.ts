/** The history of a record: who changed it, when, and what it was before, whatever changed it. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { attendanceChanges } from '#db/schema/attendance.ts'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock, database } = await testApp()
const { openLive, openVideo } = courseFixtures({ given, as })
const start = Date.parse('2026-11-20T14:02:00Z')
const at = (seconds: number) => clock.set(new Date(start + seconds * 1000))
beforeEach(() => at(0))

async function openRecord() {
  const home = await openLive({ startsAt: new Date(start - 120_000).toISOString() })
  const { course, week, student, place, trainerClient } = home
  const params = { courseId: course.id, weekId: week.id }
  const own = { userId: student.id, mediaId: place.mediaId }
  const ofRecord = { courseId: course.id, ...own }
  return {
    ...home,
    ofRecord,
    mark: (status: 'PRESENT' | 'ABSENT' | null, remark?: string) =>
      trainerClient.attendance.markBulkAttendance({ params, body: { attendance: [{ ...own, status, remark }] } }),
    undo: (markedAt: string) => trainerClient.attendance.undoAttendance({ params, body: { markedAt, marks: [own] } }),
    close: (closed: boolean) =>
      trainerClient.attendance.updateRegister({ params: { courseId: course.id, mediaId: place.mediaId }, body: { closed } }),
    history: (query = {}) => trainerClient.attendance.listAttendanceChanges({ params: ofRecord, query }),
  }
}

test('a join, marks, a note, clearing and undoing are there, newest first, with what was before', async () => {
  const { place, studentClient, trainer, mark, undo, history } = await openRecord()
  await studentClient.attendance.markLiveAttendance({ body: place })
  at(10)
  await mark('ABSENT')
  at(20)
  await mark('ABSENT', 'Left at once')
  at(30)
  const { markedAt } = await mark(null)
  await undo(markedAt)
  const { items, total } = await history()
  expect(total).toBe(5)
  const by = { id: trainer.id }
  expect(items).toMatchObject([
    { oldStatus: null, newStatus: 'ABSENT', newRemark: 'Left at once', changedBy: by },
    { oldStatus: 'ABSENT', newStatus: null, oldRemark: 'Left at once', changedBy: by, changedAt: '2026-11-20T14:02:30.000Z' },
    { oldStatus: 'ABSENT', newStatus: 'ABSENT', oldRemark: null, newRemark: 'Left at once', changedBy: by },
    { oldStatus: 'PRESENT', newStatus: 'ABSENT', source: 'STAFF', changedBy: by, changedAt: '2026-11-20T14:02:10.000Z' },
    { oldStatus: null, newStatus: 'PRESENT', source: 'JOIN', changedBy: null, changedAt: '2026-11-20T14:02:00.000Z' },
  ])
  await expect(history({ page: 2, limit: 2 })).resolves.toMatchObject({ total: 5, items: [{ id: items[2]!.id }, { id: items[3]!.id }] })
})

test('closing and reopening a register name who did it', async () => {
  const { trainer, close, history } = await openRecord()
  at(3600)
  await close(true)
  await close(false)
  const { items } = await history()
  expect(items).toMatchObject([
    { oldStatus: 'ABSENT', newStatus: null, changedBy: { id: trainer.id } },
    { oldStatus: null, newStatus: 'ABSENT', source: 'REGISTER', changedBy: { id: trainer.id } },
  ])
})

test('the same mark once more, and watching on, change nothing', async () => {
  const { mark, history } = await openRecord()
  await mark('PRESENT')
  at(10)
  await mark('PRESENT')
  expect((await history()).total).toBe(1)
  const video = await openVideo()
  for (const seconds of [0, 20, 40]) {
    at(seconds)
    await video.studentClient.attendance.markVideoAttendance({ body: { ...video.place, watched: false, ranges: [[0, seconds + 1]] } })
  }
  const params = { courseId: video.course.id, mediaId: video.place.mediaId, userId: video.student.id }
  expect((await video.trainerClient.attendance.listAttendanceChanges({ params })).total).toBe(0)
})

test('it goes with a person who is deleted', async () => {
  const { student, mark } = await openRecord()
  await mark('ABSENT', 'Ill')
  const admin = await as('ADMIN')
  await admin.users.removeUser({ params: { id: student.id } })
  expect(await database.db.select().from(attendanceChanges).where(eq(attendanceChanges.userId, student.id))).toEqual([])
})
