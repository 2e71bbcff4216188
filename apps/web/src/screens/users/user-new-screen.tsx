/** Add user: not built yet. */
import { Page } from '#ui/page.tsx'

export function UserNewScreen() {
  return <Page title="Add user" />
}
