/** Edit media: not built yet. */
import { Page } from '#ui/page.tsx'

export function MediaEditScreen() {
  return <Page title="Edit media" />
}
