/** Add media: not built yet. */
import { Page } from '#ui/page.tsx'

export function MediaNewScreen() {
  return <Page title="Add media" />
}
