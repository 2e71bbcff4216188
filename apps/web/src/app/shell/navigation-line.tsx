/** A line at the top while the next screen loads and the one before still shows. */

import { use, useCallback, useSyncExternalStore } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useLocation } from 'react-router'
import classes from './navigation-line.module.css'

export function NavigationLine() {
  const { router } = use(DataRouterContext)!
  // The router knows at once where it goes; the screens follow in a transition, once the next one can be drawn.
  const next = useSyncExternalStore(
    useCallback((onChange) => router.subscribe(onChange), [router]),
    () => router.state.location.pathname,
  )
  const { pathname } = useLocation()
  return next === pathname ? null : <div className={classes.line} data-navigating aria-hidden />
}
