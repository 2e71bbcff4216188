import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { assignments, submissions } from '#db/schema/assignments.ts'
import { attendance, attendanceEvents } from '#db/schema/attendance.ts'
import { noHtml } from '#db/schema/columns.ts'
import { courses, memberships, weeks } from '#db/schema/courses.ts'
import { discussions } from '#db/schema/discussions.ts'
import { files, media } from '#db/schema/media.ts'
import { lanesOn } from '#jobs.ts'
import { sweepFiles } from '#modules/files/sweep.ts'
import { testAppWithFiles } from '#test/files.ts'

const { given, as, clock, deps, database, runJobs } = await testAppWithFiles()
const { db } = database
const today = '2026-11-20T12:00:00.000Z'
const inDays = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString()
const purge = () => lanesOn(deps).find(({ tasks }) => 'courses.purge' in tasks)!.tasks['courses.purge']!({}, undefined)
const has = async (table: typeof courses | typeof weeks | typeof media | typeof assignments | typeof discussions, id: string) =>
  (await db.$count(table, eq(table.id, id))) > 0

/** All rows of a course as they are. */
const rowsOf = async ({ id }: { id: string }) => ({
  courses: await db.select().from(courses).where(eq(courses.id, id)),
  weeks: await db.select().from(weeks).where(eq(weeks.courseId, id)),
  media: await db.select().from(media).where(eq(media.courseId, id)),
  assignments: await db.select().from(assignments).where(eq(assignments.courseId, id)),
  submissions: await db.select().from(submissions).where(eq(submissions.courseId, id)),
  discussions: await db.select().from(discussions).where(eq(discussions.courseId, id)),
  attendance: await db.select().from(attendance).where(eq(attendance.courseId, id)),
  members: await db.select().from(memberships).where(eq(memberships.courseId, id)),
})

/** A course with a video and an assignment, which the student has submitted with a file and marks. */
async function course() {
  clock.set(today)
  const question = given.question({ type: 'FILE', answerKey: ['planted key'] })
  const home = await given.assignment({ title: 'Method note', questions: [question] })
  const { course: made, week, student } = home
  const [answer, video] = [
    await given.file(student.id),
    await given.file(home.trainer.id, { key: `video/${home.trainer.id}/${crypto.randomUUID()}.mp4` }),
  ]
  const { media: recording } = await given.recorded({ courseId: made.id, weekId: week.id, source: video.key })
  const { submission } = await given.submission({
    assignment: { courseId: made.id, weekId: week.id, title: 'Method note', questions: [question] },
    answers: [{ questionId: question.id, value: [answer.key] }],
    status: 'GRADED',
    marks: 17,
    gradedAt: '2026-11-19T12:00:00Z',
    studentId: student.id,
  })
  const { discussion } = await given.discussion({ courseId: made.id, authorId: student.id })
  await db.insert(attendance).values({ sessionId: recording.id, userId: student.id, courseId: made.id, weekId: week.id, source: 'VIDEO' })
  const params = { id: made.id }
  return { ...home, params, inWeek: { courseId: made.id, weekId: week.id }, recording, submission, discussion, answer, video }
}

test('a deleted course is listed for admins and restored completely', async () => {
  const { params, student, week, course: made } = await course()
  const admin = await as('ADMIN')
  const { weekCount } = await admin.courses.getCourse({ params })
  await admin.courses.removeCourse({ params })
  const listed = await admin.courses.listDeletedCourses()
  expect(listed.items.find(({ id }) => id === made.id)).toEqual({
    id: made.id,
    title: made.title,
    mode: 'RECORDED',
    weekCount,
    studentCount: 1,
    deletedAt: today,
    restorableUntil: '2026-12-20T12:00:00.000Z',
  })
  const restored = await admin.courses.restoreCourse({ params })
  expect(restored).toMatchObject({ id: made.id, title: made.title, weekCount })
  expect(restored.weeks!.find(({ id }) => id === week.id)).toMatchObject({ media: [{}], assignments: [{}, {}] })
  await expect((await as(student)).courses.getCourse({ params })).resolves.toMatchObject({ id: made.id })
  expect((await admin.courses.listDeletedCourses()).items.map(({ id }) => id)).not.toContain(made.id)
  await expect(admin.courses.restoreCourse({ params })).rejects.toBeProblem('not-found')
})

