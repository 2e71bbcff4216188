/** Requests written in unusual ways, over a real socket: whatever the method, path or type, the same rights apply. */

import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import type { Caller } from '#test/rights/row.ts'
import { requestOf, rows, statusOf, whoMay } from '#test/rights/run.ts'
import { digestOf } from '#test/rights/with-rollback.ts'
import { makeWorld } from '#test/rights/world.ts'

const testing = await testApp()
const world = await makeWorld(testing)
const digest = await digestOf(testing.url)
await testing.app.listen({ host: '127.0.0.1', port: 0 })
const { port } = testing.app.server.address() as AddressInfo
const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

interface Sent {
  method: string
  path: string
  headers?: Record<string, string>
  payload?: string | undefined
}

/** The path is sent as written here. */
async function send({ method, path, headers = {}, payload }: Sent) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const asking = httpRequest({ host: '127.0.0.1', port, agent, method, path, headers }, resolve)
    asking.once('error', reject)
    asking.end(payload)
  })
  const body = await text(answer)
  return { status: answer.statusCode!, type: answer.headers['content-type'] ?? '', headers: answer.headers, body }
}
type Answer = Awaited<ReturnType<typeof send>>

type Call = (typeof rows)[number] & { title: string }
const calls: Call[] = rows.map((one) => ({ ...one, title: `${one.route.method} ${one.route.path}` }))
const closed = calls.filter(({ route }) => route.allow !== 'anyone')
/** Callers that are refused: without a session, and with a role that lacks the right, if there is one. */
const refusedOf = ({ row }: Call): Caller[] => {
  return statusOf(row, 'real', 'N') === 403 ? ['–', 'N'] : ['–']
}
const asked = (call: Call, caller: Caller): Sent & { headers: Record<string, string> } => {
  const { url, headers, method, payload } = requestOf(call.route, call.row, 'real', caller, world)
  return { path: url, headers, method, payload }
}

/** The response reveals nothing, and the API does not respond with a page of the app. */
const isRefusal = ({ status, type, body }: Answer, path: string) =>
  (status >= 400 && status < 500 && (type.startsWith('application/problem+json') || body === '' || status === 400)) ||
  // Paths outside /api belong to the web app, whose page is the same for everyone.
  (!path.startsWith('/api/') && type.startsWith('text/html'))

const forms: Record<string, (path: string) => string> = {
  'a slash at the end': (path) => path.replace(/(\?|$)/, '/$1'),
  'two slashes before': (path) => `/${path}`,
  'two slashes within': (path) => path.replace('/api/', '/api//'),
  capitals: (path) => path.replace(/^[^?]+/, (all) => all.toUpperCase()),
  'capitals of the first part': (path) => path.replace('/api', '/API'),
  'an encoded slash': (path) => path.replace('/api/', '/api%2F'),
  'an encoded slash within': (path) => path.replace(/\/([^/?]*)(\?|$)/, '%2f$1$2'),
  'an encoded letter': (path) => path.replace('/api/', '/%61pi/'),
  'a letter encoded twice': (path) => path.replace('/api/', '/%2561pi/'),
  'a dot': (path) => path.replace('/api/', '/api/./'),
  'two dots': (path) => path.replace('/api/', '/api/x/../'),
  'two dots before': (path) => `/x/..${path}`,
  'encoded dots': (path) => path.replace('/api/', '/api/x/%2e%2e/'),
  'a parameter of a segment': (path) => path.replace(/(\?|$)/, ';x=1$1'),
  'an ending': (path) => path.replace(/(\?|$)/, '.json$1'),
  'a null byte': (path) => path.replace(/(\?|$)/, '%00$1'),
  'a backslash': (path) => path.replace('/api/', '/api\\'),
  'a whole address': (path) => `http://127.0.0.1:${port}${path}`,
  'a fragment': (path) => `${path}#x`,
}
const odd = ['OPTIONS', 'TRACE', 'PROPFIND', 'LOCK', 'PURGE', 'SEARCH', 'LINK']

const overrides = ['x-http-method-override', 'x-http-method', 'x-method-override']
const ready = calls.filter(({ row }) => !row.notImplemented)
/** Requesting an upload URL is a GET that creates a row. */
const reads = ready.filter(({ route, name }) => route.method === 'GET' && name !== 'presignUpload')

