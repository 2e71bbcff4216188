/** What brings the rows of version 0.1 to 1.0, run on rows as they were written before. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { eq, inArray, sql, type SQL } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { TimeZone } from '@lms/contract/values'
import type { Db } from '#db/client.ts'
import { migrateDatabase } from '#db/migrate.ts'
import { submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { courses, enrolments } from '#db/schema/courses.ts'
import { signupForms, signupResponses } from '#db/schema/signup-forms.ts'
import { users } from '#db/schema/users.ts'
import { testApp } from '#test/app.ts'

const { database, given } = await testApp()
const { db } = database
const folder = new URL('./migrations/before-1.0/', import.meta.url)
const text = (name: string) => readFile(new URL(`${name}.sql`, folder), 'utf8')

/** What a database consists of. The order of columns and the names of NOT NULL constraints come from its history. */
async function describeTables(db: Db) {
  const describe = async (query: SQL) => (await db.execute<{ part: string }>(query)).rows.map(({ part }) => part)
  return {
    columns:
      await describe(sql`select concat_ws(' ', table_name, column_name, udt_name, datetime_precision, numeric_precision, numeric_scale,
      is_nullable, column_default, generation_expression) part from information_schema.columns where table_schema = 'public' order by 1`),
    constraints: await describe(sql`select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) part from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n' order by 1`),
    views: await describe(sql`select concat_ws(' ', viewname, definition) part from pg_views where schemaname = 'public' order by 1`),
    indexes: await describe(sql`select indexdef part from pg_indexes where schemaname = 'public' order by 1`),
    functions: await describe(sql`select pg_get_functiondef(f.oid) part from pg_proc f where f.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = f.oid and d.deptype = 'e') order by 1`),
    triggers: await describe(sql`select pg_get_triggerdef(oid) part from pg_trigger where not tgisinternal
      and tgrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace) order by 1`),
  }
}

/** A database whose last migration is the one of this time. */
async function databaseWith(tables: string, createdAt: number) {
  const { database: old, url } = await testApp()
  await old.db.execute(sql.raw('drop schema public cascade; drop schema drizzle cascade; create schema public; create schema drizzle'))
  await old.db.execute(sql.raw(tables))
  await old.db.execute(
    sql.raw(`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint);
    insert into drizzle.__drizzle_migrations (hash, created_at) values ('a hash', ${createdAt})`),
  )
  return { old, url }
}

test('a database of version 0.1 gets the tables of a new one, and keeps its rows', async () => {
  const wanted = await describeTables(db)
  const tables = gunzipSync(await readFile(new URL('database-of-0.1.sql.gz', folder))).toString()
  const { old, url } = await databaseWith(tables, 1_795_559_834_860)
  await old.db.execute(
    sql.raw(`
    insert into users (id, email, name, role, password_hash) select n::text::uuid, n || '@school.example', 'Ana', 'USER', 'one hash'
      from (values ('00000000-0000-4000-8000-000000000001'), ('00000000-0000-4000-8000-000000000002')) v(n);
    insert into courses (id, title, time_zone) values ('00000000-0000-4000-8000-00000000000c', 'Field notes', 'US/Eastern');
    insert into memberships (course_id, user_id, role, status) select '00000000-0000-4000-8000-00000000000c', id, 'STUDENT', 'ACTIVE' from users`),
  )
  const words: string[] = []
  await migrateDatabase(url, (line) => words.push(line))
  expect(words.at(-1)).toMatch(/^Updating the database: step (\d+) of \1 …$/)
  await expect(describeTables(old.db)).resolves.toEqual(wanted)
  await expect(old.db.select().from(users)).resolves.toMatchObject([{ isDemo: true }, { isDemo: true }])
  await expect(old.db.select().from(courses)).resolves.toMatchObject([{ timeZone: 'America/New_York', studentCount: 2 }])
  await expect(old.db.select().from(enrolments)).resolves.toHaveLength(2)
})

test('a database of the last state before 1.0 gets what came after; an older one than 0.1 is refused', async () => {
  const { old, url } = await databaseWith(await text('../0000_start'), 1_795_777_733_788)
  const history = (at: number) => old.db.execute(sql`update drizzle.__drizzle_migrations set created_at = ${at}`)
  const words: string[] = []
  await migrateDatabase(url, (line) => words.push(line))
  expect(words.at(-1)).toMatch(/^Updating the database: step (\d+) of \1 …$/)
  await expect(describeTables(old.db)).resolves.toEqual(await describeTables(db))
  await history(1_795_559_834_859)
  await expect(migrateDatabase(url)).rejects.toThrow('The database is of a version of LMS before 0.1, which this one cannot update.')
})

