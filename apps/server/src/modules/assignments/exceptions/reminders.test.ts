/** Reminders to students who have not submitted. */

import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { courses } from '#db/schema/courses.ts'
import { emailOptOuts, emails } from '#db/schema/mail.ts'
import { users } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'

const { given, as, clock, database } = await testApp()
const { openAssignment } = courseFixtures({ given, as })
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))

const mailsTo = (userId: string) => database.db.select().from(emails).where(eq(emails.userId, userId))

async function assignmentWith(more: number, values: Parameters<typeof openAssignment>[0] = {}) {
  const home = await openAssignment({ title: 'Chart critique', dueAt: '2026-11-18T12:00:00Z', ...values })
  const others = await Promise.all(Array.from({ length: more }, () => given.user({ role: 'USER' })))
  for (const other of others) await given.member(home.course.id, other)
  await database.db.update(courses).set({ timeZone: 'Europe/Berlin' }).where(eq(courses.id, home.course.id))
  const at = { courseId: home.course.id, assignmentId: home.assignment.id }
  const calls = home.trainerClient.assignmentExceptions
  const remind = (...studentIds: string[]) => calls.remindStudents({ params: at, body: { studentIds } })
  return { ...home, others, at, calls, remind }
}

test('each student gets one email, and no second one within 24 hours', async () => {
  const { student, others, remind, at, trainerClient } = await assignmentWith(1)
  const [other] = others
  await expect(remind(student.id)).resolves.toEqual({ reminded: 1, recent: 0, unreachable: 0 })
  const [mail] = await mailsTo(student.id)
  expect(mail).toMatchObject({ subject: 'Reminder: Chart critique', toAddress: student.email })
  expect(mail!.text).toContain('It was due Wed 18 Nov 2026, 13:00 CET')
  clock.set('2026-11-21T11:59:00Z')
  await expect(remind(student.id, other!.id)).resolves.toEqual({ reminded: 1, recent: 1, unreachable: 0 })
  clock.set('2026-11-21T12:00:00Z')
  await expect(remind(student.id, other!.id)).resolves.toEqual({ reminded: 1, recent: 1, unreachable: 0 })
  expect([await mailsTo(student.id), await mailsTo(other!.id)].map(({ length }) => length)).toEqual([2, 1])
  const roster = await trainerClient.submissions.listSubmissions({ params: at })
  expect(roster.items.find((row) => row.student.id === student.id)).toMatchObject({ remindedAt: '2026-11-21T12:00:00.000Z' })
})

test('two parallel reminders send one email', async () => {
  const { student, remind } = await assignmentWith(0)
  const replies = await Promise.all([remind(student.id), remind(student.id), remind(student.id)])
  expect(replies.map(({ reminded }) => reminded).toSorted((one, other) => one - other)).toEqual([0, 0, 1])
  expect(await mailsTo(student.id)).toHaveLength(1)
})

test('no email to students who submitted, are excused or unsubscribed from the course; the email mentions an extension', async () => {
  const { student, studentClient, params, body, others, calls, at, remind, course } = await assignmentWith(3)
  const [excused, optedOut, extended] = others.map(({ id }) => id)
  await studentClient.submissions.submitAssignment({ params, body })
  await calls.excuseStudents({ params: at, body: { studentIds: [excused!], reason: 'Ill' } })
  await calls.extendDueTime({ params: at, body: { studentIds: [extended!], dueAt: '2026-11-27T12:00:00Z' } })
  await database.db.insert(emailOptOuts).values({ userId: optedOut!, courseId: course.id })
  await expect(remind(student.id, ...others.map(({ id }) => id))).resolves.toEqual({ reminded: 1, recent: 0, unreachable: 1 })
  expect((await mailsTo(extended!))[0]!.text).toContain('It is due Fri 27 Nov 2026, 13:00 CET')
})

test('there are no reminders before an assignment opens or after it closes, and a closed one cannot be extended', async () => {
  const { student, remind, calls, at } = await assignmentWith(0, { status: 'CLOSED' })
  await expect(remind(student.id)).rejects.toBeProblem('conflict')
  const body = { studentIds: [student.id], dueAt: '2026-11-27T12:00:00Z' }
  await expect(calls.extendDueTime({ params: at, body })).rejects.toBeProblem('conflict')
  const ahead = await assignmentWith(0, { availableFrom: '2026-11-21T12:00:00Z', dueAt: '2026-11-28T12:00:00Z' })
  await expect(ahead.remind(ahead.student.id)).rejects.toBeProblem('conflict')
  expect(await mailsTo(student.id)).toEqual([])
})

test('only those who can still submit are reminded: not after closing, unless they have more time', async () => {
  const times = { dueAt: '2026-11-18T12:00:00Z', closesAt: '2026-11-19T12:00:00Z' }
  const { student, others, remind, calls, at } = await assignmentWith(1, times)
  await expect(remind(student.id, others[0]!.id)).rejects.toMatchObject({ message: 'This assignment is closed. Nobody can submit it now.' })
  await calls.extendDueTime({
    params: at,
    body: { studentIds: [others[0]!.id], dueAt: '2026-11-21T12:00:00Z', closesAt: '2026-11-21T12:00:00Z' },
  })
  await expect(remind(student.id, others[0]!.id)).resolves.toEqual({ reminded: 1, recent: 0, unreachable: 0 })
  expect([await mailsTo(student.id), await mailsTo(others[0]!.id)].map(({ length }) => length)).toEqual([0, 1])
})

test('there are no reminders of hidden assignments, and none to users who are not students of the course', async () => {
  const { student, remind } = await assignmentWith(0, { status: 'DRAFT' })
  await expect(remind(student.id)).rejects.toBeProblem('conflict')
  const open = await assignmentWith(0)
  await expect(open.remind(student.id)).rejects.toBeProblem('validation-failed', ['/studentIds/0'])
  expect(await mailsTo(student.id)).toEqual([])
})

test('there are no reminders while students do not see the course', async () => {
  const { student, remind, course } = await assignmentWith(0)
  await database.db.update(courses).set({ status: 'DRAFT' }).where(eq(courses.id, course.id))
  await expect(remind(student.id)).rejects.toMatchObject({ message: 'Students cannot see this course yet.' })
  expect(await mailsTo(student.id)).toEqual([])
})

test('a reminder says the due time in the zone that its reader chose', async () => {
  const { student, others, remind } = await assignmentWith(1)
  await database.db.update(users).set({ timeZone: 'Asia/Kolkata' }).where(eq(users.id, student.id))
  await remind(student.id, others[0]!.id)
  expect((await mailsTo(student.id))[0]!.text).toContain('It was due Wed 18 Nov 2026, 17:30 GMT+5:30')
  expect((await mailsTo(others[0]!.id))[0]!.text).toContain('It was due Wed 18 Nov 2026, 13:00 CET')
})
