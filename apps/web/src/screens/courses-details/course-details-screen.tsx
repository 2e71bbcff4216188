/** About this course: not built yet. */
import { Page } from '#ui/page.tsx'

export function CourseDetailsScreen() {
  return <Page title="About this course" />
}
