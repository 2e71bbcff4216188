/** Who gets an email when a live session is moved or cancelled, and what it says. */

import { desc, eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { courses } from '#db/schema/courses.ts'
import { emails } from '#db/schema/mail.ts'
import { media } from '#db/schema/media.ts'
import { users } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'
import { headerOf, smtpServer } from '#test/smtp.ts'

const server = await smtpServer()
const { app, as, given, database, clock, runJobs } = await testApp({ SMTP_URL: server.url, MAIL_FROM: 'LMS <lms@example.org>' })
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
  const listLetters = async () =>
    (await database.db.select().from(emails).orderBy(desc(emails.id))).filter(({ html }) =>
      RegExp(`belong(ed)? to ${home.course.title}\\.`).test(html),
    )
  return { ...home, trainer, colleague, at, move, listLetters }
}
type Recipient = { toAddress: string }
const addresses = (letters: readonly Recipient[]) => letters.map(({ toAddress }) => toAddress).toSorted()
const addressesOf = (people: readonly { email: string | null }[]) => people.map(({ email }) => email ?? '').toSorted()

/** The calendar file of the latest email to an address. */
function fileTo(email: string | null): string {
  const { source } = server.mails.findLast(({ to }) => to[0] === email)!
  return Buffer.from(/filename=session\.ics[\s\S]*?\r\n\r\n([\w+/\r\n]+)/.exec(source)![1]!, 'base64').toString()
}

test('every member except the one who moved it gets an email, with the times and a new calendar file', async () => {
  const { student, colleague, move, at, listLetters } = await session()
  await move({ startsAt: '2026-11-27T15:30:00.000Z' })
  const letters = await listLetters()
  expect(addresses(letters)).toEqual(addressesOf([student, colleague]))
  expect(letters[0]).toMatchObject({ subject: 'Clinic was moved', kind: 'NOTICE' })
  expect(letters[0]!.text).toContain('was planned for Thu 26 Nov 2026, 15:00 CET')
  expect(letters[0]!.text).toContain('now begins Fri 27 Nov 2026, 16:30 CET')
  await runJobs()
  const arrived = server.mails.find(({ to }) => to[0] === student.email)!
  expect(arrived.source).toContain('Content-Type: text/calendar; charset=utf-8; method=PUBLISH')
  const file = fileTo(student.email)
  for (const line of [`UID:${at.mediaId}@lms`, 'SEQUENCE:1', 'DTSTART:20261127T153000Z', 'DTEND:20261127T163000Z'])
    expect(file).toContain(line)
})

test('no email is sent in an unpublished course, nor to a suspended account', async () => {
  const draft = await session()
  await database.db.update(courses).set({ status: 'DRAFT' }).where(eq(courses.id, draft.course.id))
  await draft.move({ startsAt: '2026-11-27T15:30:00.000Z' })
  expect(await draft.listLetters()).toEqual([])
  const { student, colleague, move, listLetters } = await session()
  await database.db.update(users).set({ status: 'SUSPENDED' }).where(eq(users.id, colleague.id))
  await move({ startsAt: '2026-11-27T15:30:00.000Z' })
  expect(addresses(await listLetters())).toEqual(addressesOf([student]))
})

test('a session that is deleted or made a recording is cancelled', async () => {
  const gone = await session()
  await gone.trainer.media.removeMedia({ params: gone.at })
  expect(addresses(await gone.listLetters())).toEqual(addressesOf([gone.student, gone.colleague]))
  expect((await gone.listLetters())[0]!.subject).toBe('Clinic was cancelled')
  await runJobs()
  const file = fileTo(gone.student.email)
  expect(file).toContain('STATUS:CANCELLED')
  expect(file).toContain('SEQUENCE:1')
  const turned = await session()
  await turned.trainer.media.updateMedia({ params: turned.at, body: { type: 'RECORDED', url: 'https://example.org/x.mp4' } })
  expect(await turned.listLetters()).toHaveLength(2)
})

