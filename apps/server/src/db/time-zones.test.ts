import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { TimeZone } from '@lms/contract/values'
import { testApp } from '#test/app.ts'

const { database } = await testApp()

test('every time zone of the contract is one of PostgreSQL, with the same offsets in winter and summer', async () => {
  const zones = Intl.supportedValuesOf('timeZone').filter((zone) => TimeZone.safeParse(zone).success)
  expect(zones.length).toBeGreaterThan(400)
  const times = ['2026-01-15T12:00:00Z', '2026-07-15T12:00:00Z']
  const { rows } = await database.db.execute<{ zone: string; at: string; wall: string }>(sql`
    select zone, at, to_char(at::timestamptz at time zone zone, 'YYYY-MM-DD HH24:MI') wall
    from unnest(${sql.param(zones)}::text[]) zone cross join unnest(${sql.param(times)}::text[]) at`)
  const wallOf = (zone: string, at: string) =>
    new Date(at).toLocaleString('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  // Countries change their rules, and the two have tables of different dates.
  const different = rows.filter(({ zone, at, wall }) => wallOf(zone, at) !== wall)
  expect(new Set(different.map(({ zone }) => zone)).size).toBeLessThan(10)
  expect(rows).toHaveLength(2 * zones.length)
})
