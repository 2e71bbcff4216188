/** A user's courses: what is done as a line of weeks, marks, attendance and missing work. */

import { Text, VisuallyHidden } from '@mantine/core'
import { Link } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import type { UserOverview } from '@lms/contract/users'
import { formatPercentage } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { getToday } from '#lib/zoned-date-time.ts'
import { StatusText } from '#ui/status-badge.tsx'
import { CourseColor } from '#features/courses/course-cover.tsx'
import { getRunningWeek } from '#features/weeks/week-plan.ts'
import { WeekProgress } from '#features/weeks/week-progress.tsx'
import classes from './user-details-screen.module.css'

type Course = UserOverview['courses'][number]
type Numbers = NonNullable<Course['numbers']>

const Figure = ({ value, base }: { value: number | null; base: string }) => (
  <>
    {value === null ? '–' : formatPercentage(value)}
    <Text component="div" variant="meta">
      {base}
    </Text>
  </>
)

function Done({ course, numbers: { weeks } }: { course: Course; numbers: Numbers }) {
  const now = useServerNow(60_000)
  const { nowNumber, share } = getRunningWeek(weeks, getToday(course.timeZone, now), course.endsOn)
  const done = weeks.reduce((sum, week) => sum + week.done, 0)
  const total = weeks.reduce((sum, week) => sum + week.total, 0)
  const isDone = (number: number): boolean => weeks.some((week) => week.number === number && week.total > 0 && week.done > 0)
  return (
    <>
      {weeks.length > 0 && <WeekProgress total={weeks.length} now={nowNumber} share={share} isDone={isDone} />}
      <Link to={`?${new URLSearchParams({ tab: 'work', course: course.id })}`}>
        <b>{done}</b> of {total} so far<VisuallyHidden> in {isolate(course.title)}</VisuallyHidden>
      </Link>
    </>
  )
}

const NumberCells = ({ course, numbers }: { course: Course; numbers: Numbers }) => (
  <>
    <td>
      <Done course={course} numbers={numbers} />
    </td>
    <td className={classes.number}>
      <Figure value={numbers.total} base={`${numbers.marked} of ${numbers.assignments} marked`} />
    </td>
    <td className={classes.number}>
      <Link to={`?${new URLSearchParams({ tab: 'attendance', course: course.id })}`}>
        <VisuallyHidden>Attendance in {isolate(course.title)}, </VisuallyHidden>
        <Figure value={numbers.attendance.percentage} base={`${numbers.attendance.marked} of ${numbers.attendance.sessions} marked`} />
      </Link>
    </td>
    <td className={classes.number}>
      {numbers.missing === 0 ? (
        <>
          –<VisuallyHidden>Nothing is missing</VisuallyHidden>
        </>
      ) : (
        <StatusText state="missing">{numbers.missing}</StatusText>
      )}
    </td>
  </>
)

const CourseName = ({ course }: { course: Course }) => (
  <CourseColor id={course.id}>
    <Link to={paths.course.to({ courseId: course.id })} className={classes.title}>
      {course.title}
    </Link>
    <Text component="div" variant="meta">
      {course.trainers.map(isolate).join(', ') || 'No trainer'}
    </Text>
  </CourseColor>
)

export const UserCoursesTable = ({ courses }: { courses: readonly Course[] }) => (
  <table className={classes.courses} aria-label="Courses">
    <thead>
      <tr>
        <th scope="col">Course</th>
        <th scope="col">Required items done</th>
        <th scope="col" className={classes.number}>
          Marks so far
        </th>
        <th scope="col" className={classes.number}>
          Attendance
        </th>
        <th scope="col" className={classes.number}>
          Missing
        </th>
      </tr>
    </thead>
    <tbody>
      {courses.map((course) => (
        <tr key={course.id}>
          <th scope="row">
            <CourseName course={course} />
          </th>
          {course.numbers ? <NumberCells course={course} numbers={course.numbers} /> : <td colSpan={4}>Teaches</td>}
        </tr>
      ))}
    </tbody>
  </table>
)
