/** A course gets another time zone: times that stay on the clock, and late days. */

import { eq, inArray } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { assignmentExceptions, submissions } from '#db/schema/assignments.ts'
import { weeks } from '#db/schema/courses.ts'
import { courseEmails, emails } from '#db/schema/mail.ts'
import { media } from '#db/schema/media.ts'
import { signupForms } from '#db/schema/signup-forms.ts'
import { testApp } from '#test/app.ts'

const { given, as, clock, database } = await testApp()
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))

const [from, to] = ['Europe/Lisbon', 'America/New_York']

async function lisbonCourse() {
  const home = await given.week()
  const [admin, trainer] = [await as('ADMIN'), await as(home.trainer)]
  const params = { id: home.course.id }
  await admin.courses.updateCourse({ params, body: { timeZone: from } })
  const change = (timeZone: string, keepTimes?: 'CLOCK' | 'MOMENTS') =>
    admin.courses.updateCourse({ params, body: { timeZone, ...(keepTimes && { keepTimes }) } })
  const assignment = async (values: Parameters<typeof given.assignment>[0]) =>
    (await given.assignment({ courseId: home.course.id, weekId: home.week.id, ...values })).assignment
  const timesOf = async (id: string) => {
    const { availableFrom, dueAt, closesAt, version } = await trainer.assignments.getAssignment({ params: { id } })
    return { availableFrom, dueAt, closesAt, version }
  }
  return { ...home, admin, trainer, change, assignment, timesOf }
}

test('due times ahead keep their reading on the clock, across changes of the clock; passed ones stay', async () => {
  const { change, assignment, timesOf } = await lisbonCourse()
  // 23:59 in Lisbon; the clocks of the two cities change on different days in March.
  const ahead = await assignment({ availableFrom: '2026-11-21T09:00:00Z', dueAt: '2027-03-20T23:59:00Z', closesAt: '2027-04-10T22:59:00Z' })
  const open = await assignment({ availableFrom: '2026-11-01T09:00:00Z', dueAt: '2026-11-30T23:59:00Z' })
  const over = await assignment({ dueAt: '2026-11-19T23:59:00Z' })
  await change(to, 'CLOCK')
  await expect(timesOf(ahead.id)).resolves.toEqual({
    availableFrom: '2026-11-21T14:00:00.000Z',
    dueAt: '2027-03-21T03:59:00.000Z',
    closesAt: '2027-04-11T03:59:00.000Z',
    version: 1,
  })
  await expect(timesOf(open.id)).resolves.toMatchObject({ availableFrom: '2026-11-01T09:00:00.000Z', dueAt: '2026-12-01T04:59:00.000Z' })
  await expect(timesOf(over.id)).resolves.toMatchObject({ dueAt: '2026-11-19T23:59:00.000Z', version: 0 })
  await change(from, 'CLOCK')
  await expect(timesOf(ahead.id)).resolves.toMatchObject({ dueAt: '2027-03-20T23:59:00.000Z', version: 2 })
})

test('an hour that does not exist means the later one, one that exists twice the first', async () => {
  const { change, assignment, timesOf } = await lisbonCourse()
  const skipped = await assignment({ dueAt: '2027-03-14T02:30:00Z' })
  const twice = await assignment({ dueAt: '2027-11-07T01:30:00Z' })
  await change(to, 'CLOCK')
  await expect(timesOf(skipped.id)).resolves.toMatchObject({ dueAt: '2027-03-14T07:30:00.000Z' })
  await expect(timesOf(twice.id)).resolves.toMatchObject({ dueAt: '2027-11-07T05:30:00.000Z' })
})

test('times that would be in the past stay, with all of their assignment and the times of a student: nobody is late by a change', async () => {
  const { change, assignment, timesOf, student } = await lisbonCourse()
  await change(to)
  const soon = await assignment({ dueAt: '2026-11-20T14:00:00Z', closesAt: '2026-11-22T14:00:00Z' })
  const later = await assignment({ dueAt: '2026-11-25T14:00:00Z' })
  const own = (assignmentId: string, dueAt: string) => ({ assignmentId, studentId: student.id, dueAt })
  await database.db
    .insert(assignmentExceptions)
    .values([own(soon.id, '2026-11-21T14:00:00Z'), { ...own(later.id, '2026-11-27T14:00:00Z'), closesAt: null }])
  await change(from, 'CLOCK')
  await expect(timesOf(soon.id)).resolves.toMatchObject({ dueAt: '2026-11-20T14:00:00.000Z', closesAt: '2026-11-22T14:00:00.000Z' })
  await expect(timesOf(later.id)).resolves.toMatchObject({ dueAt: '2026-11-25T09:00:00.000Z' })
  const rows = await database.db
    .select()
    .from(assignmentExceptions)
    .where(inArray(assignmentExceptions.assignmentId, [soon.id, later.id]))
    .orderBy(assignmentExceptions.dueAt)
  expect(rows.map(({ dueAt }) => dueAt)).toEqual(['2026-11-21T14:00:00.000Z', '2026-11-27T09:00:00.000Z'])
})

