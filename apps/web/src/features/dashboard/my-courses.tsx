/** My running courses at the side of a dashboard, each with its line of weeks. */

import { useQueryClient } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense } from 'react'
import { Link } from 'react-router'
import type { MyCourse } from '@lms/contract/courses'
import { paths } from '#lib/paths.ts'
import { useCanIn } from '#lib/session.ts'
import { Rows, Section } from '#ui/row.tsx'
import { useOnDemand } from '#ui/use-on-demand.ts'
import { courseQuery } from '#features/courses/api.ts'
import { MyCourseRow } from '#features/courses/course-row.tsx'
import { runningWeek } from '#features/courses/format.ts'
import classes from './dashboard.module.css'

type MyCoursesProps = { courses: readonly MyCourse[]; total?: number | undefined; now: number }

/** `total`: of the running courses, of which these were used last. */
export function MyCourses({ courses, total = 0, now }: MyCoursesProps) {
  const may = useCanIn()
  if (courses.length === 0) return null
  const more = total - courses.length
  return (
    <Section
      title="My courses"
      action={<Link to={paths.enrolledCourses.to()}>{more > 0 ? `All courses, ${more} more running` : 'All courses'}</Link>}
    >
      <Rows label="My courses">
        {courses.map((course) => {
          return (
            <MyCourseRow
              key={course.id}
              course={course}
              running={runningWeek(course, now)}
              action={course.weekCount > 0 && may('media.write', course) && <AddMediaMenu course={course} />}
            />
          )
        })}
      </Rows>
    </Section>
  )
}

const load = () => import('./add-media-weeks.tsx')
const Weeks = lazy(async () => ({ default: (await load()).AddMediaWeeks }))

type Props = {
  course: {
    id: string
    title: string
    /** The number of the running week. */
    currentWeek: number | null
  }
}

/** “Add media” on the dashboard: a menu of the course's weeks, loaded on demand. */
export function AddMediaMenu({ course }: Props) {
  const client = useQueryClient()
  // Rendered with its weeks: a menu that grows after opening may no longer fit.
  const { isWanted, trigger } = useOnDemand(() => Promise.all([load(), client.ensureQueryData(courseQuery({ params: { id: course.id } }))]))
  return (
    <Suspense>
      {isWanted ? (
        <Weeks course={course} Button={AddMediaButton} />
      ) : (
        <AddMediaButton to={course.title} aria-haspopup="menu" aria-expanded={false} {...trigger} />
      )}
    </Suspense>
  )
}

type AddMediaButtonProps = ComponentProps<'button'> & { /** The course's title. */ to: string }

/** The button of AddMediaMenu: the same one before and after its menu is loaded. */
const AddMediaButton = ({ to, ...rest }: AddMediaButtonProps) => (
  <button {...rest} type="button" className={classes.button} aria-label={`Add media to ${to}`}>
    Add media
  </button>
)
