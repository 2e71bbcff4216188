/** The rows that PostgreSQL returns for all calls have the types that the source asserts for them, which no compiler can know of SQL. */

import { fileURLToPath } from 'node:url'
import { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterAll, expect, test, vi } from 'vitest'
import { createApp } from '#app.ts'
import { testApp } from '#test/app.ts'
import { callers } from '#test/rights/row.ts'
import { requestOf, rows, statusOf } from '#test/rights/run.ts'
import { openRollbackDatabase } from '#test/rights/with-rollback.ts'
import { makeWorld } from '#test/rights/world.ts'
import { openRowTypes, type Place } from '#test/row-types.ts'

const source = fileURLToPath(new URL('../../src/', import.meta.url))
const config = fileURLToPath(new URL('../../../../tsconfig.json', import.meta.url))

/** Where the source sends a statement: the innermost place that is not in `prepared`. */
function findPlace(): Place | undefined {
  for (const frame of new Error().stack!.split('\n')) {
    const [, file, line, column] = /(?:file:\/\/)?(\/[^():]+):(\d+):(\d+)\)?$/.exec(frame) ?? []
    if (file?.startsWith(source) && !file.endsWith('db/drizzle.ts')) return { file, line: Number(line), column: Number(column) }
  }
  return undefined
}

interface Seen extends Place {
  rows: unknown[]
  columns: string[]
}
const seen: Seen[] = []

const testing = await testApp()
const world = await makeWorld(testing)
const execute = NodePgDatabase.prototype.execute
vi.spyOn(NodePgDatabase.prototype, 'execute').mockImplementation(function (this: NodePgDatabase, query) {
  const raw = execute.call(this, query) as ReturnType<typeof execute> & { execute: () => Promise<pg.QueryResult> }
  const place = findPlace()
  const send = raw.execute
  if (place)
    raw.execute = async () => {
      const result = await send()
      seen.push({ ...place, rows: result.rows, columns: result.fields.map(({ name }) => name) })
      return result
    }
  return raw
})
const rolledBack = await openRollbackDatabase(testing.url, testing.database, () => {
  const place = findPlace()
  return (result) => {
    if (!place) return
    const { rows, fields } = result
    if (!('rowAsArray' in result && result.rowAsArray)) {
      seen.push({ ...place, rows, columns: fields.map(({ name }) => name) })
      return
    }
    // `prepared` makes objects of the lists of values: with the columns of the builder, in which only values can be wrong.
    const map = (toRow: (values: unknown) => unknown) => {
      const mapped = Array.prototype.map.call(rows, toRow)
      seen.push({ ...place, rows: mapped, columns: [] })
      return mapped
    }
    Object.assign(rows, { map })
  }
})
const app = await createApp({ ...testing.deps, database: rolledBack.database })
afterAll(async () => {
  vi.restoreAllMocks()
  await app.close()
  await rolledBack.database.close()
})
for (const { route, row } of rows)
  for (const cell of Object.keys(row.cells))
    for (const caller of callers.filter((one) => statusOf(row, cell, one) < 300))
      await rolledBack.run(() => app.inject(requestOf(route, row, cell, caller, world)))

/** By statement: those whose rows are of another type, which the source knows. */
const exceptions = new Set([
  // `readCells` returns the type of the columns that it selects.
  'modules/marks/work/queries.ts ownRows',
])

const wrongIn = new Map<string, Set<string>>()
const withRows = new Set<string>()
const types = openRowTypes(config)
for (const { rows, columns, ...place } of seen) {
  const type = types.find(place)
  if (!type || type.columns.length === 0) continue
  const statement = `${place.file.slice(source.length)} ${type.name}`
  const wrong = wrongIn.get(statement) ?? new Set()
  wrongIn.set(statement, wrong)
  if (rows.length > 0) withRows.add(statement)
  for (const name of columns) if (!type.columns.includes(name)) wrong.add(`${name} is not in the type`)
  for (const row of rows) wrong.add(type.check(row, 'row') ?? '')
}
types.close()

test('each column is in the type of its row, and each value is of the type of its column', () => {
  const all = [...wrongIn].flatMap(([statement, wrong]) => [...wrong].filter(Boolean).map((one) => ({ statement, one })))
  expect(all.filter(({ statement }) => !exceptions.has(statement))).toEqual([])
  expect(new Set(all.map(({ statement }) => statement))).toEqual(exceptions)
})

test('most statements return a row to some call; what only jobs and rare states read is not checked here', () => {
  expect(wrongIn.size).toBeGreaterThanOrEqual(125)
  expect(withRows.size).toBeGreaterThanOrEqual(110)
})
