/** Sign-up form: not built yet. */
import { Page } from '#ui/page.tsx'

export function SignUpFormScreen() {
  return <Page title="Sign-up form" kind="wide" />
}
