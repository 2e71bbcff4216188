/** Words on a soft ground: something to know (info), to check (warn), that failed (bad) or is well (ok). */
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import classes from './alert.module.css'
import { StatusIcon } from './status-icon.tsx'

export type Tone = 'info' | 'warn' | 'bad' | 'ok'

type Props = {
  tone?: Tone
  title?: ReactNode
  children?: ReactNode
  /** Quoted to whoever runs the server; shown small. */
  requestId?: string | undefined
  /** A button under the words. */
  action?: ReactNode
  /** `alert` interrupts a screen reader: for what just failed. `status` waits for a pause. */
  role?: 'alert' | 'status'
  ref?: Ref<HTMLDivElement>
}

const glyphs = {
  info: <IconInfoCircle size={18} stroke={1.75} aria-hidden />,
  warn: <StatusIcon name="check" />,
  bad: <StatusIcon name="missing" />,
  ok: <StatusIcon name="done" />,
}

export function Alert({ tone = 'info', title, children, requestId, action, role, ref }: Props) {
  return (
    <div className={`${classes.note} ${classes[tone]}`} {...(role && { role })} {...(ref && { ref, tabIndex: -1 })}>
      <span className={classes.glyph}>{glyphs[tone]}</span>
      <div className={classes.words}>
        {title !== undefined && <p className={classes.title}>{title}</p>}
        {children !== undefined && <div className={classes.text}>{children}</div>}
        {requestId && <p className={classes.request}>Request {requestId}</p>}
        {action && <div className={classes.action}>{action}</div>}
      </div>
    </div>
  )
}
