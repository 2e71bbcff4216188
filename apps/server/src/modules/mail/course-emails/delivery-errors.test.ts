/** Course emails while the mail server rejects, stalls or is down. */

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emails } from '#db/schema/mail.ts'
import { connections } from '#test/app.ts'
import { openEmailCourses } from '#test/course-email.ts'
import { headerOf, smtpServer } from '#test/smtp.ts'

const { startMailServer, openEmailCourse } = await openEmailCourses()

test('a rejected mailbox shows the server’s message and can be retried', async () => {
  let isFull = true
  const server = await startMailServer({
    onRcptTo: ({ address }, _session, callback) =>
      callback(isFull && address === 'gone@example.org' ? Object.assign(new Error('5.1.1 user unknown'), { responseCode: 550 }) : null),
  })
  const { given, params, send, pass, deliveries, trainer } = await openEmailCourse(server.url)
  const gone = await given.user({ name: 'Gone', email: 'gone@example.org' })
  await given.member(params.courseId, gone)
  const { id } = await send()
  await pass()
  expect(server.mails).toHaveLength(1)
  await expect(deliveries(id, { state: 'FAILED' })).resolves.toMatchObject({
    total: 1,
    items: [{ person: { name: 'Gone', email: 'gone@example.org' }, answer: expect.stringContaining('user unknown') as string }],
  })
  await expect(trainer.courseEmails.listCourseEmails({ params })).resolves.toMatchObject({ failed: 1 })
  isFull = false
  await expect(trainer.courseEmails.retryDeliveries({ params: { ...params, id }, body: { userIds: [gone.id] } })).resolves.toEqual({
    queued: 1,
  })
  await expect(trainer.courseEmails.retryDeliveries({ params: { ...params, id }, body: {} })).resolves.toEqual({ queued: 0 })
  await pass(0)
  expect(server.mails.map(({ to }) => to[0])).toContain('gone@example.org')
  expect(server.mails.at(-1)!.source).toContain('Hello')
})

test('an email that failed weeks ago and is retried has its three days again; the log lists what failed and waits first', async () => {
  let isFull = true
  const server = await startMailServer({
    onRcptTo: ({ address }, _session, callback) =>
      callback(isFull && address === 'gone@example.org' ? Object.assign(new Error('5.1.1 user unknown'), { responseCode: 550 }) : null),
  })
  const { given, as, params, people, send, pass, deliveries, trainer } = await openEmailCourse(server.url, 2)
  const gone = await given.user({ name: 'Gone', email: 'gone@example.org' })
  await given.member(params.courseId, gone)
  await (await as(people[1]!)).courseEmails.stopCourseEmails({ params })
  const { id } = await send()
  await pass()
  const states = async () => (await deliveries(id)).items.map(({ state }) => state)
  expect(await states()).toEqual(['FAILED', 'LEFT_OUT', 'SENT'])
  isFull = false
  await pass(21 * 86_400_000)
  await trainer.courseEmails.retryDeliveries({ params: { ...params, id }, body: {} })
  expect(await states()).toEqual(['QUEUED', 'LEFT_OUT', 'SENT'])
  await pass(0)
  expect(await states()).toEqual(['LEFT_OUT', 'SENT', 'SENT'])
})

test('a full mailbox is retried, and the log says until when', async () => {
  const server = await startMailServer({
    onRcptTo: (_to, _session, callback) => callback(Object.assign(new Error('Busy'), { responseCode: 452 })),
  })
  const { send, pass, deliveries } = await openEmailCourse(server.url)
  const { id } = await send()
  await pass()
  await expect(deliveries(id)).resolves.toMatchObject({
    items: [
      {
        state: 'QUEUED',
        delayedBy: 'RECIPIENT',
        nextAttemptAt: expect.stringMatching(/Z$/) as string,
        answer: expect.stringContaining('Busy') as string,
      },
    ],
  })
})

test('if the server is down, stalls and disconnects after accepting an email, all 50 arrive, repeats with the same Message-ID', async () => {
  const down = await startMailServer()
  await down.close()
  const { db, send, pass, read } = await openEmailCourse(`${down.url}/?greetingTimeout=2000&socketTimeout=2000`, 50)
  const { id } = await send()
  await pass()
  const stalling = await smtpServer({ onConnect: () => {} }, down.port)
  await pass(60_000, 3)
  await stalling.close()
  let drops = 1
  const server = await startMailServer({ onMail: () => (drops-- > 0 ? 'drop' : 'take') }, down.port)
  for (let time = 0; time < 3; time++) await pass(60_000)
  const ids = server.mails.map((mail) => headerOf(mail, 'Message-ID'))
  expect(new Set(ids).size).toBe(50)
  expect(ids).toHaveLength(51)
  expect(await db.select().from(emails).where(eq(emails.state, 'SENT'))).toHaveLength(50)
  await expect(read(id)).resolves.toMatchObject({ state: 'SENT', counts: { sent: 50 } })
})

test('while the mail server is slow, calls get responses and emails are queued; all arrive once', async () => {
  const [started, slow] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const server = await startMailServer({ onMail: () => (started.resolve(), slow.promise.then(() => 'take' as const)) })
  const { send, pass, trainer, params, read } = await openEmailCourse(server.url, 3)
  const { id } = await send()
  const passing = pass()
  await started.promise
  // More at once than there are connections to the database: none is held for the mail server.
  const calls = Array.from({ length: 3 * connections }, () => trainer.courseEmails.listCourseEmails({ params }))
  for (const { items } of await Promise.all(calls)) expect(items[0]).toMatchObject({ state: 'SENDING', counts: { queued: 3, sent: 0 } })
  await expect(send({ subject: 'Another' })).resolves.toMatchObject({ recipients: 3 })
  expect(server.mails).toEqual([])
  slow.resolve()
  await passing
  await pass()
  expect(new Set(server.mails.map((mail) => headerOf(mail, 'Message-ID'))).size).toBe(6)
  expect(server.mails).toHaveLength(6)
  await expect(read(id)).resolves.toMatchObject({ state: 'SENT', counts: { sent: 3 } })
})

test('an email that exceeds the timeout is sent again with the same Message-ID, and the others are sent', async () => {
  let stalls = 1
  const slow = Promise.withResolvers<'take'>()
  const server = await startMailServer({ onMail: () => (stalls-- > 0 ? slow.promise : 'take') })
  const { send, pass, read } = await openEmailCourse(`${server.url}/?socketTimeout=2000`, 3)
  const { id } = await send()
  await pass()
  await expect(read(id)).resolves.toMatchObject({ state: 'SENT', counts: { sent: 3 } })
  // In the end the server takes the slow one too.
  slow.resolve('take')
  await expect.poll(() => server.mails.length).toBe(4)
  expect(new Set(server.mails.map((mail) => headerOf(mail, 'Message-ID'))).size).toBe(3)
})
