/** Putting mail into the outbox: the rows and the jobs that send them, in the transaction that they tell about. */
import { toSingleLine } from '@lms/contract/values'
import type { Db } from '#db/client.ts'
import { withSchool } from '#modules/mail/layout.ts'
import { insertMails, type Letter } from '#modules/mail/queries.ts'
import { findSchoolName } from '#modules/school/queries.ts'
import { escapeHtml } from '#services/html.ts'
import { addJobs } from '#services/jobs.ts'

export const sendMailJob = 'mail.send'
/** Who waits in front of a screen comes before ten thousand invitations. */
export const priorities = { CODE: -20, NOTICE: -10, INVITATION: 10, COURSE: 10 } as const

export interface Recipient {
  /** Null for an address that is nobody's. */
  userId: string | null
  address: string
  /** What `{{name}}` and `{{link}}` in the letter stand for. */
  name?: string
  link?: string
}

/** What a mail's job knows; a calendar file goes with the job, because the rows of the outbox stay. */
export type SendMail = { id: string; attempt: number; calendar?: string }

export async function queueMails(
  db: Db,
  letter: Letter & { calendar?: string },
  recipients: readonly Recipient[],
  now: Date,
): Promise<void> {
  if (recipients.length === 0) return
  const ids = await insertMails(db, withSchool(letter, await findSchoolName(db)), recipients.map(filledIn), now)
  await addJobs(
    db,
    sendMailJob,
    ids.map((id): SendMail => ({ id, attempt: 0, ...(letter.calendar !== undefined && { calendar: letter.calendar }) })),
    { priority: priorities[letter.kind] },
  )
}

function filledIn({ userId, address, name = '', link = '' }: Recipient) {
  const line = toSingleLine(name)
  return { userId, address, name: line, link, htmlName: escapeHtml(line), htmlLink: escapeHtml(link) }
}