test('a deleted week is restored at its position, with its items', async () => {
  const { course: made, trainer } = await given.course()
  const inCourse = { courseId: made.id }
  const rows: { id: string }[] = []
  for (const number of [1, 2, 3, 4]) rows.push((await given.week({ ...inCourse, number, title: `Title ${number}` })).week)
  await db.insert(media).values({ ...inCourse, weekId: rows[1]!.id, title: 'Video', type: 'RECORDED' })
  const client = await as(trainer)
  const at = (index: number) => ({ params: { ...inCourse, weekId: rows[index]!.id } })
  const titles = async () =>
    (await client.courses.getCourse({ params: { id: made.id } })).weeks!.map(({ number, title }) => `${number} ${title}`)
  const gone = { ...inCourse, weekId: rows[1]!.id, deletedAt: today }
  await db.insert(media).values({ ...gone, title: 'Old video', type: 'RECORDED' })
  await db.insert(assignments).values({ ...gone, title: 'Old work', maxMarks: 10, latePolicy: { kind: 'FLAG', percent: 0, floor: 0 } })
  clock.set(today)
  await client.weeks.removeWeek(at(1))
  clock.set(inDays(1))
  await client.weeks.removeWeek(at(3))
  expect(await titles()).toEqual(['1 Title 1', '2 Title 3'])
  const { items, total } = await client.weeks.listDeletedWeeks({ params: inCourse })
  expect(total).toBe(2)
  // The last deleted first; items deleted before their week are not counted.
  expect(items).toMatchObject([
    { title: 'Title 4', restorableUntil: inDays(31) },
    { title: 'Title 2', mediaCount: 1, assignmentCount: 0, restorableUntil: inDays(30) },
  ])
  // The last deletion first: each finds the place that it had.
  await expect(client.weeks.restoreWeek(at(3))).resolves.toMatchObject({ number: 3, title: 'Title 4' })
  await expect(client.weeks.restoreWeek(at(1))).resolves.toMatchObject({ number: 2, media: [{}] })
  expect(await titles()).toEqual(['1 Title 1', '2 Title 2', '3 Title 3', '4 Title 4'])
  await expect(client.weeks.restoreWeek(at(1))).rejects.toBeProblem('not-found')
})

test('what is in a deleted week is deleted with it: a page that is still open cannot change or delete it, so it comes back as it was', async () => {
  const { media: session, week, trainer } = await given.live()
  const client = await as(trainer)
  const inWeek = { courseId: week.courseId, weekId: week.id }
  const params = { ...inWeek, mediaId: session.id }
  await client.weeks.removeWeek({ params: inWeek })
  await expect(client.media.updateMedia({ params, body: { title: 'Other' } })).rejects.toBeProblem('not-found')
  await expect(client.media.removeMedia({ params })).rejects.toBeProblem('not-found')
  await expect(client.weeks.restoreWeek({ params: inWeek })).resolves.toMatchObject({ media: [{ title: session.title }] })
})

test('after 30 days nothing is listed or can be restored, and course content is purged with its files', async () => {
  const home = await course()
  const { week: unused } = await given.week({ courseId: home.course.id })
  await db.update(courses).set({ description: noHtml, coverImage: 'image/cover.png' }).where(eq(courses.id, home.course.id))
  const empty = await given.recorded()
  // One that stays, and one that was deleted later.
  const [other, later] = [await course(), await course()]
  const admin = await as('ADMIN')
  const joined = { userId: empty.student.id, connection: 'c', kind: 'JOIN' as const, at: today }
  await db.insert(attendanceEvents).values([empty.media, other.recording].map(({ id }) => ({ ...joined, sessionId: id })))
  const marked = () => db.$count(attendance, eq(attendance.sessionId, home.recording.id))
  expect(await marked()).toBe(1)
  for (const { id } of [home.course, empty.course]) await admin.courses.removeCourse({ params: { id } })
  clock.set(inDays(1))
  await admin.courses.removeCourse({ params: later.params })
  const before = [await rowsOf(other.course), await rowsOf(later.course)]
  clock.set(inDays(30))
  await purge()
  const deleted = async () => {
    const { items } = await admin.courses.listDeletedCourses({ query: { limit: 100 } })
    return items.map(({ id }) => id).filter((id) => [home, empty, later].some(({ course }) => course.id === id))
  }
  expect(await deleted()).toHaveLength(3)
  expect([await has(courses, empty.course.id), await has(media, home.recording.id)]).toEqual([true, true])
  clock.set(inDays(30.01))
  expect(await deleted()).toEqual([later.course.id])
  await expect(admin.courses.restoreCourse({ params: home.params })).rejects.toBeProblem('not-found')
  await purge()
  await purge()
  expect([await has(courses, empty.course.id), await has(weeks, empty.week.id), await has(media, empty.media.id)]).toEqual([
    false,
    false,
    false,
  ])
  expect(await db.$count(attendanceEvents, eq(attendanceEvents.sessionId, empty.media.id))).toBe(0)
  expect(await marked()).toBe(0)
  expect([
    await has(media, home.recording.id),
    await has(discussions, home.discussion.id),
    await has(assignments, home.assignment.id),
    await has(weeks, unused.id),
  ]).toEqual([false, false, false, false])
  expect((await rowsOf(home.course)).courses).toMatchObject([{ description: '', coverImage: null }])
  expect([await rowsOf(other.course), await rowsOf(later.course)]).toEqual(before)
  expect(await db.$count(attendanceEvents, eq(attendanceEvents.sessionId, other.recording.id))).toBe(1)
  await db.update(files).set({ createdAt: today })
  await sweepFiles(deps)
  await runJobs()
  const left = (await db.select({ key: files.key }).from(files)).map(({ key }) => key)
  expect(left).toContain(home.answer.key)
  expect(left).not.toContain(home.video.key)
})

