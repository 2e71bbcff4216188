/** Import users: not built yet. */
import { Page } from '#ui/page.tsx'

export function UserImportScreen() {
  return <Page title="Import users" kind="wide" />
}
