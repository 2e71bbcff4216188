/** The courses of one person, with how far they are. */
import type { UserDetails } from '@lms/contract/users'
import { paths } from '#lib/paths.ts'
import { percent } from '#lib/times.ts'
import { CourseSpine } from '#ui/course-cover.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import classes from './user-courses.module.css'

export function UserCourses({ person }: { person: UserDetails }) {
  const { courses } = person
  if (courses.length === 0) {
    return <EmptyState title="In no course yet">Courses stand here once {person.name} joins or teaches one.</EmptyState>
  }
  return (
    <Section title="Courses" count={courses.length}>
      <Rows>
        {courses.map(({ id, title, role, percentage }) => (
          <Row
            key={id}
            to={paths.course.to({ courseId: id })}
            name={<CourseSpine id={id}>{title}</CourseSpine>}
            meta={role === 'TRAINER' ? 'Teaches' : undefined}
            fact={
              role === 'STUDENT' &&
              percentage !== null && (
                <span className={classes.progress}>
                  <ProgressBar label={`Progress in ${title}`} value={percentage} words={percent(percentage)} />
                </span>
              )
            }
          />
        ))}
      </Rows>
    </Section>
  )
}
