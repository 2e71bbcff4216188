/** Week: not built yet. */
import { Page } from '#ui/page.tsx'

export function WeekScreen() {
  return <Page title="Week" />
}
