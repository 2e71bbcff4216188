/** The student counts kept by triggers, compared with the counted rows. */

import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { enrolments } from '#db/schema/courses.ts'
import { correctStudentCounts } from '#modules/courses/deletion/queries.ts'
import { testApp } from '#test/app.ts'

const { database, given } = await testApp()
const { db } = database

/** [stored by triggers, counted] of courses with these titles. `course_students` has those that are counted. */
const counts = async (titles = ['A', 'B']) => {
  const { rows } = await db.execute<{ stored: number; counted: number; listed: number }>(sql`
    select c.student_count as stored, (select count(*)::int from course_students s where s.course_id = c.id) as listed, (select count(*)::int from memberships m join users u on u.id = m.user_id and u.role = 'USER' and u.deleted_at is null
      where m.course_id = c.id and m.role = 'STUDENT' and m.status = 'ACTIVE') as counted
    from courses c where c.title = any(${sql.param(titles)}) order by c.title`)
  expect(rows.map(({ listed }) => listed)).toEqual(rows.map(({ counted }) => counted))
  return rows.map(({ stored, counted }) => [stored, counted])
}
const change = (statement: ReturnType<typeof sql>, on: Db = db) => on.execute(statement)

test('the student count follows all changes of memberships and accounts, also parallel ones', async () => {
  const [a, b] = [await given.course({ title: 'A' }), await given.course({ title: 'B' })]
  const people = await Promise.all(Array.from({ length: 4 }, () => given.student()))
  const ids = sql.param(people.map(({ id }) => id))
  expect(await counts()).toEqual([
    [1, 1],
    [1, 1],
  ])
  await change(
    sql`insert into memberships (course_id, user_id, role) select c.id, p.id, 'STUDENT' from courses c cross join unnest(${ids}::uuid[]) p (id)`,
  )
  expect(await counts()).toEqual([
    [5, 5],
    [5, 5],
  ])
  await change(sql`update memberships set status = 'PENDING' where course_id = ${a.course.id} and user_id = any(${ids}::uuid[])`)
  expect(await counts()).toEqual([
    [1, 1],
    [5, 5],
  ])
  await change(sql`insert into memberships (course_id, user_id, role) values (${a.course.id}, ${people[0]!.id}, 'STUDENT'), (${a.course.id}, ${people[1]!.id}, 'TRAINER')
    on conflict (course_id, user_id, role) do update set status = 'ACTIVE'`)
  expect(await counts()).toEqual([
    [2, 2],
    [5, 5],
  ])
  await change(sql`update users set role = 'TRAINER' where id = ${people[0]!.id}`)
  expect(await counts()).toEqual([
    [1, 1],
    [4, 4],
  ])
  await change(sql`update users set role = 'USER' where id = ${people[0]!.id}`)
  await change(sql`update users set deleted_at = now() where id = any(${ids}::uuid[]) and id <> ${people[0]!.id}`)
  expect(await counts()).toEqual([
    [2, 2],
    [2, 2],
  ])
  await change(sql`update users set name = 'Of another name' where id = ${people[0]!.id}`)
  await change(sql`delete from memberships where course_id = ${b.course.id}`)
  expect(await counts()).toEqual([
    [2, 2],
    [0, 0],
  ])
  await expect(
    database.transaction(async (tx) => {
      await change(sql`delete from memberships`, tx)
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await counts()).toEqual([
    [2, 2],
    [0, 0],
  ])
})

test('periods of enrolment begin when a membership becomes active, and survive leaving and coming back', async () => {
  const { course, student, trainer } = await given.course({ title: 'Periods' })
  const one = sql`course_id = ${course.id} and user_id = ${student.id}`
  /** [the periods, whether the last is the present one]; times before today by date, later ones as “now”. */
  const read = async () => {
    const [found] = await db
      .select()
      .from(enrolments)
      .where(and(eq(enrolments.courseId, course.id), eq(enrolments.userId, student.id)))
    const short = (time: string | null) => time && (time < '2026-01-03' ? time.slice(0, 10) : 'now')
    expect(found!.since).toEqual(found!.periods.find(({ until }) => until === null)?.from ?? null)
    return found!.periods.map(({ from, until }) => [short(from), short(until)])
  }
  const since = '2026-01-01'
  expect(await read()).toEqual([[since, null]])
  await change(sql`update memberships set created_at = now(), status = 'ACTIVE' where ${one}`)
  expect(await read()).toEqual([[since, null]])
  await database.transaction(async (tx) => {
    await change(sql`delete from memberships where ${one}`, tx)
    await change(sql`insert into memberships (course_id, user_id, role) values (${course.id}, ${student.id}, 'STUDENT')`, tx)
  })
  expect(await read()).toEqual([[since, null]])
  await change(sql`delete from memberships where ${one}`)
  expect(await read()).toEqual([[since, 'now']])
  await change(
    sql`insert into memberships (course_id, user_id, role, status) values (${course.id}, ${student.id}, 'STUDENT', 'WAITLISTED')`,
  )
  expect(await read()).toEqual([[since, 'now']])
  await change(sql`update memberships set status = 'ACTIVE' where ${one}`)
  const again = [since, 'now']
  expect(await read()).toEqual([again, ['now', null]])
  await change(sql`update users set role = 'TRAINER' where id = ${student.id}`)
  expect(await read()).toEqual([again, ['now', 'now']])
  await change(sql`update users set role = 'USER' where id = ${student.id}`)
  expect(await read()).toEqual([again, ['now', 'now'], ['now', null]])
  await change(sql`update memberships set status = 'REJECTED' where ${one}`)
  expect(await read()).toEqual([again, ['now', 'now'], ['now', 'now']])
  expect(await db.$count(enrolments, eq(enrolments.userId, trainer.id))).toBe(0)
})

test('a large enrolment is fast even before table statistics exist', async () => {
  const { course } = await given.course({ title: 'Large' })
  // If each account read all added rows, this would exceed the statement timeout of 10 s.
  await database.transaction(async (tx) => {
    await change(
      sql`insert into users (id, name, email, role) select gen_random_uuid(), 'N' || n, 'n' || n || '@large.example.org', 'USER' from generate_series(1, 15000) n`,
      tx,
    )
    await change(
      sql`insert into memberships (course_id, user_id, role) select ${course.id}, id, 'STUDENT' from users where email like '%@large.example.org'`,
      tx,
    )
  })
  await change(sql`analyze users, memberships`)
  expect(await counts(['Large'])).toEqual([[15_001, 15_001]])
})

test('a wrong count is corrected by the nightly job', async () => {
  const { course, trainer, student } = await given.course({ title: 'Counted' })
  await given.member(course.id, await given.student(), 'PENDING')
  await given.member(course.id, await given.user({ deletedAt: '2026-11-01T00:00:00Z' }))
  await given.member(course.id, { ...student, id: trainer.id })
  expect(await counts(['Counted'])).toEqual([[1, 1]])
  await change(sql`update courses set student_count = student_count + 1`)
  await correctStudentCounts(db)
  expect(await counts(['Counted'])).toEqual([[1, 1]])
})
