/** The menu item of courses: the root of a breadcrumb, by role. */
import { paths } from './paths.ts'
import { useSession } from './session.ts'

export function useCoursesBreadcrumb(): { label: string; to: string } {
  const role = useSession((session) => session.user?.role)
  if (role === 'USER') return { label: 'Enrolled Courses', to: paths.enrolledCourses.to() }
  return role === 'TRAINER' ? { label: 'My Courses', to: paths.enrolledCourses.to() } : { label: 'Courses', to: paths.courses.to() }
}
