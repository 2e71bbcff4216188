/** Today: not built yet. */
import { Page } from '#ui/page.tsx'

export function DashboardScreen() {
  return <Page title="Today" />
}
