/** Marks and words that came back in the last days. */
import type { MySubmission } from '@lms/contract/submissions'
import { useQuery } from '@tanstack/react-query'
import { paths } from '#lib/paths.ts'
import { toLoadError } from '#lib/load-error.ts'
import { day } from '#lib/format-date.ts'
import { mySubmissionsQuery } from '#features/submissions/api.ts'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { StatusIcon } from '#ui/status-icon.tsx'
import classes from './feedback.module.css'

const freshMs = 7 * 86_400_000

const isFresh = ({ gradedAt, status }: MySubmission, now: number): boolean =>
  gradedAt !== null && (status === 'GRADED' || status === 'RETURNED') && now - Date.parse(gradedAt) < freshMs

function Marks({ marks, maxMarks }: Pick<MySubmission, 'marks' | 'maxMarks'>) {
  if (marks === null) return null
  return (
    <span className={classes.marks}>
      {marks} <span className={classes.rest}>/ {maxMarks}</span>
    </span>
  )
}

/** Nothing at all where nothing is new. */
export function NewFeedback({ now }: { now: number }) {
  const list = useQuery(mySubmissionsQuery({ query: { limit: 50 } }))
  if (list.isError) return <LoadFailed title="Your feedback did not load" {...toLoadError(list)} />
  const fresh = (list.data?.items ?? [])
    .filter((one) => isFresh(one, now))
    .sort((one, other) => (other.gradedAt ?? '').localeCompare(one.gradedAt ?? ''))
  if (fresh.length === 0) return null
  return (
    <Section title="New feedback" count={fresh.length}>
      <Rows label="New feedback">
        {fresh.slice(0, 5).map(({ id, assignmentId, assignmentTitle, courseId, weekId, status, feedback, gradedAt, marks, maxMarks }) => (
          <Row
            key={id}
            to={paths.assignment.to({ courseId, weekId, assignmentId })}
            glyph={<StatusIcon name={status === 'RETURNED' ? 'returned' : 'graded'} />}
            name={assignmentTitle}
            meta={feedback ? `“${feedback}”` : `Graded ${gradedAt ? day(gradedAt) : ''}`}
            fact={<Marks marks={marks} maxMarks={maxMarks} />}
          />
        ))}
      </Rows>
    </Section>
  )
}
