/** Beside the weeks: the latest discussions, and the ways to marks and attendance. */
import type { Course } from '@lms/contract/courses'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '#lib/paths.ts'
import { toLoadError } from '#lib/load-error.ts'
import { pluralize } from '#lib/pluralize.ts'
import { discussionsQuery } from '#features/discussions/api.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import classes from './courses.module.css'

const formatReplies = (count: number): string => (count === 0 ? 'No answer yet' : pluralize(count, 'reply', 'replies'))

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
          <Row key={id} to={paths.discussion.to({ courseId, discussionId: id })} name={title} meta={formatReplies(commentCount)} />
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

/** The menu of students has neither marks nor attendance, so this is their way to both. */
export const OwnRecords = ({ courseId }: { courseId: string }) => (
  <Section title="Your record">
    <Rows>
      <Row to={paths.marks.to({ courseId })} name="My marks" meta="Marks, feedback and your total so far" />
      <Row to={paths.attendance.to()} name="Your attendance" meta="Each session, and how it was recorded" />
    </Rows>
  </Section>
)

export const GradebookLink = ({ courseId }: { courseId: string }) => (
  <Section title="Marks">
    <Rows>
      <Row to={paths.marks.to({ courseId })} name="Gradebook" meta="All marks, totals and export" />
    </Rows>
  </Section>
)
