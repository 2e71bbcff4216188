/** Media: not built yet. */
import { Page } from '#ui/page.tsx'

export function MediaScreen() {
  return <Page title="Media" kind="player" />
}
