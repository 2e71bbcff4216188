/** New discussion: not built yet. */
import { Page } from '#ui/page.tsx'

export function DiscussionNewScreen() {
  return <Page title="New discussion" />
}
