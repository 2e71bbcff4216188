/** Student: not built yet. */
import { Page } from '#ui/page.tsx'

export function UserDetailsScreen() {
  return <Page title="Student" />
}
