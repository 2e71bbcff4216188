/** The attendance sheet of a week and its export: which sessions and students they contain, and that both are complete. */

import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock, deps, statements } = await testApp()
const { openVideo } = courseFixtures({ given, as })
clock.set('2026-11-20T12:00:00Z')

test('the sheet has recordings first, live sessions by time, and the register last; students see their own row', async () => {
  const { course, week, student, trainerClient, media } = await openVideo({ title: 'Recording', position: 1 })
  const live = { courseId: course.id, weekId: week.id }
  await given.live({ ...live, title: 'Thursday', position: 0, startsAt: '2026-11-19T10:00:00Z', durationMinutes: 90 })
  await given.live({ ...live, title: 'Monday', position: 2, startsAt: '2026-11-16T10:00:00Z' })
  const gone = await given.recorded({
    title: 'Deleted, never marked',
    courseId: course.id,
    weekId: week.id,
    deletedAt: '2026-01-01T00:00:00Z',
  })
  await given.member(course.id, await given.student())
  await given.member(course.id, await given.student(), 'PENDING')
  const params = { courseId: course.id, weekId: week.id }
  const sheet = await trainerClient.attendance.getCourseAttendance({ params })
  expect(sheet.sessions.map(({ title, type }) => [title, type])).toEqual([
    ['Recording', 'RECORDED'],
    ['Monday', 'LIVE'],
    ['Thursday', 'LIVE'],
    [week.title, 'WEEK'],
  ])
  expect(sheet.sessions.find(({ title }) => title === 'Thursday')).toMatchObject({ durationMinutes: 90 })
  expect(sheet).toMatchObject({ total: 2, page: 1, limit: 100, students: [{ percentage: null, entries: {} }, { percentage: null }] })
  expect(sheet.sessions.map(({ id }) => id)).not.toContain(gone.media.id)
  await (await as(student)).attendance.markVideoAttendance({ body: { ...params, mediaId: media.id, watched: true } })
  await trainerClient.media.removeMedia({ params: { courseId: course.id, mediaId: media.id } })
  const own = await (await as(student)).attendance.getCourseAttendance({ params })
  expect(own).toMatchObject({ total: 1, students: [{ user: { id: student.id }, entries: { [media.id]: { source: 'SELF' } } }] })
  expect(own.sessions[0]!.title).toBe('Recording')
})

test('a sheet takes the same number of statements for any number of students', async () => {
  const { trainerClient, course, place } = await openVideo()
  const params = { courseId: place.courseId, weekId: place.weekId }
  const few = await statements(() => trainerClient.attendance.getCourseAttendance({ params }))
  const marks: { userId: string; status: 'PRESENT' }[] = []
  for (let i = 0; i < 8; i++) {
    const person = await given.student()
    await given.member(course.id, person)
    await given.recorded({ courseId: course.id, weekId: place.weekId })
    marks.push({ userId: person.id, status: 'PRESENT' })
  }
  await trainerClient.attendance.markBulkAttendance({ params, body: { attendance: marks } })
  expect(await statements(() => trainerClient.attendance.getCourseAttendance({ params }))).toBe(few)
})

