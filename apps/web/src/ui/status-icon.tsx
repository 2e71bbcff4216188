/** The icons of all states, distinguished by shape before colour. */

import type { ReactNode } from 'react'
import { IconBan, IconCircleCheck, IconEyeOff, IconMail } from './icons.ts'
import classes from './status-icon.module.css'

export type StatusName =
  | 'not-started'
  | 'in-progress'
  | 'draft'
  | 'submitted'
  | 'late'
  | 'graded'
  | 'held'
  | 'returned'
  | 'missing'
  | 'excused'
  | 'before-joining'
  | 'done'
  | 'locked'
  | 'live'
  | 'check'
  | 'cannot'
  | 'active'
  | 'invited'
  | 'suspended'

/** The default label next to the icon. */
export const statusLabels: Record<StatusName, string> = {
  'not-started': 'Not started',
  'in-progress': 'In progress',
  draft: 'Draft saved',
  submitted: 'Submitted',
  late: 'Late',
  graded: 'Graded',
  held: 'Held',
  returned: 'Returned',
  missing: 'Missing',
  excused: 'Excused',
  'before-joining': 'Before you enrolled',
  done: 'Done',
  locked: 'Locked',
  live: 'Live',
  check: 'Check this',
  cannot: 'Cannot',
  active: 'Active',
  invited: 'Invited',
  suspended: 'Suspended',
}

const ring = <circle cx="8" cy="8" r="6.2" />
const disc = <circle cx="8" cy="8" r="7" fill="currentColor" stroke="none" />
const dot = (cx: number, cy: number, r: number): ReactNode => <circle cx={cx} cy={cy} r={r} fill="currentColor" stroke="none" />
const mark = (d: string): ReactNode => <path d={d} className={classes.cut} />

/** A slice of the disc from twelve o'clock, clockwise. */
function pie(share: number): ReactNode {
  const part = Math.min(Math.max(share, 0.04), 0.999)
  const angle = part * 2 * Math.PI
  const x = 8 + 3.6 * Math.sin(angle)
  const y = 8 - 3.6 * Math.cos(angle)
  return <path d={`M8 8V4.4A3.6 3.6 0 ${part > 0.5 ? 1 : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)}Z`} fill="currentColor" stroke="none" />
}

/* oxfmt-ignore */
const drawings: Record<Exclude<StatusName, 'in-progress' | keyof typeof outlines>, ReactNode> = {
  'not-started': <circle cx="8" cy="8" r="6.2" strokeDasharray="0.1 2.98" />,
  draft: <>{ring}<path d="M5.5 6.8h5M5.5 9.4h3" /></>,
  submitted: <>{disc}{mark('M8 11V5.4M5.6 7.6 8 5.2l2.4 2.4')}</>,
  late: <>{ring}<path d="M8 4.8V8l2.2 1.6" /></>,
  graded: <>{disc}{mark('m5.2 8.3 2 2 3.7-4.2')}</>,
  returned: <>{disc}{mark('M6.6 5 4.6 7l2 2M4.8 7h4a2 2 0 0 1 0 4H7.6')}</>,
  missing: <>{ring}<path d="M8 4.9v3.6" />{dot(8, 11, 0.95)}</>,
  excused: <>{ring}<path d="M5.2 8h5.6" /></>,
  'before-joining': <><circle cx="8" cy="8" r="6.2" strokeDasharray="0.1 2.98" /><path d="M5.2 8h5.6" /></>,
  done: <>{ring}<path d="m5.4 8.2 1.9 1.9 3.3-3.9" /></>,
  locked: <><rect x="3.6" y="7" width="8.8" height="6.4" rx="1.6" /><path d="M5.6 7V5.2a2.4 2.4 0 0 1 4.8 0V7" /></>,
  live: <>{ring}{dot(8, 8, 3)}</>,
  check: <><path d="M8 2.2 14.4 13.4H1.6Z" strokeLinejoin="round" /><path d="M8 6.4v3" />{dot(8, 11.4, 0.85)}</>,
  cannot: <>{disc}{mark('m5.8 5.8 4.4 4.4M10.2 5.8l-4.4 4.4')}</>,
}

const outlines = { held: IconEyeOff, active: IconCircleCheck, invited: IconMail, suspended: IconBan }

type Props = {
  name: StatusName
  /** 14 in chips, 16 in tables, 18 in rows. */
  size?: 14 | 16 | 18
  /** Progress of an unfinished item, 0 to 1. */
  share?: number
}

/** Hidden from screen readers: the label is next to it. */
export function StatusIcon({ name, size = 18, share = 0.5 }: Props) {
  const tone = `${classes.glyph} ${classes[name]}`
  if (name === 'held' || name === 'active' || name === 'invited' || name === 'suspended') {
    const Icon = outlines[name]
    return <Icon className={tone} size={size} stroke={1.75} aria-hidden />
  }
  return (
    <svg className={tone} width={size} height={size} viewBox="0 0 16 16" aria-hidden>
      {name === 'in-progress' ? (
        <>
          {ring}
          {pie(share)}
        </>
      ) : (
        drawings[name]
      )}
    </svg>
  )
}
