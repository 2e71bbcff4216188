/** Sends an email to a course: its content, and the job that writes the messages to all recipients. */

import { decideStart, emailReasons, encodeForAddress, fillPlaceholders, fillTags, firstName } from '@lms/contract/rules/course-emails'
import { isolate } from '@lms/contract/rules/direction'
import type { Dependencies } from '#call/dependencies.ts'
import { allowWaiting, type Db } from '#db/client.ts'
import { hasReaders, listAudience } from '#modules/mail/course-emails/audience.ts'
import { withMailPictures } from '#modules/mail/course-emails/pictures.ts'
import {
  findCourseAndSender,
  findSigningKey,
  listReaders,
  lockCourseEmail,
  updateCourseEmailRow,
  type Circumstances,
} from '#modules/mail/course-emails/queries.ts'
import { unsubscribeToken } from '#modules/mail/course-emails/unsubscribe-token.ts'
import { layout, queueMails, unsentLifetimeMs, type Recipient } from '#modules/mail/outbox.ts'
import { letterPlaceholders } from '#modules/mail/queries.ts'
import { announcementGroup, notify } from '#modules/notices/notify.ts'
import { escapeHtml, htmlToText } from '#services/html.ts'
import { addJob, type Task } from '#services/jobs.ts'

export const startBatchJob = 'mail.startBatch'

/** Attempts before an email is given up: within half an hour. */
const attempts = 8

/** Replaces a waiting job: an email has one send time. */
export const addStart = (db: Db, id: string, runAt: Date): Promise<void> =>
  addJob(db, startBatchJob, { id, at: runAt.toISOString() }, { key: keyOf(id), runAt, attempts })

const keyOf = (id: string): string => `${startBatchJob}:${id}`
/** The id of the email. */
export const toEmailId = (key: string): string => key.slice(keyOf('').length)

interface Written {
  subject: string
  body: string
}

/** Only the sender's own text has placeholders. Names, and the reason and link of the footer, are filled in for each recipient. */
export function toEmail({ subject, body }: Written, { title, sender }: Circumstances) {
  const own = { name: letterPlaceholders.name, fullName: letterPlaceholders.fullName }
  const filled = fillPlaceholders(subject, { ...own, course: title })
  const inAddresses = {
    name: letterPlaceholders.addressName,
    fullName: letterPlaceholders.addressFullName,
    course: encodeForAddress(title),
  }
  const html = fillTags(body, { ...own, course: escapeHtml(title) }, inAddresses)
  return {
    subject: filled,
    replyTo: sender.email,
    ...layout({
      heading: filled,
      lines: [`${isolate(sender.name)}, ${isolate(title)}`],
      body: { html: withMailPictures(html), text: htmlToText(html) },
      footer: `You get this because ${letterPlaceholders.reason} ${isolate(title)}.`,
      footerAction: { label: 'Stop emails from this course', href: letterPlaceholders.link },
    }),
  }
}

type Email = NonNullable<Awaited<ReturnType<typeof lockCourseEmail>>>

interface Reader {
  userId: string
  name: string
  email: string
  part: keyof typeof emailReasons
}

export async function toRecipients(db: Db, courseId: string, readers: readonly Reader[], publicUrl: string): Promise<Recipient[]> {
  const key = await findSigningKey(db)
  return readers.map(({ userId, name, email, part }) => ({
    userId,
    address: email,
    name: firstName(name),
    fullName: name,
    reason: emailReasons[part],
    link: `${publicUrl}/auth/unsubscribe?token=${unsubscribeToken(key, { userId, courseId })}`,
  }))
}

export const courseEmailTasks = (deps: Dependencies): Record<string, Task> => ({
  [startBatchJob]: (payload) => deps.database.transaction((db) => startBatch(db, deps, payload as StartBatch)),
})

/** `at`: the scheduled time. Clocks are not compared: the database's clock decides when the job is due. */
type StartBatch = { id: string; at?: string }

