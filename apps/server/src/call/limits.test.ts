/** Rate limits: per user, across two servers, and behind a proxy. */

import { eq } from 'drizzle-orm'
import Fastify from 'fastify'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { route } from '@lms/contract/route'
import { createApp } from '#app.ts'
import { rateLimitKey, getNetwork, type Limits } from '#call/limits.ts'
import { openDatabase } from '#db/client.ts'
import { files } from '#db/schema/media.ts'
import { rateLimits } from '#db/schema/system.ts'
import { addErrors } from '#http/errors.ts'
import { mount } from '#http/mount.ts'
import { serializerCompiler } from '#http/openapi.ts'
import { testApp } from '#test/app.ts'

const { as, app, clock, database, deps, given, url } = await testApp({ RATE_LIMITS: 'on' })
const noon = () => clock.set('2026-11-20T12:00:00Z')
noon()
// Resets the clock, whatever the test before did to it.
beforeEach(noon)

/** Sets the count of a limit in the current window. */
const had = async (limit: Parameters<typeof rateLimitKey>[0], whom: string, count: number, seconds = 60) => {
  const row = { key: rateLimitKey(limit, whom).key, count, endsAt: new Date(clock.now().getTime() + seconds * 1000).toISOString() }
  await database.db.insert(rateLimits).values(row)
}

test('a user can write sixty times a minute; reads are not limited and not counted', async () => {
  const [me, other] = [await as('USER'), await as('USER')]
  const rename = (client: typeof me) => client.users.updateMe({ body: { name: 'Ana' } })
  await had('write', me.user.id, 59)
  await rename(me)
  await expect(rename(me)).rejects.toMatchObject({ problem: 'rate-limited', status: 429, retryAfter: 60 })
  await expect(rename(other)).resolves.toBeDefined()
  const before = await database.db.$count(rateLimits)
  for (let n = 0; n < 3; n++) await me.courses.listCourses()
  expect(await database.db.$count(rateLimits)).toBe(before)
  const answer = await app.inject({
    method: 'PATCH',
    url: '/api/users/update-me',
    headers: { authorization: `Bearer ${me.token}` },
    payload: {},
  })
  expect(answer.headers['retry-after']).toBe('60')
  clock.set('2026-11-20T12:01:00Z')
  await expect(rename(me)).resolves.toBeDefined()
})

test('a call over its limit is rejected before its body is checked, and an invalid one counts', async () => {
  const me = await as('USER')
  const rename = (name: string) => me.users.updateMe({ body: { name } })
  await had('write', me.user.id, 59)
  await expect(rename('')).rejects.toBeProblem('validation-failed')
  await expect(rename('')).rejects.toBeProblem('rate-limited')
})

test('upload URLs are limited to sixty a minute; a rejected request creates none', async () => {
  const [me, other] = [await as('USER'), await as('USER')]
  const sign = (client: typeof me, fileType = 'image/png') => client.files.presignUpload({ query: { fileType } })
  const made = () => database.db.$count(files, eq(files.ownerId, me.user.id))
  await expect(sign(me, 'image/svg+xml')).rejects.toBeProblem('unsupported-type')
  await had('presign', me.user.id, 59)
  await sign(me)
  await expect(sign(me)).rejects.toBeProblem('rate-limited')
  expect(await made()).toBe(1)
  await expect(sign(other)).resolves.toBeDefined()
  await expect(me.users.updateMe({ body: { name: 'Ana' } })).resolves.toBeDefined()
})

test('the state of uploads can be read 120 times a minute', async () => {
  const me = await as('USER')
  const { key, uploadId } = await me.files.initMultipart({ body: { fileType: 'image/png' } })
  for (let n = 0; n < 60; n++) await Promise.all([me.files.listUploads({ query: {} }), me.files.listParts({ query: { key, uploadId } })])
  await expect(me.files.listUploads({ query: {} })).rejects.toBeProblem('rate-limited')
  await expect(me.files.listParts({ query: { key, uploadId } })).rejects.toBeProblem('rate-limited')
})