test('purging a deleted week keeps its course', async () => {
  const home = await course()
  const { week: other } = await given.week({ courseId: home.course.id })
  const { week: stays } = await given.week({ courseId: home.course.id, description: 'As it was' })
  const recording = await given.recorded({ courseId: home.course.id, weekId: stays.id })
  const at = {
    sessionId: recording.media.id,
    userId: home.student.id,
    courseId: home.course.id,
    weekId: stays.id,
    source: 'VIDEO' as const,
  }
  await db.insert(attendance).values(at)
  const client = await as(home.trainer)
  await client.weeks.removeWeek({ params: home.inWeek })
  await client.weeks.removeWeek({ params: { ...home.inWeek, weekId: other.id } })
  clock.set(inDays(31))
  expect((await client.weeks.listDeletedWeeks({ params: home.inWeek })).total).toBe(0)
  await expect(client.weeks.restoreWeek({ params: home.inWeek })).rejects.toBeProblem('not-found')
  await purge()
  expect([await has(weeks, other.id), await has(media, home.recording.id)]).toEqual([false, false])
  expect([await has(courses, home.course.id), await has(discussions, home.discussion.id)]).toEqual([true, true])
  expect(await db.$count(submissions, eq(submissions.id, home.submission.id))).toBe(1)
  expect(await db.select().from(weeks).where(eq(weeks.id, stays.id))).toMatchObject([{ description: 'As it was', deletedAt: null }])
  expect([await has(media, recording.media.id), await db.$count(attendance, eq(attendance.weekId, stays.id))]).toEqual([true, 1])
})

test.each(['course', 'week'] as const)(
  'a submission in a deleted %s stays readable for its author only, also after the purge',
  async (what) => {
    const home = await course()
    const [student, trainer, admin] = [await as(home.student), await as(home.trainer), await as('ADMIN')]
    const { id: submissionId } = home.submission
    const read = (who = student) => who.submissions.getMyDeletedSubmission({ params: { id: submissionId } })
    await expect(read()).rejects.toBeProblem('not-found')
    if (what === 'course') await admin.courses.removeCourse({ params: home.params })
    else await trainer.weeks.removeWeek({ params: home.inWeek })
    for (const days of [0, 31]) {
      clock.set(inDays(days))
      await purge()
      const { items } = await student.submissions.listMyDeletedSubmissions()
      expect(items).toMatchObject([
        { id: submissionId, assignmentTitle: 'Method note', courseTitle: home.course.title, marks: 17, deleted: what.toUpperCase() },
      ])
      const { submission, assignment, deleted } = await read()
      expect(submission).toMatchObject({ marks: 17, status: 'GRADED', files: [{ key: home.answer.key }] })
      expect(assignment).toMatchObject({ title: 'Method note' })
      expect(submission.questionVersions).toMatchObject([{ questions: [{ type: 'FILE' }] }])
      expect(JSON.stringify(submission)).not.toContain('planted key')
      expect(deleted).toBe(what.toUpperCase())
      for (const other of [trainer, admin, await as('USER')]) await expect(read(other)).rejects.toBeProblem('not-found')
    }
  },
)

test('unreleased marks are not shown, and a restored course contains nothing deleted', async () => {
  const home = await course()
  await db.update(submissions).set({ status: 'SUBMITTED' }).where(eq(submissions.id, home.submission.id))
  const [student, admin] = [await as(home.student), await as('ADMIN')]
  await admin.courses.removeCourse({ params: home.params })
  expect((await student.submissions.listMyDeletedSubmissions()).items).toMatchObject([{ marks: null }])
  await admin.courses.restoreCourse({ params: home.params })
  expect((await student.submissions.listMyDeletedSubmissions()).items).toEqual([])
})

test('the purge deletes an assignment permanently after 30 days, but not one with submissions', async () => {
  const home = await course()
  const { assignment: unused } = await given.assignment({ courseId: home.course.id, weekId: home.week.id })
  const client = await as(home.trainer)
  const used = home.submission.assignmentId
  for (const id of [unused.id, used]) await client.assignmentChanges.removeAssignment({ params: { id } })
  clock.set(inDays(30))
  await purge()
  expect(await has(assignments, unused.id)).toBe(true)
  clock.set(inDays(30.01))
  await purge()
  expect([await has(assignments, unused.id), await has(assignments, used), await has(weeks, home.week.id)]).toEqual([false, true, true])
})
