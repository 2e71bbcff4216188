/** My running courses at the side of a dashboard, each with its line of weeks. */
import type { MyCourse } from '@lms/contract/courses'
import { Link } from 'react-router'
import { useCan } from '#lib/session.ts'
import { paths } from '#lib/paths.ts'
import { MyCourseRow } from '#features/courses/index.ts'
import { Rows, Section } from '#ui/row.tsx'
import { AddMediaMenu } from './add-media-menu.tsx'
import { runningWeek } from './use-desk.ts'

const maxShown = 6

export function MyCourses({ courses }: { courses: readonly MyCourse[] }) {
  const may = useCan()
  if (courses.length === 0) return null
  return (
    <Section title="My courses" action={<Link to={paths.enrolledCourses.to()}>All courses</Link>}>
      <Rows label="My courses">
        {courses.slice(0, maxShown).map((course) => {
          const week = runningWeek(course)
          return (
            <MyCourseRow
              key={course.id}
              course={course}
              {...(week && { share: week.share, isOver: (week.nowNumber ?? 0) > course.weekCount })}
              action={course.weekCount > 0 && may('media.write', course.membership) && <AddMediaMenu course={course} />}
            />
          )
        })}
      </Rows>
    </Section>
  )
}
