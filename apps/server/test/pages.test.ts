/** Every paged route with more rows than fit on a page: page lengths, totals, and the order of each sort. */

import { beforeAll, describe, expect, test } from 'vitest'
import { contract, routes } from '@lms/contract'
import type { Route } from '@lms/contract/route'
import { testApp } from '#test/app.ts'
import { lists } from '#test/paged-lists.ts'
import type { List } from '#test/paged-rows.ts'

const testing = await testApp()
const paged = routes.filter(({ route }) => route.query && 'page' in route.query.shape)
const named = paged.map((one) => ({ ...one, title: `${one.domain}.${one.name}` }))

type Page = { items?: object[]; students?: object[]; page: number; limit: number; total: number }
const rowsOf = (page: Page): object[] => page.items ?? page.students ?? []
const limit = 3

/** The sorts of the route; undefined if it has none. */
function sortsOf(route: Route): (string | undefined)[] {
  const { sort } = (route.query?.shape ?? {}) as { sort?: { unwrap: () => { options: string[] } } }
  return sort ? sort.unwrap().options : [undefined]
}

const compare = (one: number | string, other: number | string): number =>
  typeof one === 'number' && typeof other === 'number' ? one - other : String(one).localeCompare(String(other), 'en')

/** In the direction of the sort; empty values come last in both. */
function inOrder(values: readonly (number | string | null)[], isDescending: boolean, isNothingLeast = false) {
  const there = values.filter((value) => value !== null).toSorted(compare)
  const rest = values.filter((value) => value === null)
  return isDescending ? [...there.toReversed(), ...rest] : isNothingLeast ? [...rest, ...there] : [...there, ...rest]
}

test('every paged route has rows for this test', () => {
  expect(Object.keys(lists).toSorted()).toEqual(named.map(({ title }) => title).toSorted())
  expect(paged.length).toBeGreaterThan(20)
})

describe.each(named)('$title', ({ domain, name, route, title }) => {
  let list: List
  beforeAll(async () => {
    list = await lists[title]!(testing)
  })
  const ask = (query: object): Promise<Page> => {
    type Call = (request: object) => Promise<Page>
    const call = (list.as as unknown as Record<string, Record<string, Call>>)[domain]![name]!
    return call({ params: list.params, query: { ...list.query, ...query } })
  }

  test('returns a page at a time, each row once, and the total', async () => {
    const { total } = list
    expect(total).toBeGreaterThan(2 * limit)
    const all = rowsOf(await ask({ limit: 100 }))
    expect(all).toHaveLength(total)
    const pages: Page[] = []
    for (let page = 1; page <= Math.ceil(total / limit) + 1; page++) pages.push(await ask({ page, limit }))
    const lengths = pages.map((page) => rowsOf(page).length)
    expect(lengths).toEqual([...pages.slice(0, -2).map(() => limit), total - limit * (pages.length - 2), 0])
    for (const [index, page] of pages.entries()) expect(page).toMatchObject({ page: index + 1, limit, total })
    expect(pages.flatMap(rowsOf)).toEqual(all)
  })

  test.each(sortsOf(route))('is in order, sorted by %s', async (sort) => {
    const { by, isDescending, isNothingLeast } = list.orders[sort?.replace(/^-/, '') ?? 'default']!
    const values = rowsOf(await ask({ limit: 100, ...(sort && { sort }) })).map(by)
    expect(new Set(values).size).toBeGreaterThan(3)
    expect(values).toEqual(inOrder(values, sort ? sort.startsWith('-') : isDescending === true, isNothingLeast))
    const first = rowsOf(await ask({ limit, ...(sort && { sort }) })).map(by)
    expect(first).toEqual(values.slice(0, limit))
  })
})

test('the contract has no sort that is not tested', () => {
  const sorting = named.filter(({ route }) => sortsOf(route)[0] !== undefined).map(({ title }) => title)
  expect(sorting).toEqual([
    'users.listUsers',
    'courses.listCourses',
    'courses.listMyCourses',
    'courses.listCourseProgress',
    'assignments.listMyAssignments',
    'submissions.listSubmissions',
    'marks.getGradebook',
    'signupResponses.listResponses',
    'myDiscussions.listMyDiscussions',
  ])
  expect(contract.users.listUsers.query.shape.sort.unwrap().options).toContain('-lastSeenAt')
})