/** Determines the recipients once it is due, and writes their mails, some in each transaction. */
async function startBatch(db: Db, deps: Dependencies, { id, at }: StartBatch): Promise<void> {
  await allowWaiting(db)
  const email = await lockCourseEmail(db, id)
  if (email?.state === 'SENT') return writeMails(db, deps, email)
  // Cancelled, or rescheduled, in which case there is another job.
  if (email?.state !== 'SCHEDULED' || (at && Date.parse(email.sendAt) !== Date.parse(at))) return
  const { services, now } = deps
  const found = await findCourseAndSender(db, email.courseId, email.senderId)
  if (!found) return
  const { courseId, senderId } = email
  const isAnnouncement = email.showUntil !== null
  const audience = await listAudience(db, { courseId, senderId, ...email.audience, isAnnouncement, now: now() })
  const start = decideStart({
    course: found,
    sender: { name: found.sender.name, maySend: found.maySend },
    isAnnouncement,
    hasServer: services.mailer.delivery !== 'NONE',
    isTooLate: now().getTime() - Date.parse(email.sendAt) > unsentLifetimeMs,
    hasReaders: hasReaders(audience, isAnnouncement),
  })
  if (start.to === 'SCHEDULED') return waitForServer(db, id, email.sendAt)
  if (start.to === 'CANCELLED') return void (await updateCourseEmailRow(db, id, { state: start.to, cancelReason: start.reason }))
  const waiting = audience.flatMap(({ userId, reason }) => (reason === null ? [userId] : []))
  if (isAnnouncement) await notifyAnnouncement(db, email, audience, now())
  const leftOut = audience.flatMap(({ userId, reason }) => (reason ? [{ userId, reason }] : []))
  const changes = comparePlanned(email.planned, waiting)
  await updateCourseEmailRow(db, id, { state: 'SENT', recipients: waiting.length, waiting, leftOut, ...changes })
  await writeMails(db, deps, { ...email, waiting })
}

/** Who has joined or left the audience since the email was scheduled. */
function comparePlanned(planned: readonly string[] | null, waiting: readonly string[]) {
  const [before, after] = [new Set(planned), new Set(waiting)]
  return planned && { added: [...after.difference(before)], dropped: [...before.difference(after)] }
}

/** Users who get no email read it on the course page. Nobody gets a second email about it. */
async function notifyAnnouncement(
  db: Db,
  { id, subject: title, courseId, senderId }: Email,
  audience: Awaited<ReturnType<typeof listAudience>>,
  now: Date,
): Promise<void> {
  const daily = audience.filter(({ reason }) => reason === 'ANNOUNCEMENTS_DAILY')
  const others = audience.filter(({ reason }) => reason === null || reason === 'OPTED_OUT' || reason === 'ANNOUNCEMENTS_NEVER')
  const key = announcementGroup(id)
  const notice = { kind: 'ANNOUNCEMENT' as const, groupKey: key, sourceId: key, actorId: senderId, subject: { title, emailId: id } }
  const to = (people: typeof audience) => ({ ...notice, courseId, userIds: people.map(({ userId }) => userId) })
  await notify(db, [to(daily), { ...to(others), isEmailed: false }], now)
}

/** Mails written in one transaction: of the longest text they take a few seconds. */
const mailsAtOnce = 250

/** Writes the mails of some of those who wait for one, and adds the job for the others. */
async function writeMails(db: Db, { services, now }: Dependencies, email: Email): Promise<void> {
  const { id, courseId, senderId, waiting } = email
  const found = await findCourseAndSender(db, courseId, senderId)
  if (!found || waiting.length === 0) return
  const readers = await listReaders(db, courseId, waiting.slice(0, mailsAtOnce))
  const recipients = await toRecipients(db, courseId, readers, services.config.publicUrl)
  await queueMails(db, { kind: 'COURSE', batchId: id, ...toEmail(email, found) }, recipients, now())
  const rest = waiting.slice(mailsAtOnce)
  await updateCourseEmailRow(db, id, { waiting: rest })
  if (rest.length > 0) await addRest(db, id)
}

/** The mails of a sent email that are not written yet. */
export const addRest = (db: Db, id: string): Promise<void> => addJob(db, startBatchJob, { id }, { key: keyOf(id), attempts })

/** Milliseconds between two attempts while no mail server is configured. */
const serverPauseMs = 600_000

/** It stays scheduled, so that it can still be changed or cancelled, and is sent to those who are in the course then. */
const waitForServer = (db: Db, id: string, sendAt: string): Promise<void> =>
  addJob(db, startBatchJob, { id, at: new Date(sendAt).toISOString() }, { key: keyOf(id), after: serverPauseMs, attempts })
