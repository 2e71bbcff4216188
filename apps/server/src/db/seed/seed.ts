/** The demo in an empty database. */

import { and, eq, isNull, sql } from 'drizzle-orm'
import { TimeZone } from '@lms/contract/values'
import { allowWaiting, type Database, type Db } from '#db/client.ts'
import { assignments, gradeChanges, submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { attendance } from '#db/schema/attendance.ts'
import { courses, memberships, weeks } from '#db/schema/courses.ts'
import { comments, discussions } from '#db/schema/discussions.ts'
import { courseEmails, emails } from '#db/schema/mail.ts'
import { files, media } from '#db/schema/media.ts'
import { signupForms, signupFormVersions, signupResponses } from '#db/schema/signup-forms.ts'
import { users } from '#db/schema/users.ts'
import { contentRows, type Content } from '#db/seed/content-rows.ts'
import { talkRows, type Talk } from '#db/seed/discussion-rows.ts'
import { mailRows, responseRows } from '#db/seed/mail-rows.ts'
import { demoPassword } from '#db/seed/people.ts'
import { readDemoVideos, type StoredFile } from '#db/seed/videos.ts'
import { workRows, type Work } from '#db/seed/work-rows.ts'
import { closeRegister } from '#modules/attendance/registers/closing.ts'
import { hashPassword } from '#modules/auth/passwords.ts'
import { claimNew } from '#modules/notices/work.ts'
import { addJob } from '#services/jobs.ts'
import type { Storage } from '#services/storage.ts'

export { demoAccounts, demoPassword } from '#db/seed/people.ts'

/** An arbitrary lock number: of processes that start together, one seeds. */
const seedLock = 7_204_512
/** Demo accounts sign in on this machine only: its zone is that of who looks at the demo. */
const machineZone = () => TimeZone.catch('UTC').parse(Intl.DateTimeFormat().resolvedOptions().timeZone)

/** Fills a database without users; false if it has any. */
export async function seedDemo(
  { db, transaction }: Pick<Database, 'db' | 'transaction'>,
  storage: Storage,
  now: Date,
  zone = machineZone(),
): Promise<boolean> {
  if ((await db.$count(users)) > 0) return false
  const [passwordHash, read] = await Promise.all([hashPassword(demoPassword), readDemoVideos()])
  return transaction(async (tx) => {
    await allowWaiting(tx)
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`)
    if ((await tx.$count(users)) > 0) return false
    const content = contentRows({ now, zone, videos: read?.videos ?? null }, passwordHash)
    await insertContent(tx, content)
    await insertWork(tx, workRows(content, now), talkRows(content, now))
    await closeRegisters(tx, content, now)
    const mail = mailRows(content, now)
    await tx.insert(courseEmails).values(mail.courseEmails)
    await tx.insert(emails).values(mail.emails)
    await tx.insert(signupResponses).values(responseRows(content, now))
    // What the demo begins with is not announced.
    await claimNew(tx, now.toISOString())
    await addJob(tx, 'home.count-activity', {})
    await addJob(tx, 'home.count-at-risk', {})
    if (read) await insertFiles(tx, storage, content, read.files)
    return true
  })
}

/** Demo users who can sign in. */
export const countActiveDemoPeople = (db: Database['db']): Promise<number> =>
  db.$count(users, and(users.isDemo, eq(users.status, 'ACTIVE'), isNull(users.deletedAt)))

async function insertContent(db: Db, content: Content): Promise<void> {
  await db.insert(users).values(content.users)
  await db.insert(courses).values(content.courses)
  await db.insert(memberships).values(content.memberships)
  await db.insert(weeks).values(content.weeks)
  await db.insert(media).values(content.media)
  await db.insert(assignments).values(content.assignments)
  await db.insert(signupForms).values(content.forms)
  await db.insert(signupFormVersions).values(content.formVersions)
}

async function insertWork(db: Db, work: Work, talk: Talk): Promise<void> {
  await db.insert(submissions).values(work.submissions)
  await db.insert(submissionAttempts).values(work.attempts)
  await db.insert(gradeChanges).values(work.gradeChanges)
  if (work.attendance.length > 0) await db.insert(attendance).values(work.attendance)
  await db.insert(discussions).values(talk.discussions)
  await db.insert(comments).values(talk.comments)
}

/** Those of sessions longer ago than ten days, by a trainer, 70 minutes after the start. */
async function closeRegisters(db: Db, { media: items, memberships: members }: Content, now: Date): Promise<void> {
  const trainerOf = new Map(members.filter(({ role }) => role === 'TRAINER').map(({ courseId, userId }) => [courseId, userId]))
  for (const { id, courseId, startsAt } of items) {
    const start = Date.parse(startsAt ?? '')
    if (start < now.getTime() - 10 * 86_400_000)
      await closeRegister(db, id, { actorId: trainerOf.get(courseId)!, now: new Date(start + 70 * 60_000) })
  }
}

/** Files are stored last in the transaction: if the store fails, nothing is seeded. */
async function insertFiles(db: Db, storage: Storage, content: Content, stored: StoredFile[]): Promise<void> {
  const ownerId = content.users.find(({ role }) => role === 'TRAINER')!.id
  await db
    .insert(files)
    .values(stored.map(({ bytes, ...file }) => ({ ...file, ownerId, size: bytes.byteLength, status: 'READY' as const })))
  await Promise.all(stored.map(({ key, contentType, bytes }) => storage.put(key, contentType, bytes)))
}
