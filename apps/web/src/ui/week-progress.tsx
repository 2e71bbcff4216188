/** A course as a line of weeks: done in ink, now in blue by its share, ahead in grey. */
import classes from './week-progress.module.css'

type Props = {
  total: number
  /** The number of the running week from 1; null before the course starts. Above `total`: all is done. */
  now: number | null
  /** How much of the running week is done, 0 to 1. */
  share?: number
  /** Spoken instead of “Week 6 of 10”. */
  label?: string
}

function describeProgress(total: number, now: number | null): string {
  if (now === null) return `${total} weeks, not started`
  return now > total ? `All ${total} weeks are over` : `Week ${now} of ${total}`
}

export function WeekProgress({ total, now, share = 0, label }: Props) {
  const numbers = Array.from({ length: total }, (_, index) => index + 1)
  return (
    <div className={classes.line} role="img" aria-label={label ?? describeProgress(total, now)}>
      {numbers.map((number) => {
        const isNow = number === now
        const kind = isNow ? classes.now : now !== null && number < now ? classes.done : classes.ahead
        return <span key={number} className={kind} style={isNow ? { '--share': `${Math.round(share * 100)}%` } : undefined} />
      })}
    </div>
  )
}
