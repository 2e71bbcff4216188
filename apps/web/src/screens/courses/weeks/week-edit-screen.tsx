/** Edit week: not built yet. */
import { Page } from '#ui/page.tsx'

export function WeekEditScreen() {
  return <Page title="Edit week" />
}
