/** Reset of a forgotten password: not possible yet, and says who can help. */
import { Button } from '@mantine/core'
import { Link, useLocation } from 'react-router'
import { paths } from '#lib/paths.ts'
import { AuthPage } from '#modules/auth/auth-page.tsx'
import { Note } from '#ui/note.tsx'

export function ResetPasswordScreen() {
  // The sign-in page hands on what was typed there.
  const { state } = useLocation() as { state: unknown }
  return (
    <AuthPage title="Forgot your password?">
      <div style={{ display: 'grid', gap: 16 }}>
        <Note title="A forgotten password cannot be reset yet">
          Ask an admin of your organisation: until this works, they can add you with another address and enrol you in your courses again.
        </Note>
        <Button component={Link} to={paths.login.to()} state={state} fullWidth>
          Back to sign in
        </Button>
      </div>
    </AuthPage>
  )
}
