/** Your profile: not built yet. */
import { Page } from '#ui/page.tsx'

export function ProfileScreen() {
  return <Page title="Your profile" />
}
