/**
 * GET /api/users with 1,000 and with 100,000 users, alternating: the median response time of the first page, for each order, and by
 * role and course. Limit of each ratio: 1.5. Queries that must read more rows the more users there are (searches, late pages, a course
 * that everyone is in) may take half a second, which is only meant to reveal growth. Everyone is in that course, and in one of forty.
 */

import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '@lms/server/db/embedded/start'
import { connected, makeDatabase } from './servers/embedded.ts'
import { serve } from './servers/fork.ts'

const limit = 1.5
/** Milliseconds. */
const most = 500
const rounds = 150
const sizes = [1000, 100_000] as const
/** Of a class of forty, as trainers and admins usually request. */
const ofClass = `courseId=${courseOf(1)}`
const ofAll = `courseId=${courseOf(0)}`
const held = [
  'sort=name',
  'sort=-name',
  'sort=email',
  'sort=-email',
  'sort=createdAt',
  'sort=-createdAt',
  'sort=lastSeenAt',
  'sort=-lastSeenAt',
  'role=USER',
  'role=USER&sort=-createdAt',
  'role=TRAINER',
  ofClass,
]
const bounded = [
  'status=INVITED',
  'search=person%20777',
  'search=777',
  'search=a',
  'page=40',
  'page=2500',
  'role=TRAINER&sort=-lastSeenAt',
  ofAll,
  `${ofAll}&page=500`,
]

const dataDir = await mkdtemp(join(tmpdir(), 'lms-bench-'))
await chmod(dataDir, 0o755)
const postgres = await startEmbedded({ dataDir })
const servers: Awaited<ReturnType<typeof start>>[] = []
try {
  for (const size of sizes) servers.push(await start(size))
  let isWithin = true
  for (const query of [...held, ...bounded]) {
    const [small, large] = await medians(query)
    const ratio = large! / small!
    const isHeld = held.includes(query)
    const isMissed = isHeld ? ratio > limit : large! > most
    if (isMissed) isWithin = false
    const measured = `${small!.toFixed(2)} ms, ${large!.toFixed(2)} ms, ratio ${ratio.toFixed(2)}`
    const bound = isHeld ? `ratio ${limit}` : `${most} ms`
    console.log(`${query.replace(/courseId=\S{36}/, nameOf).padEnd(30)} ${measured}, limit ${bound}${isMissed ? ' MISSED' : ''}`)
  }
  console.log(`users-list: ${isWithin ? 'within the limits' : 'OVER'}`)
  process.exitCode = isWithin ? 0 : 1
} finally {
  for (const { child } of servers) child.kill()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

function courseOf(n: number): string {
  return `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`
}
function nameOf(query: string): string {
  return query === ofAll ? 'course of everybody' : 'course of forty'
}

/** One user in fifty teaches; one in ten has never signed in. */
async function start(size: number) {
  const { url, token } = await makeDatabase(postgres.url, `people_${size}`)
  const people = `
    insert into users (id, name, email, role, created_at, last_seen_at)
    select gen_random_uuid(), 'Person ' || (n * 7919 % 1000003), 'person' || n || '@school.example.org',
      case when n % 50 = 0 then 'TRAINER' else 'USER' end, now() - n * interval '1 minute',
      case when n % 10 = 0 then null else now() - (n * 7919 % 1000003) * interval '1 second' end
    from generate_series(2, ${size}) n`
  const courses = `
    insert into courses (id, title, mode, status, time_zone, created_by)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, 'Course ' || n, 'RECORDED', 'PUBLISHED', 'UTC', (select id from users where role = 'ADMIN')
    from generate_series(0, ${Math.ceil(size / 40)}) n`
  const members = `
    insert into memberships (course_id, user_id, role, status)
    select ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, u.id, case u.role when 'USER' then 'STUDENT' else 'TRAINER' end, 'ACTIVE'
    from (select id, role, 1 + row_number() over (order by email) / 40 as class from users where role in ('USER', 'TRAINER')) u
    cross join lateral (values (0), (u.class)) as of (n)`
  await connected(url, async (run) => {
    for (const statement of [people, courses, members]) await run(statement)
    await run('vacuum analyze')
  })
  return { ...(await serve('product', { DATABASE_URL: url, DATA_DIR: dataDir })), token }
}

async function medians(query: string): Promise<number[]> {
  const times: number[][] = servers.map(() => [])
  for (let round = -20; round < rounds; round++) {
    for (const [n, { url, token }] of servers.entries()) {
      const began = performance.now()
      const answer = await fetch(`${url}/api/users?${query}`, { headers: { authorization: `Bearer ${token}` } })
      await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${query} answered ${answer.status}`)
      if (round >= 0) times[n]!.push(performance.now() - began)
    }
  }
  return times.map((all) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!)
}
