/** Edit course: not built yet. */
import { Page } from '#ui/page.tsx'

export function CourseEditScreen() {
  return <Page title="Edit course" />
}
