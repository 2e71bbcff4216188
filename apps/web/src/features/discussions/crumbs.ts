/** Breadcrumbs of the discussion screens. */

import type { Course } from '@lms/contract/courses'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import type { Crumb } from '#ui/page.tsx'

/** Breadcrumbs of a discussion: the user's courses, the course, its forum. */
export function useDiscussionCrumbs(course: Pick<Course, 'id' | 'title'> | undefined, hasForum: boolean): Crumb[] {
  const root = useCoursesBreadcrumb()
  if (!course) return [root]
  const at = { label: course.title, to: paths.course.to({ courseId: course.id }) }
  return [root, at, ...(hasForum ? [{ label: 'Discussion', to: paths.discussions.to({ courseId: course.id }) }] : [])]
}
