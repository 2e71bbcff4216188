/** Reset of a forgotten password: not built yet. */
import { AuthPage } from '#modules/auth/auth-page.tsx'

export function ResetPasswordScreen() {
  return <AuthPage title="Reset password">{null}</AuthPage>
}
