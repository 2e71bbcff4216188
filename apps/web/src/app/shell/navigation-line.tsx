/** While the next screen loads: a line at the top, and the screen before, which gives way after a second. */

import { use, useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router'
import { LoadingScreen } from '#ui/page.tsx'
import { longestWait } from '../longest-wait.ts'
import classes from './navigation-line.module.css'

/** In place of the screen before, whose data or code is late. */
function Late() {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), longestWait)
    return () => clearTimeout(timer)
  }, [])
  const main = document.getElementById('main')
  if (!isLate || !main) return null
  return createPortal(
    <div className={classes.late}>
      <LoadingScreen />
    </div>,
    main,
  )
}

export function NavigationLine() {
  const { router } = use(DataRouterContext)!
  // The router knows at once where it goes; the screens follow in a transition, once the next one can be drawn.
  const next = useSyncExternalStore(
    useCallback((onChange) => router.subscribe(onChange), [router]),
    () => router.state.location.pathname,
  )
  const { pathname } = useLocation()
  if (next === pathname) return null
  return (
    <>
      <div className={classes.line} data-navigating aria-hidden />
      <Late key={next} />
    </>
  )
}
