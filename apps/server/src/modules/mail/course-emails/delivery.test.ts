/** Course emails on a real SMTP server: what is delivered, what is not, and what the log says. */

import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses, memberships } from '#db/schema/courses.ts'
import { courseEmails } from '#db/schema/mail.ts'
import { users } from '#db/schema/users.ts'
import { notify } from '#modules/notices/notify.ts'
import { openEmailCourses } from '#test/course-email.ts'
import { headerOf } from '#test/smtp.ts'
import { countTransactions } from '#test/transactions.ts'

const { startMailServer, openEmailCourse } = await openEmailCourses()

test('each recipient gets one email with names filled in, replies to the sender, and both ways to unsubscribe', async () => {
  const server = await startMailServer()
  const { given, send, pass, home, params, read, app, deliveries } = await openEmailCourse(server.url)
  const ana = await given.user({ name: 'Ana <b>Maria</b> Li', email: 'ana@example.org' })
  await given.member(params.courseId, ana)
  const body =
    '<p>Hello {{name}}, {{ fullName }}</p><ul><li>{{course}}</li></ul><p><a href="https://example.org/?c={{course}}&n={{fullName}}">Read</a></p>'
  const { id, recipients } = await send({ subject: '{{name}}: {{course}}', body })
  expect([recipients, server.mails.length]).toEqual([2, 0])
  await pass()
  expect(new Set(server.mails.map(({ to }) => to[0]))).toEqual(new Set(['ana@example.org', home.student.email]))
  const mail = server.mails.find(({ to }) => to[0] === 'ana@example.org')!
  expect([headerOf(mail, 'Subject'), headerOf(mail, 'From'), headerOf(mail, 'Reply-To')]).toEqual([
    'Ana: Data & Journalism',
    'LMS <lms@example.org>',
    home.trainer.email,
  ])
  expect(mail.source).toContain('Hello Ana, Ana &#60;b&#62;Maria&#60;/b&#62; Li')
  expect(mail.source).toContain('- Data & Journalism')
  expect(mail.source).toContain('Read (https://example.org/?c=Data%20%26%20Journalism&n=Ana%20%3Cb%3EMaria%3C%2Fb%3E%20Li)')
  expect(mail.source).toContain('You get this because you are enrolled in Data & Journalism.')
  expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click')
  const address = /<(https:\/\/lms\.example\.org\/api\/mail\/unsubscribe\?token=[\w-]{64})>/.exec(headerOf(mail, 'List-Unsubscribe')!)![1]!
  expect(mail.source).toContain(address.replace('/api/mail/', '/auth/'))
  await expect(read(id)).resolves.toMatchObject({ state: 'SENT', recipients: 2, counts: { sent: 2, queued: 0, failed: 0, leftOut: 0 } })

  const path = address.slice('https://lms.example.org'.length)
  const opened = await app.inject({ url: path })
  expect([opened.statusCode, opened.headers.location]).toEqual([303, path.replace('/api/mail/', '/auth/')])
  await expect(send()).resolves.toMatchObject({ recipients: 2 })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const stopped = await app.inject({ method: 'POST', url: path, headers, payload: 'List-Unsubscribe=One-Click' })
  expect(stopped.statusCode).toBe(204)
  expect((await app.inject({ method: 'POST', url: `${path}x`, headers, payload: '' })).statusCode).toBe(404)
  await expect(send()).resolves.toMatchObject({ recipients: 1 })
  await pass()
  expect(server.mails.filter(({ to }) => to[0] === 'ana@example.org')).toHaveLength(1)
  expect((await deliveries(id)).total).toBe(2)
})

