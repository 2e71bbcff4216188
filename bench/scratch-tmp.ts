import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase, openDatabase } from '@lms/server/db/client'
import { startEmbedded } from '@lms/server/db/embedded'
import { assignments } from '@lms/server/db/schema/assignments'
import { courses, memberships, weeks } from '@lms/server/db/schema/courses'
import { media } from '@lms/server/db/schema/media'
import { sessions, users } from '@lms/server/db/schema/users'
import { hashToken } from '@lms/server/http/actor'
import { cpuSeconds } from '/work/main/bench/cpu.ts'

import { findCoursePage } from '/work/main/apps/server/src/modules/courses/course-page/queries.ts'
import { actorOf } from '/work/main/apps/server/src/http/actor.ts'
import pg from 'pg'
const dataDir = await mkdtemp(join(tmpdir(), 'lms-bench-'))
await chmod(dataDir, 0o755)
const postgres = await startEmbedded({ dataDir })
try {
  const { courseId, token } = await fill(postgres.url)
  const { db, close } = openDatabase(postgres.url, { max: 1 })
  const actor = await actorOf(db, `Bearer ${token}`, new Date())
  const run = async (name, f, n = 3000) => { for (let i=0;i<300;i++) await f(); const a=process.cpuUsage(), p=cpuSeconds(postgres.pid), t=performance.now(); for (let i=0;i<n;i++) await f(); const u=process.cpuUsage(a); console.log(name, 'node', ((u.user+u.system)/1000/n).toFixed(3), 'pg', ((cpuSeconds(postgres.pid)-p)*1000/n).toFixed(3), 'wall', ((performance.now()-t)/n).toFixed(3)) }
  await run('session', () => actorOf(db, `Bearer ${token}`, new Date()))
  await run('course', () => findCoursePage(db, actor, courseId, new Date()))
  const { Course } = await import('@lms/contract/courses')
  const page = await findCoursePage(db, actor, courseId, new Date())
  await run('schema', () => Course.parse(page))
  await run('stringify', () => JSON.stringify(page))
  const text = JSON.stringify(page)
  console.log(text.length)
  await run('parse', () => JSON.parse(text))
  if (process.env.EXPLAIN) {
  const { sql } = await import('drizzle-orm')
  const c = await db.execute(sql.raw(`select generic_plans, custom_plans, name, parameter_types::text from pg_prepared_statements`)); console.log(c.rows)
  const args = (t) => ({student:'STUDENT'})
  await db.execute(sql.raw('set plan_cache_mode=force_generic_plan'))
  await run('generic', () => findCoursePage(db, actor, courseId, new Date()))
  const r = await db.execute(sql.raw(process.env.Q ?? `explain (analyze, costs off, timing on) execute course_page('${actor.id}','STUDENT',false,now(),'${courseId}')`)); console.log(r.rows.map(x=>x['QUERY PLAN']).join('\n'))
  }
  await close()
} finally { await postgres.stop(); await rm(dataDir, { recursive: true, force: true }) }
async function fill(url: string) {
  await migrateDatabase(url)
  const { db, close } = openDatabase(url)
  const [student, trainer] = await db
    .insert(users)
    .values([
      { name: 'Ana Li', email: 'ana@example.org' },
      { name: 'Tom Reyes', email: 'tom@example.org', role: 'TRAINER' as const },
    ])
    .returning()
  const [course] = await db
    .insert(courses)
    .values({ title: 'Data Journalism', status: 'PUBLISHED', description: '<p>From a question to a chart.</p>' })
    .returning()
  const courseId = course!.id
  await db.insert(memberships).values([
    { courseId, userId: student!.id, role: 'STUDENT' as const },
    { courseId, userId: trainer!.id, role: 'TRAINER' as const },
  ])
  const made = await db
    .insert(weeks)
    .values(Array.from({ length: 10 }, (_, n) => ({ courseId, number: n + 1, title: `Week ${n + 1}` })))
    .returning()
  await db
    .insert(media)
    .values(
      made.flatMap((week, n) =>
        [0, 1].map((i) => ({
          courseId,
          weekId: week.id,
          title: `Lecture ${n}.${i}`,
          type: 'RECORDED' as const,
          url: 'https://example.org/v.mp4',
          durationSeconds: 900,
          position: i,
        })),
      ),
    )
  const latePolicy = { kind: 'FLAG' as const, percent: 0, floor: 0 }
  await db
    .insert(assignments)
    .values(
      made.map((week, n) => ({ courseId, weekId: week.id, title: `Note ${n}`, maxMarks: 20, dueAt: '2026-12-01T12:00:00Z', latePolicy })),
    )
  const token = randomBytes(32).toString('base64url')
  await db
    .insert(sessions)
    .values({ userId: student!.id, tokenHash: hashToken(token), expiresAt: new Date(Date.now() + 86_400_000).toISOString() })
  await db.execute('analyze')
  await close()
  return { courseId, token }
}
