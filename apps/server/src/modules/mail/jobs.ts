/** Sends the mail in the outbox. */

import { emailNotSetUp } from '@lms/contract/rules/course-emails'
import type { Dependencies } from '#call/dependencies.ts'
import type { Db } from '#db/client.ts'
import { pictureReader } from '#modules/mail/course-emails/pictures.ts'
import { findReader, findSigningKey, setSkipped } from '#modules/mail/course-emails/queries.ts'
import { unsubscribeToken } from '#modules/mail/course-emails/unsubscribe-token.ts'
import { priorities, sendMailJob, unsentLifetimeMs, type SendMail } from '#modules/mail/outbox.ts'
import {
  deleteOldMails,
  findQueued,
  getOldestKeptMail,
  sendHeldMails,
  toMailJobKey,
  setFailed,
  setRetry,
  setSent,
} from '#modules/mail/queries.ts'
import { insertNotices } from '#modules/notices/queries.ts'
import { addJob, type Task } from '#services/jobs.ts'
import { deleteOldMailFiles, hasPassed, MailDelayed, MailRefused } from '#services/mailer.ts'

/** Milliseconds. */
const [second, hour, day] = [1000, 3_600_000, 86_400_000]
/** Milliseconds between two releases of held mail. */
const releasePauseMs = 60_000

/** Delay before the next attempt: 10 s, doubled each time, one hour at most. */
export const retryDelay = (attempts: number): number => Math.min(10 * second * 2 ** (attempts - 1), hour)

/**
 * An expired code is useless, and so is the link of an invitation after seven days. Mail deferred by the recipient's server
 * is retried for three days, as is usual (RFC 5321, 4.5.4.1); mail held back by our settings or our server waits until it can be sent,
 * and for seven days if no mail server is configured.
 */
export function isTooLate(
  { kind, createdAt, delayedBy }: { kind: string; createdAt: string; delayedBy: string | null },
  now: Date,
): boolean {
  const age = now.getTime() - Date.parse(createdAt)
  if (kind === 'CODE') return age > 600 * second
  if (delayedBy === 'NO_SERVER') return age > unsentLifetimeMs
  const isHeld = delayedBy === 'SETTINGS' || delayedBy === 'SERVER'
  if (isHeld) return kind === 'INVITATION' && age > 7 * day
  return age > 3 * day
}

export function mailTasks(deps: Dependencies): Record<string, Task> {
  const readPictures = pictureReader(deps.services.storage)
  let releasedAt = 0
  // A mail that is always refused must not be retried after each one that is sent.
  const release = async (): Promise<void> => {
    const at = deps.now().getTime()
    if (!hasPassed(releasePauseMs, releasedAt, at)) return
    releasedAt = at
    await sendHeldMails(deps.database.db)
  }
  return {
    [sendMailJob]: (payload, signal) => sendMail({ ...deps, readPictures, release }, payload as SendMail, signal),
    'mail.sweep': async () => {
      await deleteOldMails(deps.database.db, deps.now())
      await deleteOldMailFiles(deps.services.config.dataDir, getOldestKeptMail(deps.now()))
    },
  }
}

export const mailSchedule = { 'mail.sweep': '40 3 * * *' }

/** Does nothing if the recipient was deleted, or if another run of the same job has already handled the mail. */
type Sending = Dependencies & { readPictures: ReturnType<typeof pictureReader>; release: () => Promise<void> }

async function sendMail(deps: Sending, job: SendMail, signal?: AbortSignal): Promise<void> {
  const { id, attempt, calendar } = job
  const { database, services, now } = deps
  const mail = await findQueued(database.db, id, attempt)
  if (!mail) return
  if (isTooLate(mail, now())) return giveUp(deps, mail, 'It could not be sent in time.')
  // Codes and invitations are saved as files, because an administrator may need one to get in.
  if (services.mailer.delivery === 'NONE' && (mail.kind === 'NOTICE' || mail.kind === 'COURSE'))
    return tryLater(deps, mail, job, new MailDelayed('NO_SERVER', new Error(emailNotSetUp)))
  const course = mail.kind === 'COURSE' ? await checkReader(database.db, mail) : undefined
  if (course?.skip) return void (await setSkipped(database.db, id, course.skip))
  const unsubscribe = course?.token && `${services.config.publicUrl}/api/mail/unsubscribe?token=${course.token}`
  try {
    const pictures = await deps.readPictures(mail.html)
    await services.mailer.send({ ...mail, to: mail.toAddress, calendar, pictures, unsubscribe }, signal)
  } catch (error) {
    if (error instanceof MailRefused) return giveUp(deps, mail, error.message)
    return tryLater(deps, mail, job, error)
  }
  await setSent(database.db, id, { now: now(), keepsText: services.mailer.keepsText })
  // The server accepts mail again, so held mail is released.
  await deps.release()
}

type Mail = NonNullable<Awaited<ReturnType<typeof findQueued>>>

/** Tells the sender of an invitation that it did not arrive. */
const giveUp = ({ database, now }: Dependencies, mail: Mail, reason: string): Promise<void> =>
  database.transaction(async (db) => {
    await setFailed(db, mail.id, reason)
    if (mail.kind !== 'INVITATION' || !mail.senderId || !mail.userId) return
    const notice = { kind: 'INVITATION' as const, groupKey: 'invitations', sourceId: `mail:${mail.id}`, actorId: mail.userId }
    const own = { userId: mail.senderId, courseId: null, createdAt: now().toISOString(), emailAt: null }
    await insertNotices(db, [{ ...notice, ...own, subject: { title: mail.toAddress, userId: mail.userId } }])
  })

/** The recipient may have left the course or opted out since the email was queued. */
async function checkReader(
  db: Db,
  { batchId, userId }: Mail,
): Promise<{ skip: 'LEFT' | 'COURSE' | 'OPTED_OUT'; token?: never } | { skip?: never; token: string }> {
  const found = batchId && userId ? await findReader(db, batchId, userId) : undefined
  if (!found?.isOpen) return { skip: 'COURSE' }
  if (!found.isMember) return { skip: 'LEFT' }
  if (found.isOptedOut) return { skip: 'OPTED_OUT' }
  return { token: unsubscribeToken(await findSigningKey(db), { userId: userId!, courseId: found.courseId }) }
}

function tryLater({ database }: Dependencies, mail: Mail, job: SendMail, error: unknown): Promise<void> {
  const attempt = mail.attempts + 1
  return database.transaction(async (db) => {
    const delayedBy = error instanceof MailDelayed ? error.delayedBy : 'SERVER'
    await setRetry(db, mail.id, attempt, { lastError: error instanceof Error ? error.message : String(error), delayedBy })
    await addJob(
      db,
      sendMailJob,
      { ...job, attempt },
      { after: retryDelay(attempt), priority: priorities[mail.kind], key: toMailJobKey(mail.id) },
    )
  })
}