test('an email names what its reader is in the course as its reason', async () => {
  const server = await startMailServer()
  const { given, params, home, send, pass, trainer } = await openEmailCourse(server.url)
  const applicant = await given.user({ name: 'Ana Li', email: 'ana@example.org' })
  await given.member(params.courseId, applicant, 'PENDING')
  const sendTo = [applicant.id, home.student.id, home.trainer.id]
  const { groups } = await trainer.courseEmails.previewAudience({ params, body: { sendTo } })
  expect(new Map(groups[0]!.people.map((one) => [one.id, one.part]))).toEqual(
    new Map([
      [applicant.id, 'APPLICANT'],
      [home.student.id, 'STUDENT'],
      [home.trainer.id, 'TRAINER'],
    ]),
  )
  await send({ sendTo })
  await pass()
  const [toApplicant, toStudent, toTrainer] = ['ana@example.org', home.student.email, home.trainer.email].map(
    (address) => server.mails.find(({ to }) => to[0] === address)!.source,
  )
  expect(toApplicant).toContain('You get this because you asked to join Data & Journalism.')
  expect(toApplicant).not.toContain('you are enrolled in')
  expect(toStudent).toContain('You get this because you are enrolled in Data & Journalism.')
  expect(toTrainer).toContain('You get this because you teach Data & Journalism.')
})

test('an announcement is also a notice, even for unsubscribed users, and causes no second email', async () => {
  const server = await startMailServer()
  const { as, params, people, pass, send, db } = await openEmailCourse(server.url, 2)
  const readers = [await as(people[0]!), await as(people[1]!)] as const
  await readers[1].courseEmails.stopCourseEmails({ params })
  await send({ sendTo: 'ALL', subject: 'Room 4', showUntil: '2199-01-01' })
  await pass()
  const said = await Promise.all(readers.map((one) => one.notices.listNotices({ query: {} })))
  expect(said.map(({ items }) => items.map(({ kind, subject }) => [kind, subject.title]))).toEqual([
    [['ANNOUNCEMENT', 'Room 4']],
    [['ANNOUNCEMENT', 'Room 4']],
  ])
  expect((await db.execute<{ at: string | null }>(sql`select email_at as at from notices`)).rows).toEqual([{ at: null }, { at: null }])
  // A crash in between would leave notices of an email that is not sent.
  expect(await countTransactions(db, sql`notices`, sql`course_emails`)).toBe(1)
})

test('the notice of an announcement has the reader’s name and leads to it after its last day; removing the announcement removes it', async () => {
  const server = await startMailServer()
  const { as, params, people, pass, send, trainer, home, clock } = await openEmailCourse(server.url)
  const reader = await as(people[0]!)
  const [first] = home.student.name.split(' ')
  clock.set('2026-11-20T12:00:00Z')
  const { id } = await send({ sendTo: 'ALL', subject: '{{name}}, {{course}} moves', showUntil: '2026-11-20' })
  await pass()
  const told = async () => (await reader.notices.listNotices({ query: {} })).items.map(({ subject }) => [subject.title, subject.emailId])
  const title = `${first}, Data & Journalism moves`
  expect(await told()).toEqual([[title, id]])
  clock.set('2026-12-20T12:00:00Z')
  const page = () => reader.courseEmails.listCourseAnnouncements({ params, query: {} })
  await expect(reader.courseEmails.listAnnouncements({ query: params })).resolves.toEqual({ items: [] })
  await expect(page()).resolves.toMatchObject({ total: 1, items: [{ id, subject: title, senderName: home.trainer.name }] })
  await expect(reader.notices.updateNotices({ body: { about: [id] } })).resolves.toEqual({ unread: 0 })
  await trainer.courseEmails.updateCourseEmail({ params: { ...params, id }, body: { showUntil: null } })
  expect(await told()).toEqual([])
  await expect(page()).resolves.toMatchObject({ total: 0 })
})