test('part URLs are limited to 1200 a minute', async () => {
  const trainer = await as('TRAINER')
  const { key, uploadId } = await trainer.files.initMultipart({ body: { fileType: 'video/mp4', size: 20_000_000 } })
  const ask = () => trainer.files.presignPart({ query: { key, uploadId, partNumber: 1 } })
  await had('upload-part', trainer.user.id, 1199)
  await ask()
  await expect(ask()).rejects.toBeProblem('rate-limited')
})

test('downloads of lists are limited to ten a minute per user; pages of a list are not limited', async () => {
  const [me, other] = [await as('ADMIN'), await as('ADMIN')]
  const download = (client: typeof me) => client.users.listUsers({ query: { download: 'true' } })
  for (let n = 0; n < 10; n++) await download(me)
  await expect(download(me)).rejects.toBeProblem('rate-limited')
  for (const query of [{}, { download: 'false' as const }]) await expect(me.users.listUsers({ query })).resolves.toBeDefined()
  await expect(download(other)).resolves.toBeDefined()
  for (let n = 0; n < 10; n++) await other.users.getImportTemplate().catch(() => undefined)
  await expect(other.users.getImportTemplate()).rejects.toBeProblem('rate-limited')
})

test('automatically sent progress has its own, larger limit', async () => {
  const { student, course, week, media } = await given.recorded()
  const me = await as(student)
  const flush = () =>
    me.attendance.markVideoAttendance({
      body: { courseId: course.id, weekId: week.id, mediaId: media.id, watched: false, position: 1, ranges: [[0, 1]] },
    })
  await had('write', me.user.id, 60)
  await had('autosave', me.user.id, 599)
  await flush()
  await expect(flush()).rejects.toBeProblem('rate-limited')
  await expect(me.users.updateMe({ body: { name: 'Ana' } })).rejects.toBeProblem('rate-limited')
})

describe('comments', () => {
  const sayIn = ({ course, discussion }: Awaited<ReturnType<typeof given.discussion>>) => {
    const params = { courseId: course.id, discussionId: discussion.id }
    return (who: Awaited<ReturnType<typeof as>>, idempotencyKey: string = crypto.randomUUID()) =>
      who.discussions.createComment({ params, body: { content: `Thank you, ${idempotencyKey}` } }, { idempotencyKey })
  }

  test('are limited to one in five seconds per user: earlier ones stay, and other users are not affected', async () => {
    const home = await given.discussion()
    const [me, trainer] = [await as(home.student), await as(home.trainer)]
    const say = sayIn(home)
    const all = await Promise.allSettled(Array.from({ length: 20 }, () => say(me)))
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(say(me)).rejects.toMatchObject({
      problem: 'rate-limited',
      retryAfter: 5,
      message: 'Comments are five seconds apart. Try again in 5 seconds.',
    })
    await expect(say(trainer)).resolves.toBeDefined()
    const { total } = await me.discussions.listComments({ params: { courseId: home.course.id, discussionId: home.discussion.id } })
    expect(total).toBe(2)
    clock.set('2026-11-20T12:00:04Z')
    await expect(say(me)).rejects.toMatchObject({ retryAfter: 1, message: expect.stringMatching(/in 1 second\.$/) })
    clock.set('2026-11-20T12:00:05Z')
    await expect(say(me)).resolves.toBeDefined()
    await expect(me.users.updateMe({ body: { name: 'Ana' } })).resolves.toBeDefined()
  })

  test('an invalid one does not begin the pause', async () => {
    const home = await given.discussion()
    const me = await as(home.student)
    const params = { courseId: home.course.id, discussionId: home.discussion.id }
    await expect(me.discussions.createComment({ params, body: { content: ' ' } })).rejects.toBeProblem('validation-failed')
    await expect(sayIn(home)(me)).resolves.toBeDefined()
    await expect(me.discussions.createComment({ params, body: { content: ' ' } })).rejects.toBeProblem('rate-limited')
  })

  test('count towards the sixty writes a minute', async () => {
    const home = await given.discussion()
    const me = await as(home.student)
    await had('write', me.user.id, 60)
    await expect(sayIn(home)(me)).rejects.toMatchObject({ problem: 'rate-limited', retryAfter: 60 })
  })
})

