import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { desc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emails } from '#db/schema/mail.ts'
import { isTooLate, mailTasks, retryDelay } from '#modules/mail/jobs.ts'
import { layout, queueMails, type Recipient } from '#modules/mail/outbox.ts'
import { letterPlaceholders } from '#modules/mail/queries.ts'
import { testApp, type TestApp } from '#test/app.ts'
import { openMailApp } from '#test/mail-app.ts'
import { headerOf, type Arrived } from '#test/smtp.ts'
import { countTransactions } from '#test/transactions.ts'
import { serverFlags } from '../../../../../tools/up/server.mjs'

const { smtp, mailApp } = await openMailApp()
const letter = {
  kind: 'NOTICE' as const,
  subject: 'Hello',
  ...layout({ heading: 'Hello', lines: [`Dear ${letterPlaceholders.name}`], footer: 'Bye' }),
}
const queue = ({ database }: TestApp, recipients: Recipient[], values: object = {}) =>
  database.transaction((db) => queueMails(db, { ...letter, ...values }, recipients, new Date()))
const to = (address: string, name = 'Ana'): Recipient => ({ userId: null, address, name })
const rows = ({ database }: TestApp) => database.db.select().from(emails).orderBy(desc(emails.id))
/** What waits for its next try is tried now. */
const hurry = ({ database }: TestApp) =>
  database.db.execute(sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`)
const idsOf = (arrived: Arrived[]) => arrived.map((mail) => headerOf(mail, 'Message-ID')!)

test('each recipient gets one email with text and HTML, a fixed sender, and no other recipient', async () => {
  const server = await smtp()
  const app = await mailApp(server.url)
  await queue(app, [to('ana@example.org', '<b>Ana</b> {{link}}\r\nBcc: x'), to('bo@example.org')], { replyTo: 'trainer@example.org' })
  await app.runJobs()
  const ana = server.mails.find(({ to }) => to[0] === 'ana@example.org')!
  expect(server.mails).toHaveLength(2)
  expect([ana.to, ana.from]).toEqual([['ana@example.org'], 'lms@example.org'])
  expect([headerOf(ana, 'From'), headerOf(ana, 'Reply-To'), headerOf(ana, 'To')]).toEqual([
    'LMS <lms@example.org>',
    'trainer@example.org',
    'ana@example.org',
  ])
  // Out-of-office replies are not sent to automatic emails (RFC 3834).
  expect(headerOf(ana, 'Auto-Submitted')).toBe('auto-generated')
  expect(ana.source).toContain('Content-Type: multipart/alternative')
  expect(ana.source).toContain('Dear <b>Ana</b> {{link}} Bcc: x')
  expect(ana.source).toContain('Dear &#60;b&#62;Ana&#60;/b&#62; {{link}} Bcc: x')
  const sent = (await rows(app)).find(({ toAddress }) => toAddress === 'ana@example.org')!
  expect(sent).toMatchObject({ state: 'SENT', attempts: 1, sentAt: expect.any(String) })
  expect(headerOf(ana, 'Message-ID')).toBe(`<${sent.id}@example.org>`)
})

test('placeholders that users write in titles stay as they are: only the marks of the letter are filled in', async () => {
  const server = await smtp()
  const app = await mailApp(server.url)
  const title = '{{name}} {{link}} {{reason}} {{school}} {{fullName}}'
  const values = { subject: title, ...layout({ heading: title, lines: [title], footer: title }) }
  await queue(app, [{ ...to('ana@example.org'), link: 'https://lms.example.org/secret', reason: 'because' }], values)
  await app.runJobs()
  const { source } = server.mails[0]!
  expect(source).not.toMatch(/secret|because|Ana/)
  expect(source.split(title).length).toBeGreaterThan(4)
})

test('an address with a line break is rejected; a subject with one becomes a single line', async () => {
  const server = await smtp()
  const app = await mailApp(server.url)
  await queue(app, [to('a@example.org\r\nBcc: b@example.org')])
  await queue(app, [to('a@example.org')], { replyTo: 'a@example.org\r\nX: y' })
  await queue(app, [to('c@example.org')], { subject: 'Hello\r\nBcc: b@example.org' })
  await app.runJobs()
  expect(server.mails.map((mail) => [mail.to, headerOf(mail, 'Subject')])).toEqual([[['c@example.org'], 'Hello Bcc: b@example.org']])
  const failed = (await rows(app)).filter(({ state }) => state === 'FAILED')
  expect(failed.map(({ lastError }) => lastError)).toEqual(Array(2).fill(expect.stringContaining('more than one line')))
})

test('codes and links are deleted from the database once their email was sent', async () => {
  const server = await smtp()
  const app = await mailApp(server.url)
  await queue(app, [to('ana@example.org')])
  await app.runJobs()
  expect((await rows(app))[0]).toMatchObject({ html: '', text: '' })
})

test('nobody gets a batch twice', async () => {
  const app = await testApp()
  const { id: userId } = await app.given.user()
  const batchId = crypto.randomUUID()
  for (let i = 0; i < 2; i++) await queue(app, [{ userId, address: 'ana@example.org' }], { batchId })
  await app.runJobs()
  expect(await rows(app)).toHaveLength(1)
})

test('if the server is down, emails wait and arrive once', async () => {
  const down = await smtp()
  await down.close()
  const app = await mailApp(down.url)
  await queue(app, [to('ana@example.org')])
  await app.runJobs()
  expect((await rows(app))[0]).toMatchObject({ state: 'QUEUED', attempts: 1, lastError: expect.stringContaining('ECONNREFUSED') })
  expect((await app.app.inject('/api/ready')).json()).toMatchObject({ status: 'ready', mail: 'down' })
  const server = await smtp({}, down.port)
  await hurry(app)
  await app.runJobs()
  expect(server.mails).toHaveLength(1)
  expect((await rows(app))[0]).toMatchObject({ state: 'SENT', attempts: 2, lastError: null })
})

test('ready reports that the mail server responds', async () => {
  const server = await smtp()
  const app = await mailApp(server.url)
  expect((await app.app.inject('/api/ready')).json()).toEqual({ status: 'ready', database: 'up', files: 'up', mail: 'up' })
})

test('a server that accepts the connection and stays silent times out, and is retried', async () => {
  const server = await smtp({ onConnect: () => {} })
  const app = await mailApp(`${server.url}/?greetingTimeout=300&socketTimeout=300`)
  await queue(app, [to('ana@example.org')])
  await app.runJobs()
  expect((await rows(app))[0]).toMatchObject({ state: 'QUEUED', attempts: 1 })
})

test('a permanently rejected mailbox fails at once, the others get their emails', async () => {
  const server = await smtp({
    onRcptTo: ({ address }, _session, callback) =>
      callback(address.startsWith('gone') ? Object.assign(new Error('No such user'), { responseCode: 550 }) : null),
  })
  const app = await mailApp(server.url)
  await queue(app, [to('a@example.org'), to('gone@example.org'), to('b@example.org')])
  await app.runJobs()
  expect(new Set(server.mails.map(({ to }) => to[0]))).toEqual(new Set(['a@example.org', 'b@example.org']))
  const failed = (await rows(app)).filter(({ state }) => state === 'FAILED')
  expect(failed).toMatchObject([
    { toAddress: 'gone@example.org', attempts: 1, lastError: expect.stringContaining('No such user'), text: '' },
  ])
  await hurry(app)
  await app.runJobs()
  expect(server.mails).toHaveLength(2)
})

test('a temporarily full mailbox is retried', async () => {
  let refusals = 0
  const server = await smtp({
    onRcptTo: (_to, _session, callback) => callback(refusals++ ? null : Object.assign(new Error('Full'), { responseCode: 452 })),
  })
  const app = await mailApp(server.url)
  await queue(app, [to('ana@example.org')])
  await app.runJobs()
  expect((await rows(app))[0]).toMatchObject({ state: 'QUEUED', attempts: 1 })
  // Written together: a crash in between would leave an email without its job.
  expect(await countTransactions(app.database.db, sql`emails`, sql`graphile_worker._private_jobs where attempts = 0`)).toBe(1)
  await hurry(app)
  await app.runJobs()
  expect(server.mails).toHaveLength(1)
})

const refusing = (refusal: { responseCode: number; message: string }, times = Infinity) => {
  let refusals = 0
  return smtp({
    onRcptTo: (_to, _session, callback) =>
      callback(refusals++ < times ? Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }) : null),
  })
}

test.each([
  [552, 'Mailbox full'],
  [552, '5.2.2 Over quota'],
  [550, '5.2.2 <ana@example.org>: user is over quota'],
  [554, '5.3.1 Mail system full'],
])('a 5xx about space is retried like a full mailbox: %i %s', async (responseCode, message) => {
  const server = await refusing({ responseCode, message }, 1)
  const app = await mailApp(server.url)
  await queue(app, [to('ana@example.org')])
  await app.runJobs()
  expect((await rows(app))[0]).toMatchObject({ state: 'QUEUED', attempts: 1, lastError: expect.stringContaining(message) })
  await hurry(app)
  await app.runJobs()
  expect(server.mails).toHaveLength(1)
  expect((await rows(app))[0]).toMatchObject({ state: 'SENT', attempts: 2 })
})

test.each([
  [552, '5.3.4 Message too big for system'],
  [550, '5.1.1 No such user, see 5.2.2'],
  [554, 'Transaction failed'],
])('another 5xx is final: %i %s', async (responseCode, message) => {
  const server = await refusing({ responseCode, message })
  const app = await mailApp(server.url)
  await queue(app, [to('ana@example.org')])
  await app.runJobs()
  expect((await rows(app))[0]).toMatchObject({ state: 'FAILED', attempts: 1 })
})

test('a mailbox that stays full is given up after three days', async () => {
  const server = await refusing({ responseCode: 552, message: '5.2.2 Mailbox full' })
  const app = await mailApp(server.url)
  await queue(app, [to('ana@example.org')])
  await app.runJobs()
  await app.database.db.update(emails).set({ createdAt: new Date(Date.now() - 3 * 86_400_000 - 1000).toISOString() })
  await hurry(app)
  await app.runJobs()
  expect((await rows(app))[0]).toMatchObject({ state: 'FAILED', text: '' })
})

test('a server that accepts an email and then disconnects gets it again under the same Message-ID', async () => {
  let dropped = 0
  const server = await smtp({ onMail: () => (dropped++ ? 'take' : 'drop') })
  const app = await mailApp(server.url)
  await queue(app, [to('ana@example.org')])
  await app.runJobs()
  expect((await rows(app))[0]).toMatchObject({ state: 'QUEUED', attempts: 1 })
  await hurry(app)
  await app.runJobs()
  expect(server.mails).toHaveLength(2)
  expect(new Set(idsOf(server.mails)).size).toBe(1)
  expect((await rows(app))[0]).toMatchObject({ state: 'SENT' })
})

test('emails to users deleted in the meantime are not sent, nor are expired ones', async () => {
  const server = await smtp()
  const app = await mailApp(server.url)
  const [admin, student] = [await app.as('ADMIN'), await app.given.student()]
  await queue(app, [{ userId: student.id, address: student.email! }])
  await admin.users.removeUser({ params: student })
  await queue(app, [to('late@example.org')], { kind: 'CODE' })
  await app.database.db.update(emails).set({ createdAt: '2026-01-01T00:00:00Z' }).where(eq(emails.toAddress, 'late@example.org'))
  await app.runJobs()
  expect(server.mails).toEqual([])
  expect(await rows(app)).toMatchObject([{ toAddress: 'late@example.org', state: 'FAILED' }])
})

test('a code is sent before waiting invitations', async () => {
  const server = await smtp()
  const app = await mailApp(server.url)
  await queue(app, [to('a@example.org'), to('b@example.org')], { kind: 'INVITATION' })
  await queue(app, [to('hasty@example.org')], { kind: 'CODE' })
  await app.runJobs()
  expect(server.mails[0]!.to).toEqual(['hasty@example.org'])
})

test('after three kills no email is lost, and at most one per kill arrives twice', async () => {
  const [count, kills] = [60, 3]
  let [arrivals, killAt] = [0, 10]
  let kill = () => {}
  const server = await smtp({
    onMail: () => {
      // The mail is taken; the worker dies before it can note that.
      if (++arrivals === killAt) kill()
      return 'take'
    },
  })
  const app = await mailApp(server.url)
  const work = () => {
    const child = spawn(
      process.execPath,
      [...serverFlags, join(import.meta.dirname, '../../../test/worker.ts'), app.url, server.url, app.deps.services.config.dataDir],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    kill = () => void child.kill('SIGKILL')
    return once(child, 'exit')
  }
  await queue(
    app,
    Array.from({ length: count }, (_, n) => to(`p${n}@example.org`)),
  )
  for (let n = 1; n <= kills; n++) {
    await work()
    killAt = n < kills ? arrivals + 10 : Infinity
  }
  const last = work()
  const isAllSent = async () => (await rows(app)).every(({ state }) => state === 'SENT')
  await expect.poll(isAllSent, { timeout: 60_000, interval: 200 }).toBe(true)
  kill()
  await last
  expect(new Set(idsOf(server.mails)).size).toBe(count)
  expect(server.mails.length).toBeLessThanOrEqual(count + kills)
})

test('a retried email still has its attachment', async () => {
  const down = await smtp()
  await down.close()
  const app = await mailApp(down.url)
  await queue(app, [to('ana@example.org')], { calendar: 'BEGIN:VCALENDAR' })
  await app.runJobs()
  const server = await smtp({}, down.port)
  await hurry(app)
  await app.runJobs()
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]!.source).toContain('text/calendar')
})

test('the job of an earlier attempt sends nothing, because the email has a newer job', async () => {
  const down = await smtp()
  await down.close()
  const app = await mailApp(down.url)
  await queue(app, [to('ana@example.org')])
  await app.runJobs()
  const [mail] = await rows(app)
  const server = await smtp({}, down.port)
  await mailTasks(app.deps)['mail.send']!({ id: mail!.id, attempt: 0 }, undefined)
  expect(server.mails).toEqual([])
  await mailTasks(app.deps)['mail.send']!({ id: mail!.id, attempt: 1 }, undefined)
  expect(server.mails).toHaveLength(1)
})

test('attempts are ten seconds apart, then twice as long each time, at most an hour', () => {
  expect([1, 2, 3, 4, 9, 10, 50].map((attempts) => retryDelay(attempts) / 1000)).toEqual([10, 20, 40, 80, 2560, 3600, 3600])
})

test.each([
  ['CODE', '11:51', false],
  ['CODE', '11:49', true],
  ['INVITATION', '11:49', false],
])('a %s of %s at noon is too late: %s', (kind, time, expected) =>
  expect(isTooLate({ kind, createdAt: `2026-11-20T${time}:00Z`, delayedBy: null }, new Date('2026-11-20T12:00:00Z'))).toBe(expected),
)

test('an email held back by our settings or server waits until it can be sent, an invitation while its link is valid', () => {
  expect(isTooLate({ kind: 'NOTICE', createdAt: '2026-01-01T12:00:00Z', delayedBy: 'SERVER' }, new Date('2026-11-20T12:00:00Z'))).toBe(
    false,
  )
  const mail = { kind: 'INVITATION', createdAt: '2026-11-13T12:00:01Z', delayedBy: 'SETTINGS' as const }
  expect([isTooLate(mail, new Date('2026-11-20T12:00:00Z')), isTooLate(mail, new Date('2026-11-20T12:00:02Z'))]).toEqual([false, true])
})

test('other emails are given up after three days', () => {
  const mail = { kind: 'NOTICE', createdAt: '2026-11-17T11:59:59Z', delayedBy: 'RECIPIENT' as const }
  expect([isTooLate(mail, new Date('2026-11-20T12:00:00Z')), isTooLate(mail, new Date('2026-11-20T11:59:00Z'))]).toEqual([true, false])
})
