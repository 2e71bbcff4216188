/** The breadcrumbs of an assignment: its list, its course, its week. */
import type { Course } from '@lms/contract/courses'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import type { Crumb } from '#ui/page.tsx'

export function useAssignmentCrumbs(course: Pick<Course, 'id' | 'title' | 'weeks'> | undefined, weekId: string | undefined): Crumb[] {
  const role = useSession((session) => session.user?.role)
  const root = { label: role === 'USER' ? 'My Assignments' : 'Assignments', to: paths.assignments.to() }
  if (!course) return [root]
  const week = course.weeks?.find(({ id }) => id === weekId)
  const at = { label: course.title, to: paths.course.to({ courseId: course.id }) }
  return [root, at, ...(week ? [{ label: `Week ${week.number}`, to: paths.week.to({ courseId: course.id, weekId: week.id }) }] : [])]
}
