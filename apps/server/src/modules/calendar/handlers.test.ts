import { randomUUIDv7 } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { hashToken } from '#access/sessions.ts'
import { assignments } from '#db/schema/assignments.ts'
import { memberships } from '#db/schema/courses.ts'
import { media } from '#db/schema/media.ts'
import { oneTimeTokens } from '#db/schema/users.ts'
import { saveExceptions } from '#modules/assignments/exceptions/queries.ts'
import { hashPassword } from '#modules/auth/passwords.ts'
import { maxCalendarEntries } from '#modules/calendar/queries.ts'
import { testApp } from '#test/app.ts'

const { app, as, given, clock, database, statements } = await testApp({ RATE_LIMITS: 'on', PUBLIC_URL: 'https://lms.example.org' })
beforeEach(() => clock.set('2026-11-20T12:00:00Z'))

async function openCourse() {
  const home = await given.week()
  const place = { courseId: home.course.id, weekId: home.week.id }
  const live = await given.live({ ...place, title: 'Q&A', startsAt: '2026-11-21T14:00:00Z' })
  const work = await given.assignment({ ...place, title: 'Essay', dueAt: '2026-11-22T23:59:00Z' })
  return { ...home, place, live: live.media, work: work.assignment }
}
const read = (url: string, remoteAddress = '127.0.0.1') => app.inject({ url: url.replace('https://lms.example.org', ''), remoteAddress })
const titlesIn = (text: string) => [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, title]) => title!).sort()

test('each user has a feed URL, which a reset revokes', async () => {
  const { student } = await openCourse()
  const client = await as(student)
  await expect(client.calendar.getCalendarAddress()).resolves.toEqual({ address: null })
  const { address } = await client.calendar.resetCalendarAddress()
  expect(address.url).toMatch(/^https:\/\/lms\.example\.org\/api\/calendar\/[\w-]{43}\.ics$/)
  await expect(client.calendar.getCalendarAddress()).resolves.toEqual({ address })
  const answer = await read(address.url)
  expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
    200,
    'text/calendar; charset=utf-8',
    'no-store',
  ])
  expect(titlesIn(answer.body)).toEqual(['Due: Essay', 'Q&A'])
  await expect(client.calendar.getCalendarAddress()).resolves.toMatchObject({ address: { lastReadAt: '2026-11-20T12:00:00.000Z' } })
  // Reads are saved once in ten minutes.
  for (const [at, saved] of [
    ['2026-11-20T12:09:00.000Z', '2026-11-20T12:00:00.000Z'],
    ['2026-11-20T12:11:00.000Z', '2026-11-20T12:11:00.000Z'],
  ] as const) {
    clock.set(at)
    await read(address.url)
    await expect(client.calendar.getCalendarAddress()).resolves.toMatchObject({ address: { lastReadAt: saved } })
  }
  const next = (await client.calendar.resetCalendarAddress()).address
  expect(next.lastReadAt).toBeNull()
  expect((await read(address.url)).statusCode).toBe(404)
  expect((await read(next.url)).statusCode).toBe(200)
})

test('excused work is not in the student’s calendar, and an extension moves the due time', async () => {
  const { student, work, place } = await openCourse()
  const client = await as(student)
  const { address } = await client.calendar.resetCalendarAddress()
  const set = (values: object) => saveExceptions(database.db, work.id, [student.id], values)
  await set({ dueAt: '2026-11-25T23:59:00Z' })
  expect((await read(address.url)).body).toContain('20261125T235900Z')
  await set({ excusedAt: '2026-11-20T11:00:00Z', excuseReason: 'Ill' })
  expect(titlesIn((await read(address.url)).body)).toEqual(['Q&A'])
  const other = await given.student()
  await given.member(place.courseId, other)
  const { address: theirs } = await (await as(other)).calendar.resetCalendarAddress()
  expect(titlesIn((await read(theirs.url)).body)).toEqual(['Due: Essay', 'Q&A'])
})

