/** Rows of prepared statements are the same as those that drizzle returns. */

import { and, asc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { prepared, type Db } from '#db/drizzle.ts'
import { toIso } from '#db/schema/columns.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { users } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'

const { given, database } = await testApp()

test('joined tables, missing joined rows, computed values and times', async () => {
  const { trainer: teacher } = await given.course({ title: 'Data Journalism' })
  await given.course({ title: 'Statistics' })
  const build = (db: Db) =>
    db
      .select({
        id: courses.id,
        title: courses.title,
        createdAt: courses.createdAt,
        startsOn: courses.startsOn,
        trainer: { id: users.id, name: users.name, createdAt: users.createdAt },
        mixed: { name: users.name, title: courses.title },
        seats: sql<number>`${courses.seats} + 1`.mapWith(Number),
        latest: sql<string>`max(${courses.createdAt}) over ()`.mapWith(courses.createdAt),
        days: sql<string[]>`array[${courses.createdAt}]`,
        size: sql<number>`length(${courses.title})`.as('size'),
        facts: sql<object>`jsonb_build_object('title', ${courses.title})`,
      })
      .from(courses)
      .leftJoin(
        memberships,
        and(eq(memberships.courseId, courses.id), eq(memberships.userId, teacher.id), eq(courses.title, 'Data Journalism')),
      )
      .leftJoin(users, eq(users.id, memberships.userId))
      .orderBy(asc(courses.id))
  const rows = await prepared(build)(database.db)
  expect(rows).toEqual(await build(database.db))
  expect(rows.map(({ trainer }) => trainer?.name ?? 'nobody')).toEqual([expect.stringContaining('Person'), 'nobody'])
})

test.each(['2026-11-20 12:00:00+00', '2026-11-20 12:00:00.5+00', '2026-11-20 12:00:00.123+00', '2026-11-20 12:00:00.12+01'])(
  'the instant %s',
  (text) => expect(toIso(text)).toBe(new Date(text).toISOString()),
)
