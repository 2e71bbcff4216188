/** Enrolled courses: not built yet. */
import { Page } from '#ui/page.tsx'

export function EnrolledCoursesScreen() {
  return <Page title="Enrolled courses" />
}
