/** The submissions of an assignment: the whole roster, in parts, and the way into grading. */
import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link, useParams } from 'react-router'
import { useFirstLoad } from '#lib/first-load.ts'
import { paths } from '#lib/paths.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { AssignmentMeta, useAssignmentCrumbs } from '#features/assignments/index.ts'
import { assignmentQuery } from '#features/assignments/api.ts'
import { courseQuery } from '#features/courses/api.ts'
import { submissionsQuery } from './api.ts'
import { gradingQueueKey } from './grading-queue.ts'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { ErrorPage } from '#ui/error-page.tsx'
import { SubmissionList } from './submission-list.tsx'

export function SubmissionListScreen() {
  const { courseId = '', assignmentId = '' } = useParams()
  const client = useQueryClient()
  const now = useServerNow(60_000)
  const assignment = useQuery(assignmentQuery({ params: { id: assignmentId } }))
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  const waiting = useQuery(
    submissionsQuery({ params: { courseId, assignmentId }, query: { status: 'to-grade', sort: 'submittedAt', limit: 1 } }),
  )
  const isFirstLoad = useFirstLoad(assignment, course, waiting)
  const crumbs = useAssignmentCrumbs(course.data, assignment.data?.weekId)

  // Grading from here walks along what is shown here now.
  useEffect(() => client.removeQueries({ queryKey: [gradingQueueKey] }), [client])

  if (assignment.isError && !assignment.data) {
    const retry = (): void => void assignment.refetch()
    const list = { to: paths.assignments.to(), toLabel: 'Go to the assignments' }
    return <ErrorPage error={assignment.error} what="assignment" onRetry={retry} isRetrying={assignment.isFetching} {...list} />
  }
  if (isFirstLoad || !assignment.data) return <LoadingScreen />

  const { title, weekId } = assignment.data
  const { counts, items } = waiting.data ?? {}
  const firstId = items?.[0]?.submissionId
  const meta = (
    <AssignmentMeta assignment={assignment.data} courseZone={course.data?.timeZone} now={now}>
      {counts && (
        <span role="status">
          {counts.toGrade} to grade, {counts.graded} of {counts.all} graded
        </span>
      )}
    </AssignmentMeta>
  )
  const actions = (
    <>
      <Button variant="default" component={Link} to={paths.assignment.to({ courseId, weekId, assignmentId })}>
        Brief and questions
      </Button>
      {firstId && (
        <Button component={Link} to={paths.submission.to({ submissionId: firstId, courseId }, { tab: 'to-grade' })}>
          Start grading
        </Button>
      )}
    </>
  )
  return (
    <Page title={title} kind="wide" crumbs={crumbs} meta={meta} actions={actions}>
      <SubmissionList assignment={assignment.data} />
    </Page>
  )
}
