/** A panel along the right edge of a focus view: head and foot stay, the body scrolls. On phones it is an ordinary block. */
import type { ReactNode } from 'react'
import classes from './side-panel.module.css'

type Props = { label: string; head: ReactNode; foot?: ReactNode; children: ReactNode }

export function SidePanel({ label, head, foot, children }: Props) {
  return (
    <aside className={classes.panel} aria-label={label}>
      <div className={classes.head}>{head}</div>
      <div className={classes.body}>{children}</div>
      {foot && <div className={classes.foot}>{foot}</div>}
    </aside>
  )
}

/** The work at the left, the panel at the right: the whole screen of a focus view. */
export const WithSidePanel = ({ children, panel }: { children: ReactNode; panel: ReactNode }) => (
  <div className={classes.split}>
    <div>{children}</div>
    {panel}
  </div>
)
