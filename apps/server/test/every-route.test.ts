/** Checks of every route, generated from the contract: sign-in and roles, malformed and unknown ids, invalid bodies, and paths. */

import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { routes } from '@lms/contract'
import { toUrl } from '@lms/contract/client'
import { canEver, policy, roles, type Action, type Role } from '@lms/contract/policy'
import type { Route } from '@lms/contract/route'
import { hashToken } from '#access/sessions.ts'
import { notImplemented } from '#call/handler.ts'
import { oneTimeTokens } from '#db/schema/users.ts'
import { handlers } from '#routes.ts'
import { testApp } from '#test/app.ts'
import { askedInHandlers } from '#test/rights/row.ts'

const { app, as, database, given } = await testApp()
app.addHook('onRequest', async (request, reply) => void reply.header('x-route', request.routeOptions.url ?? ''))

const tokens = {} as Record<Role, string>
const resetToken = 'r'.repeat(43)
beforeAll(async () => {
  for (const role of roles) tokens[role] = (await as(role)).token
  const { id: userId } = await given.user()
  await database.db
    .insert(oneTimeTokens)
    .values({ userId, kind: 'RESET', tokenHash: hashToken(resetToken), expiresAt: '2100-01-01T00:00:00Z' })
})
/** A token that the route accepts. */
const tokenFor = (route: Route) => (route.allow === 'reset-token' ? resetToken : tokens[allowed(route)[0]!])

interface Call {
  params?: Record<string, string>
  query?: Record<string, string | number | boolean>
  body?: unknown
  token?: string
  /** The body as it is sent. */
  raw?: string
}

async function send(route: Route, { params = {}, query = {}, body, token, raw }: Call) {
  const payload = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const headers = {
    ...(token && { authorization: `Bearer ${token}` }),
    ...(payload !== undefined && { 'content-type': 'application/json' }),
  }
  const answer = await app.inject({
    method: route.method,
    url: toUrl(route.path, { params, query }),
    headers,
    ...(payload !== undefined && { payload }),
  })
  const problem = answer.headers['content-type']?.includes('problem+json')
    ? (answer.json() as { errors?: { pointer: string }[] })
    : undefined
  return {
    status: answer.statusCode,
    matched: answer.headers['x-route'],
    pointers: problem?.errors?.map(({ pointer }) => pointer) ?? [],
    body: answer.body,
  }
}

const isAction = (allow: Route['allow']): allow is Action => allow.includes('.')
const allowed = ({ allow }: Route): Role[] => roles.filter((role) => !isAction(allow) || canEver(role, allow))
const isLater = (domain: string, name: string) => (handlers as Record<string, Record<string, unknown>>)[domain]![name] === notImplemented

const paramsOf = (route: Route) => [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name!)
const unknownIds = (route: Route) => Object.fromEntries(paramsOf(route).map((name) => [name, crypto.randomUUID()]))

/** The route’s own example, with unknown ids for every course. */
function request(route: Route): Call {
  const [part, key] = route.course?.split('.') ?? []
  const foreign = (wanted: string) => (part === wanted ? { [key!]: crypto.randomUUID() } : {})
  const body = route.example?.body as object | undefined
  return {
    params: unknownIds(route),
    query: { ...route.example?.query, ...foreign('query') },
    ...(route.body && { body: { ...body, ...foreign('body') } }),
  }
}

const all = routes.map(({ domain, name, route }) => ({ domain, name, route, title: `${route.method} ${route.path}` }))
const withBody = all.filter(({ route }) => route.body && !route.consumes)

async function countRows(): Promise<Record<string, number>> {
  const { rows } = await database.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const counts = sql.join(
    rows.map(({ name }) => sql`select ${name}::text as name, count(*)::int as n from ${sql.identifier(name)}`),
    sql` union all `,
  )
  return Object.fromEntries((await database.db.execute<{ name: string; n: number }>(counts)).rows.map(({ name, n }) => [name, n]))
}
let before: Record<string, number>
beforeAll(async () => {
  before = await countRows()
})

