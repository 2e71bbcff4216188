/** Users: not built yet. */
import { Page } from '#ui/page.tsx'

export function UserListScreen() {
  return <Page title="Users" kind="wide" />
}
