/** Editing an assignment: its sections on the left, one of them in the middle, changes on the right. */

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useCan, useSession } from '#lib/session.ts'
import { NoAccess } from '#ui/blocked-page.tsx'
import { ErrorPage } from '#ui/load-failed.tsx'
import { LoadingScreen } from '#ui/page.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { assignmentQuery, assignmentUsageQuery } from './api.ts'
import { AssignmentEditor } from './assignment-editor.tsx'

export function AssignmentEditScreen() {
  const { courseId = '', assignmentId = '' } = useParams()
  const may = useCan()
  const email = useSession((session) => session.user?.email)
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  const assignment = useQuery(assignmentQuery({ params: { id: assignmentId } }))
  const usage = useQuery(assignmentUsageQuery({ params: { id: assignmentId } }))
  if (course.data && !may('assignment.write', course.data.membership))
    return <NoAccess email={email} help="An admin can make you a trainer of the course." />
  const failed = [course, assignment, usage].find(({ isError, data }) => isError && !data)
  if (failed)
    return (
      <ErrorPage
        error={failed.error}
        what="assignment"
        onRetry={() => void failed.refetch()}
        isRetrying={failed.isFetching}
        to={paths.course.to({ courseId })}
        toLabel="Go to the course"
      />
    )
  if (!course.data || !assignment.data || !usage.data) return <LoadingScreen />
  return <AssignmentEditor key={assignmentId} course={course.data} assignment={assignment.data} usage={usage.data} />
}
