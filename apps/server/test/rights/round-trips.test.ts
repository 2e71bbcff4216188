/**
 * The round trips of every call to the database, without `begin`, `commit` and the rate limit: a list takes at most three, a page four, a
 * change six. Each takes longer than what most statements do. What takes more is named here with its number and the reason.
 */
import { PgDialect } from 'drizzle-orm/pg-core'
import { afterAll, expect, test, vi } from 'vitest'
import type { Route } from '@lms/contract/route'
import { testApp } from '#test/app.ts'
import { callers } from '#test/rights/row.ts'
import { requestOf, rows, statusOf } from '#test/rights/run.ts'
import { openRollbackDatabase } from '#test/rights/with-rollback.ts'
import { makeWorld } from '#test/rights/world.ts'
import { createApp } from '#app.ts'

const isList = ({ method, query }: Route) => method === 'GET' && query !== undefined && 'limit' in query.shape
const usualMost = (route: Route) => (isList(route) ? 3 : route.method === 'GET' ? 4 : 6)

const lower: Record<string, number> = { 'auth.getSession': 1 }
const higher: Record<string, [most: number, because: string]> = {}

const testing = await testApp()
const world = await makeWorld(testing)
let statements = 0
const rolledBack = await openRollbackDatabase(testing.url, testing.database, () => void statements++)
const app = await createApp({ ...testing.deps, database: rolledBack.database })
afterAll(async () => {
  await app.close()
  await rolledBack.database.close()
})

const builds = vi.spyOn(PgDialect.prototype, 'sqlToQuery')

interface Count {
  name: string
  route: Route
  roundTrips: number
  /** Statements whose SQL a repeated read builds again. */
  built: number
}
/** The most of all requests that succeed; lists with pages of one row, so that they are counted. */
async function count({ domain, name, route, row }: (typeof rows)[number]): Promise<Count> {
  const most = { name: `${domain}.${name}`, route, roundTrips: 0, built: 0 }
  for (const cell of Object.keys(row.cells))
    for (const caller of callers.filter((one) => statusOf(row, cell, one) < 300)) {
      const request = requestOf(route, row, cell, caller, world)
      const url = isList(route) ? `${request.url}${request.url.includes('?') ? '&' : '?'}limit=1` : request.url
      const send = async () => {
        statements = 0
        builds.mockClear()
        await rolledBack.run(() => app.inject({ ...request, url }))
      }
      await send()
      most.roundTrips = Math.max(most.roundTrips, statements)
      if (route.method !== 'GET') continue
      await send()
      most.built = Math.max(most.built, builds.mock.calls.length)
    }
  return most
}

const counted: Count[] = []
for (const one of rows) counted.push(await count(one))

test('no call takes more round trips than its kind may', () => {
  const most = (name: string, route: Route) => higher[name]?.[0] ?? lower[name] ?? usualMost(route)
  const over = counted.flatMap(({ name, route, roundTrips }) => (roundTrips > most(name, route) ? [`${name}: ${roundTrips}`] : []))
  expect(over).toEqual([])
})

test('the exceptions are needed, and no higher than they must be', () => {
  const found = new Map(counted.map((one) => [one.name, one]))
  const stale = Object.entries(higher).flatMap(([name, [most]]) => {
    const call = found.get(name)
    return call?.roundTrips === most && most > usualMost(call.route) ? [] : [`${name}: ${call?.roundTrips}`]
  })
  expect(stale).toEqual([])
})

test('the SQL of every read is built once', () => {
  expect(counted.flatMap(({ name, built }) => (built > 0 ? [`${name}: ${built}`] : []))).toEqual([])
})