describe('without a session', () => {
  const closed = all.filter(({ route }) => route.allow !== 'anyone')
  test.each(closed)('$title is a 401', async ({ route }) => {
    const { body: _, ...rest } = request(route)
    expect(await send(route, rest)).toMatchObject({ status: 401 })
    expect(await send(route, { ...rest, token: 'x'.repeat(43) })).toMatchObject({ status: 401 })
    expect(await send(route, route.consumes ? rest : request(route))).toMatchObject({ status: 401 })
  })
})

describe('a role without the right', () => {
  const cells = all.flatMap(({ route, title }) =>
    roles.filter((role) => !allowed(route).includes(role)).map((role) => ({ route, title, role })),
  )
  test.each(cells)('$title is a 403 for $role', async ({ route, role }) => {
    const malformed = Object.fromEntries(paramsOf(route).map((name) => [name, 'nonsense']))
    for (const params of [unknownIds(route), malformed])
      expect(await send(route, { params, token: tokens[role] })).toMatchObject({ status: 403 })
  })
})

describe('a malformed id', () => {
  test.each(all.filter(({ route }) => route.params))('$title is a 404', async ({ route }) => {
    const call = request(route)
    const token = tokenFor(route)
    for (const name of paramsOf(route)) {
      for (const id of ['nonsense', '1', `${crypto.randomUUID()}0`, '%00']) {
        expect(
          await send(route, { ...call, ...(route.consumes && { body: undefined }), token, params: { ...call.params, [name]: id } }),
        ).toMatchObject({ status: 404, matched: route.path })
      }
    }
  })
})

describe('unknown ids', () => {
  // Routes that are not implemented yet are rejected only by the check of their course.
  const findable = all.filter(({ domain, name, route }) => (route.course || (route.params && !isLater(domain, name))) && !route.consumes)
  test.each(findable)('$title is a 404', async ({ route }) => {
    for (const role of allowed(route)) expect(await send(route, { ...request(route), token: tokens[role] })).toMatchObject({ status: 404 })
  })
})

describe('HEAD', () => {
  // Without a course or an id the call reaches its handler; one of those writes, and checks its right first like all.
  const isHarmless = ({ name, route }: (typeof all)[number]) =>
    route.params !== undefined || route.course !== undefined || name !== 'presignUpload'
  const reads = all.filter(({ route }) => route.method === 'GET')
  /** Status, type and length: everything in a response to HEAD. */
  const headOf = async (method: 'GET' | 'HEAD', route: Route, { params = {}, query = {} }: Call, token?: string) => {
    const headers = token ? { authorization: `Bearer ${token}` } : {}
    const answer = await app.inject({ method, url: toUrl(route.path, { params, query }), headers })
    if (method === 'HEAD') expect(answer.body).toBe('')
    const { 'content-type': type, 'content-length': length, 'cache-control': cache } = answer.headers
    return { status: answer.statusCode, type, length, cache, matched: answer.headers['x-route'] }
  }
  test.each(reads)('$title responds to HEAD like GET, for everyone, without a body', async (call) => {
    const { route } = call
    const tokensOf = [undefined, 'x'.repeat(43), ...roles.map((role) => tokens[role])]
    for (const token of tokensOf) {
      const isOpen = token === undefined ? route.allow === 'anyone' : allowed(route).some((role) => tokens[role] === token)
      if (isOpen && !isHarmless(call)) continue
      const [head, get] = [await headOf('HEAD', route, request(route), token), await headOf('GET', route, request(route), token)]
      expect(head).toEqual(get)
      expect(head.matched).toBe(route.path)
    }
  })
})

