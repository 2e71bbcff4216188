/** Whether mail is sent at all; emails to a course are in course-emails.ts. */

import { z } from 'zod'
import { route } from '#route.ts'
import { DateTimeString } from '#values.ts'

/** Why mail is held back: no mail server is configured, our own settings were rejected, or the mail server does not respond. */
export const MailTrouble = z.object({
  kind: z.enum(['NO_SERVER', 'SETTINGS', 'SERVER']),
  /** The last response of the mail server or the network. */
  answer: z.string(),
  /** Messages that wait to be sent; codes and invitation links do not wait for a mail server that is not configured. */
  waiting: z.int(),
  /** When the oldest waiting mail was written. */
  since: DateTimeString,
})

export const MailState = z
  .object({
    delivery: z.enum(['SMTP', 'DEMO', 'NONE']).meta({
      description:
        'DEMO: mail is shown at /outbox. NONE: no mail server is configured, so codes and invitations are only saved as files on the server, and all else waits',
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
