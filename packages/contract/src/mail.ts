/** Whether mail is sent at all; emails to a course are in course-emails.ts. */
import { z } from 'zod'
import { route } from '#route.ts'
import { DateTimeString } from '#values.ts'

/** Why mail is held back: our own settings were rejected, or the mail server does not respond. */
export const MailTrouble = z.object({
  kind: z.enum(['SETTINGS', 'SERVER']),
  /** The last response of the mail server or the network. */
  answer: z.string(),
  waiting: z.int(),
  /** When the oldest waiting mail was written. */
  since: DateTimeString,
})

export const MailState = z
  .object({
    delivery: z.enum(['SMTP', 'DEMO', 'NONE']).meta({
      description: 'DEMO: mail is shown at /outbox. NONE: no mail server is configured, so mail is only saved as files on the server',
    }),
    trouble: MailTrouble.nullable(),
  })
  .meta({ id: 'MailState' })
export type MailState = z.infer<typeof MailState>

export const getMailState = route({
  method: 'GET',
  path: '/api/mail/state',
  summary: 'Whether the server sends mail, and problems with it',
  allow: 'user.create',
  reply: MailState,
})
