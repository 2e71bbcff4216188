/** Parts of a page as tabs that are links, so that each has a URL and Back works. */

import { Flex, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import classes from './nav-tabs.module.css'

type Tab = { key: string; label: string; count?: number | string | undefined; to: string }

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
        {tabs.map(({ key, label: words, count, to }) => (
          <li key={key}>
            <Link
              ref={key === current ? active : null}
              to={to}
              className={`${classes.tab} ${key === current ? classes.active : ''}`}
              preventScrollReset
              {...(key === current && { 'aria-current': 'page' as const })}
            >
              {words}{' '}
              {count !== undefined && (
                <Text span inherit c="dimmed" fw={500}>
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
