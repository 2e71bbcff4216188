/** A whole screen whose one thing did not load: no access, not there, or try again. */
import { isApiProblem, getErrorMessage } from '#lib/api.ts'
import { useSession } from '#lib/session.ts'
import { NoAccess, NotFound } from './blocked-page.tsx'
import { LoadFailed } from './load-failed.tsx'
import { Page } from './page.tsx'

type Props = {
  error: unknown
  /** The thing by its kind: “course”. */
  what: string
  onRetry: () => void
  isRetrying?: boolean
  /** Where the likes of it are listed. */
  to: string
  toLabel: string
  /** Who can help somebody without access. */
  help?: string
  /** If the server does not distinguish what is missing from what the user may not see. */
  isHidden?: boolean
}

export function ErrorPage({
  error,
  what,
  onRetry,
  isRetrying = false,
  to,
  toLabel,
  help = 'An admin can make you a trainer of the course.',
  isHidden = false,
}: Props) {
  const email = useSession((session) => session.user?.email)
  const problem = isApiProblem(error) ? error : null
  if (problem?.status === 403 || (isHidden && problem?.status === 404)) return <NoAccess email={email} help={help} />
  if (problem?.status === 404) {
    return (
      <NotFound title={`This ${what} was removed or never existed`} to={to} toLabel={toLabel}>
        The link may be old. Look in the list it came from.
      </NotFound>
    )
  }
  return (
    <Page title={`The ${what} did not load`}>
      <LoadFailed
        title="Nothing is lost"
        cause={getErrorMessage(error)}
        requestId={problem?.instance}
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
    </Page>
  )
}
