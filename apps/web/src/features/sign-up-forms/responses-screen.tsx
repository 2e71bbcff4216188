/** The responses to a course's sign-up form, or that it has none. */

import { Button } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { paths } from '#lib/paths.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { useCan } from '#lib/session.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadingScreen } from '#ui/page.tsx'
import { courseQuery } from '#features/courses/api.ts'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { useReadNotices } from '#features/notices/api.ts'
import { formQuery } from './api.ts'
import { useResponseList } from './response-table.tsx'
import { ResponsesPage } from './responses-page.tsx'

export function ResponsesScreen() {
  const { courseId = '' } = useParams()
  const may = useCan()
  const { data: course } = useScreenQuery(courseQuery({ params: { id: courseId } }))
  const { data: form } = useScreenQuery(formQuery({ params: { courseId } }))
  const responses = useResponseList(courseId, form)
  const { list } = responses
  useReadNotices(list.data?.items.map(({ id }) => id) ?? [], list.dataUpdatedAt)
  // All parts appear together, so that none moves another.
  if (form && list.isPending) return <LoadingScreen />
  if (form === null)
    return (
      <PageOfCourse course={course} tab="sign-up" title="Responses">
        <EmptyState
          title="This course has no sign-up form"
          action={
            may('form.write') && (
              <Button component={Link} to={paths.signUpForm.to({ courseId })}>
                Create form
              </Button>
            )
          }
        >
          Its answers will be listed here.
        </EmptyState>
      </PageOfCourse>
    )
  return <ResponsesPage course={course} form={form} responses={responses} />
}
