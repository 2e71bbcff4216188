/** Says that emails to a course wait, because the server has no mail server. */

import { Alert } from '#ui/alert.tsx'
import { useSiteSendsEmail } from '#features/auth/api.ts'
import { LocalLinksNote } from '#features/auth/local-links-note.tsx'

export function NotSetUpNote() {
  if (useSiteSendsEmail()) return null
  return (
    <Alert tone="warn" title="Email is not set up">
      Emails to a course are kept for up to seven days until it is. They go to the people enrolled then.
    </Alert>
  )
}

/** Above what is written: whether it leaves the server, and whether its links open elsewhere. */
export const SendingNotes = () => (
  <>
    <NotSetUpNote />
    <LocalLinksNote />
  </>
)
