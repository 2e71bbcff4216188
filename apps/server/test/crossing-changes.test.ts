/** Changes that cross each other: reports of a player, marks by two people, and deletions while others submit or emails wait. */

import { and, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { ApiProblem } from '@lms/contract/client'
import { submissions } from '#db/schema/assignments.ts'
import { attendance } from '#db/schema/attendance.ts'
import { emails } from '#db/schema/mail.ts'
import { testApp } from '#test/app.ts'
import { courseFixtures } from '#test/course-fixtures.ts'
import { smtpServer } from '#test/smtp.ts'

const server = await smtpServer()
afterAll(() => server.close())
const { given, as, clock, database, runJobs } = await testApp({ SMTP_URL: server.url, MAIL_FROM: 'LMS <lms@example.org>' })
const { db } = database
const { openAssignment, openLive, openVideo } = courseFixtures({ given, as })
beforeEach(() => clock.set('2026-11-20T14:05:00Z'))

const times = <T>(count: number, make: (n: number) => Promise<T>) => Promise.allSettled(Array.from({ length: count }, (_, n) => make(n)))

test('thirty reports of a video at once are one record, which stays watched', async () => {
  const { place, student, studentClient } = await openVideo({ durationSeconds: 100 })
  const report = (watched: boolean) => studentClient.attendance.markVideoAttendance({ body: { ...place, watched, position: 10 } })
  const results = await times(30, (n) => report(n % 2 === 0))
  expect(results.map(({ status }) => status)).toEqual(Array(30).fill('fulfilled'))
  await report(false)
  const rows = await db.select().from(attendance).where(eq(attendance.userId, student.id))
  expect(rows).toMatchObject([{ sessionId: place.mediaId, status: 'PRESENT' }])
  expect(rows[0]!.watchedAt).not.toBeNull()
})

test('joining while the trainer marks is one record: the mark of the trainer stays, with when the student joined', async () => {
  for (let round = 0; round < 5; round++) {
    const { course, week, place, student, studentClient, trainerClient } = await openLive({ startsAt: '2026-11-20T14:00:00Z' })
    const marks = [{ userId: student.id, status: 'ABSENT' as const, mediaId: place.mediaId }]
    const results = await Promise.allSettled([
      trainerClient.attendance.markBulkAttendance({ params: { courseId: course.id, weekId: week.id }, body: { attendance: marks } }),
      studentClient.attendance.markLiveAttendance({ body: place }),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
    const rows = await db.select().from(attendance).where(eq(attendance.userId, student.id))
    expect(rows).toMatchObject([{ sessionId: place.mediaId, status: 'ABSENT', source: 'STAFF' }])
    expect(rows[0]!.joinedAt).not.toBeNull()
  }
})

test('what is submitted while its week is deleted is refused, or there with the week when it is restored', async () => {
  for (let round = 0; round < 5; round++) {
    const { course, week, params, body, student, trainerClient } = await openAssignment({ dueAt: null, closesAt: null })
    const others = await Promise.all(Array.from({ length: 5 }, () => given.student()))
    for (const one of others) await given.member(course.id, one)
    const clients = await Promise.all([student, ...others].map((one) => as(one)))
    const where = { params: { courseId: course.id, weekId: week.id } }
    const [deletion, ...sent] = await Promise.allSettled([
      trainerClient.weeks.removeWeek(where),
      ...clients.map((one) => one.submissions.submitAssignment({ params, body })),
    ])
    expect(deletion.status).toBe('fulfilled')
    const refusals = sent.flatMap((one) => (one.status === 'rejected' ? [(one.reason as ApiProblem).status] : []))
    expect(refusals.filter((status) => status !== 404 && status !== 409)).toEqual([])
    const kept = await db.$count(submissions, and(eq(submissions.assignmentId, params.assignmentId), eq(submissions.status, 'SUBMITTED')))
    expect(kept).toBe(sent.length - refusals.length)
    await trainerClient.weeks.restoreWeek(where)
    const { items } = await trainerClient.submissions.listSubmissions({
      params: { courseId: course.id, assignmentId: params.assignmentId },
    })
    expect(items.filter(({ status }) => status === 'SUBMITTED')).toHaveLength(kept)
  }
})

/** A class of six whose trainer has written to it: the email leaves ten seconds later. */
async function courseWithEmail(subject: string) {
  const { course, trainer } = await given.course()
  for (let n = 0; n < 5; n++) await given.member(course.id, await given.student())
  const body = { subject, body: '<p>Hello</p>', sendTo: ['STUDENTS'] }
  await (await as(trainer)).courseEmails.sendMails({ params: { courseId: course.id }, body })
  const remove = async () => (await as('ADMIN')).courses.removeCourse({ params: { id: course.id } })
  const states = async () =>
    (await db.select({ state: emails.state }).from(emails).where(eq(emails.subject, subject))).map(({ state }) => state)
  const delivered = () => server.mails.filter(({ source }) => source.includes(`Subject: ${subject}`)).length
  return { remove, states, delivered, later: () => clock.set('2026-11-20T14:05:15Z') }
}

test('of the emails of a course that is deleted before they leave, none is sent', async () => {
  const { remove, delivered, later } = await courseWithEmail('Before')
  await remove()
  later()
  await runJobs()
  expect(delivered()).toBe(0)
})

test('each email of a course that is deleted while they leave is sent or skipped: the course is looked up for each', async () => {
  for (let round = 0; round < 4; round++) {
    const { remove, states, delivered, later } = await courseWithEmail(`During ${round}`)
    later()
    await Promise.all([runJobs(), remove()])
    await runJobs()
    expect((await states()).filter((state) => state === 'SENT')).toHaveLength(delivered())
    expect((await states()).filter((state) => state !== 'SENT' && state !== 'SKIPPED')).toEqual([])
    clock.set('2026-11-20T14:05:00Z')
  }
})
