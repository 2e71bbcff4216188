/** Making up for an absence by watching the recording: counted by the course's setting, and the same everywhere. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { attendance } from '#db/schema/attendance.ts'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock, database } = await testApp()
const { openLive } = courseFixtures({ given, as })
const start = Date.parse('2026-11-20T14:00:00Z')
beforeEach(() => clock.set(new Date(start + 3 * 3_600_000)))

/** Two sessions with recordings: the student came to the first, and was absent from the second. */
async function absentOnce() {
  const recording = { source: 'UPLOAD', durationSeconds: 100 } as const
  const fixture = await openLive({ ...recording, startsAt: new Date(start).toISOString() })
  const { course, week, place, student, studentClient, trainerClient } = fixture
  const { media: first } = await given.live({ ...recording, courseId: course.id, weekId: week.id, startsAt: new Date(start).toISOString() })
  const params = { courseId: course.id, weekId: week.id }
  const marks = [
    { userId: student.id, mediaId: first.id, status: 'PRESENT' as const },
    { userId: student.id, mediaId: place.mediaId, status: 'ABSENT' as const },
  ]
  await trainerClient.attendance.markBulkAttendance({ params, body: { attendance: marks } })
  return {
    ...fixture,
    watch: () =>
      database.db
        .update(attendance)
        .set({ watchedAt: '2026-11-20T16:00:00Z', coverage: 0.95 })
        .where(eq(attendance.sessionId, place.mediaId)),
    mark: (status: 'ABSENT' | 'EXCUSED' | null) =>
      trainerClient.attendance.markBulkAttendance({
        params,
        body: { attendance: [{ userId: student.id, mediaId: place.mediaId, status }] },
      }),
    change: (body: { madeUpAs?: 'PRESENT' | 'EXCUSED'; needed?: number | null }) =>
      trainerClient.attendance.updateAttendanceSettings({ params: { courseId: course.id }, body }),
    /** The rate in the register, on the user's page and in the export; what the session is in the progress of student and class. */
    read: async () => {
      const sheet = await trainerClient.attendance.getCourseAttendance({ params })
      const file = await trainerClient.attendance.exportAttendance({ query: { courseId: course.id } })
      const own = await studentClient.courses.getProgress({ params: { id: course.id } })
      const whole = await trainerClient.courses.listCourseProgress({ query: { courseId: course.id } })
      const details = await trainerClient.users.getUser({ params: { id: student.id } })
      const { done, required, state } = own.items.find(({ id }) => id === place.mediaId)!
      return {
        settings: sheet.settings,
        rates: [sheet.students[0]!.percentage, details.courses[0]!.attendance?.percentage],
        cells: (await file.text()).trim().split('\r\n')[1]!.replaceAll('"', '').split(',').slice(2),
        progress: { percentage: own.percentage, done, required, state },
        ofClass: whole.items[0]!.percentage,
      }
    },
  }
}

test('an absence counts until the recording is watched', async () => {
  const { read } = await absentOnce()
  await expect(read()).resolves.toMatchObject({
    settings: { madeUpAs: 'EXCUSED', needed: null },
    rates: [50, 50],
    progress: { percentage: 50, done: false, required: true, state: 'ABSENT' },
    ofClass: 50,
  })
})

test('watched, it is excused, or counts as present if the course says so', async () => {
  const { read, watch, change } = await absentOnce()
  await watch()
  const excused = await read()
  expect(excused).toMatchObject({
    rates: [100, 100],
    progress: { percentage: 100, done: false, required: false, state: 'EXCUSED' },
    ofClass: 100,
  })
  expect(excused.cells).toEqual(expect.arrayContaining(['Excused (made up)', 'Present']))
  await expect(change({ madeUpAs: 'PRESENT', needed: 75 })).resolves.toEqual({ madeUpAs: 'PRESENT', needed: 75 })
  const present = await read()
  expect(present).toMatchObject({
    settings: { madeUpAs: 'PRESENT', needed: 75 },
    rates: [100, 100],
    progress: { percentage: 100, done: true, required: true, state: 'WATCHED' },
    ofClass: 100,
  })
  expect(present.cells).toEqual(expect.arrayContaining(['Present (made up)', 'Present']))
})

test('only an absence is made up for: what staff excuse stays excused', async () => {
  const { read, watch, change, mark } = await absentOnce()
  await watch()
  await change({ madeUpAs: 'PRESENT' })
  await mark('EXCUSED')
  const { cells, rates } = await read()
  expect(cells).toEqual(expect.arrayContaining(['Excused', 'Present']))
  expect(rates).toEqual([100, 100])
})

test('settings that are not sent stay, and each that is wrong is named', async () => {
  const { change, read } = await absentOnce()
  await change({ needed: 80 })
  await expect(change({ madeUpAs: 'PRESENT' })).resolves.toEqual({ madeUpAs: 'PRESENT', needed: 80 })
  await expect(change({ needed: null })).resolves.toEqual({ madeUpAs: 'PRESENT', needed: null })
  for (const needed of [0, 101, 7.5]) await expect(change({ needed })).rejects.toBeProblem('validation-failed', ['/needed'])
  await expect(read()).resolves.toMatchObject({ settings: { madeUpAs: 'PRESENT', needed: null } })
})
