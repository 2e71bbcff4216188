/** Parts of a page as tabs that are links, so that each has a URL and Back works. */

import { Flex, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import classes from './nav-tabs.module.css'

type Tab = {
  key: string
  label: string
  count?: number | string | undefined
  /** The count in words, for screen readers: “12 to grade”. */
  spoken?: string | undefined
  /** The count is of what asks for something. */
  asks?: boolean
  to: string
}

export function NavTabs({ label, tabs, current }: { label: string; tabs: readonly Tab[]; current: string }) {
  const active = useRef<HTMLAnchorElement>(null)
  const shown = JSON.stringify([current, tabs.map(({ count }) => count)])
  // On phones the row is wider than the screen.
  useEffect(() => {
    active.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [shown])
  return (
    <nav aria-label={label} className={classes.tabs}>
      <Flex component="ul" gap={20}>
        {tabs.map(({ key, label: words, count, spoken, asks = false, to }) => (
          <li key={key}>
            <Link
              ref={key === current ? active : null}
              to={to}
              className={`${classes.tab} ${key === current ? classes.active : ''}`}
              preventScrollReset
              {...(spoken !== undefined && { 'aria-label': `${words}, ${spoken}` })}
              {...(key === current && { 'aria-current': 'page' as const })}
            >
              {words}{' '}
              {count !== undefined && (
                <Text span inherit {...(asks ? { className: classes.pill } : { c: 'dimmed', fw: 500 })}>
                  {count}
                </Text>
              )}
            </Link>
          </li>
        ))}
      </Flex>
    </nav>
  )
}
