import { setTimeout as sleep } from 'node:timers/promises'
import { isNotNull, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { toWallTime } from '@lms/contract/rules/wall-clock'
import { media } from '#db/schema/media.ts'
import { users } from '#db/schema/users.ts'
import { contentRows } from '#db/seed/content-rows.ts'
import { mailRows } from '#db/seed/mail-rows.ts'
import { countActiveDemoPeople, demoAccounts, demoPassword, seedDemo } from '#db/seed/seed.ts'
import { readDemoVideos } from '#db/seed/videos.ts'
import { workRows } from '#db/seed/work-rows.ts'
import { isLocal } from '#http/security.ts'
import { ensureAdmin } from '#modules/auth/setup.ts'
import type { Storage } from '#services/storage.ts'
import { testApp } from '#test/app.ts'

const stored = new Map<string, Uint8Array>()
const storage = { put: async (key: string, _type: string, bytes: Uint8Array) => void stored.set(key, bytes) } as unknown as Storage

const { app, database, anonymous, as, clock } = await testApp({ SEED: 'demo' })
const empty = await testApp()
const now = new Date('2026-11-20T14:03:20Z')
clock.set(now)

const results = await Promise.all([seedDemo(database, storage, now, 'Europe/Lisbon'), seedDemo(database, storage, now, 'Europe/Lisbon')])

const signedIn = async (role: string) => {
  const { email, password } = demoAccounts.find((account) => account.role === role)!
  const { user } = await anonymous.auth.login({ body: { email, password } })
  return as(user)
}

test('two processes that start at the same time seed once', async () => {
  expect(results.toSorted()).toEqual([false, true])
  await expect(seedDemo(database, storage, now)).resolves.toBe(false)
  expect(stored.size).toBe(24)
})

test('a process waits for another that seeds, longer than statements wait for locks', async () => {
  const { db, transaction } = empty.database
  const locked = Promise.withResolvers<void>()
  const other = transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(7204512)`)
    locked.resolve()
    const limit = Number.parseInt((await tx.execute<{ lock_timeout: string }>(sql`show lock_timeout`)).rows[0]!.lock_timeout)
    await sleep(1000 * limit + 500)
    // The one that waited finds a user, and seeds nothing.
    await tx.insert(users).values({ email: 'first@harbour.example', name: 'First', role: 'SUPER_ADMIN' })
  })
  await locked.promise
  await expect(seedDemo(empty.database, storage, now)).resolves.toBe(false)
  await other
  await db.delete(users)
})

test('there is one account per role, offered by the sign-in page', async () => {
  const { demoAccounts: offered } = await anonymous.auth.getSignInOptions()
  expect(offered.map(({ role, password }) => [role, password])).toEqual(
    ['SUPER_ADMIN', 'ADMIN', 'TRAINER', 'USER'].map((role) => [role, demoPassword]),
  )
  for (const { role } of demoAccounts) await expect(signedIn(role)).resolves.toMatchObject({ user: { role } })
})

test('demo accounts are for this machine only: neither offered nor signed in through a proxy, or under another name', async () => {
  const { email, password } = demoAccounts[0]!
  for (const headers of [
    { host: 'lms.example.org' },
    { 'x-forwarded-for': '203.0.113.8' },
    { 'x-real-ip': '203.0.113.8' },
    { via: '1.1 proxy' },
    { origin: 'https://lms.example.org' },
  ]) {
    const options = await app.inject({ url: '/api/auth/options', headers })
    expect(options.json()).toMatchObject({ demoAccounts: [] })
    const signIn = await app.inject({ method: 'POST', url: '/api/auth/login', headers, payload: { email, password } })
    expect([signIn.statusCode, signIn.json().detail]).toEqual([403, expect.stringContaining('only on the machine that LMS runs on')])
  }
})

test('a request in the version that proxies speak by default is not from a browser on this machine', () => {
  const request = (httpVersion: string) => ({ hostname: 'localhost', headers: {}, raw: { httpVersion } }) as FastifyRequest
  expect(['1.0', '1.1'].map((version) => isLocal(request(version)))).toEqual([false, true])
})

test('the student is in week six of a course, half way, with work in every state', async () => {
  const ana = await signedIn('USER')
  const { items } = await ana.courses.listMyCourses()
  expect(items.map(({ title }) => title)).toEqual(['Data Journalism', 'Furniture Making: Joints', 'Public Health Statistics'])
  expect(items[0]).toMatchObject({ currentWeek: 6, next: { title: 'Q&A: sourcing numbers' } })
  const { percentage, items: steps } = await ana.courses.getProgress({ params: { id: items[0]!.id } })
  expect(percentage).toBeGreaterThan(60)
  expect(percentage).toBeLessThan(90)
  expect(new Set(steps.map(({ state }) => state))).toEqual(
    new Set(['WATCHED', 'PRESENT', 'GRADED', 'MISSING', 'IN_PROGRESS', 'NOT_STARTED', 'DRAFT']),
  )
  const { weeks } = await ana.courses.getCourse({ params: { id: items[0]!.id } })
  expect(weeks!.map(({ locked }) => locked)).toEqual([false, false, false, false, false, false, false, true, true, true])
  expect(weeks![5]!.media.find(({ type }) => type === 'LIVE')).toMatchObject({ startsAt: '2026-11-20T14:00:00.000Z' })
})

test('the trainer has work of every kind to grade', async () => {
  const ines = await signedIn('TRAINER')
  const { items } = await ines.assignments.listMyAssignments({ query: { limit: 100 } })
  expect(items.some(({ counts }) => counts!.submitted > counts!.graded)).toBe(true)
  const critique = items.find(({ title }) => title === 'Week 5 chart critique')!
  const roster = await ines.submissions.listSubmissions({
    params: { courseId: critique.courseId, assignmentId: critique.id },
    query: { limit: 100 },
  })
  expect(new Set(roster.items.map(({ status }) => status))).toEqual(new Set([null, 'SUBMITTED', 'GRADED', 'RETURNED']))
  expect(roster.counts).toMatchObject({ all: 24 })
  expect(roster.counts.late).toBeGreaterThan(0)
})

test('admins see all users and courses', async () => {
  const marta = await signedIn('ADMIN')
  expect((await marta.users.listUsers({ query: { limit: 100 } })).total).toBe(28)
  const { items } = await marta.courses.listCourses()
  expect(items.map(({ studentCount }) => studentCount).toSorted((a, b) => a - b)).toEqual([11, 18, 24])
})

test('the first super admin is created only if there is none; to a database with users no demo data are added', async () => {
  const admin = { email: ' Root@Example.org ', password: 'enough and more' }
  await expect(ensureAdmin(database, admin)).resolves.toBe(false)
  await expect(Promise.all([ensureAdmin(empty.database, admin), ensureAdmin(empty.database, admin)])).resolves.toContain(true)
  const { user } = await empty.anonymous.auth.login({ body: { email: 'root@example.org', password: admin.password } })
  expect(user).toMatchObject({ role: 'SUPER_ADMIN', status: 'ACTIVE' })
  await expect(ensureAdmin(empty.database, { ...admin, email: 'second@example.org' })).resolves.toBe(false)
  expect((await (await empty.as(user)).users.listUsers()).total).toBe(1)
  await expect(seedDemo(empty.database, storage, now)).resolves.toBe(false)
})

/** The first week of March 2027, where February and March meet; Christmas to New Year; a Sunday in July; the nights when clocks change. */
const days = [
  ...Array.from({ length: 7 }, (_, n) => Date.UTC(2027, 2, 1 + n, 0, 30)),
  ...Array.from({ length: 8 }, (_, n) => Date.UTC(2026, 11, 24 + n, 15, 30)),
  Date.UTC(2027, 6, 18, 21, 10),
  Date.UTC(2027, 2, 28, 1, 5),
  Date.UTC(2027, 9, 31, 1, 5),
].map((at) => new Date(at))

test('the demo works on any day, and without its videos', () => {
  for (const day of days) {
    const content = contentRows({ now: day, zone: 'UTC', videos: null }, 'hash')
    const journalism = content.weeks.filter(({ courseId }) => courseId === content.courses[0]!.id)
    const started = journalism.filter(({ startsOn }) => startsOn! <= day.toISOString().slice(0, 10))
    expect(Math.max(...started.map(({ number }) => number))).toBe(6)
    expect(workRows(content, day).submissions.every(({ submittedAt }) => !submittedAt || submittedAt < day.toISOString())).toBe(true)
    const made = [...content.users, ...content.courses, ...content.memberships, ...content.media, ...content.assignments]
    expect(made.filter(({ createdAt }) => !createdAt || createdAt >= day.toISOString())).toEqual([])
    expect(content.media.every(({ source: url }) => url === null || url === undefined)).toBe(true)
  }
})

test('on any day a trainer has open and closed registers of earlier days, students who did not hand in, and an announcement', () => {
  for (const day of days) {
    const content = contentRows({ now: day, zone: 'UTC', videos: null }, 'hash')
    const ines = content.users.find(({ name }) => name === 'Inês Carvalho')!.id
    const taught = content.memberships.filter(({ userId }) => userId === ines).map(({ courseId }) => courseId)
    const ages = content.media
      .filter(({ courseId, startsAt, durationMinutes }) => taught.includes(courseId) && startsAt && durationMinutes)
      .map(({ startsAt }) => (day.getTime() - Date.parse(startsAt!)) / 86_400_000)
    expect([ages.some((age) => age > 1 && age <= 10), ages.some((age) => age > 10)]).toEqual([true, true])
    const { submissions } = workRows(content, day)
    const diego = content.users.find(({ name }) => name === 'Diego Santos')!.id
    const over = content.assignments.filter(({ courseId, dueAt }) => courseId === content.courses[0]!.id && dueAt! < day.toISOString())
    const handedIn = submissions.filter(
      ({ studentId, courseId, submittedAt }) => studentId === diego && courseId === content.courses[0]!.id && submittedAt,
    )
    expect(handedIn.length).toBeLessThan(over.length)
    const today = day.toISOString()
    expect(
      mailRows(content, day).courseEmails.filter(({ showUntil, sendAt }) => showUntil && showUntil > today && sendAt < today),
    ).toHaveLength(1)
  }
})

test('sessions and due times are at the same time of day in every zone', () => {
  const minutes = (at: string, zone: string) => toWallTime(Date.parse(at), zone).slice(11)
  for (const zone of ['UTC', 'Europe/Lisbon', 'America/Los_Angeles', 'Australia/Adelaide', 'Asia/Kathmandu']) {
    for (const day of days) {
      const { assignments, media, weeks, courses } = contentRows({ now: day, zone, videos: null }, 'hash')
      expect(new Set(assignments.map(({ dueAt }) => minutes(dueAt!, zone)))).toEqual(new Set(['23:59']))
      const live = media.filter(({ startsAt, title }) => startsAt && title !== 'Q&A: sourcing numbers')
      expect(new Set(live.map(({ startsAt }) => minutes(startsAt!, zone)))).toEqual(new Set(['14:00', '17:00', '18:00', '10:00']))
      const date = toWallTime(day.getTime(), zone).slice(0, 10)
      const started = weeks.filter(({ courseId, startsOn }) => courseId === courses[0]!.id && startsOn! <= date)
      expect(Math.max(...started.map(({ number }) => number))).toBe(6)
    }
  }
})

test('recordings have different videos, each with its picture, its captions and its own duration', async () => {
  const { files: read, videos } = (await readDemoVideos())!
  for (const [name, { seconds }] of Object.entries(videos)) {
    const bytes = Buffer.from(read.find((file) => file.name === `${name}.webm`)!.bytes)
    // The element Duration of Matroska: id 0x4489, 8 bytes, a double of milliseconds.
    expect(bytes.readDoubleBE(bytes.indexOf(Buffer.from([0x44, 0x89, 0x88])) + 3)).toBeCloseTo(seconds * 1000, -2)
    const captions = Buffer.from(read.find((file) => file.name === `${name}.vtt`)!.bytes).toString()
    expect(captions.match(/--> (\S+)/g)!.at(-1)).toBe(`--> 00:${seconds}.000`)
  }
  const used = await database.db.selectDistinct({ source: media.source }).from(media).where(isNotNull(media.source))
  expect(used).toHaveLength(8)
  expect(read.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)).toBeLessThan(1.5 * 1024 ** 2)
})

test('somebody waits for an answer to the sign-up form, and the course shows its announcement', async () => {
  const sam = await signedIn('SUPER_ADMIN')
  const { items: courses } = await sam.courses.listCourses()
  const { id: courseId } = courses.find(({ title }) => title === 'Furniture Making: Joints')!
  const { items } = await sam.signupResponses.listResponses({ params: { courseId }, query: { limit: 100 } })
  expect(items.filter(({ status }) => status === 'PENDING')).toHaveLength(4)
  expect(items.filter(({ status }) => status === 'APPROVED')).toHaveLength(11)
  const ana = await signedIn('USER')
  const shown = await ana.courseEmails.listAnnouncements()
  expect(shown.items.map(({ subject }) => subject)).toEqual(['The library opens its newspaper archive for us'])
})

test('an account that somebody else made with an address of the demo is no demo account', async () => {
  await empty.given.user({ email: demoAccounts[3]!.email, name: 'Ana Li' })
  await expect(countActiveDemoPeople(empty.database.db)).resolves.toBe(0)
  await expect(countActiveDemoPeople(database.db)).resolves.toBeGreaterThan(20)
})
