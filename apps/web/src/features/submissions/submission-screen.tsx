/** Grading one submission: the work on the left, marks and feedback on the right, the next student one key away. */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { NoAccess } from '#ui/blocked-page.tsx'
import { ErrorPage } from '#ui/load-failed.tsx'
import { LoadingScreen } from '#ui/page.tsx'
import { assignmentQuery } from '#features/assignments/api.ts'
import { courseQuery } from '#features/courses/api.ts'
import { getQuestions } from './answers.ts'
import { submissionQuery } from './api.ts'
import { GradingPage } from './grading-page.tsx'
import { AllGraded } from './grading-queue.tsx'
import { useUndoKeys } from './use-undo-grade.ts'

export function SubmissionScreen() {
  const { courseId = '', submissionId = '' } = useParams()
  const { key } = useLocation()
  // Only for this visit: undoing the last mark navigates, which shows the submission again.
  const [done, setDone] = useState<{ key: string; roster: string } | null>(null)
  const me = useSession((session) => session.user)
  useUndoKeys()
  const submission = useQuery(submissionQuery({ params: { submissionId, courseId } }))
  const assignmentId = submission.data?.assignmentId ?? ''
  const assignment = useQuery({ ...assignmentQuery({ params: { id: assignmentId } }), enabled: assignmentId !== '' })
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  const failed = [submission, assignment, course].find(({ isError, data }) => isError && !data)
  if (failed) {
    const retry = (): void => void failed.refetch()
    return (
      <ErrorPage
        error={failed.error}
        what="submission"
        onRetry={retry}
        isRetrying={failed.isFetching}
        to={paths.assignments.to()}
        toLabel="Go to the assignments"
      />
    )
  }
  if (!submission.data || !assignment.data || !course.data) return <LoadingScreen />
  if (submission.data.student.id === me?.id) return <NoAccess email={me.email} help="You cannot grade your own submission." />
  // Marks refer to the answered questions, even if they have changed since.
  const answered = { ...assignment.data, questions: getQuestions(submission.data), timeZone: course.data.timeZone }
  if (done?.key === key) return <AllGraded assignment={assignment.data} roster={done.roster} />
  const onAllGraded = (roster: string): void => setDone({ key, roster })
  return <GradingPage submission={submission.data} assignment={answered} onAllGraded={onAllGraded} />
}
