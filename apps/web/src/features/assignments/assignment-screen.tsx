/** One assignment: students answer it and read what it earned, staff read it with its key. */
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { useCan } from '#lib/can.ts'
import { paths } from '#lib/paths.ts'
import { assignmentQuery } from './api.ts'
import { courseQuery } from '#features/courses/api.ts'
import { submissionQuery } from '#features/submissions/api.ts'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { ErrorPage } from '#ui/error-page.tsx'
import { StaffAssignment } from './staff-assignment.tsx'
import { StudentAssignment } from '#features/submissions/index.ts'

export function AssignmentScreen() {
  const { courseId = '', assignmentId = '' } = useParams()
  const may = useCan()
  const assignment = useQuery(assignmentQuery({ params: { id: assignmentId } }))
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  const submissionId = assignment.data?.work?.submissionId ?? ''
  const submission = useQuery({ ...submissionQuery({ params: { submissionId, courseId } }), enabled: submissionId !== '' })

  const failed = [assignment, course, submission].find(({ isError, data }) => isError && !data)
  if (failed) {
    const retry = (): void => void failed.refetch()
    return (
      <ErrorPage
        error={failed.error}
        what="assignment"
        onRetry={retry}
        isRetrying={failed.isFetching}
        to={paths.assignments.to()}
        toLabel="Go to the assignments"
        help="An admin can add you to the course."
      />
    )
  }
  if (!assignment.data || !course.data || (submissionId !== '' && !submission.data)) return <LoadingScreen />
  if (may('submission.list', course.data.membership)) return <StaffAssignment assignment={assignment.data} course={course.data} />
  return <StudentAssignment assignment={assignment.data} course={course.data} submission={submission.data ?? null} />
}
