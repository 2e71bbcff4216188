/** Says that emails to a course wait, because the server has no mail server. */

import { Alert } from '#ui/alert.tsx'
import { useSiteSendsEmail } from '#features/auth/api.ts'

export function NotSetUpNote() {
  if (useSiteSendsEmail()) return null
  return (
    <Alert tone="warn" title="Email is not set up">
      Emails to a course wait until it is, for seven days at most. They go to those who are in the course then.
    </Alert>
  )
}
