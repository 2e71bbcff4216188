/** The small and the large school, in separate databases, and the ids used by benchmarks. */

import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hashToken } from '@lms/server/access/sessions'
import { openDatabase } from '@lms/server/db/client'
import { startEmbedded } from '@lms/server/db/embedded/start'
import { migrateDatabase } from '@lms/server/db/migrate'
import { demoAccounts } from '@lms/server/db/seed/people'
import { seedSchool, type SchoolSize } from '@lms/server/db/seed/school'
import { connected } from './servers/embedded.ts'

export interface Server {
  /** Of its maintenance database. */
  url: string
  /** Of the postmaster; 0 for a server that is not ours. */
  pid: number
  dataDir: string
  stop: () => Promise<void>
}

/** The embedded PostgreSQL, empty; with BENCH_DATA_DIR it keeps the seeded schools between runs. */
export async function startServer(): Promise<Server> {
  const givenDir = process.env['BENCH_DATA_DIR']
  const dataDir = givenDir ?? (await mkdtemp(join(tmpdir(), 'lms-bench-')))
  if (!existsSync(dataDir)) await mkdir(dataDir)
  await chmod(dataDir, 0o755)
  const postgres = await startEmbedded({ dataDir })
  const stop = async () => {
    await postgres.stop()
    if (!givenDir) await rm(dataDir, { recursive: true, force: true })
  }
  return { url: postgres.url, pid: postgres.pid, dataDir, stop }
}

const named = (server: string, name: string) => Object.assign(new URL(server), { pathname: `/${name}` }).href

/** The URL of a copy of the school that a run may write to; the original is seeded once per server. */
export async function openSchool(server: string, size: SchoolSize): Promise<string> {
  const [original, copy] = [`school_${size}`, `run_${size}`]
  const isSeeded = await connected(server, async (run) => {
    await run(`drop database if exists ${copy} with (force)`)
    const { rows } = await run(`select from pg_database where datname = $1`, [original])
    if (rows.length === 0) await run(`create database ${original}`)
    return rows.length > 0
  })
  await migrateDatabase(named(server, original))
  if (!isSeeded) {
    console.log(`Seeding the ${size} school ...`)
    const database = openDatabase(named(server, original), { patience: 600_000 })
    await seedSchool(database, size).finally(() => database.close())
  }
  await connected(server, (run) => run(`create database ${copy} template ${original}`))
  return named(server, copy)
}

/** Ids in the course with the largest class and forum. */
export interface Places {
  course: string
  /** A past week, its assignment, and its video. */
  week: string
  assignment: string
  item: string
  /** In the current week: open, and nobody has started. */
  openWeek: string
  openAssignment: string
  questions: string[]
  /** The first discussion: with 40 comments in the small school, 10,000 in the large one. */
  thread: string
  /** A top-level comment in the middle of it. */
  comment: string
  student: string
  /** A graded submission to the assignment. */
  submission: string
  /** An email to the course. */
  email: string
  /** The full name of one user. */
  name: string
  courses: number
}

export const emailOf = (role: string): string => demoAccounts.find((account) => account.role === role)!.email

export async function findPlaces(url: string): Promise<Places> {
  return connected(url, async (run) => {
    // The benchmarks submit to it more often than a student may.
    await run('update assignments set max_attempts = 1000000 where max_attempts is null')
    const { rows } = await run(`
      with course as (select id from courses where title like '% 100')
      select course.id as course, past.id as week, now.id as "openWeek",
        (select id from assignments where week_id = past.id) as assignment,
        (select id from assignments where week_id = now.id) as "openAssignment",
        (select array_agg(question ->> 'id') from assignments, jsonb_array_elements(questions) question where week_id = now.id) as questions,
        (select id from media where week_id = past.id and type = 'RECORDED') as item,
        (select id from discussions where course_id = course.id order by created_at limit 1) as thread,
        (select c.id from comments c join discussions d on d.id = c.discussion_id and d.course_id = course.id
          where d.comment_count = (select max(comment_count) from discussions where course_id = course.id) and c.parent_id is null
          order by c.id offset (select max(comment_count) / 3 from discussions where course_id = course.id) limit 1) as comment,
        (select s.id from submissions s join assignments a on a.id = s.assignment_id and a.week_id = past.id where s.graded_at is not null order by 1 limit 1) as submission,
        (select id from course_emails where course_id = course.id) as email,
        -- In five courses, whatever the size of the school.
        (select m.user_id from memberships m join users u on u.id = m.user_id and u.status = 'ACTIVE' where m.role = 'STUDENT'
          group by 1 having count(*) = 5 and bool_or(m.course_id = course.id) order by 1 limit 1) as student,
        (select name from users where email = 'user500@harbour.example') as name,
        (select count(*)::int from courses) as courses
      from course
      join weeks past on past.course_id = course.id and past.number = 7
      join weeks now on now.course_id = course.id and now.number = 8`)
    const places = rows[0] as unknown as Places
    // Nobody has any yet; each is about a post of another discussion.
    await run(
      `insert into notices (id, user_id, kind, course_id, group_key, source_id, actor_id, subject)
       select gen_random_uuid(), $1, 'REPLY', d.course_id, 'discussion:' || d.id, 'comment:' || c.id, c.author_id,
         jsonb_build_object('title', d.title, 'discussionId', d.id, 'commentId', c.id)
       from (select * from discussions where course_id = $2 order by id limit 5) d
       cross join lateral (select * from comments where discussion_id = d.id order by id limit 1) c
       on conflict do nothing`,
      [places.student, places.course],
    )
    return places
  })
}

/** Creates a session for each of these users; returns their tokens. */
export async function signIn(url: string, where: string, values: unknown[]): Promise<string[]> {
  return connected(url, async (run) => {
    const { rows } = await run(`select id from users where ${where} order by id`, values)
    const tokens = rows.map(() => randomBytes(32).toString('base64url'))
    await run(
      `insert into sessions (id, user_id, token_hash, expires_at)
       select gen_random_uuid(), user_id, hash, now() + interval '1 day' from unnest($1::uuid[], $2::text[]) as one (user_id, hash)`,
      [rows.map(({ id }) => id), tokens.map(hashToken)],
    )
    return tokens
  })
}