test('an announcement is emailed at once, in the daily email or not at all, as each reader has chosen', async () => {
  const server = await startMailServer()
  const { as, params, people, pass, send, db, trainer, deliveries } = await openEmailCourse(server.url, 3)
  const readers = await Promise.all(people.map((one) => as(one)))
  await readers[1]!.users.updateMe({ body: { preferences: { emailAnnouncements: 'DAILY' } } })
  await readers[2]!.users.updateMe({ body: { preferences: { emailAnnouncements: 'NEVER' } } })
  const preview = (isAnnouncement: boolean) =>
    trainer.courseEmails.previewAudience({ params, body: { sendTo: 'STUDENTS', isAnnouncement } })
  expect((await preview(false)).count).toBe(3)
  expect((await preview(true)).leftOut.map(({ reason }) => reason).toSorted()).toEqual(['ANNOUNCEMENTS_DAILY', 'ANNOUNCEMENTS_NEVER'])
  const { id, recipients } = await send({ subject: 'Room 4', showUntil: '2199-01-01' })
  await pass()
  expect([recipients, server.mails.map(({ to }) => to[0])]).toEqual([1, [people[0]!.email]])
  expect((await deliveries(id)).counts).toMatchObject({ sent: 1, leftOut: 2 })
  const { rows } = await db.execute<{ id: string }>(sql`select user_id as id from notices where email_at is not null`)
  expect(rows).toEqual([{ id: people[1]!.id }])
  for (const one of readers) {
    await expect(one.notices.listNotices({ query: {} })).resolves.toMatchObject({ items: [{ kind: 'ANNOUNCEMENT' }] })
    await expect(one.courseEmails.listAnnouncements({ query: params })).resolves.toMatchObject({ items: [{ subject: 'Room 4' }] })
  }
  // What is not an announcement is for everybody.
  await send()
  await pass()
  expect(server.mails).toHaveLength(4)
})

test('users who unsubscribed from a course get no emails about replies in it, but still about marks', async () => {
  const server = await startMailServer()
  const { as, params, people, db, home, clock } = await openEmailCourse(server.url)
  await (await as(people[0]!)).courseEmails.stopCourseEmails({ params })
  const notice = { courseId: params.courseId, actorId: home.trainer.id, subject: { title: 'Note' }, userIds: [people[0]!.id] }
  await notify(
    db,
    [
      { ...notice, kind: 'REPLY', groupKey: 'a', sourceId: 'a' },
      { ...notice, kind: 'MARKS', groupKey: 'b', sourceId: 'b' },
    ],
    clock.now(),
  )
  const { rows } = await db.execute<{ kind: string }>(sql`select kind from notices where email_at is not null`)
  expect(rows).toEqual([{ kind: 'MARKS' }])
})

test('a double click sends one email', async () => {
  const server = await startMailServer()
  const { app, trainer, params, pass } = await openEmailCourse(server.url)
  const post = (subject: string) =>
    app.inject({
      method: 'POST',
      url: `/api/courses/send-mails/${params.courseId}`,
      headers: { authorization: `Bearer ${trainer.token}`, 'idempotency-key': 'click' },
      payload: { subject, body: '<p>Hello</p>', sendTo: 'STUDENTS' },
    })
  const answers = [await post('Hello'), await post('Hello')]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202])
  expect(answers[0]!.json()).toEqual(answers[1]!.json())
  expect((await post('Other')).statusCode).toBe(422)
  await pass()
  expect(server.mails).toHaveLength(1)
})

test('users who have left the course, were suspended or opted out get no email', async () => {
  const down = await startMailServer()
  await down.close()
  const { db, send, pass, people, params, as, deliveries, read } = await openEmailCourse(down.url, 4)
  const { id } = await send()
  await pass()
  await expect(read(id)).resolves.toMatchObject({ state: 'SENDING', counts: { queued: 4 } })
  await db.delete(memberships).where(and(eq(memberships.courseId, params.courseId), eq(memberships.userId, people[1]!.id)))
  await (await as(people[2]!)).courseEmails.stopCourseEmails({ params })
  await db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, people[3]!.id))
  const server = await startMailServer({}, down.port)
  await pass(60_000)
  expect(server.mails.map(({ to }) => to[0])).toEqual([people[0]!.email])
  const { items, counts } = await deliveries(id)
  expect(items.map(({ state, reason }) => [state, reason])).toEqual([
    ['LEFT_OUT', 'LEFT'],
    ['LEFT_OUT', 'OPTED_OUT'],
    ['LEFT_OUT', 'LEFT'],
    ['SENT', null],
  ])
  expect(counts).toEqual({ queued: 0, sent: 1, failed: 0, leftOut: 3 })
})