test('the feed contains what its owner may see, and no links to join sessions', async () => {
  const { course, place, student, trainer } = await openCourse()
  await given.assignment({ ...place, title: 'Draft', status: 'DRAFT', dueAt: '2026-11-23T00:00:00Z' })
  await given.live({ ...place, title: 'Gone', deletedAt: '2026-11-01T00:00:00Z' })
  await given.assignment({ ...place, title: 'Gone', dueAt: '2026-11-23T00:00:00Z', deletedAt: '2026-11-01T00:00:00Z' })
  const { week: locked } = await given.week({ courseId: course.id, unlockAt: '2027-01-01T00:00:00Z' })
  await given.live({ courseId: course.id, weekId: locked.id, title: 'Locked' })
  await openCourse()
  const feedOf = async (who: typeof student) => (await read((await (await as(who)).calendar.resetCalendarAddress()).address.url)).body
  const own = await feedOf(student)
  expect(titlesIn(own)).toEqual(['Due: Essay', 'Q&A'])
  expect(own).not.toContain('example.org/join')
  expect(titlesIn(await feedOf(trainer))).toEqual(['Due: Essay', 'Locked', 'Q&A'])
  expect(titlesIn(await feedOf(await given.student()))).toEqual([])
  await expect((await as('ADMIN')).calendar.resetCalendarAddress()).rejects.toBeProblem('forbidden')
})

test('the sessions of a first page are those of all visible courses, sorted', async () => {
  const student = await given.student()
  const starts = (n: number) => new Date(Date.UTC(2026, 10, 20, 14, n)).toISOString()
  for (let n = 0; n < 30; n++) {
    const { week, course } = await given.week()
    await given.member(course.id, student)
    await given.live({ courseId: course.id, weekId: week.id, title: `Session ${n}`, startsAt: starts(n) })
  }
  const { course, place, trainer } = await openCourse()
  await given.member(course.id, student)
  const { week: locked } = await given.week({ courseId: course.id, unlockAt: '2027-01-01T00:00:00Z' })
  await given.live({ courseId: course.id, weekId: locked.id, title: 'Locked', startsAt: starts(5) })
  await given.live({ ...place, title: 'Gone', startsAt: starts(5), deletedAt: '2026-11-01T00:00:00Z' })
  await openCourse()
  const me = await as(student)
  const { sessions } = (await me.home.getHome()).learner!
  expect(sessions.map(({ title }) => title)).toEqual([...Array.from({ length: 30 }, (_, n) => `Session ${n}`), 'Q&A'])
  expect(sessions.at(-1)).toMatchObject({ ...place, courseTitle: course.title, startsAt: '2026-11-21T14:00:00.000Z', hasRecording: false })
  const { teacher } = await (await as(trainer)).home.getHome()
  expect([...teacher!.sessions, teacher!.nextSession!].map(({ title }) => title)).toEqual(['Locked', 'Q&A'])
})

test('staff see how many students are marked in each started session; students do not', async () => {
  const { course, week, trainer, student } = await given.week()
  const at = { courseId: course.id, weekId: week.id }
  const { media: first } = await given.live({ ...at, title: 'First', startsAt: '2026-11-20T09:00:00Z' })
  const { media: second } = await given.live({ ...at, title: 'Second', startsAt: '2026-11-20T10:00:00Z' })
  await given.live({ ...at, title: 'Ahead', startsAt: '2026-11-27T10:00:00Z' })
  const [classmate, former] = [await given.student(), await given.student()]
  await given.member(course.id, classmate)
  await given.member(course.id, former)
  const client = await as(trainer)
  const marks = [student, classmate, former].map(({ id }) => ({ userId: id, mediaId: first.id, status: 'PRESENT' as const }))
  await client.attendance.markBulkAttendance({ params: at, body: { attendance: marks } })
  const cleared = { userId: student.id, mediaId: second.id, status: null }
  await client.attendance.markBulkAttendance({ params: at, body: { attendance: [cleared] } })
  await database.db.delete(memberships).where(eq(memberships.userId, former.id))
  const { teacher } = await client.home.getHome()
  expect([...teacher!.sessions, teacher!.nextSession!].map(({ title, attendance }) => [title, attendance])).toEqual([
    ['First', { marked: 2, students: 2 }],
    ['Second', { marked: 0, students: 2 }],
    ['Ahead', null],
  ])
  const { learner } = await (await as(student)).home.getHome()
  expect(learner!.sessions.map(({ attendance }) => attendance)).toEqual([null, null, null])
})

