/** Sign-up form of a course: not possible yet, and says what works instead. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { paths } from '#lib/paths.ts'
import { courseQuery } from './api.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { ErrorPage } from '#ui/error-page.tsx'

const courses = { label: 'Courses', to: paths.courses.to() }

export function SignUpFormScreen() {
  const { courseId = '' } = useParams()
  const { data: course, error, refetch, isFetching } = useQuery(courseQuery({ params: { id: courseId } }))
  if (!course) {
    return error ? (
      <ErrorPage
        error={error}
        what="course"
        onRetry={() => void refetch()}
        isRetrying={isFetching}
        to={courses.to}
        toLabel="Go to Courses"
      />
    ) : (
      <LoadingScreen />
    )
  }
  const action = (
    <Button component={Link} to={paths.courseEdit.to({ courseId })}>
      Edit course
    </Button>
  )
  return (
    <Page title="Sign-up form" crumbs={[courses, { label: course.title, to: paths.course.to({ courseId }) }, { label: 'Sign-up form' }]}>
      <EmptyState title="Sign-up forms cannot be written yet" action={action}>
        Until then, let students enrol themselves, or make the course by invitation and add them one by one.
      </EmptyState>
    </Page>
  )
}
