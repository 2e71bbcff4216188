/** The weeks of a course as a line, and the number of one week in its square. */

import { pluralize } from '#lib/pluralize.ts'
import classes from './week-progress.module.css'

type WeekProgressProps = {
  total: number
  /** The current week from 1; null before the course starts, or where there is none. Above `total`: all is done. */
  now: number | null
  /** Progress in the current week, 0 to 1. */
  share?: number
  /** Whether the reader has done anything in a week that is over; without it, all of them count as done. */
  isDone?: (week: number) => boolean
  /** The accessible label instead of “Week 6 of 10”. */
  label?: string
}

/** “Week 6 of 10”. */
export function describeProgress(total: number, now: number | null): string {
  if (now === null) return pluralize(total, 'week')
  return now > total ? (total === 1 ? 'The only week is over' : `All ${total} weeks are over`) : `Week ${now} of ${total}`
}

/** A course as a line of weeks: those that are done dark, the current one blue by its share, future ones grey. */
export function WeekProgress({ total, now, share = 0, isDone = () => true, label }: WeekProgressProps) {
  const numbers = Array.from({ length: total }, (_, index) => index + 1)
  return (
    <div className={classes.line} data-drawn role="img" aria-label={label ?? describeProgress(total, now)}>
      {numbers.map((number) => {
        const isNow = number === now
        const kind = isNow ? classes.running : now !== null && number < now && isDone(number) ? classes.done : classes.ahead
        return <span key={number} className={kind} style={isNow ? { '--share': `${Math.round(share * 100)}%` } : undefined} />
      })}
    </div>
  )
}

type WeekSquareProps = { number: number; state?: 'now' | 'chosen' | 'plain'; size?: 'row' | 'pick' }

/** The number of a week or question in its square. `row` is 34 px at the head of a week; `pick` is the 44 × 48 target of pickers on phones (put it into the link or button). */
export function WeekSquare({ number, state = 'plain', size = 'row' }: WeekSquareProps) {
  const isDrawn = state !== 'plain' || undefined
  return (
    <span className={`${classes.square} ${classes[size]} ${classes[state]}`} data-drawn={isDrawn}>
      {number}
    </span>
  )
}
