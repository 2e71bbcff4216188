/** What stands in a course's header: its line of weeks, and the one thing to do next. */
import type { Course } from '@lms/contract/courses'
import { Button } from '@mantine/core'
import { IconPlayerPlayFilled, IconPlus } from '@tabler/icons-react'
import { Link } from 'react-router'
import { percent } from '#lib/times.ts'
import { CourseLine } from '#modules/courses/course-line.tsx'
import { counted } from '#modules/courses/course-facts.ts'
import { type CoursePlan, nextItem } from '#modules/weeks/week-plan.ts'
import { itemPath } from './item-path.ts'
import type { CourseView } from './use-course.ts'

type Props = { view: CourseView; plan: CoursePlan; course: Course }

export function Line({ view, plan, course }: Props) {
  const { isStaff, progress } = view
  if (course.weekCount === 0) return null
  const data = progress.data
  const hasItems = data !== undefined && data.total > 0
  const average = hasItems && course.studentCount > 0 ? `· class average ${percent(data.percentage)}` : ''
  const own = hasItems ? `${data.completed} of ${data.total}` : ''
  const strong = isStaff ? counted(course.studentCount, 'student') : own
  const rest = isStaff ? average : own && 'done'
  return <CourseLine total={course.weekCount} now={plan.nowNumber} share={plan.share} strong={strong} rest={rest} />
}

/** For students: the item to go on with. Nothing where all is done. */
export function Resume({ view, plan, course, isFull = false }: Props & { isFull?: boolean }) {
  const item = view.own && nextItem(plan)
  const week = item && course.weeks?.find(({ id }) => id === item.weekId)
  if (!item || !week) return null
  const isBegun = plan.weeks.some((planned) => planned.week.id === week.id && (planned.done > 0 || item.state === 'IN_PROGRESS'))
  const to = itemPath({ id: item.id, kind: item.type }, { courseId: course.id, weekId: week.id }, false)
  return (
    <Button component={Link} to={to} fullWidth={isFull} leftSection={<IconPlayerPlayFilled size={16} aria-hidden />}>
      {isBegun ? 'Resume' : 'Start'} week {week.number}
    </Button>
  )
}

export const AddWeekButton = ({ onClick, isFull = false }: { onClick: () => void; isFull?: boolean }) => (
  <Button fullWidth={isFull} leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} onClick={onClick}>
    Add week
  </Button>
)
