/** Sending what is in the outbox. */
import type { Dependencies } from '#http/mount.ts'
import { priorities, type SendMail, sendMailJob } from '#modules/mail/outbox.ts'
import { deleteOldMails, findQueued, releaseHeld, retryKey, setFailed, setRetry, setSent } from '#modules/mail/queries.ts'
import { isTooLate, retryDelay } from '#modules/mail/rules.ts'
import { addJob, type Task } from '#services/jobs.ts'
import { MailDelayed, MailRefused } from '#services/mailer.ts'

export const mailTasks = (ground: Dependencies): Record<string, Task> => ({
  [sendMailJob]: (payload, signal) => sendMail(ground, payload as SendMail, signal),
  'mail.sweep': async () => void (await deleteOldMails(ground.database.db, ground.now())),
})

export const mailSchedule = { 'mail.sweep': '40 3 * * *' }

/** Whoever was deleted meanwhile has no mails any more; a job that came twice finds its mail gone on. */
async function sendMail(ground: Dependencies, job: SendMail, signal?: AbortSignal): Promise<void> {
  const { id, attempt, calendar } = job
  const { database, services, now } = ground
  const mail = await findQueued(database.db, id, attempt)
  if (!mail) return
  if (isTooLate(mail, now())) return setFailed(database.db, id, 'It could not be sent in time.')
  try {
    await services.mailer.send({ ...mail, to: mail.toAddress, calendar }, signal)
  } catch (error) {
    if (error instanceof MailRefused) return setFailed(database.db, id, error.message)
    return tryLater(ground, mail, job, error)
  }
  await setSent(database.db, id, { now: now(), keepsText: services.mailer.keepsText })
  // The server takes mail: what was held back need not wait for its own turn.
  await releaseHeld(database.db)
}

function tryLater(
  { database, now }: Dependencies,
  mail: NonNullable<Awaited<ReturnType<typeof findQueued>>>,
  job: SendMail,
  error: unknown,
): Promise<void> {
  const attempt = mail.attempts + 1
  return database.transaction(async (db) => {
    const delayedBy = error instanceof MailDelayed ? error.delayedBy : 'SERVER'
    await setRetry(db, mail.id, attempt, { lastError: error instanceof Error ? error.message : String(error), delayedBy })
    const runAt = new Date(now().getTime() + retryDelay(attempt))
    await addJob(db, sendMailJob, { ...job, attempt }, { runAt, priority: priorities[mail.kind], key: retryKey(mail.id) })
  })
}
