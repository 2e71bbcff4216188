/** Emails held back by our settings or the mail server: they wait, admins see a note, and all are sent after the first success. */

import { desc, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { emails } from '#db/schema/mail.ts'
import { layout, priorities, queueMails, sendMailJob } from '#modules/mail/outbox.ts'
import { letterPlaceholders } from '#modules/mail/queries.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { openMailApp } from '#test/mail-app.ts'

const { smtp, mailApp, useServer } = await openMailApp()
const letter = {
  kind: 'NOTICE' as const,
  subject: 'Hello',
  ...layout({ heading: 'Hello', lines: [`Dear ${letterPlaceholders.name}`], footer: 'Bye' }),
}
const queue = ({ database }: TestApp, ...addresses: string[]) =>
  database.transaction((db) =>
    queueMails(
      db,
      letter,
      addresses.map((address) => ({ userId: null, address })),
      new Date(),
    ),
  )
const rows = ({ database }: TestApp) => database.db.select().from(emails).orderBy(desc(emails.id))
const stateFor = async (app: TestApp) => (await app.as('ADMIN')).mail.getMailState()

/** Refuses recipients until `recover` is called. */
async function refusing(responseCode: number, message: string) {
  let isRecovered = false
  const server = await smtp({
    onRcptTo: (_to, _session, callback) => callback(isRecovered ? null : Object.assign(new Error(message), { responseCode })),
  })
  return { server, recover: () => void (isRecovered = true) }
}

test.each([
  [550, '5.7.1 Relaying denied'],
  [554, '5.7.1 <ana@example.org>: Relay access denied'],
  [550, 'relay not permitted'],
  [530, '5.7.0 Authentication required'],
  [553, '5.1.8 Sender address rejected'],
])('a rejection because of our own settings keeps the email, and admins see it: %i %s', async (code, message) => {
  const { server, recover } = await refusing(code, message)
  const app = await mailApp(server.url)
  await queue(app, 'ana@example.org')
  await app.runJobs()
  expect((await rows(app))[0]).toMatchObject({ state: 'QUEUED', attempts: 1, delayedBy: 'SETTINGS' })
  const { delivery, trouble } = await stateFor(app)
  expect([delivery, trouble]).toMatchObject(['SMTP', { kind: 'SETTINGS', waiting: 1, answer: expect.stringContaining(message) }])
  recover()
  await queue(app, 'bo@example.org')
  await app.runJobs()
  expect(server.mails.flatMap(({ to }) => to).toSorted()).toEqual(['ana@example.org', 'bo@example.org'])
  expect((await stateFor(app)).trouble).toBeNull()
})

test('a rejected sign-in keeps the email too', async () => {
  const server = await smtp({
    disabledCommands: ['STARTTLS'],
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (_auth, _session, callback) => callback(Object.assign(new Error('Invalid credentials'), { responseCode: 535 })),
  })
  const app = await mailApp(server.url.replace('//', '//user:wrong@'))
  await queue(app, 'ana@example.org')
  await app.runJobs()
  expect((await rows(app))[0]).toMatchObject({ state: 'QUEUED', delayedBy: 'SETTINGS' })
  // It does not fall behind thousands of invitations.
  const jobs = await app.database.db.execute(
    sql`select priority, attempts from graphile_worker.jobs where task_identifier = ${sendMailJob}`,
  )
  expect(jobs.rows).toMatchObject([{ priority: priorities.NOTICE, attempts: 0 }])
})

test('the first success after an outage sends all waiting emails; those delayed by a recipient keep their time', async () => {
  const down = await smtp()
  await down.close()
  const app = await mailApp(down.url)
  await queue(app, 'a@example.org', 'b@example.org', 'c@example.org')
  await app.runJobs()
  const since = '2026-01-02T03:04:05.000Z'
  await app.database.db.update(emails).set({ createdAt: since }).where(eq(emails.toAddress, 'b@example.org'))
  expect((await stateFor(app)).trouble).toMatchObject({ kind: 'SERVER', waiting: 3, since: expect.stringMatching(/^2026-01-02T03:04:05/) })
  const full = (address: string) => (address.startsWith('full') ? Object.assign(new Error('4.2.2 Full'), { responseCode: 452 }) : null)
  const server = await smtp({ onRcptTo: ({ address }, _session, callback) => callback(full(address)) }, down.port)
  // Its own first try; the others would wait for theirs.
  await queue(app, 'full@example.org', 'd@example.org')
  await app.runJobs()
  expect(server.mails.flatMap(({ to }) => to).toSorted()).toEqual(['a', 'b', 'c', 'd'].map((name) => `${name}@example.org`))
  const waiting = (await rows(app)).filter(({ state }) => state === 'QUEUED')
  expect(waiting).toMatchObject([{ toAddress: 'full@example.org', attempts: 1, delayedBy: 'RECIPIENT' }])
  expect((await stateFor(app)).trouble).toBeNull()
})

test('after an outage of days no email is lost: even overdue ones are sent after the first success', async () => {
  const { server, recover } = await refusing(550, '5.7.1 Relaying denied')
  const app = await mailApp(server.url)
  await queue(app, 'ana@example.org', 'bo@example.org')
  await app.runJobs()
  const later = new Date(Date.now() + 12 * 86_400_000)
  app.clock.set(later.toISOString())
  recover()
  await app.database.transaction((db) => queueMails(db, letter, [{ userId: null, address: 'cy@example.org' }], later))
  await app.runJobs()
  expect(server.mails.flatMap(({ to }) => to).toSorted()).toEqual(['ana@example.org', 'bo@example.org', 'cy@example.org'])
  expect((await rows(app)).map(({ state, delayedBy }) => [state, delayedBy])).toEqual([1, 2, 3].map(() => ['SENT', null]))
})

test('without a mail server, ready, the sign-in page and the screens of admins say so', async () => {
  const app = await testApp()
  expect((await app.app.inject('/api/ready')).json()).toEqual({ status: 'ready', database: 'up', files: 'up', mail: 'none' })
  expect(await stateFor(app)).toEqual({ delivery: 'NONE', trouble: null })
  expect((await app.anonymous.auth.getSignInOptions()).sendsEmail).toBe(false)
})

describe('without a mail server', () => {
  const openWithout = async () => {
    const app = await mailApp()
    const { course, trainer, student } = await app.given.course()
    const me = await app.as(trainer)
    const params = { courseId: course.id }
    const [first] = await me.courseEmails.listCourseEmails({ params }).then(({ items }) => items)
    expect(first).toBeUndefined()
    const body = { subject: 'Room change', body: '<p>Room 4</p>', sendTo: 'STUDENTS' as const }
    const { id } = await me.courseEmails.sendMails({ params, body })
    const wait = (milliseconds: number) => {
      app.clock.set(new Date(app.clock.now().getTime() + milliseconds))
      return app.database.db.execute(sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`)
    }
    const find = async () => (await me.courseEmails.listCourseEmails({ params })).items.find((one) => one.id === id)
    await wait(120_000)
    await app.runJobs()
    return { app, me, params: { ...params, id }, student, wait, find }
  }

  test('an email to a course stays scheduled, is counted for admins, and leaves once there is one', async () => {
    const { app, student, wait, find } = await openWithout()
    expect(await find()).toMatchObject({ state: 'SCHEDULED', recipients: 1, counts: { sent: 0, queued: 0 } })
    expect(await stateFor(app)).toMatchObject({ delivery: 'NONE', trouble: { kind: 'NO_SERVER', waiting: 1 } })
    const server = await smtp()
    await useServer(server.url)
    await wait(600_000)
    await app.runJobs()
    expect(server.mails.map(({ to }) => to)).toEqual([[student.email]])
    expect(await find()).toMatchObject({ state: 'SENT', counts: { sent: 1 } })
  })

  test('it can be cancelled, and is given up after seven days', async () => {
    const cancelled = await openWithout()
    await cancelled.me.courseEmails.cancelCourseEmail({ params: cancelled.params })
    expect(await cancelled.find()).toBeUndefined()
    const { app, wait, find } = await openWithout()
    await wait(7 * 86_400_000)
    await app.runJobs()
    expect(await find()).toMatchObject({ state: 'CANCELLED', cancelReason: expect.stringContaining('Email is not set up') })
  })

  test('notices wait for seven days; codes and invitations are saved as files', async () => {
    const app = await mailApp()
    await queue(app, 'ana@example.org')
    await app.database.transaction((db) =>
      queueMails(db, { ...letter, kind: 'CODE' }, [{ userId: null, address: 'bo@example.org' }], app.clock.now()),
    )
    await app.runJobs()
    const states = async () => (await rows(app)).map(({ toAddress, state, delayedBy }) => [toAddress, state, delayedBy])
    expect(await states()).toEqual([
      ['bo@example.org', 'SENT', null],
      ['ana@example.org', 'QUEUED', 'NO_SERVER'],
    ])
    app.clock.set(new Date(app.clock.now().getTime() + 7.1 * 86_400_000))
    await app.database.db.execute(sql`update graphile_worker._private_jobs set run_at = now() where run_at > now()`)
    await app.runJobs()
    expect((await states())[1]).toEqual(['ana@example.org', 'FAILED', 'NO_SERVER'])
  })
})
