/** Inviting users: one link each, for one use within a week. */

import { hashToken } from '#access/sessions.ts'
import type { Db } from '#db/client.ts'
import { replaceTokens } from '#modules/auth/queries.ts'
import { newToken } from '#modules/auth/sign-in.ts'
import { layout, queueMails } from '#modules/mail/outbox.ts'
import { deleteQueuedInvitations, letterPlaceholders } from '#modules/mail/queries.ts'

/** Milliseconds. */
const weekMs = 7 * 86_400_000

const invitationEmail = {
  kind: 'INVITATION' as const,
  subject: 'Your invitation to LMS',
  ...layout({
    heading: `Welcome, ${letterPlaceholders.name}`,
    lines: ['You have been invited to LMS. Choose a password to see your courses.'],
    action: { label: 'Choose a password', href: letterPlaceholders.link },
    footer: 'The link works once, for seven days. If it has expired, ask the person who invited you for a new one.',
  }),
}

interface Invited {
  id: string
  name: string
  email: string
}

/** A new link for each of these users; earlier links expire, including those in mail that has not been sent yet. */
export async function replaceLinks<P extends Invited>(db: Db, people: readonly P[], now: Date, publicUrl: string) {
  const expiresAt = new Date(now.getTime() + weekMs)
  const linked = people.map((person) => ({ person, token: newToken() }))
  await deleteQueuedInvitations(
    db,
    people.map(({ id }) => id),
  )
  await replaceTokens(
    db,
    'INVITATION',
    linked.map(({ person, token }) => ({ userId: person.id, tokenHash: hashToken(token) })),
    { now, expiresAt },
  )
  const urlOf = ({ email }: P, token: string) =>
    `${publicUrl}/auth/reset-password?${new URLSearchParams({ invitation: token, email }).toString()}`
  return { expiresAt, links: linked.map(({ person, token }) => ({ ...person, url: urlOf(person, token) })) }
}

type Sender = { senderId: string; now: Date; publicUrl: string }

/**
 * Creates an invitation for each of these users and queues the mails, in a fixed number of statements.
 * Call it in the transaction that creates the users. `publicUrl` is that of the configuration.
 */
export async function inviteAll(db: Db, people: readonly Invited[], { senderId, now, publicUrl }: Sender): Promise<void> {
  const { links } = await replaceLinks(db, people, now, publicUrl)
  const recipients = links.map(({ id, name, email, url }) => ({ userId: id, address: email, name, link: url }))
  await queueMails(db, { ...invitationEmail, senderId }, recipients, now)
}
