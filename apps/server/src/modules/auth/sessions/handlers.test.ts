import { eq, sql } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { sessions, users } from '#db/schema/users.ts'
import { findCaller } from '#http/authenticate.ts'
import { hashPassword } from '#modules/auth/passwords.ts'
import { addJob } from '#services/jobs.ts'
import { connections, testApp } from '#test/app.ts'

const { app, as, clock, database, given, runJobs } = await testApp()
beforeEach(() => clock.set(new Date()))
const password = 'quiet desk 20'
const passwordOf = async (id: string) =>
  database.db
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(users.id, id))
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

test('users see their own sessions, last used first, with a description of each device', async () => {
  const user = await given.user()
  const [me] = [await as(user), await as('USER')]
  await database.db.insert(sessions).values([
    { userId: user.id, tokenHash: 'elsewhere', expiresAt: '2100-01-01T00:00:00Z', userAgent: firefox, ip: '192.0.2.7' },
    { userId: user.id, tokenHash: 'ended', expiresAt: '2020-01-01T00:00:00Z' },
    { userId: user.id, tokenHash: 'idle', expiresAt: '2100-01-01T00:00:00Z', lastUsedAt: '2020-01-01T00:00:00Z' },
  ])
  const { items, total } = await me.auth.listSessions()
  expect(total).toBe(2)
  expect(items).toMatchObject([
    { current: true, device: 'Unknown device' },
    { current: false, device: 'Firefox on Linux', ip: '192.0.2.7' },
  ])
  expect(Object.keys(items[0]!).toSorted()).toEqual(['createdAt', 'current', 'device', 'id', 'ip', 'lastUsedAt'])
})

test('the last use of a session is saved once a minute, the last-seen time of its user once in ten', async () => {
  const user = await given.user()
  const me = await as(user)
  const noted = async (at: string) => {
    clock.set(at)
    await me.auth.listSessions()
    const [session] = await database.db.select().from(sessions).where(eq(sessions.userId, user.id))
    const [person] = await database.db.select().from(users).where(eq(users.id, user.id))
    return [session!.lastUsedAt, person!.lastSeenAt].map((instant) => instant!.slice(11, 16))
  }
  await database.db.update(sessions).set({ lastUsedAt: '2026-11-20T11:00:00Z' }).where(eq(sessions.userId, user.id))
  expect(await noted('2026-11-20T12:00:00Z')).toEqual(['12:00', '12:00'])
  expect(await noted('2026-11-20T12:00:59Z')).toEqual(['12:00', '12:00'])
  expect(await noted('2026-11-20T12:05:00Z')).toEqual(['12:05', '12:00'])
  expect(await noted('2026-11-20T12:11:00Z')).toEqual(['12:11', '12:11'])
})

test('the last use is not saved while the user, the session or the whole table is locked; reads are not blocked', async () => {
  const user = await given.user()
  const me = await as(user)
  const unused = () => database.db.update(sessions).set({ lastUsedAt: new Date().toISOString() }).where(eq(sessions.userId, user.id))
  const later = new Date(Date.now() + 120_000)
  for (const held of [sql`users where id = ${user.id}`, sql`sessions where user_id = ${user.id}`]) {
    await unused()
    await database.transaction(async (holder) => {
      await holder.execute(sql`select 1 from ${held} for update`)
      // Waiting for this lock would fail the transaction.
      const found = await database.transaction((db) => findCaller(db, `Bearer ${me.token}`, later))
      expect(found.actor.id).toBe(user.id)
    })
  }
  clock.set(later)
  await unused()
  await database.transaction(async (holder) => {
    await holder.execute(sql`lock table users in share mode`)
    await expect(Promise.all(Array.from({ length: connections - 1 }, () => me.auth.listSessions()))).resolves.toBeDefined()
  })
})

test('only the chosen session ends; the session of another user is a 404', async () => {
  const user = await given.user()
  const [here, there, other] = [await as(user), await as(user), await as('ADMIN')]
  const [own] = (await there.auth.listSessions()).items.filter(({ current }) => current)
  await expect(other.auth.removeSession({ params: own! })).rejects.toBeProblem('not-found')
  await here.auth.removeSession({ params: own! })
  await expect(there.courses.listCourses()).rejects.toBeProblem('unauthenticated')
  await expect(here.courses.listCourses()).resolves.toBeDefined()
  await expect(here.auth.removeSession({ params: own! })).rejects.toBeProblem('not-found')
})

test('a user has at most fifty sessions: the least recently used one is removed, also with parallel sign-ins', async () => {
  const [user, other] = [await given.user(), await as('USER')]
  const first = await as(user)
  const last = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n)).toISOString()
  await database.db.insert(sessions).values(
    Array.from({ length: 49 }, (_, n) => ({
      userId: user.id,
      tokenHash: `many ${n} ${user.id}`,
      expiresAt: '2100-01-01T00:00:00Z',
      lastUsedAt: last(n),
    })),
  )
  const lastUsed = async () =>
    (await database.db.select().from(sessions).where(eq(sessions.userId, user.id)).orderBy(sessions.lastUsedAt)).map(
      (one) => one.lastUsedAt,
    )
  expect(await lastUsed()).toHaveLength(50)
  await passwordOf(user.id)
  const again = await app.inject({ method: 'POST', url: '/api/auth/login', payload: { email: user.email, password } })
  expect(again.statusCode).toBe(200)
  expect(await lastUsed()).toHaveLength(50)
  expect((await lastUsed())[0]).toBe(last(1))
  const many = Array.from({ length: 5 }, () =>
    app.inject({ method: 'POST', url: '/api/auth/login', payload: { email: user.email, password } }),
  )
  expect((await Promise.all(many)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200])
  expect(await lastUsed()).toHaveLength(50)
  expect((await lastUsed())[0]).toBe(last(6))
  for (const client of [first, other]) await expect(client.courses.listCourses()).resolves.toBeDefined()
})

test('the job deletes expired sessions only', async () => {
  const user = await given.user()
  const me = await as(user)
  await database.db.insert(sessions).values([
    { userId: user.id, tokenHash: `ended ${user.id}`, expiresAt: '2020-01-01T00:00:00Z' },
    { userId: user.id, tokenHash: `idle ${user.id}`, expiresAt: '2100-01-01T00:00:00Z', lastUsedAt: '2020-01-01T00:00:00Z' },
  ])
  await database.transaction((db) => addJob(db, 'auth.sweep', {}))
  await runJobs()
  expect(await database.db.$count(sessions, eq(sessions.userId, user.id))).toBe(1)
  await expect(me.courses.listCourses()).resolves.toBeDefined()
})

test('all other sessions end at once', async () => {
  const user = await given.user()
  const [here, one, two, other] = [await as(user), await as(user), await as(user), await as('USER')]
  await here.auth.removeOtherSessions()
  for (const client of [one, two]) await expect(client.courses.listCourses()).rejects.toBeProblem('unauthenticated')
  for (const client of [here, other]) await expect(client.courses.listCourses()).resolves.toBeDefined()
  expect(await database.db.$count(sessions, eq(sessions.userId, user.id))).toBe(1)
})