describe('an invalid body', () => {
  const wrongs = [{ wrong: true }, [['wrong']], 'wrong', 7, true]
  const wrongFor = (schema: z.ZodType) => wrongs.find((value) => !schema.safeParse(value).success)

  test.each(withBody)('$title is a 422 that lists every field', async ({ route }) => {
    const schema = route.body!
    const shapes =
      schema instanceof z.ZodObject ? [schema.shape] : (schema as z.ZodUnion<z.ZodObject[]>).options.map((option) => option.shape)
    const fields = Object.entries(Object.assign({}, ...shapes) as Record<string, z.ZodType>).map(
      ([key, field]) => [key, wrongFor(field)] as const,
    )
    expect(fields.every(([, value]) => value !== undefined)).toBe(true)
    const call = { ...request(route), token: tokenFor(route) }
    const answer = await send(route, { ...call, body: Object.fromEntries(fields) })
    expect(answer.status).toBe(422)
    const named = new Set(answer.pointers.map((pointer) => pointer.split('/')[1]))
    // For a union only the errors of the closest branch are reported.
    const expected = fields.map(([key]) => key).filter((key) => shapes.length === 1 || named.has(key))
    expect(named).toEqual(new Set(expected))
    expect(named.size).toBeGreaterThan(0)
  })

  test.each(withBody)('$title rejects bodies nested 200 or 100,000 levels deep', async ({ route }) => {
    const call = { ...request(route), token: tokenFor(route) }
    const fields = Object.keys({ ...(call.body as object), content: '', answers: [] })
    for (const depth of [200, 100_000]) {
      const deep = `${'[{"a":'.repeat(depth / 2)}1${'}]'.repeat(depth / 2)}`
      const raw = `{${fields.map((field) => `"${field}":${deep}`).join()}}`
      // With many fields this is larger than any body may be.
      const { status } = await send(route, { ...call, raw })
      expect([400, 404, 409, 413, 422]).toContain(status)
    }
  })

  test.each(withBody)('$title rejects arrays, numbers, text and invalid JSON', async ({ route }) => {
    const call = { ...request(route), token: tokenFor(route) }
    // Null counts as an empty body, which is rejected if a field is required.
    const nothing = route.body!.safeParse({}).success ? [] : ['null']
    for (const raw of ['[]', '7', '"text"', 'true', ...nothing]) expect(await send(route, { ...call, raw })).toMatchObject({ status: 422 })
    for (const raw of ['{', 'title=x', '{"a":1,}']) expect(await send(route, { ...call, raw })).toMatchObject({ status: 400 })
  })
})

describe('an invalid query', () => {
  const paged = all.filter(({ route }) => route.query && 'page' in route.query.shape)
  test.each(paged)('$title is a 422', async ({ route }) => {
    const call = { ...request(route), token: tokenFor(route) }
    for (const query of [{ page: '0' }, { page: 'x' }, { limit: '101' }, { limit: '1e9' }, { page: '1.5' }]) {
      expect(await send(route, { ...call, query: { ...call.query, ...query } })).toMatchObject({ status: 422 })
    }
  })
})

test('routes that are not implemented yet respond with 501 to valid requests', async () => {
  const open = all.filter(({ domain, name, route }) => isLater(domain, name) && !route.course && !route.consumes)
  for (const { route } of open) expect(await send(route, { ...request(route), token: tokenFor(route) })).toMatchObject({ status: 501 })
})

test('every action of the policy is used by a call', () => {
  const used = new Set<string>([...routes.map(({ route }) => route.allow), ...Object.keys(askedInHandlers)])
  expect(Object.keys(policy).filter((action) => !used.has(action))).toEqual([])
})

test('no two routes clash', () => {
  const shapes = routes.map(({ route }) => `${route.method} ${route.path.replace(/:\w+/g, ':')}`)
  expect(new Set(shapes).size).toBe(shapes.length)
})

test('a static path takes precedence over a parameter', async () => {
  for (const { route } of routes) {
    const { matched } = await send(route, { params: unknownIds(route) })
    expect(matched).toBe(route.path)
  }
})

test('none of these requests wrote anything', async () => {
  expect(await countRows()).toEqual(before)
})
