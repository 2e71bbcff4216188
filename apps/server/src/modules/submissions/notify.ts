/** Notifies students of their marks, and emails them a receipt of what they submitted if they want one. */
import { isolate } from '@lms/contract/rules/direction'
import type { NewNotice } from '#modules/notices/notify.ts'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.ts'
import { courses } from '#db/schema/courses.ts'
import { users } from '#db/schema/users.ts'
import type { Context } from '#http/handler.ts'
import { formatEmailTime, layout, queueMails } from '#modules/mail/outbox.ts'

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

export function marksNotice(
  graded: Graded,
  { id: assignmentId, weekId, title, maxMarks }: Assignment,
  { marks, action, by }: { marks: number; action: 'GRADE' | 'RETURN'; by: string },
): NewNotice {
  const { id, courseId, studentId } = graded
  const subject = {
    title,
    weekId,
    assignmentId,
    marks,
    maxMarks,
    outcome: action === 'GRADE' ? ('MARKED' as const) : ('RETURNED' as const),
  }
  const keys = { groupKey: `submission:${id}`, sourceId: marksSource(graded) }
  return { kind: 'MARKS', courseId, ...keys, actorId: by, subject, userIds: [studentId] }
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
