/** The actions of a page that is longer than the window: always in sight, with the state beside them. On phones it is the dock. */
import type { ReactNode } from 'react'
import { BottomDock } from './bottom-dock.tsx'
import { useIsPhone } from './use-breakpoint.ts'
import classes from './sticky-footer.module.css'

export function StickyFooter({ state, children }: { state?: ReactNode; children: ReactNode }) {
  const isPhone = useIsPhone()
  if (isPhone) return <BottomDock state={state}>{children}</BottomDock>
  return (
    <div className={classes.foot}>
      {children}
      {state && <div className={classes.state}>{state}</div>}
    </div>
  )
}
