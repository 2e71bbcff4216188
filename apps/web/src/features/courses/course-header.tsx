/** The header of a course: its line of weeks, and for students the way on. */
import type { Course } from '@lms/contract/courses'
import { Button } from '@mantine/core'
import { IconPlayerPlayFilled } from '@tabler/icons-react'
import { Link } from 'react-router'
import { percent } from '#lib/format-date.ts'
import { pluralize } from '#lib/pluralize.ts'
import type { CoursePlan } from '#features/weeks/index.ts'
import { itemPath } from './item-path.ts'
import type { CourseView } from './use-course.ts'
import { WeekProgress } from '#ui/week-progress.tsx'
import classes from './courses.module.css'

type Props = { view: CourseView; plan: CoursePlan; course: Course }

export function Line({ view, plan, course }: Props) {
  const { isStaff, progress } = view
  if (course.weekCount === 0) return null
  const data = progress.data
  const hasItems = data !== undefined && data.total > 0
  const average = hasItems && course.studentCount > 0 ? `· class average ${percent(data.percentage)}` : ''
  const own = hasItems ? `${data.completed} of ${data.total}` : ''
  const strong = isStaff ? pluralize(course.studentCount, 'student') : own
  const rest = isStaff ? average : own && 'done'
  return <CourseOption total={course.weekCount} now={plan.nowNumber} share={plan.share} strong={strong} rest={rest} />
}

/** For students: the way to what comes next. Nothing where all is done. */
export function Resume({ view, plan, course, isFull = false }: Props & { isFull?: boolean }) {
  const { next } = view
  const planned = next && plan.weeks.find(({ week }) => week.id === next.weekId)
  if (!next || !planned) return null
  const isStarted = planned.done > 0 || view.own?.find(({ id }) => id === next.id)?.state === 'IN_PROGRESS'
  const to = itemPath({ id: next.id, kind: next.type }, { courseId: course.id, weekId: next.weekId }, false)
  return (
    <Button component={Link} to={to} fullWidth={isFull} leftSection={<IconPlayerPlayFilled size={16} aria-hidden />}>
      {next.type === 'LIVE' ? 'Open live session' : `${isStarted ? 'Resume' : 'Start'} week ${planned.week.number}`}
    </Button>
  )
}

type CourseOptionProps = { total: number; now: number | null; share: number; strong: string; rest: string }

/** The line of weeks with its sum: “19 of 35 done”. */
function CourseOption({ total, now, share, strong, rest }: CourseOptionProps) {
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
