/** Mark attendance: not built yet. */
import { Page } from '#ui/page.tsx'

export function MarkAttendanceScreen() {
  return <Page title="Mark attendance" kind="wide" />
}