test('suspending or deleting a user revokes the feed URL permanently', async () => {
  const admin = await as('ADMIN')
  const student = await given.user({ role: 'USER', passwordHash: 'x' })
  const { address } = await (await as(student)).calendar.resetCalendarAddress()
  const update = (status: 'ACTIVE' | 'SUSPENDED') => admin.users.updateUser({ params: { id: student.id }, body: { status } })
  await update('SUSPENDED')
  expect((await read(address.url)).statusCode).toBe(404)
  await update('ACTIVE')
  expect((await read(address.url)).statusCode).toBe(404)
  const next = (await (await as(student)).calendar.resetCalendarAddress()).address
  await admin.users.removeUser({ params: { id: student.id } })
  expect((await read(next.url)).statusCode).toBe(404)
})

test('signing out everywhere else revokes the feed URL, and so does a new password', async () => {
  const passwordHash = await hashPassword('quiet desk 20')
  const student = await given.user({ role: 'USER', passwordHash })
  const newAddress = async () => (await (await as(student)).calendar.resetCalendarAddress()).address.url
  const signedOut = await newAddress()
  await (await as(student)).auth.removeOtherSessions()
  expect((await read(signedOut)).statusCode).toBe(404)

  const changed = await newAddress()
  await (await as(student)).users.updateMe({ body: { currentPassword: 'quiet desk 20', newPassword: 'quiet desk 21' } })
  expect((await read(changed)).statusCode).toBe(404)

  const reset = await newAddress()
  const token = 'r'.repeat(43)
  await database.db
    .insert(oneTimeTokens)
    .values({ userId: student.id, kind: 'RESET', tokenHash: hashToken(token), expiresAt: '2026-11-20T12:30:00Z' })
  const answer = await app.inject({
    method: 'PATCH',
    url: '/api/users/reset-password',
    headers: { authorization: `Bearer ${token}` },
    payload: { email: student.email, password: 'quiet desk 22' },
  })
  expect(answer.statusCode).toBe(204)
  expect((await read(reset)).statusCode).toBe(404)
  await expect((await as(student)).calendar.getCalendarAddress()).resolves.toEqual({ address: null })
})

test('the feed shows applicants nothing of the course', async () => {
  const { course } = await openCourse()
  const other = await given.student()
  await given.member(course.id, other, 'PENDING')
  const { address } = await (await as(other)).calendar.resetCalendarAddress()
  expect(titlesIn((await read(address.url)).body)).toEqual([])
})

test('guessing feed URLs is rate limited, and so is reading one', async () => {
  const { student } = await openCourse()
  const { address } = await (await as(student)).calendar.resetCalendarAddress()
  const answers: number[] = []
  for (let index = 0; index < 62; index++) answers.push((await read(address.url)).statusCode)
  expect([answers.filter((status) => status === 200).length, answers.at(-1)]).toEqual([60, 429])
  const guesser = '192.0.2.7'
  const guesses: number[] = []
  for (let index = 0; index < 62; index++)
    guesses.push((await read(`/api/calendar/${String(index).padStart(43, 'x')}.ics`, guesser)).statusCode)
  expect(new Set(guesses)).toEqual(new Set([404, 429]))
  clock.set('2026-11-20T14:00:00Z')
  expect((await read('/api/calendar/nonsense.ics', guesser)).statusCode).toBe(404)
})