test('two servers on one database share their limits', async () => {
  const other = openDatabase(url, { max: 2 })
  const second = await createApp({ ...deps, database: other })
  onTestFinished(async () => {
    await second.close()
    await other.close()
  })
  const me = await as('USER')
  const rename = async (on: typeof app) => {
    const headers = { authorization: `Bearer ${me.token}` }
    return (await on.inject({ method: 'PATCH', url: '/api/users/update-me', headers, payload: { name: 'Ana' } })).statusCode
  }
  await had('write', me.user.id, 58)
  expect([await rename(app), await rename(second), await rename(app), await rename(second)]).toEqual([200, 200, 429, 429])
})

type Begin = (work: () => Promise<void>) => Promise<void>
type Ctx = { limits: Limits; transaction: Begin; once: Begin; reach: () => void }
const count = async ({ limits, reach }: Ctx) => {
  reach()
  await limits.check([rateLimitKey('join-unknown', 'someone')])
}

test.each([
  ['in the transaction of its call', 500, count, undefined],
  ['in a transaction of its own', 500, (ctx: Ctx) => ctx.transaction(() => count(ctx)), 'own' as const],
  ['in one where its key counts', 500, (ctx: Ctx) => ctx.once(() => count(ctx)), 'own' as const],
  ['before its transaction', 204, (ctx: Ctx) => count(ctx).then(() => ctx.once(async () => {})), 'own' as const],
  ['after its transaction', 204, (ctx: Ctx) => ctx.once(async () => ctx.reach()).then(() => count(ctx)), 'own' as const],
])('counting uses its own connection, so it is not allowed inside a transaction: %s, %i', async (_, status, handler, own) => {
  const counting = Fastify()
  onTestFinished(() => counting.close())
  counting.setSerializerCompiler(serializerCompiler)
  addErrors(counting)
  const call = route({
    method: 'PATCH',
    path: '/api/counting',
    summary: 'Counts',
    allow: 'user.updateSelf',
    ...(own && { transactions: own }),
  })
  mount(counting, 'test', 'counting', call, handler, deps, async () => new Map())
  const headers = { authorization: `Bearer ${(await as('USER')).token}` }
  expect((await counting.inject({ method: 'PATCH', url: call.path, headers })).statusCode).toBe(status)
})

describe('behind a proxy', async () => {
  const behind = await testApp({ RATE_LIMITS: 'on', TRUSTED_PROXIES: '10.0.0.0/8' })
  await behind.given.user({ role: 'SUPER_ADMIN' })
  const register = (remoteAddress: string, forwarded: string) =>
    behind.app.inject({
      method: 'POST',
      url: '/api/auth/register',
      remoteAddress,
      headers: { 'x-forwarded-for': forwarded },
      payload: { name: 'A', email: `${crypto.randomUUID()}@example.org`, password: 'quiet desk 20' },
    })
  const countOf = async (ip: string) => {
    const [row] = await behind.database.db
      .select({ count: rateLimits.count })
      .from(rateLimits)
      .where(eq(rateLimits.key, rateLimitKey('register', getNetwork(ip)).key))
    return row?.count ?? 0
  }

  test('a trusted proxy is believed about its direct client only, not about earlier addresses', async () => {
    await register('10.1.2.3', '198.51.100.9, 203.0.113.7')
    expect([await countOf('203.0.113.7'), await countOf('10.1.2.3'), await countOf('198.51.100.9')]).toEqual([1, 0, 0])
  })

  test('other clients are not trusted', async () => {
    await register('192.0.2.44', '203.0.114.8')
    expect([await countOf('192.0.2.44'), await countOf('203.0.114.8')]).toEqual([1, 0])
  })
})
