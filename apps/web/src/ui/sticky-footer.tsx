/** The actions of a page that is longer than the window: always visible, with the state next to them. On phones it is the dock at the bottom. */

import { Box, Text } from '@mantine/core'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { useIsPhone } from './use-breakpoint.ts'
import classes from './sticky-footer.module.css'

type Props = {
  /** The back action, on the other side. */
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
        <Text component="div" variant="meta" className={`${classes.state} ${classes.end}`}>
          {state}
        </Text>
        {children}
      </div>
    )
  return (
    <div className={classes.foot}>
      {children}
      {state && (
        <Text component="div" variant="meta" className={classes.state}>
          {state}
        </Text>
      )}
    </div>
  )
}

/** The dock on phones: state on the left, action on the right. Above 768 px the header has the action. */
export function BottomDock({ state, children }: { state?: ReactNode; children: ReactNode }) {
  const dock = useRef<HTMLDivElement>(null)
  // The page reserves space at its end, so that the dock covers nothing.
  useLayoutEffect(() => {
    const root = document.documentElement
    const reserve = (): void => root.style.setProperty('--dock-space', `${dock.current?.offsetHeight ?? 0}px`)
    reserve()
    const observer = new ResizeObserver(reserve)
    if (dock.current) observer.observe(dock.current)
    return () => {
      observer.disconnect()
      root.style.removeProperty('--dock-space')
    }
  }, [])
  return (
    <div ref={dock} className={classes.dock}>
      {state && (
        <Box flex={1} miw={0}>
          {state}
        </Box>
      )}
      <div className={classes.actions}>{children}</div>
    </div>
  )
}
