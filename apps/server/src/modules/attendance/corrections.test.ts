/** Records that change: marks by several people, sessions of another week, deleted weeks, and what was watched without a mark. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { weeks } from '#db/schema/courses.ts'
import { media as mediaTable } from '#db/schema/media.ts'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock, database } = await testApp()
const { openVideo, openLive } = courseFixtures({ given, as })
const start = new Date('2026-11-20T12:00:00Z')
const at = (seconds: number) => clock.set(new Date(start.getTime() + seconds * 1000))
beforeEach(() => at(0))

type Mark = { userId: string; status: 'PRESENT' | 'ABSENT' | null; mediaId?: string; remark?: string }

test('the last person to mark is named with the time; clearing a mark also clears its remark, and keeps what was watched', async () => {
  const { course, week, student, studentClient, trainerClient, place } = await openVideo()
  const other = await given.trainer()
  await given.member(course.id, other)
  const params = { courseId: course.id, weekId: week.id }
  const mark = (who: typeof trainerClient, status: Mark['status'], remark?: string) => {
    const marked: Mark = { userId: student.id, mediaId: place.mediaId, status, ...(remark ? { remark } : {}) }
    return who.attendance.markBulkAttendance({ params, body: { attendance: [marked] } })
  }
  const entry = async () => (await trainerClient.attendance.getCourseAttendance({ params })).students[0]!.entries[place.mediaId]
  const report = { ...place, watched: false }
  await studentClient.attendance.markVideoAttendance({ body: report })
  at(30)
  await studentClient.attendance.markVideoAttendance({ body: { ...report, position: 40, ranges: [[0, 40]] } })
  // Not marked, but staff see how much was watched.
  expect(await entry()).toMatchObject({ status: null, coverage: 0.4 })
  await mark(trainerClient, 'ABSENT', 'Ill')
  at(90)
  await mark(await as(other), 'PRESENT')
  expect(await entry()).toMatchObject({ status: 'PRESENT', remark: null, markedBy: { id: other.id }, markedAt: '2026-11-20T12:01:30.000Z' })
  await mark(trainerClient, null, 'No longer true')
  expect(await entry()).toMatchObject({ status: null, remark: null, coverage: 0.4 })
})

test('a position after the end of a video is saved as its end', async () => {
  const { studentClient, place } = await openVideo({ durationSeconds: 100 })
  const body = { ...place, watched: false, position: 140, durationSeconds: 100.6 }
  await expect(studentClient.attendance.markVideoAttendance({ body })).resolves.toMatchObject({ position: 100, durationSeconds: 100 })
  // A duration that differs by more is that of another video: nothing is saved.
  const stale = { ...place, watched: true, position: 50, durationSeconds: 102 }
  await expect(studentClient.attendance.markVideoAttendance({ body: stale })).resolves.toMatchObject({ position: 100, watched: false })
})

test('a session of another week of the course is rejected when marking', async () => {
  const { course, week, student, trainerClient } = await openVideo()
  const { media } = await given.recorded({ courseId: course.id })
  const marks: Mark[] = [{ userId: student.id, status: 'PRESENT', mediaId: media.id }]
  const call = trainerClient.attendance.markBulkAttendance({
    params: { courseId: course.id, weekId: week.id },
    body: { attendance: marks },
  })
  await expect(call).rejects.toBeProblem('validation-failed', ['/attendance/0/mediaId'])
})

test('joining replaces the student’s own claim to have watched the recording', async () => {
  const { studentClient, place } = await openLive({
    startsAt: start.toISOString(),
    source: 'https://example.org/v.mp4',
    durationSeconds: 100,
  })
  at(60)
  await expect(studentClient.attendance.markVideoAttendance({ body: { ...place, watched: true } })).resolves.toMatchObject({
    source: 'SELF',
  })
  const joined = { status: 'PRESENT', source: 'JOIN', joinedAt: '2026-11-20T12:01:00.000Z' }
  await expect(studentClient.attendance.markLiveAttendance({ body: place })).resolves.toMatchObject(joined)
})

test('a deleted video cannot be watched, nor one of a deleted week; the export leaves out deleted weeks', async () => {
  const { course, week, student, studentClient, trainerClient, place } = await openVideo({ title: 'Kept' })
  const { week: gone } = await given.week({ courseId: course.id })
  const { media: lost } = await given.recorded({ courseId: course.id, weekId: gone.id, title: 'Lost' })
  const present = (weekId: string, mediaId?: string) =>
    trainerClient.attendance.markBulkAttendance({
      params: { courseId: course.id, weekId },
      body: { attendance: [{ userId: student.id, status: 'PRESENT' as const, ...(mediaId ? { mediaId } : {}) }] },
    })
  await present(gone.id, lost.id)
  await present(gone.id)
  const deletedAt = start.toISOString()
  await database.db.update(weeks).set({ deletedAt }).where(eq(weeks.id, gone.id))
  const csv = await (await trainerClient.attendance.exportAttendance({ query: { courseId: course.id } })).text()
  expect(csv.split('\r\n')[0]).toContain(`"Email","Week ${week.number}: Kept","Present"`)
  const watch = (of: typeof place) => studentClient.attendance.markVideoAttendance({ body: { ...of, watched: true } })
  await expect(watch({ ...place, weekId: gone.id, mediaId: lost.id })).rejects.toBeProblem('not-found')
  await database.db.update(mediaTable).set({ deletedAt }).where(eq(mediaTable.id, place.mediaId))
  await expect(watch(place)).rejects.toBeProblem('not-found')
})

test('a session that staff marked counts in the export before it starts', async () => {
  const { course, week, student, trainerClient, media } = await openLive({ startsAt: '2026-11-21T12:00:00Z' })
  await given.live({ courseId: course.id, weekId: week.id, startsAt: '2026-11-22T12:00:00Z' })
  const params = { courseId: course.id, weekId: week.id }
  const attendance = [{ userId: student.id, mediaId: media.id, status: 'ABSENT' as const }]
  await trainerClient.attendance.markBulkAttendance({ params, body: { attendance } })
  const file = await trainerClient.attendance.exportAttendance({ query: { courseId: course.id } })
  expect(await file.text()).toContain('"0","1 of 1 session marked"')
})
