/** Notifies students of their marks, and emails them a receipt of what they submitted if they want one. */

import { eq, sql } from 'drizzle-orm'
import { isolate } from '@lms/contract/rules/direction'
import type { Context } from '#call/handler.ts'
import type { Db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { users } from '#db/schema/users.ts'
import { formatEmailTime, layout, queueMails } from '#modules/mail/outbox.ts'
import { notify, type NewNotice } from '#modules/notices/notify.ts'
import { listWaitingGroups } from '#modules/notices/queries.ts'

interface Graded {
  id: string
  courseId: string
  studentId: string
  /** Before the marks were saved. */
  version: number
}
interface Assignment {
  id: string
  weekId: string
  title: string
  maxMarks: number
}

/** One notice per version of the marks. */
export const marksSource = ({ id, version }: Pick<Graded, 'id' | 'version'>): string => `submission:${id}:${version + 1}`

const groupOf = ({ id }: Pick<Graded, 'id'>): string => `submission:${id}`

interface NewMarks {
  work: Graded
  assignment: Assignment
  /** Null: returned without a mark. */
  marks: number | null
  /** Marks that the student could see before; null: none. */
  known: number | null
  isReturned?: boolean
  /** The mark counts nowhere, so the notice only says that the work was returned. */
  isExcused: boolean
}

/** The mark that the student sees of this work. */
export const getKnownMarks = ({ status, marks, isHeld }: { status: string; marks: number | null; isHeld: boolean }): number | null =>
  status === 'GRADED' && !isHeld ? marks : null

/**
 * Notifies students of their marks, whatever gave or changed them. An unread notice of the same work is replaced in the list by the new
 * one; if the student knows the earlier mark, by having read the notice or its email, the new one says that it changed.
 */
export async function notifyMarks(
  db: Db,
  all: readonly NewMarks[],
  { by, now, emailDelayMs = 0 }: { by: string; now: Date; emailDelayMs?: number },
): Promise<void> {
  const given = all.filter(({ isExcused, isReturned }) => !isExcused || isReturned)
  const isChange = ({ isReturned, known, marks }: NewMarks) => !isReturned && known !== null && known !== marks
  const waiting = await listWaitingGroups(
    db,
    given.filter(isChange).map(({ work }) => ({ userId: work.studentId, groupKey: groupOf(work) })),
  )
  const outcomeOf = (one: NewMarks) => {
    if (one.isReturned) return 'RETURNED'
    return isChange(one) && !waiting.has(groupOf(one.work)) ? 'CHANGED' : 'MARKED'
  }
  const notices = given.map((one): NewNotice => {
    const { work, marks } = one
    const { id: assignmentId, weekId, title, maxMarks } = one.assignment
    const subject = { title, weekId, assignmentId, ...(marks !== null && { marks }), maxMarks, outcome: outcomeOf(one) } as const
    const keys = { groupKey: groupOf(work), sourceId: marksSource(work), emailDelayMs }
    return { kind: 'MARKS', courseId: work.courseId, ...keys, actorId: by, subject, userIds: [work.studentId] }
  })
  await notify(db, notices, now)
}

interface Submitted {
  courseId: string
  studentId: string
  attempt: number
  submittedAt: string | null
  late: boolean
  answers: readonly unknown[]
}
interface Of {
  id: string
  weekId: string
  title: string
  questions: readonly unknown[]
}

/** In the transaction that submits: there is no receipt without a submission. */
export async function sendReceipt(
  ctx: Context,
  { id, weekId, title, questions }: Of,
  { courseId, studentId, attempt, submittedAt, late, answers }: Submitted,
): Promise<void> {
  const found = await findReader(ctx.db, studentId, courseId)
  if (!found?.email || !submittedAt) return
  const time = formatEmailTime(submittedAt, found.timeZone)
  const lines = [
    found.courseTitle,
    `Submitted ${time}. Attempt ${attempt}, ${late ? 'late' : 'on time'}.`,
    ...(questions.length > 0 ? [`${answers.length} of ${questions.length} questions answered.`] : []),
  ]
  const heading = `You submitted ${isolate(title)}`
  const action = {
    label: 'Open your submission',
    href: `${ctx.services.config.publicUrl}/assignments/course/${courseId}/week/${weekId}/${id}`,
  }
  const footer = 'You asked for this receipt when you submitted. You can turn it off the next time.'
  const letter = { kind: 'NOTICE' as const, subject: heading, ...layout({ heading, lines, action, footer }) }
  await queueMails(ctx.db, letter, [{ userId: studentId, address: found.email }], ctx.now())
}

async function findReader(db: Db, studentId: string, courseId: string) {
  const [found] = await db
    .select({ email: users.email, timeZone: sql<string>`coalesce(${users.timeZone}, ${courses.timeZone})`, courseTitle: courses.title })
    .from(users)
    .innerJoin(courses, eq(courses.id, courseId))
    .where(eq(users.id, studentId))
  return found
}
