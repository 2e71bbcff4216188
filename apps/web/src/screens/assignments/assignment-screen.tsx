/** Assignment: not built yet. */
import { Page } from '#ui/page.tsx'

export function AssignmentScreen() {
  return <Page title="Assignment" kind="reading" />
}
