/** Load failures: of one section of a page, or of the main object of a screen. */

import { Button } from '@mantine/core'
import { getErrorMessage, isApiProblem } from '#lib/api-errors.ts'
import { useSession } from '#lib/session.ts'
import { Alert } from './alert.tsx'
import { NoAccess, NotFound } from './blocked-page.tsx'
import { useFailure } from './failures.tsx'
import { IconRefresh } from './icons.ts'
import { Page } from './page.tsx'
import classes from './loading.module.css'

/** What an error page says of the object that is missing. */
export type ErrorPlace = {
  /** The kind of object: “course”. */
  what: string
  /** The list of such objects. */
  to: string
  toLabel: string
  /** Who can help users without access. */
  help?: string | undefined
  /** If the server does not distinguish missing objects from hidden ones. */
  isHidden?: boolean | undefined
}

type Props = ErrorPlace & { error: unknown; onRetry: () => void; isRetrying?: boolean }

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
    <Page title={`The ${what} could not be loaded`}>
      <LoadFailed
        title="Loading failed"
        cause={getErrorMessage(error)}
        requestId={problem?.instance}
        onRetry={onRetry}
        isRetrying={isRetrying}
      />
    </Page>
  )
}

type LoadFailedProps = {
  /** “The discussion did not load”. */
  title: string
  /** The detail of the problem. */
  cause?: string | undefined
  requestId?: string | undefined
  onRetry?: (() => void) | undefined
  isRetrying?: boolean
}

/** One section did not load: the cause, that the rest works, and a retry button. */
export function LoadFailed({
  title,
  cause = 'The server did not answer. The rest of the page works.',
  requestId,
  onRetry,
  isRetrying = false,
}: LoadFailedProps) {
  const failure = useFailure(cause, onRetry)
  if (failure === null) return null
  const { isShared, retry } = failure
  return (
    <div className={classes.failed}>
      <Alert tone="bad" title={isShared ? 'Parts of this page could not be loaded' : title} requestId={requestId} role="alert">
        {cause}
      </Alert>
      {retry && (
        <Button variant="default" leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />} loading={isRetrying} onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  )
}

type Failed = { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> }

/** The props of LoadFailed for a failed query: its message, the request's id, and retrying. */
export const toLoadError = (query: Failed) => ({
  cause: getErrorMessage(query.error),
  requestId: isApiProblem(query.error) ? query.error.instance : undefined,
  onRetry: () => void query.refetch(),
  isRetrying: query.isFetching,
})