test('weeks, sign-up form, planned emails and sessions move; a session with a zone of its own does not, and members get one email', async () => {
  const { change, course, week, student, trainer, admin } = await lisbonCourse()
  const { db } = database
  const own = { courseId: course.id, weekId: week.id }
  const live = (title: string, timeZone: string) =>
    trainer.media.createMedia({
      params: own,
      body: {
        title,
        type: 'LIVE',
        zoomOptions: { startsAt: '2026-11-26T14:00:00Z', durationMinutes: 60, timeZone, joinUrl: 'https://zoom.us/j/1' },
      },
    })
  const [clinic, second, tokyo] = [await live('Clinic', from), await live('Q&A', from), await live('Guest', 'Asia/Tokyo')]
  await db
    .update(weeks)
    .set({ unlockAt: '2026-11-27T09:00:00Z' })
    .where(eq(weeks.id, (await given.week({ courseId: course.id })).week.id))
  const inCourse = { courseId: course.id }
  const form = { questions: [{ label: 'Why?', type: 'LONG_TEXT' as const }], closesAt: '2026-11-27T23:59:00Z' }
  await admin.signupForms.saveForm({ params: inCourse, body: form })
  const email = { sendTo: 'STUDENTS' as const, subject: 'Bring a laptop', body: '<p>Please.</p>', sendAt: '2026-11-26T08:00:00Z' }
  const { id } = await trainer.courseEmails.sendMails({ params: inCourse, body: email })
  await change(to, 'CLOCK')
  const sessions = await db
    .select()
    .from(media)
    .where(inArray(media.id, [clinic.id, second.id, tokyo.id]))
    .orderBy(media.title)
  expect(sessions).toMatchObject([
    { title: 'Clinic', startsAt: '2026-11-26T19:00:00.000Z', timeZone: to, previousStartsAt: '2026-11-26T14:00:00.000Z', revision: 1 },
    { title: 'Guest', startsAt: '2026-11-26T14:00:00.000Z', timeZone: 'Asia/Tokyo', previousStartsAt: null, revision: 0 },
    { title: 'Q&A', startsAt: '2026-11-26T19:00:00.000Z', timeZone: to },
  ])
  const opening = await db.select({ unlockAt: weeks.unlockAt }).from(weeks).where(eq(weeks.courseId, course.id))
  expect(opening.map(({ unlockAt }) => unlockAt)).toContain('2026-11-27T14:00:00.000Z')
  await expect(db.select().from(signupForms).where(eq(signupForms.courseId, course.id))).resolves.toMatchObject([
    { closesAt: '2026-11-28T04:59:00.000Z' },
  ])
  await expect(db.select().from(courseEmails).where(eq(courseEmails.id, id))).resolves.toMatchObject([
    { sendAt: '2026-11-26T13:00:00.000Z' },
  ])
  const letters = (await db.select().from(emails)).filter(
    ({ toAddress, text }) => toAddress === student.email && text.includes(course.title),
  )
  expect(letters).toMatchObject([{ subject: `2 sessions of ${course.title} were moved` }])
  expect(letters[0]!.text).toContain('was planned for Thu 26 Nov 2026, 09:00 GMT-5, and now begins Thu 26 Nov 2026, 14:00 GMT-5.')
})

test('without the choice the moments stay', async () => {
  const { change, assignment, timesOf } = await lisbonCourse()
  const { id } = await assignment({ dueAt: '2026-11-30T23:59:00Z' })
  await change(to)
  await change('Asia/Tokyo', 'MOMENTS')
  await expect(timesOf(id)).resolves.toMatchObject({ dueAt: '2026-11-30T23:59:00.000Z', version: 0 })
})

test('late days are recounted by the clock of the new zone, unless the mark came from a file, and the student gets a notice', async () => {
  const { change, assignment, course, student } = await lisbonCourse()
  const other = await given.student()
  await given.member(course.id, other)
  // In Lisbon 24 and a half hours late; in New York the clocks went back in between.
  const latePolicy = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 }
  const { id } = await assignment({ maxMarks: 20, dueAt: '2026-10-31T12:00:00Z', latePolicy })
  const at = '2026-11-01T12:30:00Z'
  const work = { assignmentId: id, courseId: course.id, answers: [], attempt: 1, status: 'GRADED' as const, late: true, gradedAt: at }
  const times = { submittedAt: at, effectiveSubmittedAt: at }
  await database.db.insert(submissions).values([
    { ...work, ...times, studentId: student.id, marks: 16, deduction: 4 },
    { ...work, ...times, studentId: other.id, marks: 16, deduction: 0, isFinal: true },
  ])
  const marksOf = async (who: { id: string }) => {
    const rows = await database.db.select().from(submissions).where(eq(submissions.assignmentId, id))
    const { marks, deduction } = rows.find(({ studentId }) => studentId === who.id)!
    return [marks, deduction]
  }
  await change(to)
  expect([await marksOf(student), await marksOf(other)]).toEqual([
    [18, 2],
    [16, 0],
  ])
  expect((await (await as(student)).notices.listNotices()).items).toMatchObject([{ kind: 'MARKS', subject: { marks: 18 } }])
  await change(from, 'CLOCK')
  expect(await marksOf(student)).toEqual([16, 4])
})
