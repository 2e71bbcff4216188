/** The responses to a course's sign-up form, or that it has none. */

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { useCan, useSession } from '#lib/session.ts'
import { NoAccess } from '#ui/blocked-page.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadingScreen, Page } from '#ui/page.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { CourseError } from '#features/courses/use-course.tsx'
import { useReadNotices } from '#features/notices/api.ts'
import { formQuery } from './api.ts'
import { useResponseList } from './response-table.tsx'
import { ResponsesPage } from './responses-page.tsx'

export function ResponsesScreen() {
  const { courseId = '' } = useParams()
  const may = useCan()
  const email = useSession((session) => session.user?.email)
  const root = useCoursesBreadcrumb()
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  const form = useQuery(formQuery({ params: { courseId } }))
  const mayReview = course.data !== undefined && may('form.review', course.data.membership)
  const responses = useResponseList(courseId, mayReview ? form.data : undefined)
  const { list } = responses
  useReadNotices(list.data?.items.map(({ id }) => id) ?? [], list.dataUpdatedAt)
  const error = course.error ?? form.error
  if (error) return <CourseError queries={[course, form]} />
  if (course.data && !mayReview) return <NoAccess email={email} help="Trainers see the responses of the courses that they teach." />
  // All parts appear together, so that none moves another.
  if (!course.data || form.data === undefined || (form.data && list.isPending)) return <LoadingScreen />
  if (form.data === null)
    return (
      <Page title="Responses" crumbs={[root, { label: course.data.title, to: paths.course.to({ courseId }) }, { label: 'Sign-up form' }]}>
        <EmptyState
          title="This course has no sign-up form"
          action={
            may('form.write') && (
              <Button component={Link} to={paths.signUpForm.to({ courseId })}>
                Write the form
              </Button>
            )
          }
        >
          Its answers will be listed here.
        </EmptyState>
      </Page>
    )
  return <ResponsesPage course={course.data} form={form.data} responses={responses} />
}