test('the export has a row per student, a column per session, and no formulas', async () => {
  const { course, trainer, student } = await given.course()
  const { week } = await given.week({ courseId: course.id, number: 1 })
  const { week: second } = await given.week({ courseId: course.id, number: 2 })
  await given.live({ title: 'Later', courseId: course.id, weekId: second.id })
  const { media } = await given.recorded({ title: '=Sum', courseId: course.id, weekId: week.id })
  const risky = await given.user({ role: 'USER', name: '=cmd|"x"!A1', email: 'zz@example.org' })
  await given.member(course.id, risky)
  const client = await as(trainer)
  const attendance = [
    { userId: risky.id, status: 'LATE' as const, mediaId: media.id },
    { userId: risky.id, status: 'ABSENT' as const },
    { userId: student.id, status: 'EXCUSED' as const },
  ]
  await client.attendance.markBulkAttendance({ params: { courseId: course.id, weekId: week.id }, body: { attendance } })
  const csv = await (await client.attendance.exportAttendance({ query: { courseId: course.id } })).text()
  expect(csv.replace('\ufeff', '').split('\r\n')).toEqual([
    '"Name","Email","Week 1: =Sum","Week 1: register","Week 2: Later","Present","Late","Absent","Excused","Attendance rate (%)","Sessions marked"',
    `"'=cmd|""x""!A1","zz@example.org","Late","Absent","","0","1","1","0","50","2 of 2 sessions marked"`,
    `"${student.name}","${student.email}","","Excused","","0","0","0","1","","1 of 2 sessions marked"`,
    '',
  ])
  const xlsx = new Uint8Array(
    await (await client.attendance.exportAttendance({ query: { courseId: course.id, format: 'xlsx' } })).arrayBuffer(),
  )
  expect(Buffer.from(xlsx.subarray(0, 2)).toString()).toBe('PK')
  await expect((await as(student)).attendance.exportAttendance({ query: { courseId: course.id } })).rejects.toBeProblem('forbidden')
  await expect((await as('TRAINER')).attendance.exportAttendance({ query: { courseId: course.id } })).rejects.toBeProblem('forbidden')
})

test('an export of many students is complete, and from one snapshot', async () => {
  const { course, trainer } = await given.course()
  for (let i = 0; i < 410; i++) await given.member(course.id, await given.student())
  const client = await as(trainer)
  const snapshot = vi.spyOn(deps.database, 'snapshot')
  onTestFinished(() => snapshot.mockRestore())
  const csv = await (await client.attendance.exportAttendance({ query: { courseId: course.id } })).text()
  const rows = csv.trimEnd().split('\r\n').slice(1)
  expect([rows.length, new Set(rows).size]).toEqual([411, 411])
  expect(snapshot).toHaveBeenCalledOnce()
})

test('a rate covers the past sessions, marked or not, without future, locked or deleted ones', async () => {
  const { course, week, student, trainer } = await given.week({ number: 1 })
  const at = { courseId: course.id, weekId: week.id }
  const { media: watched } = await given.recorded(at)
  await given.recorded(at)
  const { media: held } = await given.live({ ...at, startsAt: '2026-11-20T10:00:00Z' })
  await given.live({ ...at, startsAt: '2026-11-20T14:00:00Z' })
  await given.recorded({ ...at, deletedAt: '2026-11-19T12:00:00Z' })
  const { week: locked } = await given.week({ courseId: course.id, number: 2, unlockAt: '2026-11-27T00:00:00Z' })
  await given.recorded({ courseId: course.id, weekId: locked.id })
  // Open already, but its first day is to come.
  const { week: ahead } = await given.week({ courseId: course.id, number: 3, startsOn: '2026-11-23' })
  await given.recorded({ courseId: course.id, weekId: ahead.id })
  const classmate = await given.student()
  await given.member(course.id, classmate)
  const client = await as(trainer)
  const mark = (attendance: { userId: string; mediaId?: string; status: 'PRESENT' | 'ABSENT' | 'EXCUSED' }[]) =>
    client.attendance.markBulkAttendance({ params: at, body: { attendance } })
  const rate = async () => (await client.users.getUser({ params: { id: student.id } })).courses[0]?.attendance
  expect(await rate()).toEqual({ percentage: null, marked: 0, sessions: 3 })
  await mark([
    { userId: student.id, mediaId: watched.id, status: 'PRESENT' },
    { userId: student.id, mediaId: held.id, status: 'EXCUSED' },
    // The register of the week counts as a session once somebody is marked in it.
    { userId: classmate.id, status: 'ABSENT' },
  ])
  expect(await rate()).toEqual({ percentage: 100, marked: 2, sessions: 4 })
  const csv = await (await client.attendance.exportAttendance({ query: { courseId: course.id } })).text()
  const rows = csv.split('\r\n')
  expect(rows.find((row) => row.includes(student.email!))).toMatch(/"100","2 of 4 sessions marked"$/)
  expect(rows.find((row) => row.includes(classmate.email!))).toMatch(/"0","1 of 4 sessions marked"$/)
})
