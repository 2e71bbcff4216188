/** Discussion: not built yet. */
import { Page } from '#ui/page.tsx'

export function DiscussionListScreen() {
  return <Page title="Discussion" />
}
