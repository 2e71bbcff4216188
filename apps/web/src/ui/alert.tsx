/** A message on a soft background: information (info), a warning (warn), a failure (bad) or a success (ok). */

import { Alert as MantineAlert } from '@mantine/core'
import type { ReactNode, Ref } from 'react'
import { IconInfoCircle } from './icons.ts'
import { StatusIcon } from './status-icon.tsx'

type Tone = 'info' | 'warn' | 'bad' | 'ok'

type Props = {
  tone?: Tone
  title?: ReactNode
  children?: ReactNode
  /** A reference for the administrator; shown small. */
  requestId?: string | undefined
  /** A button below the text. */
  action?: ReactNode
  /** `alert` interrupts a screen reader: for failures that just occurred. `status` waits for a pause. */
  role?: 'alert' | 'status'
  ref?: Ref<HTMLDivElement>
}

const icons = {
  info: <IconInfoCircle size={18} stroke={1.75} aria-hidden />,
  warn: <StatusIcon name="check" />,
  bad: <StatusIcon name="missing" />,
  ok: <StatusIcon name="done" />,
}

export function Alert({ tone = 'info', title, children, requestId, action, role, ref }: Props) {
  const footer = (requestId || action) && (
    <>
      {requestId && <p className="alert-request">Request {requestId}</p>}
      {action && <div className="alert-action">{action}</div>}
    </>
  )
  return (
    // Without a role it would be `alert`, and read out at once.
    <MantineAlert variant={tone} icon={icons[tone]} title={title} role={role ?? 'note'} {...(ref && { ref, tabIndex: -1 })}>
      {(children !== undefined || footer) && (
        <>
          {children}
          {footer}
        </>
      )}
    </MantineAlert>
  )
}
