/** The weeks of a course as a line, with what one student has done in each. */

import type { StudentProgress } from '@lms/contract/courses'
import classes from './people.module.css'

type Props = Pick<StudentProgress, 'weeks' | 'completed' | 'total'> & {
  /** The numbers of all weeks of the course. */
  numbers: readonly number[]
  /** The current week; null before the first one or without dates. */
  now: number | null
}

const percentOf = (done: number, total: number): string => `${total === 0 ? 0 : Math.round((100 * done) / total)}%`

/** Past weeks: the share done in ink. This week: in blue. Dashes: before the student enrolled. */
export function WeekLine({ weeks, completed, total, numbers, now }: Props) {
  const own = new Map(weeks.map((week) => [week.number, week]))
  const kindOf = (number: number): string => {
    if (own.get(number)?.beforeJoining) return classes.before!
    return number === now ? classes.now! : classes.past!
  }
  return (
    <span className={classes.line} data-drawn role="img" aria-label={`${completed} of ${total} required items done`}>
      {numbers.map((number) => {
        const { done = 0, total: most = 0 } = own.get(number) ?? {}
        return <span key={number} className={kindOf(number)} style={{ '--share': percentOf(done, most) }} />
      })}
    </span>
  )
}

export const WeekLineLegend = () => (
  <span className={classes.legend} aria-hidden>
    <span className={classes.past} style={{ '--share': '100%' }} /> Done
    <span className={classes.now} style={{ '--share': '50%' }} /> This week
    <span className={classes.before} /> Not enrolled
  </span>
)
