/** The actions of a page that is longer than the window: always in sight, with the state beside them. On phones it is the dock. */
import type { ReactNode } from 'react'
import { BottomDock } from './bottom-dock.tsx'
import { useIsPhone } from './use-breakpoint.ts'
import classes from './sticky-footer.module.css'

type Props = {
  /** The way back, at the other end. */
  back?: ReactNode
  state?: ReactNode
  children: ReactNode
}

export function StickyFooter({ back, state, children }: Props) {
  const isPhone = useIsPhone()
  if (isPhone)
    return (
      <BottomDock state={state}>
        {back}
        {children}
      </BottomDock>
    )
  if (back)
    return (
      <div className={classes.foot}>
        {back}
        <div className={`${classes.state} ${classes.end}`}>{state}</div>
        {children}
      </div>
    )
  return (
    <div className={classes.foot}>
      {children}
      {state && <div className={classes.state}>{state}</div>}
    </div>
  )
}
