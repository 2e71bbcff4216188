/** The ways to the weeks before and after. */
import type { Week } from '@lms/contract/weeks'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import type { Parts } from './week-items.tsx'
import classes from './week-neighbours.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

export function Neighbours({ week, course }: Pick<Parts, 'week' | 'course'>) {
  const weeks = course.weeks ?? []
  const at = weeks.findIndex(({ id }) => id === week.id)
  const [before, after] = [weeks[at - 1], weeks[at + 1]]
  const to = (other: Week): string => paths.week.to({ courseId: course.id, weekId: other.id })
  return (
    <nav className={classes.neighbours} aria-label="Weeks before and after">
      {before && (
        <Link to={to(before)} className={classes.neighbour}>
          <IconChevronLeft {...icon} />
          <span>
            <span className={classes.number}>Week {before.number}</span>
            {before.title}
          </span>
        </Link>
      )}
      {after && (
        <Link to={to(after)} className={`${classes.neighbour} ${classes.after}`}>
          <span>
            <span className={classes.number}>Week {after.number}</span>
            {after.title}
          </span>
          <IconChevronRight {...icon} />
        </Link>
      )}
    </nav>
  )
}
