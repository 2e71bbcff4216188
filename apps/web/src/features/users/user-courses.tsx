/** The courses of one person, with how far they are and how often they were there. */
import { type AttendanceRate, formatRateBase } from '@lms/contract/rules/attendance-rate'
import type { UserDetails } from '@lms/contract/users'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { percent } from '#lib/format-date.ts'
import { CourseColor } from '#ui/course-cover.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import classes from './user-courses.module.css'

type NumbersProps = { course: { id: string; title: string; percentage: number; attendance: AttendanceRate | null } }

const attendanceWords = (rate: AttendanceRate | null): string[] =>
  !rate || rate.percentage === null ? ['Attendance not marked'] : [`Attendance ${percent(rate.percentage)}`, formatRateBase(rate)]

/** How far, and how often there: each leads to what it is made of. */
const Numbers = ({ course: { id, title, percentage, attendance } }: NumbersProps) => (
  <div className={classes.numbers}>
    <Link
      to={`?${new URLSearchParams({ tab: 'work', course: id })}`}
      className={classes.progress}
      aria-label={`${percent(percentage)} done in ${title}`}
    >
      <ProgressBar label={`Progress in ${title}`} value={percentage} words={percent(percentage)} />
    </Link>
    <Link
      to={`?${new URLSearchParams({ tab: 'attendance', course: id })}`}
      className={classes.attendance}
      aria-label={`${attendanceWords(attendance).join(', ')} in ${title}`}
    >
      {attendanceWords(attendance).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </Link>
  </div>
)

export function UserCourses({ person }: { person: UserDetails }) {
  const { courses } = person
  if (courses.length === 0) {
    return <EmptyState title="In no course yet">Courses stand here once {person.name} joins or teaches one.</EmptyState>
  }
  return (
    <Section title="Courses" count={courses.length}>
      <Rows>
        {courses.map(({ id, title, role, percentage, attendance }) => (
          <Row
            key={id}
            to={paths.course.to({ courseId: id })}
            name={<CourseColor id={id}>{title}</CourseColor>}
            meta={role === 'TRAINER' ? 'Teaches' : undefined}
            controls={percentage !== null && <Numbers course={{ id, title, percentage, attendance }} />}
          />
        ))}
      </Rows>
    </Section>
  )
}
