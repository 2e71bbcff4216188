/** First data: the demo in an empty database, and the first super admin. */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Database, Db } from '#db/client.ts'
import { assignments, markChanges, submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { attendance } from '#db/schema/attendance.ts'
import { courses, memberships, weeks } from '#db/schema/courses.ts'
import { comments, discussions } from '#db/schema/discussions.ts'
import { files, media } from '#db/schema/media.ts'
import { users } from '#db/schema/users.ts'
import { demoPassword } from '#db/seed/accounts.ts'
import { contentRows, type Content, type DemoVideo } from '#db/seed/content-rows.ts'
import { talkRows, type Talk } from '#db/seed/talk-rows.ts'
import { workRows, type Work } from '#db/seed/work-rows.ts'
import { hashPassword } from '#modules/auth/passwords.ts'
import type { Storage } from '#services/storage.ts'

export { demoAccounts, demoPassword } from '#db/seed/accounts.ts'

/** Any number of ours will do: processes that start together seed once. */
const seedLock = 7_204_512
/** Seconds that the demo's video takes. */
const videoSeconds = 48
const videoFile = new URL('./demo-video.webm', import.meta.url)

/** Fills a database that has no people at all; false where it has. */
export async function seedDemo(db: Database['db'], storage: Storage, now: Date): Promise<boolean> {
  if ((await db.$count(users)) > 0) return false
  const [passwordHash, bytes] = await Promise.all([hashPassword(demoPassword), readFile(videoFile).catch(() => undefined)])
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`)
    if ((await tx.$count(users)) > 0) return false
    // The folder of a key is its kind; the owner is known once there are people, so the key is made from an id of its own.
    const owner = randomUUID()
    const video: DemoVideo = bytes && { key: `video/${owner}/${randomUUID()}.webm`, seconds: videoSeconds }
    const content = contentRows(now, passwordHash, video)
    await insertContent(tx, content)
    await insertWork(tx, workRows(content, now), talkRows(content, now))
    if (video) await insertVideo(tx, storage, content, { ...video, bytes: bytes! })
    return true
  })
}

async function insertContent(db: Db, content: Content): Promise<void> {
  await db.insert(users).values(content.users)
  await db.insert(courses).values(content.courses)
  await db.insert(memberships).values(content.memberships)
  await db.insert(weeks).values(content.weeks)
  await db.insert(media).values(content.media)
  await db.insert(assignments).values(content.assignments)
}

async function insertWork(db: Db, work: Work, talk: Talk): Promise<void> {
  await db.insert(submissions).values(work.submissions)
  await db.insert(submissionAttempts).values(work.attempts)
  await db.insert(markChanges).values(work.markChanges)
  if (work.attendance.length > 0) await db.insert(attendance).values(work.attendance)
  await db.insert(discussions).values(talk.discussions)
  await db.insert(comments).values(talk.comments)
}

/** The file goes last: where the store fails, nothing at all was seeded. */
async function insertVideo(db: Db, storage: Storage, content: Content, video: { key: string; bytes: Uint8Array }): Promise<void> {
  const ownerId = content.users.find(({ role }) => role === 'TRAINER')!.id
  await db
    .insert(files)
    .values({ key: video.key, ownerId, contentType: 'video/webm', name: 'demo-video.webm', size: video.bytes.byteLength, status: 'READY' })
  await storage.put(video.key, 'video/webm', video.bytes)
}

/** Makes the first super admin where there is none; true if it did. A known address becomes one, with this password. */
export async function ensureAdmin(db: Database['db'], admin: { email: string; password: string }): Promise<boolean> {
  const isThere = and(eq(users.role, 'SUPER_ADMIN'), isNull(users.deletedAt))
  if ((await db.$count(users, isThere)) > 0) return false
  const values = {
    email: admin.email.trim().toLowerCase().normalize('NFC'),
    passwordHash: await hashPassword(admin.password),
    role: 'SUPER_ADMIN',
    status: 'ACTIVE',
  } as const
  return db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`)
    if ((await tx.$count(users, isThere)) > 0) return false
    await tx
      .insert(users)
      .values({ ...values, name: 'Administrator' })
      .onConflictDoUpdate({ target: users.email, set: values })
    return true
  })
}
