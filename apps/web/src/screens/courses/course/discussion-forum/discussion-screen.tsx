/** Discussion: not built yet. */
import { Page } from '#ui/page.tsx'

export function DiscussionScreen() {
  return <Page title="Discussion" kind="thread" />
}
