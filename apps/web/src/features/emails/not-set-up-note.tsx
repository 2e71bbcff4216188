/** Says that emails to a course wait, because the server has no mail server. */

import { Alert } from '#ui/alert.tsx'
import { useSiteSendsEmail } from '#features/auth/api.ts'

export function NotSetUpNote() {
  if (useSiteSendsEmail()) return null
  return (
    <Alert tone="warn" title="Email is not set up">
      Emails to a course are kept for up to seven days until it is. They go to the people enrolled then.
    </Alert>
  )
}
