/** The foot of the page on phones: the state at the left, the one action at the right. Above 768 px the header has the action. */
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import classes from './bottom-dock.module.css'

export function BottomDock({ state, children }: { state?: ReactNode; children: ReactNode }) {
  const dock = useRef<HTMLDivElement>(null)
  // The page keeps room below its end, so that the dock hides nothing.
  useLayoutEffect(() => {
    const root = document.documentElement
    root.style.setProperty('--dock-space', `${dock.current?.offsetHeight ?? 0}px`)
    return () => void root.style.removeProperty('--dock-space')
  }, [])
  return (
    <div ref={dock} className={classes.dock}>
      {state && <div className={classes.state}>{state}</div>}
      <div className={classes.actions}>{children}</div>
    </div>
  )
}