test('a deleted or archived course sends no more emails, and the log says so', async () => {
  const down = await startMailServer()
  await down.close()
  const { db, send, pass, read, params, deliveries } = await openEmailCourse(down.url, 2)
  const { id: queued } = await send()
  await pass()
  const { id: waiting } = await send()
  await db.update(courses).set({ deletedAt: new Date().toISOString() }).where(eq(courses.id, params.courseId))
  const server = await startMailServer({}, down.port)
  await pass(60_000)
  expect(server.mails).toEqual([])
  await db.update(courses).set({ deletedAt: null }).where(eq(courses.id, params.courseId))
  expect((await deliveries(queued)).items.map(({ reason }) => reason)).toEqual(['COURSE', 'COURSE'])
  const [kept] = await db.select().from(courseEmails).where(eq(courseEmails.id, waiting))
  expect(kept).toMatchObject({ state: 'CANCELLED', cancelReason: 'The course was deleted.' })
  const { id: late } = await send()
  await db.update(courses).set({ status: 'ARCHIVED' }).where(eq(courses.id, params.courseId))
  await pass()
  await expect(read(late)).resolves.toMatchObject({ state: 'CANCELLED', cancelReason: 'The course was archived.' })
})

test('an email that waits when its course is archived is not sent', async () => {
  const down = await startMailServer()
  await down.close()
  const { db, send, pass, params, deliveries } = await openEmailCourse(down.url)
  const { id } = await send()
  await pass()
  await db.update(courses).set({ status: 'ARCHIVED' }).where(eq(courses.id, params.courseId))
  const server = await startMailServer({}, down.port)
  await pass(60_000)
  expect(server.mails).toEqual([])
  expect((await deliveries(id)).items).toMatchObject([{ state: 'LEFT_OUT', reason: 'COURSE' }])
})

test('an applicant who was put on the waiting list since still gets the email', async () => {
  const down = await startMailServer()
  await down.close()
  const { db, given, send, pass, params } = await openEmailCourse(down.url)
  const applicant = await given.user({ email: 'ana@example.org' })
  await given.member(params.courseId, applicant, 'PENDING')
  await send({ sendTo: [applicant.id] })
  await pass()
  await db.update(memberships).set({ status: 'WAITLISTED' }).where(eq(memberships.userId, applicant.id))
  const server = await startMailServer({}, down.port)
  await pass(60_000)
  expect(server.mails.map(({ to }) => to[0])).toEqual(['ana@example.org'])
})

test('a trainer who no longer teaches the course sends nothing', async () => {
  const server = await startMailServer()
  const { db, send, pass, home, params, as } = await openEmailCourse(server.url)
  const { id } = await send()
  await db.delete(memberships).where(and(eq(memberships.courseId, params.courseId), eq(memberships.userId, home.trainer.id)))
  await pass()
  expect(server.mails).toEqual([])
  const admin = await as('ADMIN')
  await expect(admin.courseEmails.getCourseEmail({ params: { ...params, id } })).resolves.toMatchObject({
    state: 'CANCELLED',
    cancelReason: `${home.trainer.name} no longer teaches this course.`,
  })
})

test('what an admin scheduled is not sent if they are suspended by then', async () => {
  const server = await startMailServer()
  const { db, pass, params, as, trainer } = await openEmailCourse(server.url)
  const admin = await as('ADMIN')
  const { id } = await admin.courseEmails.sendMails({ params, body: { subject: 'Hello', body: '<p>Hello</p>', sendTo: 'STUDENTS' } })
  await db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, admin.user.id))
  await pass()
  expect(server.mails).toEqual([])
  await expect(trainer.courseEmails.getCourseEmail({ params: { ...params, id } })).resolves.toMatchObject({ state: 'CANCELLED' })
})

