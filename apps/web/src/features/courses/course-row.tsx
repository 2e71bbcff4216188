/** One of my courses as a row of a first page: what comes next, and the progress of its weeks. */

import { Flex, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { MyCourse } from '@lms/contract/courses'
import { isTeaching } from '@lms/contract/policy'
import { isFinished } from '@lms/contract/rules/course-state'
import { isolate } from '@lms/contract/rules/direction'
import { formatPercentage } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { serverNow } from '#lib/server-clock.ts'
import { RowLink } from '#ui/row.tsx'
import { type RunningWeek } from '#features/weeks/week-plan.ts'
import { WeekProgress } from '#features/weeks/week-progress.tsx'
import { CourseColor } from './course-cover.tsx'
import classes from './course-row.module.css'

type MyCourseRowProps = {
  course: MyCourse
  /** The running week and its progress, if known. */
  running?: RunningWeek | undefined
  /** Available actions. */
  action?: ReactNode
}

function formatMeta(course: MyCourse): string {
  const { next, percentage, membership, studentCount, trainers } = course
  if (membership && isTeaching(membership)) return pluralize(studentCount, 'student')
  if (next) return `Next: ${isolate(next.title)}`
  if (percentage === 100) return isFinished(course, serverNow()) ? 'All done' : 'All done so far'
  return trainers.map(({ name }) => name).join(', ')
}

/** One of my courses: its colour, what comes next, and week progress. */
export function MyCourseRow({ course, running, action }: MyCourseRowProps) {
  const { id, title, percentage, weekCount, currentWeek } = course
  const { nowNumber, share } = running ?? { nowNumber: currentWeek, share: 0 }
  return (
    <li className={classes.row}>
      <CourseColor id={id}>
        <Flex align="baseline" gap={12}>
          <RowLink to={paths.course.to({ courseId: id })} className={classes.link}>
            {title}
          </RowLink>
          {percentage !== null && (
            <Text span variant="meta">
              {formatPercentage(percentage)}
            </Text>
          )}
          {action}
        </Flex>
        <p className={classes.meta}>{formatMeta(course)}</p>
        {weekCount > 0 && <WeekProgress total={weekCount} now={nowNumber} share={share} isDone={() => percentage !== 0} />}
      </CourseColor>
    </li>
  )
}