test('no email is sent about a new title, a past or hidden session, or a rejected change', async () => {
  const { trainer, at, move, listLetters } = await session()
  await trainer.media.updateMedia({ params: at, body: { title: 'Another name' } })
  await move({})
  await expect(move({ startsAt: 'soon' })).rejects.toBeProblem('validation-failed')
  expect(await listLetters()).toEqual([])
  const past = await session({}, '2026-11-01T14:00:00.000Z')
  await past.move({ startsAt: '2026-11-02T14:00:00.000Z' })
  await past.trainer.media.removeMedia({ params: past.at })
  expect(await past.listLetters()).toEqual([])
  const closed = await session({ published: false })
  await closed.move({ startsAt: '2026-11-28T14:00:00.000Z' })
  await closed.trainer.media.removeMedia({ params: closed.at })
  expect(await closed.listLetters()).toEqual([])
})

/** Besides the one of `session`: one a day later, one in the past, and one in a week that is not open. */
async function sessions() {
  const home = await session()
  const { week: closed } = await given.week({ courseId: home.course.id, number: 9, published: false })
  const make = (title: string, weekId: string, startsAt: string) =>
    home.trainer.media.createMedia({
      params: { courseId: home.course.id, weekId },
      body: { title, type: 'LIVE', zoomOptions: { ...zoomOptions, startsAt } },
    })
  const second = await make('Second clinic', home.week.id, '2026-11-27T15:00:00.000Z')
  await make('Over', home.week.id, '2026-11-01T14:00:00.000Z')
  const hidden = await make('Hidden', closed.id, zoomOptions.startsAt)
  return { ...home, second, hidden }
}

test('with its week, each member gets one email about all sessions that were to come', async () => {
  const { student, colleague, trainer, course, week, at, second, listLetters } = await sessions()
  await given.live({ courseId: course.id, title: 'Of another week', startsAt: '2026-11-28T14:00:00Z' })
  await trainer.weeks.removeWeek({ params: { courseId: course.id, weekId: week.id } })
  const letters = await listLetters()
  expect(addresses(letters)).toEqual(addressesOf([student, colleague]))
  expect(letters[0]).toMatchObject({ subject: `2 sessions of ${course.title} were cancelled`, kind: 'NOTICE' })
  expect(letters[0]!.text).toContain('Clinic, planned for Thu 26 Nov 2026, 15:00 CET')
  expect(letters[0]!.text).toContain('Second clinic, planned for Fri 27 Nov 2026, 16:00 CET')
  for (const title of ['Over', 'Hidden', 'Of another week']) expect(letters[0]!.text).not.toContain(title)
  await runJobs()
  const file = fileTo(student.email)
  for (const id of [at.mediaId, second.id]) expect(file).toContain(`UID:${id}@lms`)
  expect(file.match(/STATUS:CANCELLED/g)).toHaveLength(2)
  expect(file.match(/SEQUENCE:1\b/g)).toHaveLength(2)
})

test('session titles with line breaks, from older versions, do not prevent moving or deleting', async () => {
  const { trainer, course, week, student, move, at, listLetters } = await session()
  await database.db.update(media).set({ title: 'Clinic\r\nBcc: x@example.org' }).where(eq(media.id, at.mediaId))
  await move({ startsAt: '2026-11-27T15:30:00.000Z' })
  await trainer.weeks.removeWeek({ params: { courseId: course.id, weekId: week.id } })
  expect(await listLetters()).toHaveLength(4)
  await runJobs()
  const subjects = server.mails.filter(({ to }) => to[0] === student.email).map((mail) => headerOf(mail, 'Subject'))
  expect(new Set(subjects)).toEqual(new Set(['Clinic Bcc: x@example.org was moved', 'Clinic Bcc: x@example.org was cancelled']))
})

test('with its course, the subject names one session, and the button does not lead to a deleted page', async () => {
  const { student, colleague, course, listLetters } = await session()
  await (await as('ADMIN')).courses.removeCourse({ params: { id: course.id } })
  const letters = await listLetters()
  expect(letters).toHaveLength(3)
  expect(addresses(letters)).toEqual(expect.arrayContaining(addressesOf([student, colleague])))
  expect(letters[0]).toMatchObject({ subject: 'Clinic was cancelled' })
  expect(letters[0]!.text).not.toContain(`/courses/course/${course.id}`)
})

