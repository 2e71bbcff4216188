/** Assignments: not built yet. */
import { Page } from '#ui/page.tsx'

export function AssignmentListScreen() {
  return <Page title="Assignments" />
}
