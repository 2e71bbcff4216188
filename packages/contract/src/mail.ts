/** Mail to the members of a course, and whether mail leaves at all. */
import { z } from 'zod'
import { route } from '#route.ts'
import { Id, SingleLineText, RichText, DateTimeString, Text } from '#values.ts'

export const sendMails = route({
  method: 'POST',
  path: '/api/courses/send-mails/:courseId',
  summary: 'Queue a mail to members of the course, one each',
  allow: 'mail.send',
  course: 'params.courseId',
  params: z.object({ courseId: Id }),
  body: z.object({
    subject: SingleLineText(200).refine((value) => !/[\r\n]/.test(value), 'Must be one line'),
    body: RichText.min(1, 'Must not be empty'),
    /** `ALL STUDENTS TRAINERS ME PENDING NOT_SUBMITTED:<id> …`, user ids, or members’ addresses. */
    sendTo: Text(254).or(z.array(Text(254)).min(1, 'Choose who gets it').max(5000)),
  }),
  reply: z.object({ id: Id, recipients: z.int() }),
  status: [202],
  example: { body: { subject: 'Bring one dataset', body: '<p>One that you do not trust.</p>', sendTo: 'ALL' } },
})

/** What keeps waiting mail from leaving: our own settings were refused, or the mail server does not answer. */
export const MailTrouble = z.object({
  kind: z.enum(['SETTINGS', 'SERVER']),
  /** What the mail server or the network said last. */
  answer: z.string(),
  waiting: z.int(),
  /** When the oldest waiting mail was written. */
  since: DateTimeString,
})

export const MailState = z
  .object({
    delivery: z.enum(['SMTP', 'DEMO', 'NONE']).meta({
      description: 'DEMO: mail is shown at /outbox. NONE: no mail server is set, so mail is only saved as files on the server',
    }),
    trouble: MailTrouble.nullable(),
  })
  .meta({ id: 'MailState' })
export type MailState = z.infer<typeof MailState>

export const getMailState = route({
  method: 'GET',
  path: '/api/mail/state',
  summary: 'Whether invitations and other mail leave this server, and what keeps them',
  allow: 'user.create',
  reply: MailState,
})
