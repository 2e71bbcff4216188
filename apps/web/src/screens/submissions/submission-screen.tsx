/** Submission: not built yet. */
import { Page } from '#ui/page.tsx'

export function SubmissionScreen() {
  return <Page title="Submission" />
}
