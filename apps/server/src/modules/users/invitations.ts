/** Inviting people: a link each, good once and for a week. */
import type { Db } from '#db/client.ts'
import { hashToken } from '#http/actor.ts'
import { replaceTokens } from '#modules/auth/queries.ts'
import { newToken } from '#modules/auth/sign-in.ts'
import { layout } from '#modules/mail/layout.ts'
import { queueMails } from '#modules/mail/outbox.ts'

/** Milliseconds. */
const week = 7 * 86_400_000

const letter = {
  kind: 'INVITATION' as const,
  subject: 'Your invitation to LMS',
  ...layout({
    heading: 'Welcome, {{name}}',
    lines: ['You have been invited to LMS. Choose a password, and your courses are there.'],
    action: { label: 'Choose a password', href: '{{link}}' },
    footer: 'The link is good once, for seven days. If it has ended, ask whoever invited you for a new one.',
  }),
}

/**
 * Makes an invitation for each of these people and queues the mails, in a fixed number of statements however many they are.
 * Older invitations of theirs end. Belongs into the transaction that makes the people. `publicUrl` is that of the configuration.
 */
export async function inviteAll(
  db: Db,
  people: readonly { id: string; name: string; email: string }[],
  now: Date,
  publicUrl: string,
): Promise<void> {
  const invited = people.map((person) => ({ ...person, token: newToken() }))
  const expiresAt = new Date(now.getTime() + week)
  await replaceTokens(
    db,
    'INVITATION',
    invited.map(({ id, token }) => ({ userId: id, tokenHash: hashToken(token) })),
    { now, expiresAt },
  )
  const link = (email: string, token: string) =>
    `${publicUrl}/auth/reset-password?${new URLSearchParams({ invitation: token, email }).toString()}`
  await queueMails(
    db,
    letter,
    invited.map(({ id, name, email, token }) => ({ userId: id, address: email, name, link: link(email, token) })),
    now,
  )
}
