/** My running courses at the side of a dashboard, each with its line of weeks. */
import type { MyCourse } from '@lms/contract/courses'
import { Link } from 'react-router'
import { useCan } from '#lib/can.ts'
import { paths } from '#lib/paths.ts'
import { MyCourseRow } from '#modules/courses/my-course-row.tsx'
import { Rows, Section } from '#ui/row.tsx'
import { AddMediaMenu } from './add-media-menu.tsx'
import type { Desk } from './use-desk.ts'

type Props = {
  courses: readonly MyCourse[]
  /** For students: how far they are in the running week of each. */
  desks?: readonly Desk[]
}

const most = 6

export function MyCourses({ courses, desks = [] }: Props) {
  const may = useCan()
  if (courses.length === 0) return null
  return (
    <Section title="My courses" action={<Link to={paths.enrolledCourses.to()}>All courses</Link>}>
      <Rows label="My courses">
        {courses.slice(0, most).map((course) => {
          const plan = desks.find(({ card }) => card.id === course.id)?.plan
          return (
            <MyCourseRow
              key={course.id}
              course={course}
              {...(plan && { share: plan.share, isOver: (plan.nowNumber ?? 0) > course.weekCount })}
              action={course.weekCount > 0 && may('media.write', course.membership) && <AddMediaMenu course={course} />}
            />
          )
        })}
      </Rows>
    </Section>
  )
}
