/** One section did not load: what happened, that the rest works, and a way to try again. */
import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import classes from './load-failed.module.css'
import { Alert } from './alert.tsx'

type Props = {
  /** “The discussion did not load”. */
  title: string
  /** The problem's own sentence. */
  cause?: string | undefined
  requestId?: string | undefined
  onRetry?: (() => void) | undefined
  isRetrying?: boolean
}

export function LoadFailed({ title, cause, requestId, onRetry, isRetrying = false }: Props) {
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
