/** Writes notices, in the transaction of the change they are about. */

import type { NoticeKind, NoticeSubject } from '@lms/contract/rules/notices'
import type { Db } from '#db/client.ts'
import { insertNotices, listRecipients } from '#modules/notices/queries.ts'
import { emailTime } from '#modules/notices/rules.ts'
import { addJob } from '#services/jobs.ts'

export const emailNoticesJob = 'notices.email'
/** Emails due later than this are sent with the scheduled run. */
const soonMs = 60_000

export const announcementGroup = (emailId: string): string => `announcement:${emailId}`

export interface NewNotice {
  kind: NoticeKind
  courseId: string
  /** Unread notices of one group are one row in the notification menu: `discussion:<id>`, `submission:<id>`. */
  groupKey: string
  /** The event: `comment:<id>`. Of several notices with the same source a user gets the first. */
  sourceId: string
  /** Who caused it, if a person is to be named. */
  actorId: string | null
  subject: NoticeSubject
  userIds: readonly string[]
  /** False if the same users get an email about it anyway. */
  isEmailed?: boolean
  /** Milliseconds before an immediate email is sent: until then the notice can be deleted again. */
  emailDelayMs?: number
}

/** Notifies only members of the course and admins; about a sign-up, non-members too. Nobody is notified of their own actions. */
export async function notify(db: Db, notices: readonly NewNotice[], now: Date): Promise<void> {
  const wanted = notices.flatMap(({ userIds, actorId, ...notice }) =>
    [...new Set(userIds)].filter((userId) => userId !== actorId).map((userId) => ({ ...notice, userId, actorId })),
  )
  if (wanted.length === 0) return
  const recipients = await listRecipients(db, wanted)
  const settings = new Map(recipients.map((one) => [`${one.courseId} ${one.userId}`, one]))
  const times = new Map<string, string>()
  const rows = wanted.flatMap(({ isEmailed = true, emailDelayMs = 0, ...notice }) => {
    const found = settings.get(`${notice.courseId} ${notice.userId}`)
    if (!found || (!found.isMember && notice.kind !== 'FORM')) return []
    // Opting out of a course's emails overrides the setting of a kind; marks and sign-up decisions are always emailed.
    const isStopped = found.isOptedOut && notice.kind !== 'MARKS' && notice.kind !== 'FORM'
    const emailAt = isEmailed && !isStopped ? emailTime(notice.kind, found, new Date(now.getTime() + emailDelayMs), times) : null
    return [{ ...notice, emailAt, createdAt: now.toISOString() }]
  })
  if (rows.length === 0) return
  await insertNotices(db, rows)
  const soon = rows.flatMap(({ emailAt }) => (emailAt && Date.parse(emailAt) <= now.getTime() + soonMs ? [Date.parse(emailAt)] : []))
  if (soon.length === 0) return
  const runAt = new Date(Math.max(...soon))
  await addJob(db, emailNoticesJob, {}, runAt > now ? { runAt } : {})
}
