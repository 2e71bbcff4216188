/** One of my courses: its spine, what comes next, and its line of weeks. */
import type { MyCourse } from '@lms/contract/courses'
import type { ReactNode } from 'react'
import { paths } from '#lib/paths.ts'
import { percent } from '#lib/format-date.ts'
import { CourseColor } from '#ui/course-cover.tsx'
import { RowLink } from '#ui/row.tsx'
import { WeekProgress } from '#ui/week-progress.tsx'
import { pluralize } from '#lib/pluralize.ts'
import classes from './my-course-row.module.css'

type Props = {
  course: MyCourse
  /** How much of the running week is done, where that is known. */
  share?: number | undefined
  /** Whether the running week was the last one, and is over. */
  isOver?: boolean
  /** What can be done with it from here. */
  action?: ReactNode
}

function formatMeta({ next, percentage, membership, studentCount, trainers }: MyCourse): string {
  if (membership?.role === 'TRAINER') return pluralize(studentCount, 'student')
  if (next) return `Next: ${next.title}`
  if (percentage === 100) return 'All done'
  return trainers.map(({ name }) => name).join(', ')
}

export function MyCourseRow({ course, share = 0, isOver = false, action }: Props) {
  const { id, title, percentage, weekCount, currentWeek } = course
  const now = isOver ? weekCount + 1 : currentWeek
  return (
    <li className={classes.row}>
      <CourseColor id={id}>
        <div className={classes.head}>
          <RowLink to={paths.course.to({ courseId: id })} className={classes.link}>
            {title}
          </RowLink>
          {percentage !== null && <span className={classes.percent}>{percent(percentage)}</span>}
          {action}
        </div>
        <p className={classes.meta}>{formatMeta(course)}</p>
        {weekCount > 0 && <WeekProgress total={weekCount} now={now} share={share} />}
      </CourseColor>
    </li>
  )
}
