/** Pictures in course emails, on a real SMTP server. */

import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { files } from '#db/schema/media.ts'
import { findIsUsed } from '#modules/files/queries.ts'
import { pictureReader } from '#modules/mail/course-emails/pictures.ts'
import { cleanPost } from '#services/html.ts'
import { testApp } from '#test/app.ts'
import { sample } from '#test/files.ts'
import { smtpServer } from '#test/smtp.ts'

const closing: (() => Promise<void>)[] = []
afterEach(async () => void (await Promise.all(closing.splice(0).map((close) => close()))))

async function open() {
  const server = await smtpServer()
  closing.push(server.close)
  const app = await testApp({ SMTP_URL: server.url, MAIL_FROM: 'LMS <lms@example.org>' })
  const { course, student, trainer } = await app.given.course()
  const params = { courseId: course.id }
  const [staff, reader, admin] = [await app.as(trainer), await app.as(student), await app.as(await app.given.user({ role: 'ADMIN' }))]
  const now = new Date()
  app.clock.set(now)
  const upload = async (who: typeof staff) => {
    const payload = sample['image/png']
    const { key, url, headers } = await who.files.presignUpload({ query: { fileType: 'image/png', size: payload.length } })
    expect((await app.app.inject({ method: 'PUT', url, headers, payload })).statusCode).toBe(200)
    return key
  }
  const send = (body: string, more: object = {}) =>
    staff.courseEmails.sendMails({ params, body: { subject: 'The chart', body, sendTo: 'STUDENTS', ...more } })
  const pass = async () => {
    app.clock.set(new Date(app.clock.now().getTime() + 11_000))
    await app.database.db.execute(sql`update graphile_worker._private_jobs set run_at = now()`)
    await app.runJobs()
  }
  return { ...app, server, params, staff, reader, admin, upload, send, pass, trainer, student }
}

const imageIn = (key: string) => `<p>Look at this, {{name}}</p><img src="https://evil.example/x.png" data-key="${key}" alt="A chart">`

test('pictures that the store did not give are read again for the next message', async () => {
  const { staff, upload, deps } = await open()
  const { storage } = deps.services
  let calls = 0
  const failing = { ...storage, inspect: (key: string) => (++calls === 1 ? Promise.reject(new Error('down')) : storage.inspect(key)) }
  const [html, read] = [cleanPost(imageIn(await upload(staff))), pictureReader(failing)]
  await expect(read(html)).rejects.toThrow('down')
  await expect(read(html)).resolves.toMatchObject([{ content: sample['image/png'] }])
  // Cached while the messages of the email are sent.
  await read(html)
  expect(calls).toBe(2)
})

test('pictures are attached to each email, and external ones are not shown', async () => {
  const { server, upload, staff, reader, send, pass, params, app, database, trainer, admin } = await open()
  const key = await upload(staff)
  const { id } = await send(imageIn(key), { showUntil: '2099-01-01' })
  const isUsed = () => findIsUsed(database.db, { key, ownerId: trainer.id })
  expect(await isUsed()).toBe(true)
  await pass()
  const [mail] = server.mails
  const name = /\/([\w-]+)\.png$/.exec(key)![1]!
  expect(mail!.source).toContain(`Content-ID: <${name}>`)
  expect(mail!.source).toContain('Content-Disposition: inline')
  expect(mail!.source.replaceAll(/\s/g, '')).toContain(sample['image/png'].toString('base64'))
  const html = mail!.source.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  expect(html).toContain(`src="cid:${name}" alt="A chart"`)
  expect(html).toContain('[A chart]')
  expect(html).not.toContain('evil')

  const email = await staff.courseEmails.getCourseEmail({ params: { ...params, id } })
  const { items } = await reader.courseEmails.listAnnouncements({ query: {} })
  for (const body of [email.body, items[0]!.body]) {
    const src = / src="([^"]+)"/.exec(body)![1]!.replaceAll('&amp;', '&')
    expect((await app.inject({ url: src })).rawPayload).toEqual(sample['image/png'])
  }
  await staff.courseEmails.sendTestMail({ params, body: { subject: 'Try', body: imageIn(key) } })
  await pass()
  expect(server.mails.at(-1)!.source).toContain(`Content-ID: <${name}>`)

  // A scheduled one that somebody else changes keeps its pictures, and lets go of them when their owner cancels it.
  const own = await upload(staff)
  const sendAt = '2099-01-01T08:00:00.000Z'
  const planned = { ...params, id: (await send(imageIn(own), { sendAt })).id }
  const { body } = await admin.courseEmails.getCourseEmail({ params: planned })
  await admin.courseEmails.updateCourseEmail({ params: planned, body: { body: body.replace('Look', 'Look again') } })
  expect(await findIsUsed(database.db, { key: own, ownerId: trainer.id })).toBe(true)
  await staff.courseEmails.cancelCourseEmail({ params: planned })
  expect(await findIsUsed(database.db, { key: own, ownerId: trainer.id })).toBe(false)
})

