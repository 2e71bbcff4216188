/** Calls the server once for each cell of the rights matrix. */

import { afterAll } from 'vitest'
import { routes } from '@lms/contract'
import { toUrl } from '@lms/contract/client'
import type { Route } from '@lms/contract/route'
import { createApp } from '#app.ts'
import type { TestApp } from '#test/app.ts'
import { matrix } from '#test/rights/matrix.ts'
import { callers, type Caller, type Cell, type IdName, type Ids, type Kind, type Request, type Row } from '#test/rights/row.ts'
import { openRollbackDatabase } from '#test/rights/with-rollback.ts'
import { makeWorld, type World } from '#test/rights/world.ts'

/** What one caller was answered in one cell. */
export interface Outcome {
  domain: string
  name: string
  route: Route
  row: Row
  cell: string
  caller: Caller
  expected: number
  status: number
  type: string
  body: string
  /** Whether anything in the database is another after the call. */
  isChanged: boolean
}

/** A row with its call. */
export const rows = routes.flatMap(({ domain, name, route }) => {
  const row = matrix[domain]?.[name]
  return row ? [{ domain, name, route, row }] : []
})

/** The names that the path of a call leaves open, and the ids that belong there. */
export const idNamesOf = (route: Route, row: Row): [param: string, name: IdName][] =>
  [...route.path.matchAll(/:(\w+)/g)].map(([, param]) => [
    param!,
    (param === 'id' ? row.id! : param === 'courseId' || param === 'mediaId' ? (row[param] ?? param) : param) as IdName,
  ])

const cellOf = (row: Row, cell: string) => {
  const found: Cell = row.cells[cell as 'real']
  const [statuses, ask] = typeof found === 'string' ? [found, row.ask] : found
  return { statuses: statuses.split(' ').map(Number), ask }
}

/** What the row says of one caller in one cell. */
export const statusOf = (row: Row, cell: string, caller: Caller): number => cellOf(row, cell).statuses[callers.indexOf(caller)]!

/** Somebody who may, and has something to see, where anybody has. */
export const whoMay = (row: Row): Caller => (['T', 'S', 'SA', 'N'] as const).find((caller) => statusOf(row, 'real', caller) < 300) ?? 'SA'

/** The ids of a cell: `foreign weekId` is the real ones, but the week of another course. */
function idsOf(world: World, cell: string, caller: Caller): Ids {
  const real = world.idsOf(caller)
  if (cell === 'real' || cell.startsWith('with ')) return real
  const [kind, name] = cell.split(' ') as [Kind, IdName]
  return { ...real, [name]: world.idOf(kind, name, caller) }
}

/** The request of one caller in one cell. */
export function requestOf(route: Route, row: Row, cell: string, caller: Caller, world: World) {
  const ids = idsOf(world, cell, caller)
  const asked: Request = { ...route.example, ...cellOf(row, cell).ask?.(ids, world.personOf(caller)) }
  const params = { ...Object.fromEntries(idNamesOf(route, row).map(([param, name]) => [param, ids[name]])), ...asked.params }
  const token = asked.bearer && caller !== '–' ? asked.bearer : world.tokenOf(caller)
  const [type, payload] = bodyOf(asked)
  return {
    method: route.method,
    url: toUrl(route.path, { params, ...(asked.query && { query: asked.query }) }),
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(payload !== undefined && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  }
}

const boundary = 'the-end-of-the-part'
const bodyOf = ({ body, file }: Request): [type: string, payload: string | undefined] =>
  file === undefined
    ? ['application/json', body === undefined ? undefined : JSON.stringify(body)]
    : [
        `multipart/form-data; boundary=${boundary}`,
        `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\n\r\n${file}\r\n--${boundary}--\r\n`,
      ]

/** One call after the other; each finds the world as it was made. */
export async function runMatrix(test: TestApp): Promise<{ outcomes: Outcome[]; world: World }> {
  const world = await makeWorld(test)
  const rolledBack = await openRollbackDatabase(test.url, test.database)
  const app = await createApp({ ...test.deps, database: rolledBack.database })
  afterAll(async () => {
    await app.close()
    await rolledBack.database.close()
  })
  const outcomes: Outcome[] = []
  for (const { domain, name, route, row } of rows)
    for (const cell of Object.keys(row.cells))
      for (const caller of callers) {
        const request = requestOf(route, row, cell, caller, world)
        const { result, isChanged } = await rolledBack.run(() => app.inject(request))
        const { statusCode: status, headers, body } = result
        const type = headers['content-type'] ?? ''
        const expected = statusOf(row, cell, caller)
        outcomes.push({ domain, name, route, row, cell, caller, expected, status, type, body, isChanged })
      }
  return { outcomes, world }
}
