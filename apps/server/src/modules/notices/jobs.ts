/** Emails about notices: one for each immediate notice, and one a day for the rest. */

import { isolate } from '@lms/contract/rules/direction'
import { getEmailTiming, noticePath, noticeText } from '@lms/contract/rules/notices'
import type { Dependencies } from '#call/dependencies.ts'
import type { Db } from '#db/client.ts'
import { layout, queueMails, type Recipient } from '#modules/mail/outbox.ts'
import { emailNoticesJob } from '#modules/notices/notify.ts'
import { lockNoticesToEmail, deleteOldNotices, listForEmail } from '#modules/notices/queries.ts'
import { announceWork } from '#modules/notices/work.ts'
import type { Task } from '#services/jobs.ts'

/** Users whose emails are written in one transaction. */
const peopleAtOnce = 100
/** Lines of one email. */
const mostLines = 20

export const noticeTasks = (deps: Dependencies): Record<string, Task> => ({
  [emailNoticesJob]: (_payload, signal) => emailNotices(deps, signal),
  'notices.work': () => announceWork(deps),
  'notices.sweep': async () => void (await deleteOldNotices(deps.database.db, deps.now())),
})

/** Time zones differ by quarters of an hour. */
export const noticeSchedule = { 'notices.work': '*/5 * * * *', [emailNoticesJob]: '*/15 * * * *', 'notices.sweep': '50 3 * * *' }

/** Notices are claimed and their emails written in one transaction: if it is interrupted, none is lost and none is sent twice. */
async function emailNotices({ database, services, now }: Dependencies, signal?: AbortSignal): Promise<void> {
  const { publicUrl } = services.config
  const emailSome = () =>
    database.transaction(async (db) => {
      const ids = await lockNoticesToEmail(db, now(), peopleAtOnce)
      if (ids.length > 0) await writeEmails(db, ids, publicUrl, now())
      return ids.length > 0
    })
  while (await emailSome()) signal?.throwIfAborted()
}

type Row = Awaited<ReturnType<typeof listForEmail>>[number]

async function writeEmails(db: Db, ids: readonly string[], publicUrl: string, now: Date): Promise<void> {
  const rows = (await listForEmail(db, ids)).filter(({ kind, preferences }) => getEmailTiming(kind, preferences) !== 'NEVER')
  // An announcement that hundreds get immediately is rendered once.
  const letters = new Map<string, { letter: ReturnType<typeof write>; recipients: Recipient[] }>()
  for (const own of Map.groupBy(rows, ({ userId }) => userId).values()) {
    const { userId, address } = own[0]!
    const letter = write(own, publicUrl)
    const known = letters.get(letter.text)
    if (known) known.recipients.push({ userId, address })
    else letters.set(letter.text, { letter, recipients: [{ userId, address }] })
  }
  for (const { letter, recipients } of letters.values()) await queueMails(db, letter, recipients, now)
}

/** The newest of each group represents it, as in the notification menu. */
function inGroups(rows: readonly Row[]) {
  return [...Map.groupBy(rows, ({ groupKey }) => groupKey).values()]
    .map((group) => {
      const newest = group.at(-1)!
      const actors = new Set(group.flatMap(({ actor, repliers }) => [...(actor ? [actor.id] : []), ...repliers]))
      if (newest.actor) actors.delete(newest.actor.id)
      return { ...newest, otherActors: actors.size }
    })
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
}

function write(rows: readonly Row[], publicUrl: string) {
  const groups = inGroups(rows)
  const footer = `You choose what you are emailed about in your profile: ${publicUrl}/profile#notices`
  const [first] = groups
  const isOne = groups.length === 1
  const heading = isOne ? noticeText(first!) : `${groups.length} new notices`
  const linkOf = (one: (typeof groups)[number]) => `${publicUrl}${noticePath(one)}`
  const listed = groups.slice(0, mostLines).map((one) => ({ text: `${noticeText(one)} (${isolate(one.course.title)})`, href: linkOf(one) }))
  const rest = groups.length - listed.length
  const content = isOne
    ? {
        lines: [first!.course.title],
        action: { label: 'Open', href: linkOf(first!) },
      }
    : { lines: [...listed, ...(rest > 0 ? [`And ${rest} more.`] : [])], action: { label: 'Open LMS', href: publicUrl } }
  return { kind: 'NOTICE' as const, subject: heading, ...layout({ heading, ...content, footer }) }
}
