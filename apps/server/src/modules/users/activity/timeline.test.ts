/** What the timeline of a user holds besides submissions, marks of attendance and posts. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { submissionAttempts } from '#db/schema/assignments.ts'
import { attendance } from '#db/schema/attendance.ts'
import { courseEmails, emails } from '#db/schema/mail.ts'
import { users } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, database } = await testApp()
clock.set('2026-11-20T12:00:00Z')
const at = (user: { id: string }) => ({ params: { id: user.id } })

test('more time for an assignment, with who gave it, and where somebody is signed in', async () => {
  const { course, student, trainer } = await given.course()
  const { assignment, week } = await given.assignment({ courseId: course.id, title: 'Dovetail', dueAt: '2026-11-25T10:00:00Z' })
  const teacher = await as(trainer)
  const extend = (dueAt: string | null) =>
    teacher.assignmentExceptions.extendDueTime({
      params: { courseId: course.id, assignmentId: assignment.id },
      body: { studentIds: [student.id], dueAt, closesAt: null },
    })
  const read = async () => (await teacher.users.listUserActivity(at(student))).items
  await extend('2026-11-28T10:00:00Z')
  expect(await read()).toMatchObject([
    { type: 'EXTENDED', title: 'Dovetail', subjectId: assignment.id, weekId: week.id, by: trainer.name, at: '2026-11-20T12:00:00.000Z' },
  ])
  await extend(null)
  expect(await read()).toEqual([])
  await as(student)
  expect((await read()).map(({ type }) => type)).toContain('SIGN_IN')
})

async function activeStudent() {
  const { course, student, trainer } = await given.course({ title: 'Mine' })
  const recorded = await given.recorded({ courseId: course.id, title: 'Per hundred' })
  const live = await given.live({ courseId: course.id, title: 'Clinic' })
  const record = { userId: student.id, courseId: course.id }
  await database.db.insert(attendance).values([
    {
      ...record,
      sessionId: recorded.media.id,
      weekId: recorded.week.id,
      source: 'VIDEO',
      coverage: 0.12,
      updatedAt: '2026-11-15T10:00:00Z',
    },
    {
      ...record,
      sessionId: live.media.id,
      weekId: live.week.id,
      source: 'JOIN',
      status: 'LATE',
      markedAt: '2026-11-16T10:00:00Z',
      joinedAt: '2026-11-16T10:00:00Z',
    },
  ])
  const mail = {
    courseId: course.id,
    senderId: trainer.id,
    subject: 'Hello',
    body: '<p>Hello</p>' as typeof courseEmails.$inferInsert.body,
    audience: { to: ['ALL'], except: [] },
  }
  const [sent] = await database.db
    .insert(courseEmails)
    .values({ ...mail, sendAt: '2026-11-17T10:00:00Z', recipients: 1, state: 'SENT' })
    .returning()
  await database.db.insert(emails).values({
    batchId: sent!.id,
    userId: student.id,
    toAddress: student.email!,
    kind: 'COURSE',
    subject: 'Hello',
    html: '',
    text: '',
    state: 'FAILED',
    lastError: 'Mailbox is full',
    createdAt: '2026-11-17T10:00:00Z',
  })
  return { course, student, trainer, sent: sent! }
}

test('what was watched in part, joined and emailed with its failure, and the last visit', async () => {
  const { student, trainer, sent } = await activeStudent()
  await database.db.update(users).set({ lastSeenAt: '2026-11-19T21:14:00Z' }).where(eq(users.id, student.id))
  const { items, total } = await (await as(trainer)).users.listUserActivity(at(student))
  expect(total).toBe(4)
  expect(items.map(({ type }) => type)).toEqual(['VISIT', 'EMAIL', 'JOINED', 'WATCHED'])
  expect(items[0]).toMatchObject({ course: null })
  expect(items[1]).toMatchObject({ subjectId: sent.id, title: 'Hello', by: trainer.name, error: 'Mailbox is full' })
  expect(items[2]).toMatchObject({ title: 'Clinic', late: true })
  expect(items[3]).toMatchObject({ title: 'Per hundred', coverage: 0.12 })
})

test('a mark with who gave it; a held one is hidden from the student', async () => {
  const { course, student, trainer } = await given.course()
  for (const isHeld of [false, true]) {
    const mark = { marks: 14, gradedBy: trainer.id, gradedAt: '2026-11-18T10:00:00Z', isHeld }
    const assignment = { courseId: course.id, maxMarks: 20 }
    const { submission } = await given.submission({ studentId: student.id, assignment, status: 'GRADED', ...mark })
    await database.db.update(submissionAttempts).set(mark).where(eq(submissionAttempts.submissionId, submission.id))
  }
  const marksSeenBy = async (user: { id: string; role: 'USER' | 'TRAINER' | 'ADMIN' | 'SUPER_ADMIN' }) => {
    const { items } = await (await as(user)).users.listUserActivity({ ...at(student), query: { kind: 'WORK' } })
    return items.filter(({ type }) => type === 'GRADED').map(({ marks, maxMarks, by }) => [marks, maxMarks, by])
  }
  const mark = [14, 20, trainer.name]
  expect(await marksSeenBy(trainer)).toEqual([mark, mark])
  expect(await marksSeenBy(student)).toEqual([mark])
})

test('one kind of them at a time', async () => {
  const { student, trainer } = await activeStudent()
  const teacher = await as(trainer)
  const typesOf = async (kind: 'WORK' | 'ATTENDANCE' | 'MESSAGES') =>
    (await teacher.users.listUserActivity({ ...at(student), query: { kind } })).items.map(({ type }) => type)
  expect(await typesOf('WORK')).toEqual([])
  expect(await typesOf('ATTENDANCE')).toEqual(['JOINED', 'WATCHED'])
  expect(await typesOf('MESSAGES')).toEqual(['EMAIL'])
})
