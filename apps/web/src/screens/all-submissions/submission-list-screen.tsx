/** Submissions: not built yet. */
import { Page } from '#ui/page.tsx'

export function SubmissionListScreen() {
  return <Page title="Submissions" kind="wide" />
}
