/** Who is told that a live session was moved or cancelled, and with what. */
import { desc } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { smtpServer } from '#test/smtp.ts'
import { mails } from '#db/schema/mail.ts'

const server = await smtpServer()
const { as, given, database, clock, runJobs } = await testApp({ SMTP_URL: server.url, MAIL_FROM: 'LMS <lms@example.org>' })
afterAll(server.close)
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))

const zoomOptions = {
  startsAt: '2026-11-26T14:00:00.000Z',
  durationMinutes: 60,
  timeZone: 'Europe/Berlin',
  joinUrl: 'https://zoom.us/j/1',
}

async function session(values: Parameters<typeof given.week>[0] = {}, startsAt = zoomOptions.startsAt) {
  const home = await given.week(values)
  const trainer = await as(home.trainer)
  const colleague = await given.trainer()
  await given.member(home.course.id, colleague)
  const params = { courseId: home.course.id, weekId: home.week.id }
  const body = { title: 'Clinic', type: 'LIVE' as const, zoomOptions: { ...zoomOptions, startsAt } }
  const { id } = await trainer.media.createMedia({ params, body })
  const at = { courseId: home.course.id, mediaId: id }
  const move = (changes: object) =>
    trainer.media.updateMedia({ params: at, body: { zoomOptions: { ...zoomOptions, startsAt, ...changes } } })
  const told = async () => (await database.db.select().from(mails).orderBy(desc(mails.id))).filter(({ html }) => html.includes(at.courseId))
  return { ...home, trainer, colleague, at, move, told }
}
type Told = { toAddress: string }
const addresses = (told: readonly Told[]) => told.map(({ toAddress }) => toAddress).toSorted()
const emails = (people: readonly { email: string | null }[]) => people.map(({ email }) => email ?? '').toSorted()

test('a moved session is mailed to everybody but who moved it, with the times and a calendar file of a higher number', async () => {
  const { student, colleague, move, at, told } = await session()
  await move({ startsAt: '2026-11-27T15:30:00.000Z' })
  const letters = await told()
  expect(addresses(letters)).toEqual(emails([student, colleague]))
  expect(letters[0]).toMatchObject({ subject: 'Clinic was moved', kind: 'NOTICE' })
  expect(letters[0]!.text).toContain('was planned for Thu 26 Nov 2026, 15:00 CET')
  expect(letters[0]!.text).toContain('now begins Fri 27 Nov 2026, 16:30 CET')
  await runJobs()
  const arrived = server.mails.find(({ to }) => to[0] === student.email)!
  expect(arrived.source).toContain('Content-Type: text/calendar; charset=utf-8; method=PUBLISH')
  const encoded = /filename=session\.ics[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(arrived.source)![1]!
  const file = Buffer.from(encoded, 'base64').toString()
  for (const line of [`UID:${at.mediaId}@lms`, 'SEQUENCE:1', 'DTSTART:20261127T153000Z', 'DTEND:20261127T163000Z'])
    expect(file).toContain(line)
})

test('a deleted one, and one that becomes a recording, is cancelled', async () => {
  const gone = await session()
  await gone.trainer.media.removeMedia({ params: gone.at })
  expect(addresses(await gone.told())).toEqual(emails([gone.student, gone.colleague]))
  expect((await gone.told())[0]!.subject).toBe('Clinic was cancelled')
  await runJobs()
  const { source } = server.mails.find(({ to }) => to[0] === gone.student.email)!
  const file = Buffer.from(/filename=session\.ics[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(source)![1]!, 'base64').toString()
  expect(file).toContain('STATUS:CANCELLED')
  expect(file).toContain('SEQUENCE:1')
  const turned = await session()
  await turned.trainer.media.updateMedia({ params: turned.at, body: { type: 'RECORDED', url: 'https://example.org/x.mp4' } })
  expect(await turned.told()).toHaveLength(2)
})

test('nobody hears of a new title, of what is over, of what they cannot see, or of a change that was refused', async () => {
  const { trainer, at, move, told } = await session()
  await trainer.media.updateMedia({ params: at, body: { title: 'Another name' } })
  await move({})
  await expect(move({ startsAt: 'soon' })).rejects.toBeProblem('invalid')
  expect(await told()).toEqual([])
  const past = await session({}, '2026-11-01T14:00:00.000Z')
  await past.move({ startsAt: '2026-11-02T14:00:00.000Z' })
  await past.trainer.media.removeMedia({ params: past.at })
  expect(await past.told()).toEqual([])
  const closed = await session({ published: false })
  await closed.move({ startsAt: '2026-11-28T14:00:00.000Z' })
  await closed.trainer.media.removeMedia({ params: closed.at })
  expect(await closed.told()).toEqual([])
})
