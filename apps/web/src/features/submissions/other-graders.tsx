/** Others who have the submission open: a line below the student, as long as they show signs. Saving is not blocked. */
import type { Submission } from '@lms/contract/submissions'
import { Button } from '@mantine/core'
import { queryOptions } from '@tanstack/react-query'
import { Link } from 'react-router'
import { api } from '#lib/api.ts'
import { clock } from '#lib/format-date.ts'
import { Avatar } from '#ui/avatar.tsx'
import classes from './other-graders.module.css'

type Graders = Awaited<ReturnType<typeof api.grading.reportGrading>>['graders']

/** Milliseconds; a grader without a heartbeat for a minute counts as absent. */
const heartbeatMs = 20_000

/** Asking for the others is the sign that one is here oneself; a page in the background gives none. */
export const gradersQuery = ({ id: submissionId, courseId }: Pick<Submission, 'id' | 'courseId'>) =>
  queryOptions({
    queryKey: ['grading', 'reportGrading', submissionId],
    queryFn: ({ signal }) => api.grading.reportGrading({ params: { submissionId, courseId } }, { signal }),
    refetchInterval: heartbeatMs,
    staleTime: 0,
    retry: false,
  })

const firstName = (name: string): string => name.split(' ')[0] ?? name

/** Empty while nobody else is here: a screen reader hears it when somebody comes. */
export function OtherGraders({ graders, next }: { graders: Graders; next: string | null }) {
  const [first] = graders
  const names = new Intl.ListFormat('en-GB').format(graders.map(({ grader }) => firstName(grader.name)))
  return (
    <div role="status">
      {first && (
        <div className={classes.line}>
          <Avatar id={first.grader.id} name={first.grader.name} src={first.grader.profileImageUrl} size={24} />
          <span className={classes.names}>
            {names} {graders.length === 1 ? 'is' : 'are'} grading this
          </span>
          <span className={classes.since}>{clock(first.since)}</span>
          {next !== null && (
            <Button variant="default" size="sm" component={Link} to={next}>
              Go to next
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
