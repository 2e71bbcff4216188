/** New course: not built yet. */
import { Page } from '#ui/page.tsx'

export function CourseNewScreen() {
  return <Page title="New course" />
}