test('a scheduled email goes to those who match when it is sent, and the log says who was added and dropped', async () => {
  const server = await startMailServer()
  const { db, given, clock, send, pass, people, params, read } = await openEmailCourse(server.url, 2)
  const { id } = await send({ sendAt: new Date(clock.now().getTime() + 3_600_000).toISOString() })
  const late = await given.user({ name: 'Late Comer' })
  await given.member(params.courseId, late)
  await db.delete(memberships).where(and(eq(memberships.courseId, params.courseId), eq(memberships.userId, people[1]!.id)))
  await pass(3_600_000)
  expect(new Set(server.mails.map(({ to }) => to[0]))).toEqual(new Set([late.email, people[0]!.email]))
  await expect(read(id)).resolves.toMatchObject({ state: 'SENT', recipients: 2, added: ['Late Comer'], dropped: [people[1]!.name] })
})

test('the job of an earlier time sends nothing after the email was moved to a later one', async () => {
  const server = await startMailServer()
  const { clock, db, send, pass, read } = await openEmailCourse(server.url)
  const { id } = await send({ sendAt: new Date(clock.now().getTime() + 3_600_000).toISOString() })
  const sendAt = new Date(clock.now().getTime() + 7_200_000).toISOString()
  await db.update(courseEmails).set({ sendAt }).where(eq(courseEmails.id, id))
  await pass()
  expect(server.mails).toEqual([])
  await expect(read(id)).resolves.toMatchObject({ state: 'SCHEDULED' })
})

test('a scheduled email that is moved to another time is sent at that time', async () => {
  const server = await startMailServer()
  const { clock, db, trainer, params, send, pass, read } = await openEmailCourse(server.url)
  const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000).toISOString()
  const { id } = await send({ sendAt: inHours(1) })
  const sendAt = inHours(3)
  await trainer.courseEmails.updateCourseEmail({ params: { ...params, id }, body: { sendAt } })
  const due = sql`select max(run_at) as at from graphile_worker._private_jobs`
  const { rows } = await db.execute<{ at: string }>(due)
  expect(Math.abs(Date.parse(rows[0]!.at) - Date.parse(sendAt))).toBeLessThan(60_000)
  await pass()
  expect(server.mails).toHaveLength(1)
  await expect(read(id)).resolves.toMatchObject({ state: 'SENT' })
})

test('the job is due by the clock of the database, even if the clock of this process is behind', async () => {
  const server = await startMailServer()
  const { send, pass } = await openEmailCourse(server.url)
  await send()
  await pass(-60_000)
  expect(server.mails).toHaveLength(1)
})

test('“Send now” does not wait for the time', async () => {
  const server = await startMailServer()
  const { clock, trainer, send, pass, params, read } = await openEmailCourse(server.url)
  const { id } = await send({ sendAt: new Date(clock.now().getTime() + 3_600_000).toISOString() })
  const { id: later } = await send({ subject: 'Written later, sent before' })
  const { items } = await trainer.courseEmails.listCourseEmails({ params })
  expect(items.map((email) => email.id)).toEqual([id, later])
  await trainer.courseEmails.sendCourseEmailNow({ params: { ...params, id } })
  await pass(0)
  expect(server.mails).toHaveLength(2)
  await expect(read(id)).resolves.toMatchObject({ state: 'SENT' })
})

test('a test email goes to the sender at once, as members would get it', async () => {
  const server = await startMailServer()
  const { trainer, params, home, runJobs } = await openEmailCourse(server.url)
  const body = { subject: 'Hello', body: '<p>Hello {{fullName}}</p>' }
  await expect(trainer.courseEmails.sendTestMail({ params, body })).resolves.toEqual({ email: home.trainer.email })
  await runJobs()
  expect(server.mails.map((mail) => [mail.to[0], headerOf(mail, 'Subject')])).toEqual([[home.trainer.email, 'Test: Hello']])
  expect(server.mails[0]!.source).toContain(`Hello ${home.trainer.name}`)
})
