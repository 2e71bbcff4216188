/** Deleting a row looks for those that refer to it: without a usable index, the whole other table is read for each deleted row. */

import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

const { database } = await testApp()

/** Scanned once per purged course: for the 200 courses of the large school these tables have a few thousand rows. */
const readOncePerCourse = ['assignments.course_id', 'discussions.course_id', 'media.course_id', 'weeks.course_id']

test('references to rows that the purge deletes have an index', async () => {
  // `is not null` on the column itself covers every reference; any other condition leaves rows out.
  const { rows } = await database.db.execute<{ reference: string; isFound: boolean }>(sql`
    with recursive purged (id) as (
      select 'courses'::regclass::oid
      union
      select conrelid from pg_constraint join purged on confrelid = id where contype = 'f' and confdeltype = 'c'
    )
    select conrelid::regclass || '.' || attname as reference, exists (
      select from pg_index
      where indrelid = conrelid and indkey[0] = attnum and indisvalid
        and (indpred is null or pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname))) as "isFound"
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = any (conkey)
    where contype = 'f' and confrelid in (select id from purged)
    order by reference`)
  expect(rows.map(({ reference }) => reference)).toContain('comments.parent_id')
  expect(rows.filter(({ isFound }) => !isFound).map(({ reference }) => reference)).toEqual(readOncePerCourse)
})
