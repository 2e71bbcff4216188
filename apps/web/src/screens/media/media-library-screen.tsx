/** All media: not built yet. */
import { Page } from '#ui/page.tsx'

export function MediaLibraryScreen() {
  return <Page title="All media" kind="wide" />
}
