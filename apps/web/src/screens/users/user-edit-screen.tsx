/** Edit user: not built yet. */
import { Page } from '#ui/page.tsx'

export function UserEditScreen() {
  return <Page title="Edit user" />
}
