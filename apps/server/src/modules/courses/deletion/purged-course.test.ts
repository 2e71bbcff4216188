/** What is left of a course after its purge: the submitted work, for its authors. */

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { assignmentExceptions, assignments, markImports, submissions } from '#db/schema/assignments.ts'
import { attendance } from '#db/schema/attendance.ts'
import { courses, joinLinks, weeks, studentsAtRisk } from '#db/schema/courses.ts'
import { studentNumbers } from '#db/schema/grading.ts'
import { courseEmails, emailOptOuts, emails } from '#db/schema/mail.ts'
import { announcedItems, notices } from '#db/schema/notices.ts'
import { signupForms, signupFormVersions, signupResponses } from '#db/schema/signup-forms.ts'
import { lanesOn } from '#jobs.ts'
import { purgedWithAssignment, purgedWithCourse } from '#modules/courses/deletion/queries.ts'
import { cleanPost } from '#services/html.ts'
import { testApp } from '#test/app.ts'

const { given, as, database, deps } = await testApp()
const { db } = database
const purge = () => lanesOn(deps).find(({ tasks }) => 'courses.purge' in tasks)!.tasks['courses.purge']!({}, undefined)
const at = '2026-11-19T10:00:00Z'

/** A course with a row in every table that has a course. */
async function fullCourse() {
  const home = await given.submission()
  const { course, trainer, student, assignment } = home
  const courseId = course.id
  const writer = await given.student()
  await given.member(courseId, writer)
  await db.insert(submissions).values({ assignmentId: assignment.id, courseId, studentId: writer.id, draft: [] })
  const drafted = await given.assignment({ courseId })
  await db.insert(submissions).values({ assignmentId: drafted.assignment.id, courseId, studentId: writer.id, draft: [] })
  await given.recorded({ courseId })
  await given.discussion({ courseId, authorId: student.id })
  await db
    .insert(attendance)
    .values({ sessionId: crypto.randomUUID(), courseId, weekId: assignment.weekId, userId: student.id, source: 'STAFF' })
  await db.insert(joinLinks).values({ courseId, token: courseId, code: courseId.slice(-8) })
  const [form] = await db.insert(signupForms).values({ courseId }).returning()
  await db.insert(signupFormVersions).values({ formId: form!.id, version: 1, questions: [] })
  await db.insert(signupResponses).values({ formId: form!.id, userId: student.id, version: 1, answers: [], status: 'APPROVED' })
  const sent = {
    courseId,
    senderId: trainer.id,
    subject: 'Hello',
    body: cleanPost(''),
    audience: { to: ['ALL'], except: [] },
    sendAt: at,
    recipients: 1,
  }
  const [email] = await db.insert(courseEmails).values(sent).returning()
  await db.insert(emails).values({ kind: 'COURSE', subject: 'Hello', html: '', text: '', toAddress: 'x@example.org', batchId: email!.id })
  await db.insert(emailOptOuts).values({ courseId, userId: student.id })
  const notice = { courseId, userId: student.id, kind: 'MARKS' as const, groupKey: 'a', sourceId: 'a', subject: { title: 'Essay' } }
  await db.insert(notices).values(notice)
  await db.insert(announcedItems).values({ itemId: assignment.id, courseId })
  await db.insert(studentsAtRisk).values({
    courseId,
    userId: student.id,
    reasons: 1,
    state: { awaySince: '2026-01-01T00:00:00.000Z', missing: 0, attendance: { percentage: null, marked: 0 }, isRunning: true },
  })
  await db.insert(markImports).values({ courseId, createdBy: trainer.id, createdAt: at, changes: [] })
  return { ...home, batchId: email!.id, drafted: drafted.assignment }
}

const tablesWith = async (column: 'course_id' | 'assignment_id') =>
  (
    await db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.columns join information_schema.tables using (table_schema, table_name)
        where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = ${column} order by 1`,
    )
  ).rows.map(({ name }) => name)
const countIn = async (table: string, courseId: string) =>
  (await db.execute<{ n: number }>(sql`select count(*)::int as n from ${sql.identifier(table)} where course_id = ${courseId}`)).rows[0]!.n

test('every table with a course is purged, kept for the work, or belongs to a user', async () => {
  const { deleted, keptForWork, ofUsers } = purgedWithCourse
  expect([...deleted, ...keptForWork, ...ofUsers].toSorted()).toEqual(['courses', ...(await tablesWith('course_id'))].toSorted())
})

test('every table with an assignment is purged, or kept for the work', async () => {
  const { deleted, keptForWork } = purgedWithAssignment
  expect([...deleted, ...keptForWork].toSorted()).toEqual(await tablesWith('assignment_id'))
})

test('why somebody was excused is not kept, nor who was excused without having submitted', async () => {
  const { course, student, assignment } = await given.submission()
  const other = await given.student()
  const at = '2025-12-01T00:00:00Z'
  const excused = { assignmentId: assignment.id, excusedAt: at, excuseReason: 'Surgery' }
  await db.insert(assignmentExceptions).values([student, other].map(({ id }) => ({ ...excused, studentId: id })))
  await db.insert(studentNumbers).values({ assignmentId: assignment.id, studentId: other.id, number: 1 })
  await db.update(courses).set({ deletedAt: '2026-01-01T00:00:00Z' }).where(eq(courses.id, course.id))
  await purge()
  const left = await db.select().from(assignmentExceptions).where(eq(assignmentExceptions.assignmentId, assignment.id))
  expect(left).toMatchObject([{ studentId: student.id, excuseReason: null }])
  expect(left.map(({ excusedAt }) => Date.parse(excusedAt!))).toEqual([Date.parse(at)])
  expect(await db.$count(studentNumbers, eq(studentNumbers.assignmentId, assignment.id))).toBe(0)
})

test('a course with submitted work leaves only that work; drafts do not count', async () => {
  const { course, student, submission, assignment, drafted, batchId } = await fullCourse()
  for (const table of purgedWithCourse.deleted) expect([table, await countIn(table, course.id)]).not.toEqual([table, 0])
  await db.update(courses).set({ deletedAt: '2026-01-01T00:00:00Z' }).where(eq(courses.id, course.id))
  await purge()
  for (const table of purgedWithCourse.deleted) expect([table, await countIn(table, course.id)]).toEqual([table, 0])
  expect(await db.$count(emails, eq(emails.batchId, batchId))).toBe(0)
  expect((await db.select().from(submissions).where(eq(submissions.courseId, course.id))).map(({ id }) => id)).toEqual([submission.id])
  expect(await db.$count(assignments, eq(assignments.id, drafted.id))).toBe(0)
  expect(await db.$count(assignments, eq(assignments.id, assignment.id))).toBe(1)
  for (const table of ['memberships', 'enrolments']) expect(await countIn(table, course.id)).toBe(1)
  const deleted = await (await as(student)).submissions.listMyDeletedSubmissions()
  expect(deleted.items.map(({ id }) => id)).toEqual([submission.id])
})

test('a course with drafts only leaves nothing', async () => {
  const { course, assignment } = await given.assignment()
  const student = await given.student()
  await db.insert(submissions).values({ assignmentId: assignment.id, courseId: course.id, studentId: student.id, draft: [] })
  await db.update(courses).set({ deletedAt: '2026-01-01T00:00:00Z' }).where(eq(courses.id, course.id))
  await purge()
  expect(await db.$count(courses, eq(courses.id, course.id))).toBe(0)
  expect(await db.$count(weeks, eq(weeks.courseId, course.id))).toBe(0)
})
