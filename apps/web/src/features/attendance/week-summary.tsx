/** The weeks of a course as squares to choose from, on phones. */
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { WeekSquare } from '#ui/week-square.tsx'
import classes from './week-summary.module.css'

type Props = { weeks: readonly { id: string; number: number }[]; chosen: string; to: (weekId: string) => string }

export function WeekSummary({ weeks, chosen, to }: Props) {
  const row = useRef<HTMLElement>(null)
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]')
    row.current?.scrollTo({ left: (current?.offsetLeft ?? 0) - row.current.clientWidth / 2 })
  }, [chosen])
  return (
    <nav ref={row} aria-label="Weeks" className={classes.row}>
      {weeks.map(({ id, number }) => (
        <Link
          key={id}
          to={to(id)}
          replace
          preventScrollReset
          aria-label={`Week ${number}`}
          {...(id === chosen && { 'aria-current': 'true' as const })}
        >
          <WeekSquare number={number} size="pick" state={id === chosen ? 'chosen' : 'plain'} />
        </Link>
      ))}
    </nav>
  )
}
