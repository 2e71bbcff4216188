/** Creating an assignment in a week. */

import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useCan, useSession } from '#lib/session.ts'
import { NoAccess } from '#ui/blocked-page.tsx'
import { ErrorPage } from '#ui/load-failed.tsx'
import { LoadingScreen } from '#ui/page.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { weekQuery } from '#features/weeks/api.ts'
import { AssignmentForm } from './assignment-form.tsx'

export function AssignmentNewScreen() {
  const { courseId = '', weekId = '' } = useParams()
  const may = useCan()
  const email = useSession((session) => session.user?.email)
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  const week = useQuery(weekQuery({ params: { courseId, weekId } }))
  const failed = [course, week].find(({ isError, data }) => isError && !data)
  if (failed) {
    const retry = (): void => void failed.refetch()
    return (
      <ErrorPage
        error={failed.error}
        what="week"
        onRetry={retry}
        isRetrying={failed.isFetching}
        to={paths.course.to({ courseId })}
        toLabel="Go to the course"
      />
    )
  }
  if (!course.data || !week.data) return <LoadingScreen />
  if (!may('assignment.write', course.data.membership))
    return <NoAccess email={email} help="An admin can make you a trainer of the course." />
  return <AssignmentForm course={course.data} week={week.data} />
}
