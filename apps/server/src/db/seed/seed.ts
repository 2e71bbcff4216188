/** The demo in an empty database. */

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { fileTypes } from '@lms/contract/file-types'
import { allowWaiting, type Database, type Db } from '#db/client.ts'
import { assignments, gradeChanges, submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { attendance } from '#db/schema/attendance.ts'
import { courses, memberships, weeks } from '#db/schema/courses.ts'
import { comments, discussions } from '#db/schema/discussions.ts'
import { courseEmails, emails } from '#db/schema/mail.ts'
import { files, media } from '#db/schema/media.ts'
import { signupForms, signupFormVersions } from '#db/schema/signup-forms.ts'
import { users } from '#db/schema/users.ts'
import { contentRows, type Content, type DemoVideo } from '#db/seed/content-rows.ts'
import { talkRows, type Talk } from '#db/seed/discussion-rows.ts'
import { demoPassword } from '#db/seed/people.ts'
import { workRows, type Work } from '#db/seed/work-rows.ts'
import { closeRegister } from '#modules/attendance/registers/closing.ts'
import { hashPassword } from '#modules/auth/passwords.ts'
import { claimNew } from '#modules/notices/work.ts'
import { cleanHtml } from '#services/html.ts'
import { addJob } from '#services/jobs.ts'
import type { Storage } from '#services/storage.ts'

export { demoAccounts, demoPassword } from '#db/seed/people.ts'

/** An arbitrary lock number: of processes that start together, one seeds. */
const seedLock = 7_204_512
/** Duration of the demo's video in seconds. */
const videoSeconds = 48
/** The demo's video, its thumbnail and its captions. */
const demoFiles = [
  { name: 'demo-video.webm', contentType: 'video/webm' },
  { name: 'demo-picture.webp', contentType: 'image/webp' },
  { name: 'demo-captions.vtt', contentType: 'text/vtt' },
] as const
const readDemoFile = (name: string) => readFile(new URL(`./${name}`, import.meta.url))

/** Fills a database without users; false if it has any. */
export async function seedDemo({ db, transaction }: Pick<Database, 'db' | 'transaction'>, storage: Storage, now: Date): Promise<boolean> {
  if ((await db.$count(users)) > 0) return false
  const reading = Promise.all(demoFiles.map(({ name }) => readDemoFile(name))).catch(() => undefined)
  const [passwordHash, contents] = await Promise.all([hashPassword(demoPassword), reading])
  return transaction(async (tx) => {
    await allowWaiting(tx)
    await tx.execute(sql`select pg_advisory_xact_lock(${seedLock})`)
    if ((await tx.$count(users)) > 0) return false
    // The folder of a key is its kind, followed by the owner, who does not exist yet, so the key uses a random id.
    const owner = randomUUID()
    const stored = contents?.map((bytes, index): StoredFile => {
      const { name, contentType } = demoFiles[index]!
      const { kind, extension } = fileTypes[contentType]!
      return { name, contentType, bytes, key: `${kind}/${owner}/${randomUUID()}.${extension}` }
    })
    const [key, picture, captions] = stored?.map((file) => file.key) ?? []
    const video: DemoVideo = key && picture && captions ? { key, picture, captions, seconds: videoSeconds } : undefined
    const content = contentRows(now, passwordHash, video)
    await insertContent(tx, content)
    await insertWork(tx, workRows(content, now), talkRows(content, now))
    await closeRegisters(tx, content, now)
    await insertEmail(tx, content, now)
    // What the demo begins with is not announced.
    await claimNew(tx, now.toISOString())
    await addJob(tx, 'home.count-activity', {})
    await addJob(tx, 'home.count-at-risk', {})
    if (stored) await insertFiles(tx, storage, content, stored)
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

/** To the first course, a day before it began; it is in the list of its emails, and each student has it. */
async function insertEmail(db: Db, { courses: [course], users: people, memberships: members }: Content, now: Date): Promise<void> {
  const ofCourse = members.filter(({ courseId }) => courseId === course!.id)
  const sentAt = new Date(Math.min(now.getTime(), Date.parse(course!.startsOn!)) - 15 * 3_600_000).toISOString()
  const readers = people.filter(({ id }) => ofCourse.some(({ userId, role }) => userId === id && role === 'STUDENT'))
  const subject = 'We start on Monday'
  const text = 'Bring one table that you would like to understand. The first live session is on Thursday.'
  const email = {
    id: randomUUID(),
    courseId: course!.id,
    senderId: ofCourse.find(({ role }) => role === 'TRAINER')!.userId,
    subject,
    body: cleanHtml(`<p>${text}</p>`),
    audience: { to: ['ALL'], except: [] },
    state: 'SENT' as const,
    sendAt: sentAt,
    recipients: readers.length,
    createdAt: sentAt,
  }
  await db.insert(courseEmails).values(email)
  const sent = { batchId: email.id, kind: 'COURSE' as const, state: 'SENT' as const, createdAt: sentAt, sentAt }
  const letter = { ...sent, subject, text, html: email.body }
  await db.insert(emails).values(readers.map(({ id, email: toAddress }) => ({ ...letter, userId: id, toAddress: toAddress! })))
}

interface StoredFile {
  key: string
  name: string
  contentType: string
  bytes: Uint8Array
}

/** Files are stored last in the transaction: if the store fails, nothing is seeded. */
async function insertFiles(db: Db, storage: Storage, content: Content, stored: StoredFile[]): Promise<void> {
  const ownerId = content.users.find(({ role }) => role === 'TRAINER')!.id
  await db
    .insert(files)
    .values(stored.map(({ bytes, ...file }) => ({ ...file, ownerId, size: bytes.byteLength, status: 'READY' as const })))
  await Promise.all(stored.map(({ key, contentType, bytes }) => storage.put(key, contentType, bytes)))
}
