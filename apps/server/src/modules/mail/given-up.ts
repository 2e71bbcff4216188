/** Jobs that were given up after their last attempt: an email to a course says so in the log, and those responsible get a notice. Of the others, super admins do. */

import { fillForAll, isEmailMove, toEmailState } from '@lms/contract/rules/course-emails'
import type { Dependencies } from '#call/dependencies.ts'
import type { Db } from '#db/client.ts'
import { findCourseAndSender, listResponsible, lockCourseEmail, updateCourseEmailRow } from '#modules/mail/course-emails/queries.ts'
import { toEmailId, startBatchJob } from '#modules/mail/course-emails/send.ts'
import { layout, queueMails } from '#modules/mail/outbox.ts'
import { listOperators } from '#modules/mail/queries.ts'
import { notify } from '#modules/notices/notify.ts'
import { insertNotices } from '#modules/notices/queries.ts'
import { takeGivenUp, type Task } from '#services/jobs.ts'

export const givenUpTasks = ({ database, now }: Dependencies): Record<string, Task> => ({
  'jobs.given-up': () => database.transaction((db) => reportGivenUp(db, now())),
})

export const givenUpSchedule = { 'jobs.given-up': '*/5 * * * *' }

/** The jobs are deleted in the same transaction, so that each is reported once. */
async function reportGivenUp(db: Db, now: Date): Promise<void> {
  const jobs = await takeGivenUp(db)
  for (const { name, key } of jobs) if (name === startBatchJob && key) await giveUpEmail(db, toEmailId(key), now)
  const others = new Set(jobs.flatMap(({ name }) => (name === startBatchJob ? [] : [name])))
  if (others.size === 0) return
  const operators = await listOperators(db)
  const title = [...others].toSorted().join(', ')
  const at = { createdAt: now.toISOString(), emailAt: null }
  const notice = {
    kind: 'JOB' as const,
    groupKey: 'jobs',
    sourceId: `jobs:${at.createdAt}`,
    courseId: null,
    actorId: null,
    subject: { title },
  }
  await insertNotices(
    db,
    operators.map(({ userId }) => ({ ...notice, ...at, userId })),
  )
  const heading =
    others.size === 1 ? 'A task in the background was given up' : `${others.size} kinds of tasks in the background were given up`
  const lines = [`It failed too often: ${title}.`, 'The log of the server says why.']
  const letter = layout({ heading, lines, footer: 'You get this because you are a super admin.' })
  await queueMails(db, { kind: 'NOTICE', subject: heading, ...letter }, operators, now)
}

const reason = 'The server could not write it after many attempts. The log of the server says why.'

async function giveUpEmail(db: Db, id: string, now: Date): Promise<void> {
  const email = await lockCourseEmail(db, id)
  const isUnsent = email && isEmailMove('giveUp', toEmailState(email.state, email.waiting.length))
  const found = isUnsent && (await findCourseAndSender(db, email.courseId, email.senderId))
  if (!found) return
  await updateCourseEmailRow(db, id, { cancelReason: reason, ...(email.state === 'SCHEDULED' && { state: 'CANCELLED' }) })
  const title = fillForAll(email.subject, found.title)
  const keys = { groupKey: `course-email:${id}`, sourceId: `course-email:${id}:${now.toISOString()}` }
  const userIds = await listResponsible(db, email)
  await notify(db, [{ kind: 'EMAIL', courseId: email.courseId, ...keys, actorId: null, subject: { title, emailId: id }, userIds }], now)
}