test('work that waited for a mark when the last key was added gets the marks of its questions; all other work waits on', async () => {
  const choice = (id = randomUUID()) => given.question({ id, type: 'SINGLE_CHOICE', options: ['a', 'b'], answerKey: ['a'], points: 4 })
  const questions = [choice(), choice()]
  const questionMarks = questions.map(({ id }, n) => ({ questionId: id, marks: n * 4 }))
  const byDay = { kind: 'PERCENT_PER_DAY' as const, percent: 10, floor: 0 }
  const submitted = async (assignment: object, values: object = {}) =>
    (await given.submission({ assignment: { questions, ...assignment }, questionMarks, ...values })).submission.id
  const [stuck, held] = [await submitted({}), await submitted({ holdMarks: true })]
  const [late, lateByDay] = [await submitted({}, { late: true }), await submitted({ latePolicy: byDay }, { late: true })]
  const notAsked = await submitted({}, { questionMarks: questionMarks.slice(1) })
  const noKey = await submitted({ questions: [questions[0]!, { ...questions[1]!, answerKey: [] }] })
  const rowsOf = (ids: string[]) =>
    db.select().from(submissions).where(inArray(submissions.id, ids)).orderBy(submissions.createdAt, submissions.id)
  // The second run changes nothing.
  for (const _ of [1, 2]) {
    await db.execute(sql.raw(await text('0059_complete_keys')))
    const marked = { status: 'GRADED', marks: 4, deduction: 0, isHeld: false, gradedBy: null, version: 1 }
    await expect(rowsOf([stuck, held, late])).resolves.toMatchObject([marked, { ...marked, isHeld: true }, { ...marked, late: true }])
    await expect(rowsOf([lateByDay, notAsked, noKey])).resolves.toMatchObject(
      Array.from({ length: 3 }, () => ({ status: 'SUBMITTED', marks: null, version: 0 })),
    )
  }
  await expect(db.select().from(submissionAttempts).where(eq(submissionAttempts.submissionId, stuck))).resolves.toMatchObject([
    { marks: 4 },
  ])
})

test('submitted work without the time that lateness is counted by counts from its submission', async () => {
  const { submission } = await given.submission()
  const { submission: draft } = await given.submission({ attempt: 0, status: 'DRAFT', submittedAt: null })
  const clear = () => db.update(submissions).set({ effectiveSubmittedAt: null }).where(eq(submissions.id, submission.id))
  await expect(clear()).rejects.toThrow('Failed query')
  await db.execute(sql`alter table submissions drop constraint submissions_submitted_check`)
  await clear()
  await db.execute(sql.raw(await text('0051_effective_submission_time')))
  const timesOf = ({ id }: { id: string }) => db.select().from(submissions).where(eq(submissions.id, id))
  expect(await timesOf(submission)).toMatchObject([{ effectiveSubmittedAt: submission.submittedAt }])
  expect(await timesOf(draft)).toMatchObject([{ submittedAt: null, effectiveSubmittedAt: null }])
})

test('enrolments begin with the membership or the later decision, and earlier ones with the work that is known', async () => {
  const { course, student, submission } = await given.submission({ createdAt: '2025-11-01T00:00:00Z', submittedAt: '2025-11-03T00:00:00Z' })
  const [waited, left] = [await given.student(), await given.student()]
  await given.member(course.id, waited)
  const [form] = await db.insert(signupForms).values({ courseId: course.id }).returning()
  const response = { formId: form!.id, userId: waited.id, version: 1, answers: [], status: 'APPROVED' as const }
  await db.insert(signupResponses).values({ ...response, decidedAt: '2026-01-05T00:00:00Z' })
  await db.insert(submissions).values({ ...submission, id: randomUUID(), studentId: left.id })
  await db.delete(enrolments)
  const fill = (await text('0049_enrolments')).split('--> statement-breakpoint').find((part) => part.includes('range_agg'))!
  await db.execute(sql.raw(fill))
  const found = await db.select().from(enrolments).where(eq(enrolments.courseId, course.id))
  const periodsOf = ({ id }: { id: string }) => found.find(({ userId }) => userId === id)?.periods.map(({ from }) => from.slice(0, 10))
  expect([student, waited, left].map(periodsOf)).toEqual([['2025-11-01', '2026-01-01'], ['2026-01-05'], ['2025-11-01']])
  expect(found.find(({ userId }) => userId === left.id)?.since).toBeNull()
})

test('every stored time zone becomes one that the contract takes', async () => {
  const { rows } = await db.execute<{ name: string }>(sql`select name from pg_timezone_names where name !~ '^posix'`)
  const isKnown = (zone: string) => {
    try {
      return !!new Intl.DateTimeFormat('en', { timeZone: zone })
    } catch {
      return false
    }
  }
  const former = rows.map(({ name }) => name).filter((zone) => isKnown(zone) && TimeZone.safeParse(zone).data !== zone)
  expect(former).toContain('US/Eastern')
  await db.insert(courses).values(former.map((timeZone) => ({ title: timeZone, timeZone })))
  const { course, week } = await given.week()
  const { media: session } = await given.live({ courseId: course.id, weekId: week.id, timeZone: 'US/Eastern' })
  const person = await given.user({ timeZone: 'US/Eastern' })
  await db.execute(sql.raw(await text('0062_stored_time_zones')))
  const stored = await db.select().from(courses).where(inArray(courses.title, former))
  expect(stored.map(({ title }) => title).toSorted()).toEqual(former.toSorted())
  for (const { timeZone } of stored) expect(TimeZone.parse(timeZone)).toBe(timeZone)
  expect(stored.find(({ title }) => title === 'US/Eastern')?.timeZone).toBe('America/New_York')
  const zoneOf = async (table: string, id: string) =>
    (await db.execute<{ zone: string }>(sql`select time_zone as zone from ${sql.raw(table)} where id = ${id}`)).rows[0]!.zone
  expect([await zoneOf('media', session.id), await zoneOf('users', person.id)]).toEqual(['America/New_York', 'America/New_York'])
})
