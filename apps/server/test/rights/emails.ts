/** Emails to courses of the rights matrix: one that is scheduled, and one that was sent and failed. */

import { courseEmails, emails } from '#db/schema/mail.ts'
import { findSigningKey, setOptOut } from '#modules/mail/course-emails/queries.ts'
import { unsubscribeToken } from '#modules/mail/course-emails/unsubscribe-token.ts'
import type { TestApp } from '#test/app.ts'

/** The student of the course has opted out. */
export async function addEmails(
  { database: { db } }: TestApp,
  courseId: string,
  people: { trainer: { id: string }; student: { id: string; email: string | null } },
) {
  const { trainer, student } = people
  const values = {
    courseId,
    senderId: trainer.id,
    subject: 'Planted',
    body: '<p>Planted</p>',
    audience: { to: ['ALL'], except: [] },
    recipients: 1,
    createdAt: '2026-11-20T13:00:00Z',
  }
  const [scheduled] = await db
    .insert(courseEmails)
    .values({ ...values, sendAt: '2026-11-30T14:00:00Z' })
    .returning()
  const [sent] = await db
    .insert(courseEmails)
    .values({ ...values, state: 'SENT', sendAt: '2026-11-20T13:00:00Z', showUntil: '2026-11-30' })
    .returning()
  const mail = { kind: 'COURSE', subject: 'Planted', html: '<p>Planted</p>', text: 'Planted', lastError: '550 No such user' } as const
  await db
    .insert(emails)
    .values({ ...mail, batchId: sent!.id, userId: student.id, toAddress: student.email!, state: 'FAILED', attempts: 1 })
  const reader = { userId: student.id, courseId }
  await setOptOut(db, reader, true)
  return { emailId: scheduled!.id, sentEmailId: sent!.id, unsubscribeToken: unsubscribeToken(await findSigningKey(db), reader) }
}
