/** After the last one: what is left to do is to go back, or to release what is held. */
import type { Assignment } from '@lms/contract/assignments'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { pluralize } from '#lib/pluralize.ts'
import { paths } from '#lib/paths.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadingScreen } from '#ui/loading.tsx'
import { Page } from '#ui/page.tsx'
import { submissionsQuery } from './api.ts'
import { GradeNext } from './grade-next.tsx'
import { ReleaseDialog } from './release-dialog.tsx'
import classes from './submissions.module.css'

type Props = { assignment: Assignment; /** The address of the list that was graded. */ roster: string }

export function AllGraded({ assignment: { id: assignmentId, courseId, title }, roster }: Props) {
  const [isAsking, setAsking] = useState(false)
  const place = { courseId, assignmentId }
  const list = useQuery(submissionsQuery({ params: place, query: { status: 'to-grade', sort: 'submittedAt', limit: 1 } }))
  if (list.isPending) return <LoadingScreen />
  // Without an answer, the way back is there.
  const { counts, held = 0 } = list.data ?? {}
  const left = counts?.toGrade ?? 0
  const crumbs = [
    { label: 'Assignments', to: paths.assignments.to() },
    { label: title, to: roster },
  ]
  const back = (
    <Button component={Link} to={roster} variant={left > 0 || held > 0 ? 'default' : 'filled'}>
      Back to submissions
    </Button>
  )
  return (
    <Page title={title} crumbs={crumbs} kind="reading">
      <div role="status">
        <EmptyState
          title={left > 0 ? 'All graded in this list.' : 'All graded.'}
          action={
            <span className={classes.ways}>
              {back}
              {held > 0 && (
                <Button variant={left > 0 ? 'default' : 'filled'} onClick={() => setAsking(true)}>
                  Release {pluralize(held, 'mark')}
                </Button>
              )}
              {left > 0 && <GradeNext {...place} />}
            </span>
          }
        >
          {left > 0
            ? `${pluralize(left, 'other submission waits', 'other submissions wait')} to be graded.`
            : held > 0
              ? 'Students do not see held marks until you release them.'
              : 'No submission of this assignment waits for a mark.'}
        </EmptyState>
      </div>
      {isAsking && <ReleaseDialog place={place} count={held} toGrade={left} onClose={() => setAsking(false)} />}
    </Page>
  )
}
