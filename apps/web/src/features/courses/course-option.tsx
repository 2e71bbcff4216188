/** The line of weeks with its sum: “19 of 35 done”. */
import { WeekProgress } from '#ui/week-progress.tsx'
import classes from './course-option.module.css'

type Props = { total: number; now: number | null; share: number; strong: string; rest: string }

export function CourseOption({ total, now, share, strong, rest }: Props) {
  return (
    <div className={classes.line}>
      <div className={classes.weeks}>
        <WeekProgress total={total} now={now} share={share} />
      </div>
      <p className={classes.sum}>
        <strong>{strong}</strong> {rest}
      </p>
    </div>
  )
}
