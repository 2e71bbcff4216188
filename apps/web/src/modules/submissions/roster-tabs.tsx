/** The parts of a roster as tabs that are links, each with its number. */
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { type RosterTab, tabs, tabWords } from './roster-filter.ts'
import classes from './roster-tabs.module.css'

export type Counts = { all: number; toGrade: number; graded: number; late: number; missing: number }

export const countOf = (tab: RosterTab, counts: Counts): number => (tab === 'to-grade' ? counts.toGrade : counts[tab])

type Props = { tab: RosterTab; counts: Counts | undefined; to: (tab: RosterTab) => string }

export function RosterTabs({ tab, counts, to }: Props) {
  const current = useRef<HTMLAnchorElement>(null)
  // On phones the row is wider than the screen.
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [tab, counts])
  return (
    <nav aria-label="Parts of the roster" className={classes.tabs}>
      <ul className={classes.list}>
        {tabs.map((one) => (
          <li key={one}>
            <Link
              ref={one === tab ? current : null}
              to={to(one)}
              className={`${classes.tab} ${one === tab ? classes.active : ''}`}
              preventScrollReset
              {...(one === tab && { 'aria-current': 'page' as const })}
            >
              {tabWords[one]} {counts && <span className={classes.count}>{countOf(one, counts)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
