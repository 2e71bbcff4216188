/** Emails about sign-in. */

import type { Db } from '#db/client.ts'
import { layout, queueMails } from '#modules/mail/outbox.ts'

interface Person {
  id: string
  email: string
}

export const sendCodeEmail = (db: Db, { id, email }: Person, code: string, now: Date, publicUrl: string): Promise<void> =>
  queueMails(
    db,
    {
      kind: 'CODE',
      // Not in the subject: phones show that on a locked screen.
      subject: 'Your code for a new password',
      ...layout({
        heading: 'Your code',
        lines: ['Enter this code on the page where you requested a new password. It is valid once, for ten minutes.'],
        code: `${code.slice(0, 3)} ${code.slice(3)}`,
        // For users whose code was requested by someone else, or for another device. No URL contains the code itself.
        action: { label: 'Enter the code', href: `${publicUrl}/auth/reset-password?${new URLSearchParams({ email }).toString()}` },
        footer: 'If you did not ask for it, nothing has changed: ignore this email and do not share the code.',
      }),
    },
    [{ userId: id, address: email }],
    now,
  )

/** Informs the owner, in case someone else did it. */
export const sendPasswordChanged = (db: Db, { id, email }: Person, now: Date, publicUrl: string): Promise<void> =>
  queueMails(
    db,
    {
      kind: 'NOTICE',
      subject: 'Your password was changed',
      ...layout({
        heading: 'Your password was changed',
        lines: ['The password of your LMS account was changed just now. If this was you, you do not need to do anything.'],
        action: { label: 'It was not me: set a new password', href: `${publicUrl}/auth/reset-password` },
        footer: 'You get this email when your password changes.',
      }),
    },
    [{ userId: id, address: email }],
    now,
  )

const linkTo = (publicUrl: string, path: string, values: { token: string; email: string }) =>
  `${publicUrl}/auth/${path}?${new URLSearchParams(values).toString()}`

/** To a new address. Without the name, which its writer chose: the address may belong to somebody else. */
export const sendAddressConfirmation = (db: Db, { id, email, token }: Person & { token: string }, now: Date, publicUrl: string) =>
  queueMails(
    db,
    {
      kind: 'ADDRESS',
      subject: 'Confirm your new email address',
      ...layout({
        heading: 'Confirm your new email address',
        lines: ['Confirm that you want to sign in to LMS with this address. Until then, the old address works.'],
        action: { label: 'Confirm this address', href: linkTo(publicUrl, 'confirm-email', { token, email }) },
        footer: 'The link works once, for one day. If you did not expect this email, ignore it. Nothing will change.',
      }),
    },
    [{ userId: id, address: email }],
    now,
  )

/** To the present address, in case someone else asked for the change. */
export const sendAddressChange = (
  db: Db,
  { id, email, newEmail, token }: Person & { newEmail: string; token: string },
  now: Date,
  publicUrl: string,
) =>
  queueMails(
    db,
    {
      kind: 'ADDRESS',
      subject: 'Your email address is about to change',
      ...layout({
        heading: 'Your email address is about to change',
        lines: [
          `The email address of your LMS account changes to ${newEmail} once it is confirmed. If this is right, you do not need to do anything.`,
          'If not, keep your address. The link works until seven days after the change.',
        ],
        action: { label: 'Keep my address', href: linkTo(publicUrl, 'stop-email-change', { token, email }) },
        footer: 'You get this email when the address of your account is about to change.',
      }),
    },
    [{ userId: id, address: email }],
    now,
  )
