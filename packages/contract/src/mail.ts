/** Whether mail leaves this server at all; emails to a course are in course-emails.ts. */
import { z } from 'zod'
import { route } from '#route.ts'
import { DateTimeString } from '#values.ts'

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
