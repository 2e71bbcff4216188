/** Beside the weeks: the latest discussions, and a student's way to the own attendance. */
import type { Course } from '@lms/contract/courses'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { toLoadError } from '#lib/load-error.ts'
import { discussionsQuery } from '#features/discussions/api.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import classes from './course-weeks.module.css'

const answers = (count: number): string => (count === 0 ? 'No answer yet' : `${count} ${count === 1 ? 'reply' : 'replies'}`)

export function LatestDiscussions({ course }: { course: Course }) {
  const courseId = course.id
  const list = useQuery(discussionsQuery({ params: { courseId }, query: { limit: 3 } }))
  const content = (): ReactNode => {
    if (list.isError) return <LoadFailed title="The discussions did not load" {...toLoadError(list)} />
    if (list.isPending) return <SkeletonRows count={3} />
    if (list.data.total === 0) return <p className={classes.nothing}>Nobody has asked anything yet.</p>
    return (
      <Rows label="Latest discussions">
        {list.data.items.map(({ id, title, commentCount }) => (
          <Row key={id} to={paths.discussion.to({ courseId, discussionId: id })} name={title} meta={answers(commentCount)} />
        ))}
      </Rows>
    )
  }
  return (
    <Section
      title="Discussion"
      {...(list.data?.total && { count: list.data.total })}
      action={<Link to={paths.discussions.to({ courseId })}>Open</Link>}
    >
      {content()}
    </Section>
  )
}

/** The menu of students has no Attendance, so this is their way to it. */
export const OwnAttendance = () => (
  <Section title="Attendance">
    <Rows>
      <Row to={paths.attendance.to()} name="Your attendance" meta="Each session, and how it was recorded" />
    </Rows>
  </Section>
)
