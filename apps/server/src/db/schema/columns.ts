/** Column types that several tables use. */

import { sql, type SQL } from 'drizzle-orm'
import { customType, index, text, uuid, type AnyPgColumn } from 'drizzle-orm/pg-core'
import type { EnrolmentPeriod } from '@lms/contract/rules/owed-work'
import { risingId } from '#db/rising-id.ts'
import { cleanHtml, type SafeHtml } from '#services/html.ts'

/** Matches the format of PostgreSQL for a connection in UTC: `2026-11-20 12:00:00.5+00`, with three digits at most. */
const isWritten = (value: string) => value.length <= 26 && value.length >= 22 && value[10] === ' ' && value.endsWith('+00')
/** Dates are slow to parse and format, and lists have dozens. */
export function toIso(value: string | Date): string {
  if (typeof value !== 'string' || !isWritten(value)) return new Date(value).toISOString()
  return `${value.slice(0, 10)}T${value.slice(11, 19)}.${value.slice(20, -3).padEnd(3, '0')}Z`
}

/** An instant to the millisecond; ISO 8601 with `Z` on our side. */
export const instant = customType<{ data: string; driverData: string | Date }>({
  dataType: () => 'timestamp (3) with time zone',
  fromDriver: toIso,
})

/** An expression with values of a column, or null: drizzle's `mapWith` takes them for values of that column, which is never null. */
export const mapNullable = <C extends AnyPgColumn>(expression: SQL, column: C) =>
  expression.mapWith(column) as SQL<Exclude<C['_']['data'], null> | null>

/** An instant in the contract's format: plain JSON of the database would have an offset and microseconds. */
export const stamp = (column: SQL): SQL => sql`to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const bounds = /\["?([^",]+)"?,"?([^",)]*)"?\)/g

/** Periods of time, each from its start until before its end. */
export const periods = customType<{ data: EnrolmentPeriod[]; driverData: string }>({
  dataType: () => 'tstzmultirange',
  fromDriver: (value) => [...value.matchAll(bounds)].map(([, from, until]) => ({ from: toIso(from!), until: until ? toIso(until) : null })),
  toDriver: (value) => `{${value.map(({ from, until }) => `[${from},${until ?? ''})`).join(',')}}`,
})

/** HTML that is shown as it is: only `services/html.ts` makes the type, so that nothing else can be written. */
export const safeHtml = customType<{ data: SafeHtml; driverData: string }>({ dataType: () => 'text' })
export const noHtml = cleanHtml('')

/** Text that lists are sorted by: in the order that readers expect, é next to e, whatever the database's own order is. */
export const sortedText = customType<{ data: string; driverData: string }>({ dataType: () => 'text collate "und-x-icu"' })

/** Folded by the rule of searches (`rules/search.ts` of the contract), for `isFound`. Trigram indexes are added by migrations. */
export const searchText = (folded: string) => text().generatedAlwaysAs(sql.raw(folded))

/** Increases with time, so that an index on it grows at its end. */
export const id = () =>
  uuid()
    .primaryKey()
    .$defaultFn(() => risingId())

export const now = sql`now()`

/** The images of a text with a content like that of posts, by key, so that a file is found without reading every text. */
export const imagesIndex = (name: string, html: AnyPgColumn) =>
  index(name)
    .using('gin', sql`image_keys(${html})`)
    .where(sql`${html} like '%<img data-key=%'`)
/** Whether a text contains the image of this key; uses the index. */
export const hasImage = (html: AnyPgColumn | SQL, key: SQL) =>
  sql`(${html} like '%<img data-key=%' and image_keys(${html}) @> array[${key}])`
