/** Course: not built yet. */
import { Page } from '#ui/page.tsx'

export function CourseScreen() {
  return <Page title="Course" />
}
