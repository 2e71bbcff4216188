/** New assignment: not built yet. */
import { Page } from '#ui/page.tsx'

export function AssignmentNewScreen() {
  return <Page title="New assignment" kind="wide" />
}