test('a feed takes the same number of statements for any number of dates', async () => {
  const { place, student } = await openCourse()
  const { address } = await (await as(student)).calendar.resetCalendarAddress()
  await read(address.url)
  const few = await statements(() => read(address.url))
  for (let index = 0; index < 5; index++) await given.live({ ...place, startsAt: '2026-12-01T10:00:00Z' })
  expect(await statements(() => read(address.url))).toBe(few)
})

test('of more dates than a feed holds, it has those that come next', async () => {
  const { student, work, live } = await openCourse()
  const { address } = await (await as(student)).calendar.resetCalendarAddress()
  const [due] = await database.db.select().from(assignments).where(eq(assignments.id, work.id))
  const [session] = await database.db.select().from(media).where(eq(media.id, live.id))
  const at = (days: number) => new Date(Date.parse('2026-11-23T12:00:00Z') + days * 86_400_000).toISOString()
  const far = Array.from({ length: maxCalendarEntries }, (_, n) => n)
  await database.db.insert(assignments).values(far.map((n) => ({ ...due!, id: randomUUIDv7(), title: `Essay ${n}`, dueAt: at(n) })))
  await database.db.insert(media).values(far.map((n) => ({ ...session!, id: randomUUIDv7(), title: `Session ${n}`, startsAt: at(n) })))
  const titles = new Set(titlesIn((await read(address.url)).body))
  const asked = ['Due: Essay', 'Q&A', 'Due: Essay 998', 'Session 998', 'Due: Essay 999', 'Session 999']
  expect(asked.map((title) => titles.has(title))).toEqual([true, true, true, true, false, false])
})

test('the file of one session keeps its id in calendars when the session moves', async () => {
  const { live, place, student, trainer } = await openCourse()
  const request = { params: { courseId: place.courseId, id: live.id } }
  const fileFor = async (who: typeof student) => (await (await as(who)).calendar.getSessionEvent(request)).text()
  const first = await fileFor(student)
  expect(first).toMatch(
    new RegExp(`UID:${live.id}@lms\r\nDTSTAMP:20261120T120000Z\r\nSEQUENCE:0\r\nDTSTART:20261121T140000Z\r\nDTEND:20261121T150000Z`),
  )
  expect(first.replaceAll('\r\n ', '')).toContain(`/courses/course/${place.courseId}/week/${place.weekId}/media/${live.id}`)
  const zoomOptions = { startsAt: '2026-11-21T16:00:00Z', durationMinutes: 60, joinUrl: 'https://example.org/join' }
  await (await as(trainer)).media.updateMedia({ params: { courseId: place.courseId, mediaId: live.id }, body: { zoomOptions } })
  expect(await fileFor(student)).toMatch(
    new RegExp(`UID:${live.id}@lms\r\nDTSTAMP:20261120T120000Z\r\nSEQUENCE:1\r\nDTSTART:20261121T160000Z`),
  )
  const { media: video } = await given.recorded(place)
  await expect((await as(student)).calendar.getSessionEvent({ params: { ...request.params, id: video.id } })).rejects.toBeProblem(
    'not-found',
  )
  await expect((await as('USER')).calendar.getSessionEvent(request)).rejects.toBeProblem('forbidden')
})

test('a downloaded session is a file named like it, also with characters that headers do not take', async () => {
  const { place, student } = await openCourse()
  const { media } = await given.live({ ...place, title: "Teacher's hour (1) *", startsAt: '2026-11-21T14:00:00Z' })
  const { token } = await as(student)
  const url = `/api/calendar/course/${place.courseId}/${media.id}`
  const { headers } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect(headers['content-disposition']).toBe("attachment; filename*=UTF-8''Teacher%27s%20hour%20%281%29%20%2A.ics")
})