test('deleting a week or a course twice at once sends one email; without sessions to come none', async () => {
  const { course, week, trainer, listLetters } = await sessions()
  const both = () => trainer.weeks.removeWeek({ params: { courseId: course.id, weekId: week.id } })
  await Promise.allSettled([both(), both()])
  expect(await listLetters()).toHaveLength(2)
  const other = await session()
  const admin = await as('ADMIN')
  const remove = () => admin.courses.removeCourse({ params: { id: other.course.id } })
  await Promise.allSettled([remove(), remove(), remove()])
  expect(await other.listLetters()).toHaveLength(3)
  const past = await session({}, '2026-11-01T14:00:00.000Z')
  await past.trainer.weeks.removeWeek({ params: { courseId: past.course.id, weekId: past.week.id } })
  expect(await past.listLetters()).toEqual([])
})

test('of very many sessions the email names the next ones and the number of others', async () => {
  const { student, course, week, trainer, listLetters } = await session()
  const { id: _, ...row } = (await database.db.select().from(media).where(eq(media.courseId, course.id)))[0]!
  await database.db.insert(media).values(Array.from({ length: 60 }, (_value, index) => ({ ...row, title: `Weekly ${index}` })))
  await trainer.weeks.removeWeek({ params: { courseId: course.id, weekId: week.id } })
  const letter = (await listLetters()).find(({ toAddress }) => toAddress === student.email)!
  expect(letter.subject).toBe(`61 sessions of ${course.title} were cancelled`)
  expect(letter.text).toContain('And 41 more.')
  await runJobs()
  expect(fileTo(student.email).match(/STATUS:CANCELLED/g)).toHaveLength(61)
})

test('a changed length is named; the email to members of a deleted course says that they belonged to it', async () => {
  const { course, move, listLetters } = await session()
  await move({ durationMinutes: 90 })
  expect((await listLetters())[0]!.text).toContain(', and takes 90 minutes. ')
  await (await as('ADMIN')).courses.removeCourse({ params: { id: course.id } })
  expect((await listLetters())[0]!.text).toContain(`You get this because you belonged to ${course.title}.`)
})

test('who stopped the emails of a course still learns that a session was moved', async () => {
  const { student, course, move, listLetters } = await session()
  await (await as(student)).courseEmails.stopCourseEmails({ params: { courseId: course.id } })
  await move({ startsAt: '2026-11-27T15:30:00.000Z' })
  expect(addresses(await listLetters())).toContain(student.email)
})

test.each(['week', 'course'] as const)(
  'the calendar entry of a cancelled session rises when its %s is restored, and again when it is moved',
  async (what) => {
    const { student, course, week, trainer, at, move } = await session()
    const admin = await as('ADMIN')
    const feed = async () => {
      const { url } = (await (await as(student)).calendar.resetCalendarAddress()).address
      return (await app.inject({ url: new URL(url, 'https://lms.example.org').pathname })).body
    }
    const sequenceIn = (text: string) => Number(/SEQUENCE:(\d+)/.exec(text)![1])
    const params = { courseId: course.id, weekId: week.id }
    if (what === 'week') await trainer.weeks.removeWeek({ params })
    else await admin.courses.removeCourse({ params: { id: course.id } })
    await runJobs()
    const cancelled = fileTo(student.email)
    expect(cancelled).toContain('STATUS:CANCELLED')
    if (what === 'week') await trainer.weeks.restoreWeek({ params })
    else await admin.courses.restoreCourse({ params: { id: course.id } })
    const restored = sequenceIn(await feed())
    expect(restored).toBeGreaterThan(sequenceIn(cancelled))
    await move({ startsAt: '2026-11-27T15:30:00.000Z' })
    await runJobs()
    expect(fileTo(student.email)).toContain(`UID:${at.mediaId}@lms`)
    expect(sequenceIn(fileTo(student.email))).toBeGreaterThan(restored)
  },
)

test('times are in the zone that each reader chose, else in that of the session', async () => {
  const { student, colleague, move, listLetters, trainer, at } = await session()
  await database.db.update(users).set({ timeZone: 'Asia/Kolkata' }).where(eq(users.id, student.id))
  const textTo = async ({ email }: { email: string | null }) => (await listLetters()).find(({ toAddress }) => toAddress === email)!.text
  await move({ startsAt: '2026-11-27T15:30:00.000Z' })
  expect(await textTo(student)).toContain('now begins Fri 27 Nov 2026, 21:00 GMT+5:30')
  expect(await textTo(colleague)).toContain('now begins Fri 27 Nov 2026, 16:30 CET')
  await trainer.media.removeMedia({ params: at })
  expect(await textTo(student)).toContain('planned for Fri 27 Nov 2026, 21:00 GMT+5:30')
})