test('pictures must be the sender’s own and at most 2 MB together', async () => {
  const { upload, staff, admin, send, params, database } = await open()
  const foreign = await upload(admin)
  await expect(send(imageIn(foreign))).rejects.toBeProblem('validation-failed', ['/body'])
  const key = await upload(staff)
  const testMail = () => staff.courseEmails.sendTestMail({ params, body: { subject: 'Try', body: imageIn(key) } })
  await testMail()
  await database.db
    .update(files)
    .set({ size: 2 * 1024 * 1024 + 1 })
    .where(eq(files.key, key))
  await expect(send(imageIn(key))).rejects.toBeProblem('validation-failed', ['/body'])
  await expect(testMail()).rejects.toBeProblem('validation-failed', ['/body'])
  await expect(send(imageIn(`image/${randomUUID()}/${randomUUID()}.png`))).rejects.toBeProblem('validation-failed', ['/body'])
})

test('a copy of a colleague’s email keeps its pictures; files not used in the course’s emails are not accessible', async () => {
  const { server, upload, staff, admin, send, pass, params, app, given, as } = await open()
  const [key, unsent] = [await upload(staff), await upload(staff)]
  await send(imageIn(key))
  await pass()
  const copy = { subject: 'Once more', sendTo: 'STUDENTS' }
  await admin.courseEmails.sendMails({ params, body: { ...copy, body: imageIn(key) } })
  await pass()
  expect(server.mails.at(-1)!.source).toContain('Content-Disposition: inline')
  await expect(admin.courseEmails.sendMails({ params, body: { ...copy, body: imageIn(unsent) } })).rejects.toBeProblem(
    'validation-failed',
    ['/body'],
  )
  // A draft shows the same pictures: those that were sent to the course, and one’s own that nothing holds yet.
  const urlsFor = async (who: typeof staff, at = params) =>
    (await who.courseEmails.getPictureUrls({ params: at, body: { keys: [key, unsent] } })).items
  expect((await urlsFor(admin)).map((item) => item.key)).toEqual([key])
  const own = await urlsFor(staff)
  expect(own.map((item) => item.key)).toEqual([key, unsent])
  for (const { url } of own) expect((await app.inject({ url })).rawPayload).toEqual(sample['image/png'])
  const elsewhere = await given.course()
  expect(await urlsFor(await as(elsewhere.trainer), { courseId: elsewhere.course.id })).toEqual([])
})

test('a user who undoes a colleague’s email can send it with its pictures', async () => {
  const { upload, staff, admin, send, params } = await open()
  const key = await upload(staff)
  const planned = { ...params, id: (await send(imageIn(key), { sendAt: '2099-01-01T08:00:00.000Z' })).id }
  const { body } = await admin.courseEmails.cancelCourseEmail({ params: planned })
  await expect(staff.courseEmails.getCourseEmail({ params: planned })).resolves.toMatchObject({
    state: 'CANCELLED',
    cancelReason: expect.stringMatching(/^Cancelled by .+\.$/),
  })
  const again = { subject: 'The chart', body, sendTo: 'STUDENTS' }
  const { id } = await admin.courseEmails.sendMails({ params, body: again })
  // The cancelled email has the picture: another is not needed for it.
  await admin.courseEmails.cancelCourseEmail({ params: { ...params, id } })
  await expect(staff.courseEmails.listCourseEmails({ params })).resolves.toMatchObject({ total: 1 })
  await expect(admin.courseEmails.sendMails({ params, body: again })).resolves.toMatchObject({ recipients: 1 })
})

test('if a picture can no longer be read, the text is sent without it', async () => {
  const { server, upload, staff, send, pass, deps } = await open()
  const key = await upload(staff)
  await send(imageIn(key))
  await deps.services.storage.remove(key)
  await pass()
  expect(server.mails[0]!.source).toContain('Look at this')
  expect(server.mails[0]!.source).not.toContain('Content-ID')
})
