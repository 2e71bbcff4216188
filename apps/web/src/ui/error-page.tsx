/** In place of what did not load: a section, or a whole screen (no access, not found, try again). */
import { Button } from '@mantine/core'
import { IconLock, IconMapOff, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import { getErrorMessage, isApiProblem } from '#lib/api.ts'
import { useSession } from '#lib/session.ts'
import { Alert } from './alert.tsx'
import { Page, useTitleFocus } from './page.tsx'
import classes from './error-page.module.css'

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

type BlockedProps = { title: string; icon: ReactNode; children: ReactNode; action?: ReactNode }

/** Pages without content: no access, not found. Shown in the shell, with who can help and a way back. */
export function BlockedPage({ title, icon, children, action }: BlockedProps) {
  const heading = useTitleFocus()
  useEffect(() => {
    document.title = `${title} - LMS`
  }, [title])
  return (
    <div className={classes.page}>
      <span className={classes.icon}>{icon}</span>
      <h1 ref={heading} tabIndex={-1} className={classes.title}>
        {title}
      </h1>
      <div className={classes.text}>{children}</div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

function Back() {
  const navigate = useNavigate()
  // A page opened from a mail has nothing before it.
  const goBack = (): void => void (window.history.length > 1 ? navigate(-1) : navigate('/'))
  return (
    <Button variant="default" onClick={goBack}>
      Back
    </Button>
  )
}

/** `email` is the address of the one who is signed in, which may be the wrong account. */
export function NoAccess({ email, help = 'An admin can give you access.' }: { email?: string | undefined; help?: string }) {
  return (
    <BlockedPage title="You do not have access to this page" icon={<IconLock size={22} stroke={1.75} aria-hidden />} action={<Back />}>
      {help} {email && `You are signed in as ${email}.`}
    </BlockedPage>
  )
}

type NotFoundProps = { title?: string; children?: ReactNode; to?: string; toLabel?: string }

export function NotFound({ title = 'Page not found', children, to = '/', toLabel = 'Go to the start' }: NotFoundProps) {
  const action = (
    <Button variant="default" component={Link} to={to}>
      {toLabel}
    </Button>
  )
  return (
    <BlockedPage title={title} icon={<IconMapOff size={22} stroke={1.75} aria-hidden />} action={action}>
      {children ?? 'We could not find this page. The link may be old, or a letter may be missing.'}
    </BlockedPage>
  )
}

type LoadFailedProps = {
  /** “The discussion did not load”. */
  title: string
  /** The problem's own sentence. */
  cause?: string | undefined
  requestId?: string | undefined
  onRetry?: (() => void) | undefined
  isRetrying?: boolean
}

/** One section did not load: what happened, that the rest works, and a way to try again. */
export function LoadFailed({ title, cause, requestId, onRetry, isRetrying = false }: LoadFailedProps) {
  return (
    <div className={classes.failed}>
      <Alert tone="bad" title={title} requestId={requestId} role="alert">
        {cause ?? 'The server did not answer. The rest of the page works.'}
      </Alert>
      {onRetry && (
        <Button variant="default" leftSection={<IconRefresh size={18} stroke={1.75} aria-hidden />} loading={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
