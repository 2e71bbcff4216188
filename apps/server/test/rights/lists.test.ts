/** Queries of lists: limits, literal search, and keys with a special meaning in other parsers. */

import { beforeAll, describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import type { Caller } from '#test/rights/row.ts'
import { requestOf, rows, whoMay } from '#test/rights/run.ts'
import { makeWorld, type World } from '#test/rights/world.ts'

const testing = await testApp()
const { app, as } = testing
let world: World
beforeAll(async () => {
  world = await makeWorld(testing)
})

type Call = (typeof rows)[number] & { title: string; caller: Caller }
const calls: Call[] = rows
  .filter(({ row, route }) => !row.notImplemented && !route.consumes && route.allow !== 'reset-token')
  .map((one) => ({ ...one, caller: whoMay(one.row), title: `${one.route.method} ${one.route.path}` }))
const queryOf = ({ route }: Call) => Object.keys(route.query?.shape ?? {})

async function ask({ route, row, caller }: Call, more: string, payload?: string) {
  const request = requestOf(route, row, 'real', caller, world)
  const url = `${request.url}${request.url.includes('?') ? '&' : '?'}${more}`
  const answer = await app.inject({ ...request, url, ...(payload !== undefined && { payload }) })
  const isJson = answer.headers['content-type']?.toString().includes('json')
  const replies = isJson ? (answer.json() as { items?: unknown[]; total?: number; limit?: number; errors?: { pointer: string }[] }) : {}
  return { ...replies, status: answer.statusCode, pointers: replies.errors?.map(({ pointer }) => pointer) }
}

describe('pages are limited', () => {
  test.each(calls.filter((call) => queryOf(call).includes('page')))('$title', async (call) => {
    for (const wrong of [
      'limit=100000',
      'limit=101',
      'limit=0',
      'limit=-1',
      'limit=1e9',
      'page=-1',
      'page=0',
      'page=1e9',
      'page=x',
      'page=',
    ])
      expect(await ask(call, wrong), `with ${wrong}`).toMatchObject({ status: 422, pointers: [`?${wrong.split('=')[0]}`] })
    expect(await ask(call, 'page=1000000&limit=100')).toMatchObject({ status: 200 })
  })

  test('users: "all" is not a filter, and an unknown role is rejected', async () => {
    const { users } = await as('ADMIN')
    const { total } = await users.listUsers()
    await expect(users.listUsers({ query: { role: 'all', courseId: 'all' } })).resolves.toMatchObject({ total })
    for (const role of ['ALL', 'user', 'OWNER', '', 'USER,ADMIN'])
      await expect(users.listUsers({ query: { role: role as 'all' } })).rejects.toBeProblem('validation-failed', ['?role'])
    const most = await users.listUsers({ query: { limit: 100 } })
    expect((most as { items: unknown[] }).items.length).toBeLessThanOrEqual(100)
  })
})

describe('a search is literal', () => {
  const searching = calls.filter((call) => call.route.reply && queryOf(call).includes('search'))
  test('some lists can be searched', () => expect(searching.length).toBeGreaterThan(4))

  test.each(searching)('$title', async (call) => {
    const found = (text: string) => ask(call, `search=${encodeURIComponent(text)}`)
    expect((await found('')).total).toBeGreaterThan(0)
    // None of these occurs in the test data, so a result means that it was taken for a pattern.
    for (const text of ['%', '_', '%%', 'P_', "'", "' or '1'='1", '\\', '\\%', '"', ';--', '$1', '{}', '*', '.*', '\u202e', '😀'])
      expect(await found(text), `for ${text}`).toMatchObject({ status: 200, total: 0 })
    for (const wrong of ['%00', 'a%00b', 'x'.repeat(201)])
      expect(await ask(call, `search=${wrong}`), `for ${wrong}`).toMatchObject({ status: 422, pointers: ['?search'] })
    expect((await ask(call, 'search=%ff')).status).toBeLessThan(500)
  })

  test('typed text is found literally', async () => {
    const { users } = await as('ADMIN')
    const key = crypto.randomUUID().slice(0, 8)
    const names = ['%', '_', "'", '\\', '\\%'].map((mark) => `${key}-${mark}-x`)
    for (const name of [...names, `${key}-y-x`]) await testing.given.user({ name })
    for (const name of names) {
      const { items } = (await users.listUsers({ query: { search: name } })) as { items: { name: string }[] }
      expect(items.map((one) => one.name)).toEqual([name])
    }
  })
})

describe('a key that is repeated, in brackets or has a special meaning', () => {
  test.each(calls.filter((call) => queryOf(call).length > 0))('$title', async (call) => {
    for (const key of queryOf(call)) {
      const twice = `${key}=a&${key}=b`
      expect(await ask(call, twice), `with ${twice}`).toMatchObject({ status: 422, pointers: expect.arrayContaining([`?${key}`]) })
      for (const odd of [`${key}[]`, `${key}[0]`, `${key}[$ne]`, `${key}%5B%5D`])
        expect(await ask(call, `${odd}=1`), `with ${odd}`).toMatchObject({ status: 422 })
    }
  })

  test.each(calls)('$title with prototype keys', async (call) => {
    for (const key of ['__proto__', '__proto__[role]', 'constructor', 'constructor[prototype][role]', 'prototype'])
      expect(await ask(call, `${key}=ADMIN`), `with ${key}`).toMatchObject({ status: 422 })
    expect(({} as { role?: string }).role).toBeUndefined()
  })

  test.each(calls.filter(({ route }) => route.body))('$title with prototype keys in its body', async (call) => {
    for (const body of ['{"__proto__":{"role":"ADMIN"}}', '{"constructor":{"prototype":{"role":"ADMIN"}}}', '{"a":{"__proto__":1}}'])
      expect(await ask(call, '', body), `with ${body}`).toMatchObject({ status: 400 })
    expect(({} as { role?: string }).role).toBeUndefined()
  })
})
