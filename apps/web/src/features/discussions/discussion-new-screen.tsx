/** Begin a discussion. */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router'
import { useCan } from '#lib/can.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { courseQuery } from '#features/courses/api.ts'
import { DiscussionForm } from './discussion-form.tsx'
import { NoAccess } from '#ui/blocked-page.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { ErrorPage } from '#ui/error-page.tsx'
import { useDiscussionCrumbs } from './discussion-crumbs.ts'

export function DiscussionNewScreen() {
  const { courseId = '' } = useParams()
  const may = useCan()
  const navigate = useNavigate()
  const email = useSession((session) => session.user?.email)
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  const crumbs = useDiscussionCrumbs(course.data, true)
  if (course.isError && !course.data) {
    const retry = (): void => void course.refetch()
    return (
      <ErrorPage
        error={course.error}
        what="course"
        onRetry={retry}
        isRetrying={course.isFetching}
        to={paths.courses.to()}
        toLabel="Go to the courses"
      />
    )
  }
  if (!course.data) return <LoadingScreen />
  if (!may('discussion.write', course.data.membership)) return <NoAccess email={email} help="An admin can add you to the course." />
  return (
    <Page title="New discussion" kind="thread" crumbs={crumbs}>
      <DiscussionForm
        courseId={courseId}
        cancelTo={paths.discussions.to({ courseId })}
        onCreated={(discussionId) => void navigate(paths.discussion.to({ courseId, discussionId }), { replace: true })}
      />
    </Page>
  )
}
