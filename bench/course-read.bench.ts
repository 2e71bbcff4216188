/**
 * GET /api/courses/{id} for a member (10 weeks, 20 media, 10 assignments, 16 connections, embedded database) against a bare
 * node:http handler that reads one row by key: CPU of server and database together. Limit: 8 times. Linux only.
 */
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
import { cpuSeconds } from './cpu.ts'
import { sendLoad } from './load.ts'

const limit = 8
const connections = 16
const requests = 6000
const rounds = 5

const dataDir = await mkdtemp(join(tmpdir(), 'lms-bench-'))
await chmod(dataDir, 0o755)
const postgres = await startEmbedded({ dataDir })
const children: ChildProcess[] = []
try {
  const { courseId, token } = await fill(postgres.url)
  const bare = await serve('bare', `/${courseId}`)
  const product = await serve('product', `/api/courses/${courseId}`)
  const headers = { authorization: `Bearer ${token}` }
  const cost = async (target: typeof bare) => {
    const before = cpuSeconds(target.pid) + cpuSeconds(postgres.pid)
    await sendLoad({ url: target.url, headers, connections, requests })
    return ((cpuSeconds(target.pid) + cpuSeconds(postgres.pid) - before) / requests) * 1000
  }
  await cost(bare)
  await cost(product)
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const [floor, ours] = [await cost(bare), await cost(product)]
    ratios.push(ours / floor)
    console.log(
      `round ${round}: bare ${floor.toFixed(3)} ms, product ${ours.toFixed(3)} ms of CPU a request, ratio ${(ours / floor).toFixed(2)}`,
    )
  }
  const median = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)]!
  console.log(`course-read: ratio ${median.toFixed(2)}, limit ${limit}: ${median <= limit ? 'kept' : 'MISSED'}`)
  process.exitCode = median <= limit ? 0 : 1
} finally {
  for (const child of children) child.kill()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function serve(name: 'bare' | 'product', path: string) {
  const child = fork(new URL(`./servers/${name}.ts`, import.meta.url), {
    env: { ...process.env, DATABASE_URL: postgres.url, DATA_DIR: dataDir },
  })
  children.push(child)
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(message as number))
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code}`)))
  })
  return { pid: child.pid!, url: `http://127.0.0.1:${port}${path}` }
}

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
  await db.insert(media).values(
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
