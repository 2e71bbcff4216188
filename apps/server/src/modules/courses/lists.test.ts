/** The order of a course's items and of deleted courses, the last activity of a class, its averages, and what a purge erases. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { submissions } from '#db/schema/assignments.ts'
import { attendance, attendanceEvents } from '#db/schema/attendance.ts'
import { courses, memberships, weeks } from '#db/schema/courses.ts'
import { purgeDeleted } from '#modules/courses/deletion/purge.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, database } = await testApp()
const { db } = database
clock.set('2026-11-20T12:00:00Z')

test('the assignments of a week are in the order of their due times, those without one last', async () => {
  const { course, week, student } = await given.week()
  const place = { courseId: course.id, weekId: week.id }
  await given.assignment({ ...place, title: 'Open end' })
  await given.assignment({ ...place, title: 'Later', dueAt: '2026-11-25T12:00:00Z' })
  await given.assignment({ ...place, title: 'Sooner', dueAt: '2026-11-22T12:00:00Z' })
  const page = await (await as(student)).courses.getCourse({ params: { id: course.id } })
  expect(page.weeks![0]!.assignments.map(({ title }) => title)).toEqual(['Sooner', 'Later', 'Open end'])
})

test('deleted courses are listed from the last deleted to the first', async () => {
  const made: string[] = []
  for (const deletedAt of ['2026-11-18T12:00:00Z', '2026-11-19T12:00:00Z', '2026-11-17T12:00:00Z'])
    made.push((await given.course({ deletedAt })).course.id)
  const { items } = await (await as('ADMIN')).courses.listDeletedCourses({ query: {} })
  expect(items.map(({ id }) => id)).toEqual([made[1], made[0], made[2]])
})

test('a course was last active for its trainers when work was last submitted', async () => {
  const { assignment, course, student, trainer } = await given.submission({ submittedAt: '2026-11-18T10:00:00Z' })
  const other = await given.student()
  await given.member(course.id, other)
  const times = { submittedAt: '2026-11-19T10:00:00Z', effectiveSubmittedAt: '2026-11-19T10:00:00Z' }
  const work = { assignmentId: assignment.id, courseId: course.id, status: 'SUBMITTED' as const, attempt: 1, ...times }
  await db.insert(submissions).values({ ...work, studentId: other.id })
  expect(student.id).not.toBe(other.id)
  const { items } = await (await as(trainer)).courses.listMyCourses({ query: {} })
  expect(items).toMatchObject([{ id: course.id, lastActivityAt: '2026-11-19T10:00:00.000Z' }])
})

test('where a declined student tries to enrol again, a trainer is named as the one to ask', async () => {
  const { course } = await given.course({ enrolment: 'OPEN' })
  const declined = await given.student()
  await db.insert(memberships).values({ courseId: course.id, userId: declined.id, role: 'STUDENT', status: 'REJECTED' })
  await expect((await as(declined)).courses.enroll({ params: { id: course.id } })).rejects.toMatchObject({
    problem: 'forbidden',
    message: 'Your place in this course was declined. Ask its trainers.',
  })
})

test('a video that was watched in part without a saved position is still offered to continue', async () => {
  const { course, week, media, student } = await given.recorded()
  const record = { sessionId: media.id, userId: student.id, courseId: course.id, weekId: week.id, source: 'VIDEO' as const }
  await db.insert(attendance).values({ ...record, position: 0, coverage: 0.4 })
  const { items } = await (await as(student)).courses.listMyCourses({ query: {} })
  expect(items[0]!.next).toMatchObject({ id: media.id, leftAt: { position: 0, coverage: 0.4, durationSeconds: 100 } })
})

test('a class’s average of marks leaves out work that waits for one; a recorded session is required of those enrolled before its end', async () => {
  const { assignment, course, week, student, trainer, submission } = await given.submission({ status: 'GRADED', marks: 16 })
  const late = await given.student()
  await db.insert(memberships).values({ courseId: course.id, userId: late.id, role: 'STUDENT', createdAt: '2026-11-20T00:00:00Z' })
  // Submitted again: the marks are those of the attempt before.
  const { submittedAt, effectiveSubmittedAt } = submission
  const times = { submittedAt, effectiveSubmittedAt }
  const work = { assignmentId: assignment.id, courseId: course.id, studentId: late.id, attempt: 2, ...times }
  await db.insert(submissions).values({ ...work, status: 'SUBMITTED', marks: 4 })
  const { media } = await given.live({
    courseId: course.id,
    weekId: week.id,
    startsAt: '2026-11-19T10:00:00Z',
    source: 'https://example.org/v.mp4',
  })
  const watched = { sessionId: media.id, courseId: course.id, weekId: week.id, source: 'VIDEO' as const, status: 'PRESENT' as const }
  await db.insert(attendance).values({ ...watched, userId: late.id })
  const { items } = await (await as(trainer)).courses.getProgress({ params: { id: course.id } })
  const itemOf = (id: string) => items.find((item) => item.id === id)
  expect(itemOf(assignment.id)).toMatchObject({ marks: 16 })
  expect(itemOf(media.id)).toMatchObject({ reason: '1 of 2 students' })
  expect(student.id).not.toBe(late.id)
})

test('all trainers of a course can be taken out of it', async () => {
  const { course, trainer } = await given.course()
  const admin = await as('ADMIN')
  const changed = await admin.courses.updateCourse({ params: { id: course.id }, body: { trainerIds: [] } })
  expect(changed.trainers).toEqual([])
  await expect((await as(trainer)).courses.listMyCourses({ query: {} })).resolves.toMatchObject({ total: 0 })
})

test('a purge erases descriptions, the cover, and who came to sessions, but not the work of students', async () => {
  const { course, week, submission, student } = await given.submission()
  const { media } = await given.live({ courseId: course.id, weekId: week.id })
  const seen = { sessionId: media.id, userId: student.id, connection: 'a', kind: 'JOIN' as const, at: '2026-11-01T12:00:00Z' }
  await db.insert(attendanceEvents).values(seen)
  const deletedAt = '2026-10-01T12:00:00Z'
  await db.update(courses).set({ deletedAt, description: 'About it', coverImage: 'image/a.png' }).where(eq(courses.id, course.id))
  await db.update(weeks).set({ description: 'Read this' }).where(eq(weeks.id, week.id))
  const { submission: kept, week: alone } = await given.submission()
  await db.update(weeks).set({ deletedAt, description: 'And this' }).where(eq(weeks.id, alone.id))
  await purgeDeleted(database, clock.now())
  expect((await db.select().from(courses).where(eq(courses.id, course.id)))[0]).toMatchObject({ description: '', coverImage: null })
  for (const { id } of [week, alone]) expect((await db.select().from(weeks).where(eq(weeks.id, id)))[0]).toMatchObject({ description: '' })
  expect(await db.$count(attendanceEvents, eq(attendanceEvents.sessionId, media.id))).toBe(0)
  for (const { id } of [submission, kept]) expect(await db.$count(submissions, eq(submissions.id, id))).toBe(1)
})

test('the catalogue has the first sentence of each description', async () => {
  await given.course({ title: 'Cartography', description: '<p>Maps &amp; how they lie. With <strong>exercises</strong>.</p>' })
  const { items } = await (await as('USER')).courses.listCourses({ query: { search: 'Cartography' } })
  expect(items).toMatchObject([{ summary: 'Maps & how they lie.' }])
  expect(items[0]).not.toHaveProperty('description')
})

test('the catalogue says of a course with a sign-up form whether it takes answers', async () => {
  const admin = await as('ADMIN')
  const { course: written } = await given.course({ title: 'Formal one', enrolment: 'FORM' })
  await given.course({ title: 'Formal two', enrolment: 'FORM' })
  const form = {
    status: 'OPEN' as const,
    closesAt: '2026-11-21T12:00:00Z',
    autoApprove: true,
    questions: [{ label: 'Why?', type: 'LONG_TEXT' as const }],
  }
  await admin.signupForms.saveForm({ params: { courseId: written.id }, body: form })
  const { items } = await (await as('USER')).courses.listCourses({ query: { search: 'Formal', sort: 'title' } })
  expect(items.map(({ form: found }) => found)).toEqual([{ status: 'OPEN', closesAt: '2026-11-21T12:00:00.000Z' }, null])
})
