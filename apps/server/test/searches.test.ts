/** Every call with a search, with all cases of the rule of searches; and the rule itself in SQL. */

import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { routes } from '@lms/contract'
import { foundCases, missedCases } from '@lms/contract/rules/search-cases'
import { isFound } from '#db/page.ts'
import { testApp } from '#test/app.ts'
import { searchedLists, type SearchedList } from '#test/searched-lists.ts'

const testing = await testApp()
const { db } = testing.database

const hasSearch = (part: object | undefined): boolean =>
  part !== undefined && 'shape' in part && ['search', 'q'].some((name) => Object.hasOwn(part.shape as object, name))
/** The search for members to mention has another name. */
const searching = routes
  .filter(({ name, route }) => name === 'searchMembers' || hasSearch(route.query) || hasSearch(route.body))
  .map(({ domain, name }) => `${domain}.${name}`)

test('every call with a search is tested', () => expect(Object.keys(searchedLists).toSorted()).toEqual(searching.toSorted()))

const isFoundInSql = async (text: string, search: string) =>
  (await db.execute<{ found: boolean | null }>(sql`select ${isFound(sql`fold_text(${text})`, search)} as found`)).rows[0]!.found ?? false
test.each(foundCases)('in SQL, %s is found by %s', async (text, search) => expect(await isFoundInSql(text, search)).toBe(true))
test.each(missedCases)('in SQL, %s is not found by %s', async (text, search) => expect(await isFoundInSql(text, search)).toBe(false))

describe.each(searching)('%s', (title) => {
  let list: SearchedList
  beforeAll(async () => {
    list = await searchedLists[title]!(testing)
  })
  const find = async (text: string, search: string) => {
    await list.write(text)
    return list.find(search)
  }
  test.each(foundCases)('%s is found by %s', async (text, search) => expect(await find(text, search)).toBe(true))
  test.each([...missedCases, ['any text', "'"] as const, ['any text', ', ,'] as const])('%s is not found by %s', async (text, search) =>
    expect(await find(text, search)).toBe(false),
  )
})

test('searches have their trigram indexes, where the database has the extension', async () => {
  const { rows } = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_indexes where indexname like '%trigrams%' order by 1`,
  )
  const available = await db.execute(sql`select 1 from pg_extension where extname = 'pg_trgm'`)
  expect(rows.map(({ name }) => name)).toEqual(available.rows.length > 0 ? ['comments', 'discussions', 'users'] : [])
})