describe('the form of a request never grants a right', () => {
  test.each(closed)('$title with other spellings of its path', async (call) => {
    for (const caller of refusedOf(call)) {
      const plain = asked(call, caller)
      for (const [form, spell] of Object.entries(forms)) {
        const path = spell(plain.path)
        const answer = await send({ ...plain, path })
        expect(isRefusal(answer, path), `${form} (${path}) for ${caller}: ${answer.status} ${answer.type} ${answer.body}`).toBe(true)
      }
    }
  })

  test.each(closed)('$title with other methods', async (call) => {
    const own = new Set(calls.filter(({ route }) => route.path === call.route.path).map(({ route }) => route.method as string))
    for (const caller of [...refusedOf(call), whoMay(call.row)]) {
      const { path, headers } = asked(call, caller)
      const { authorization } = headers
      const isOther = (method: string) => !own.has(method) && !matches(method, path)
      // HEAD is treated as GET where there is one.
      const others = [...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].filter(isOther), ...(isOther('GET') ? ['HEAD'] : [])]
      for (const method of [...odd, ...others]) {
        const answer = await send({ method, path, headers: authorization ? { authorization } : {} })
        expect([404, 405], `${method} for ${caller}: ${answer.status} ${answer.body}`).toContain(answer.status)
        expect(answer.type.startsWith('application/problem+json') || method === 'HEAD').toBe(true)
      }
    }
  })

  test.each(closed.filter(({ route }) => route.method === 'GET'))('$title with HEAD', async (call) => {
    for (const caller of refusedOf(call))
      expect((await send({ ...asked(call, caller), method: 'HEAD' })).status).toBe(caller === '–' ? 401 : 403)
  })

  test.each(closed)('$title with another method in a header or in the query', async (call) => {
    for (const caller of refusedOf(call)) {
      const plain = asked(call, caller)
      for (const method of ['GET', 'DELETE', 'PATCH']) {
        const headers = { ...plain.headers, ...Object.fromEntries(overrides.map((name) => [name, method])) }
        const path = `${plain.path}${plain.path.includes('?') ? '&' : '?'}_method=${method}`
        expect((await send({ ...plain, path, headers })).status).toBe(caller === '–' ? 401 : 403)
      }
    }
  })

  test.each(reads)('$title only reads, whatever its headers', async (call) => {
    const plain = asked(call, whoMay(call.row))
    const headers = { ...plain.headers, ...Object.fromEntries(overrides.map((name) => [name, 'DELETE'])) }
    expect((await send({ ...plain, headers })).status).toBe(200)
  })

  test('none of these requests changed anything', async () => expect(await digestOf(testing.url)).toBe(digest))
})

/** Whether another route has this path and method: `/api/courses/enrolled` matches `/api/courses/:id` too. */
const matches = (method: string, path: string) =>
  calls.some(({ route }) => route.method === method && new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path.split('?')[0]!))

describe('other sites', () => {
  const origin = 'https://evil.example'
  const corsHeaders = ({ headers }: Answer) => Object.keys(headers).filter((name) => name.startsWith('access-control-'))

  test.each(reads)('$title is not readable by them', async (call) => {
    const plain = asked(call, whoMay(call.row))
    const answer = await send({ ...plain, headers: { ...plain.headers, origin } })
    expect([answer.status, corsHeaders(answer)]).toEqual([200, []])
    expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin')
  })

  test.each(calls)('$title is not allowed for them by a preflight', async (call) => {
    const { path, method } = asked(call, '–')
    const headers = { origin, 'access-control-request-method': method, 'access-control-request-headers': 'authorization,content-type' }
    const answer = await send({ path, method: 'OPTIONS', headers })
    expect([answer.status, corsHeaders(answer)]).toEqual([405, []])
  })

  /** What a form on another site can send without a preflight. */
  const simple = ['text/plain', 'text/plain;charset=UTF-8', 'application/x-www-form-urlencoded', 'text/plain; application/json', '']
  test.each(calls.filter(({ route }) => route.body))('$title accepts JSON only as application/json', async (call) => {
    const plain = asked(call, whoMay(call.row))
    for (const type of [...simple, 'multipart/form-data; boundary=x', 'application/jsonp', 'application/json-patch+json']) {
      const answer = await send({ ...plain, headers: { ...plain.headers, 'content-type': type } })
      expect(answer.status, `as ${type}`).toBe(415)
    }
  })

  test('a form upload rejects JSON', async () => {
    const call = calls.find(({ route }) => route.consumes)!
    const plain = asked(call, 'SA')
    const headers = { ...plain.headers, 'content-type': 'application/json' }
    expect((await send({ ...plain, headers, payload: '{}' })).status).toBe(415)
  })

  test('none of these requests changed anything', async () => expect(await digestOf(testing.url)).toBe(digest))
})
