/** Whether what was typed is safe: one line, always in the same place of its screen. */
import { IconCloudCheck, IconCloudOff, IconCloudUp } from '@tabler/icons-react'
import classes from './save-status.module.css'
import { StatusIcon } from './status-icon.tsx'

type Props = {
  state: 'saving' | 'saved' | 'offline' | 'failed'
  /** The clock time of the last save, “14:02”. */
  at?: string | undefined
  /** “Draft saved” where it is not yet sent; else “Saved”. */
  word?: string
  onRetry?: (() => void) | undefined
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

export function SaveStatus({ state, at, word = 'Saved', onRetry }: Props) {
  return (
    <p className={`${classes.state} ${classes[state]}`} role="status">
      {state === 'saving' && <IconCloudUp {...icon} />}
      {state === 'saved' && <IconCloudCheck {...icon} />}
      {state === 'offline' && <IconCloudOff {...icon} />}
      {state === 'failed' && <StatusIcon name="missing" size={16} />}
      {state === 'saving' && 'Saving'}
      {state === 'saved' && (at ? `${word} ${at}` : word)}
      {state === 'offline' && 'Offline, kept on this device'}
      {state === 'failed' && (
        <span>
          Not saved.{' '}
          {onRetry && (
            <button type="button" className={classes.retry} onClick={onRetry}>
              Try again
            </button>
          )}
        </span>
      )}
    </p>
  )
}
