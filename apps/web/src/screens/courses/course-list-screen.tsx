/** Courses: not built yet. */
import { Page } from '#ui/page.tsx'

export function CourseListScreen() {
  return <Page title="Courses" />
}
