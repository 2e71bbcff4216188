/** Attendance: not built yet. */
import { Page } from '#ui/page.tsx'

export function AttendanceScreen() {
  return <Page title="Attendance" kind="wide" />
}
