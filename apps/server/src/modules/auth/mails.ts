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
