/** Says that emails to a course wait, because the server has no mail server, or that their links open nowhere else. */

import { Alert } from '#ui/alert.tsx'
import { useSiteSendsEmail } from '#features/auth/api.ts'
import { LocalLinksNote } from '#features/auth/local-links-note.tsx'

export function NotSetUpNote() {
  if (useSiteSendsEmail()) return <LocalLinksNote />
  return (
    <Alert tone="warn" title="Email is not set up">
      Emails to a course are kept for up to seven days until it is. They go to the people enrolled then.
    </Alert>
  )
}
