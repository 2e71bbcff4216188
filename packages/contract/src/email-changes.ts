/** Changing the email address of an account: confirmed by a link to the new address, and stopped by one to the old address. */

import { z } from 'zod'
import { route } from '#route.ts'
import { DateTimeString, Email, Id, Text, Version } from '#values.ts'

const params = z.object({ id: Id })

/** An account's address, and the one that waits to be confirmed. */
export const EmailChange = z
  .object({
    email: z.string(),
    pending: z
      .object({
        email: z.string(),
        expiresAt: DateTimeString,
        /** Why the link could not be delivered, in the words of the mail server; null if it was, or is on its way. */
        error: z.string().nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'EmailChange' })
export type EmailChange = z.infer<typeof EmailChange>

export const getEmailChange = route({
  method: 'GET',
  path: '/api/users/:id/email',
  summary: 'The email address of an account, and the new one that waits to be confirmed',
  allow: 'user.changeEmail',
  params,
  reply: EmailChange,
  problems: ['forbidden'],
})

export const changeEmail = route({
  method: 'PUT',
  path: '/api/users/:id/email',
  summary:
    'Email a link to a new address, which confirms it, and one to the current address, which stops it; users without a password get the new address, and an invitation there, at once',
  allow: 'user.changeEmail',
  // Calls count towards the rate limit, also when they fail.
  transactions: 'own',
  params,
  body: z.object({
    email: Email,
    /** The version that an admin saw; a different current one is a 409. */
    version: Version.optional(),
    /** The address that waited when the caller looked, null for none; if another one waits by now, it is a 409. */
    pending: Email.nullable().optional(),
  }),
  reply: EmailChange,
  problems: ['forbidden', 'email-taken', 'conflict', 'version-conflict', 'rate-limited'],
  example: { body: { email: 'ana.li@example.org' } },
})

export const cancelEmailChange = route({
  method: 'DELETE',
  path: '/api/users/:id/email',
  summary: 'Keep the current address: the link to the new one no longer works',
  allow: 'user.changeEmail',
  params,
  problems: ['forbidden'],
})

const token = z.object({ token: Text(100) })
const example = { body: { token: 'q3JmXo9vV1nA7sLw2cZk5tYb8eRd0uHg6iPf4xKjMvE' } }

export const confirmEmailChange = route({
  method: 'POST',
  path: '/api/auth/confirm-email',
  summary: 'Confirm a new address with the token of its link, once; sessions stay',
  allow: 'anyone',
  body: token,
  reply: z.object({ email: z.string() }),
  problems: ['email-taken'],
  example,
})

export const stopEmailChange = route({
  method: 'POST',
  path: '/api/auth/stop-email-change',
  summary:
    'Keep the old address with the token sent to it; for seven days also after the change, which is then reverted and ends all sessions and the password',
  allow: 'anyone',
  body: token,
  reply: z.object({
    email: z.string(),
    /** Whether the address had been changed. */
    isReverted: z.boolean(),
  }),
  problems: ['email-taken'],
  example,
})
