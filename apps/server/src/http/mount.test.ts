import { gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'drizzle-orm'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { routes } from '@lms/contract'
import { route } from '@lms/contract/route'
import { version } from '@lms/contract/version'
import { createApp } from '#app.ts'
import type { Context } from '#call/handler.ts'
import { openDatabase } from '#db/client.ts'
import { addErrors } from '#http/errors.ts'
import { mount } from '#http/mount.ts'
import { serializerCompiler } from '#http/openapi.ts'
import { connections, testApp } from '#test/app.ts'

const { app, as, database, given, deps } = await testApp()
const ask = (method: 'GET' | 'POST' | 'PUT', url: string, options: object = {}) => app.inject({ method, url, ...options })
const json = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

test('an error is problem+json with the request’s id, without internals', async () => {
  const answer = await ask('GET', '/api/courses')
  expect(answer.statusCode).toBe(401)
  expect(answer.headers['content-type']).toContain('application/problem+json')
  expect(answer.json()).toEqual({
    type: '/problems/unauthenticated',
    title: expect.any(String),
    status: 401,
    detail: expect.any(String),
    instance: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
})

test('what runs after the commit does not change the response if it fails, nor keep the rest from running', async () => {
  const server = Fastify()
  onTestFinished(() => server.close())
  server.setSerializerCompiler(serializerCompiler)
  addErrors(server)
  const call = route({ method: 'PATCH', path: '/api/test', summary: 'Test', allow: 'user.updateSelf' })
  const ran: string[] = []
  mount(
    server,
    'test',
    'call',
    call,
    async (ctx: Context) => {
      ctx.reach()
      ctx.afterCommit(() => Promise.reject(new Error('no connection')))
      ctx.afterCommit(() => void ran.push('second'))
    },
    deps,
    async () => new Map(),
  )
  const headers = { authorization: `Bearer ${(await as('USER')).token}` }
  expect((await server.inject({ method: 'PATCH', url: call.path, headers })).statusCode).toBe(204)
  expect(ran).toEqual(['second'])
})

test('an unknown path is a 404, a known one with another method a 405', async () => {
  expect((await ask('GET', '/api/nothing')).json()).toMatchObject({ type: '/problems/not-found', status: 404 })
  const answer = await ask('PUT', '/api/courses')
  expect(answer.json()).toMatchObject({ type: '/problems/method-not-allowed', status: 405 })
  expect(answer.headers.allow).toBe('GET, HEAD, POST')
})

test('a body that is invalid JSON, empty, too large or of another type is rejected', async () => {
  const { token } = await as('TRAINER')
  const post = (payload: string, type = 'application/json') =>
    ask('POST', '/api/courses', { headers: { ...json(token), 'content-type': type }, payload })
  expect((await post('{"title":')).json()).toMatchObject({ type: '/problems/malformed-body', status: 400 })
  expect((await post('')).json()).toMatchObject({ type: '/problems/malformed-body', status: 400 })
  expect((await post('title=x', 'text/plain')).json()).toMatchObject({ type: '/problems/unsupported-type', status: 415 })
  expect((await post(JSON.stringify({ title: 'x'.repeat(1_100_000) }))).json()).toMatchObject({ type: '/problems/too-large', status: 413 })
  for (const body of ['[]', '1', 'null', '"x"']) expect((await post(body)).statusCode).toBe(422)
})

test('other malformed requests are 4xx errors in the same format', async () => {
  const { token } = await as('TRAINER')
  const problemOf = async (...[method, url, options]: Parameters<typeof ask>) => {
    const answer = await ask(method, url, options)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    return answer.json() as { status: number; detail: string }
  }
  for (const url of ['/api/courses/%zz', '/api/courses/%ff', '/%zz']) {
    const reply = await problemOf('GET', url, { headers: json(token) })
    expect(reply).toMatchObject({ type: '/problems/not-found', status: 404 })
    expect(reply.detail).not.toContain('%')
  }
  expect(await problemOf('GET', `/api/courses/${'a'.repeat(300)}`, { headers: json(token) })).toMatchObject({ status: 404 })
  const packed = { ...json(token), 'content-encoding': 'gzip' }
  expect(await problemOf('POST', '/api/courses', { headers: packed, payload: gzipSync('{"title":"x"}') })).toMatchObject({ status: 400 })
  expect(await problemOf('POST', '/api/courses', { headers: { authorization: `Bearer ${token}` } })).toMatchObject({
    status: 422,
    detail: 'Must be an object',
  })
  expect((await ask('GET', '/api/courses', { headers: { ...json(token), 'content-encoding': 'nonsense' } })).statusCode).toBe(200)
})

test.each([
  ['zstd', 'gzip, deflate, br, zstd', zstdDecompressSync],
  ['gzip', 'gzip, deflate, br', gunzipSync],
] as const)('%s: a long response is compressed in an encoding that the client accepts', async (encoding, accepted, unpack) => {
  const { headers, rawPayload } = await ask('GET', '/api/openapi.json', { headers: { 'accept-encoding': accepted } })
  expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding' })
  const whole = unpack(rawPayload)
  expect(JSON.parse(whole.toString())).toMatchObject({ openapi: '3.1.0' })
  expect(rawPayload.length).toBeLessThan(whole.length / 4)
})

test('text that cannot be stored is rejected in every field', async () => {
  const trainer = await as('TRAINER')
  for (const title of ['a\u0000b', 'a\ud800b', '', '   ', '\u200b'])
    await expect(trainer.courses.createCourse({ body: { title } })).rejects.toBeProblem('validation-failed', ['/title'])
})

test('keys for prototype pollution have no effect', async () => {
  const { token } = await as('TRAINER')
  const answer = await ask('POST', '/api/courses', { headers: json(token), payload: '{"title":"x","__proto__":{"role":"ADMIN"}}' })
  expect([201, 400, 422]).toContain(answer.statusCode)
  expect(({} as { role?: string }).role).toBeUndefined()
})

test('a token that is truncated, altered, in the query or of a suspended user is rejected', async () => {
  const user = await given.user({ status: 'SUSPENDED' })
  const { token: suspended } = await as(user)
  const { token } = await as('USER')
  const changed = token.slice(0, -1) + (token.endsWith('A') ? 'B' : 'A')
  for (const bearer of ['', token.slice(1), changed, suspended, `${token} x`]) {
    expect((await ask('GET', '/api/courses', { headers: { authorization: `Bearer ${bearer}` } })).statusCode).toBe(401)
  }
  expect((await ask('GET', `/api/courses?token=${token}`)).statusCode).toBe(401)
})

test('responses are not cached, and the policy allows no foreign scripts and no frame around the app', async () => {
  const { token } = await as('USER')
  const { headers } = await ask('GET', '/api/courses', { headers: json(token) })
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['x-content-type-options']).toBe('nosniff')
  const policy = headers['content-security-policy']
  expect(policy).toContain("script-src 'self';")
  expect(policy).toContain("frame-ancestors 'none'")
  // Recordings from other sites are played in their own players.
  expect(policy).toContain('frame-src https://www.youtube-nocookie.com https://player.vimeo.com;')
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

test('health needs no session, and ready reports each component', async () => {
  expect((await ask('GET', '/api/health')).json()).toEqual({ status: 'up', version })
  expect((await ask('GET', '/api/ready')).json()).toMatchObject({ status: 'ready', database: 'up', files: 'up' })
})

test('ready reports the database: up while calls use all connections, down if it cannot be reached', async () => {
  const done = Promise.withResolvers<void>()
  const lock = sql`select pg_advisory_xact_lock(4711)`
  const started = Array.from({ length: connections - 1 }, () => Promise.withResolvers<void>())
  const holding = started.map(({ resolve }, n) =>
    database.transaction(async (db) => {
      if (n === 0) await db.execute(lock)
      resolve()
      await done.promise
    }),
  )
  await Promise.all(started.map(({ promise }) => promise))
  // Transactions never take the last connection.
  const reading = database.db.execute(lock)
  // More requests than the check has connections: they share one result.
  const busy = await Promise.all(Array.from({ length: 20 }, () => ask('GET', '/api/ready'))).finally(done.resolve)
  await Promise.all([...holding, reading])
  expect(busy.map((answer) => [answer.statusCode, answer.json<{ database: string }>().database])).toEqual(busy.map(() => [200, 'up']))
  const gone = openDatabase('postgres://nobody@127.0.0.1:1/none')
  const away = await createApp({ ...deps, database: gone })
  onTestFinished(async () => {
    await away.close()
    await gone.close()
  })
  const answer = await away.inject('/api/ready')
  expect([answer.statusCode, answer.json()]).toEqual([503, expect.objectContaining({ status: 'down', database: 'down' })])
})

test('health and ready respond to HEAD like GET, without a body, for monitoring', async () => {
  for (const url of ['/api/health', '/api/ready']) {
    const [head, get] = [await app.inject({ method: 'HEAD', url }), await ask('GET', url)]
    expect([head.statusCode, head.body, head.headers['content-type']]).toEqual([200, '', get.headers['content-type']])
    expect(head.headers['content-length']).toBe(get.headers['content-length'])
  }
})

test('GET routes respond to HEAD without a body, also compressed and for downloads, and HEAD is in Allow', async () => {
  const { token } = await as('ADMIN')
  for (const url of ['/api/users?limit=100', '/api/users?download=true', '/api/users/import-template?format=xlsx']) {
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' }
    const [head, get] = [await app.inject({ method: 'HEAD', url, headers }), await app.inject({ url, headers })]
    expect([url, head.statusCode, head.body, head.headers['content-type']]).toEqual([url, 200, '', get.headers['content-type']])
    expect(head.headers['content-disposition']).toBe(get.headers['content-disposition'])
  }
  const refused = await app.inject({ method: 'DELETE', url: '/api/users' })
  expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, HEAD'])
})

test('the OpenAPI document has every call of the contract', async () => {
  const { openapi, paths } = (await ask('GET', '/api/openapi.json')).json<{ openapi: string; paths: Record<string, object> }>()
  const calls = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  expect(calls).toEqual(expect.arrayContaining(routes.map(({ route }) => `${route.method} ${route.path.replaceAll(/:(\w+)/g, '{$1}')}`)))
  expect(openapi).toMatch(/^3\.1/)
})

test('when the disk is almost full, changes are a 503 with a message; reading, deleting and signing in still work', async () => {
  const full = await createApp({ ...deps, space: { isLow: () => true, hasRoom: () => false, use: () => {} } })
  onTestFinished(() => full.close())
  const { token } = await as('TRAINER')
  const call = (method: 'GET' | 'POST' | 'DELETE', url: string, payload?: object) =>
    full.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) })
  const refused = await call('POST', '/api/courses', { title: 'One more' })
  expect([refused.statusCode, refused.headers['retry-after'], refused.json()]).toEqual([
    503,
    expect.stringMatching(/^6[0-4]$/),
    expect.objectContaining({
      type: '/problems/unavailable',
      detail: 'The disk of this server is full. Nothing was changed; tell your administrator.',
    }),
  ])
  expect((await call('GET', '/api/courses')).statusCode).toBe(200)
  expect((await call('DELETE', `/api/aws/delete-file?fileKey=image/${crypto.randomUUID()}/${crypto.randomUUID()}.png`)).statusCode).toBe(
    404,
  )
  expect((await call('POST', '/api/auth/login', { email: 'nobody@example.org', password: 'quiet desk 20' })).statusCode).toBe(401)
  expect((await full.inject({ method: 'PUT', url: '/files/a' })).json()).toMatchObject({ type: '/problems/unavailable' })
  expect((await call('POST', '/api/auth/logout')).statusCode).toBe(204)
})
