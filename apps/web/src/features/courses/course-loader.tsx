/** What a screen of one course shows until the course is there, and where it does not load. The course is that of the address. */
import type { Course } from '@lms/contract/courses'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { ErrorPage } from '#ui/error-page.tsx'
import { LoadingScreen } from '#ui/loading.tsx'
import { courseQuery } from './api.ts'

export function CourseLoader({ children }: { children: (course: Course) => ReactNode }) {
  const { courseId = '' } = useParams()
  const root = useCoursesBreadcrumb()
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  if (course.data) return children(course.data)
  if (course.isPending) return <LoadingScreen />
  return (
    <ErrorPage
      what="course"
      error={course.error}
      onRetry={() => void course.refetch()}
      isRetrying={course.isFetching}
      to={root.to}
      toLabel={`Go to ${root.label}`}
    />
  )
}
