/** Grading one submission: the work on the left, marks and feedback on the right, the next student one key away. */

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { useSession } from '#lib/session.ts'
import { NoAccess } from '#ui/blocked-page.tsx'
import { QueryBoundary } from '#ui/query-boundary.tsx'
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
  const { data: submission } = useScreenQuery(submissionQuery({ params: { submissionId, courseId } }))
  const { data: course } = useScreenQuery(courseQuery({ params: { id: courseId } }))
  const assignment = useQuery(assignmentQuery({ params: { id: submission.assignmentId } }))
  const onAllGraded = (roster: string): void => setDone({ key, roster })
  return (
    <QueryBoundary queries={[assignment]} what="submission" to={paths.assignments.to()} toLabel="Go to the assignments">
      {([loaded]) => {
        if (submission.student.id === me?.id) return <NoAccess email={me.email} help="You cannot grade your own submission." />
        if (done?.key === key) return <AllGraded assignment={loaded} roster={done.roster} />
        // Marks refer to the answered questions, even if they have changed since.
        const answered = { ...loaded, questions: getQuestions(submission), timeZone: course.timeZone }
        return <GradingPage submission={submission} assignment={answered} onAllGraded={onAllGraded} />
      }}
    </QueryBoundary>
  )
}
