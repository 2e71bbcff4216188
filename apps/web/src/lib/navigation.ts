/** What screens say to the navigation: numbers beside menu items, and the root of the breadcrumbs of courses. */
import { paths } from './paths.ts'
import { useSession } from './session.ts'
import { create } from 'zustand'

export function useCoursesBreadcrumb(): { label: string; to: string } {
  const role = useSession((session) => session.user?.role)
  if (role === 'USER') return { label: 'Enrolled Courses', to: paths.enrolledCourses.to() }
  return role === 'TRAINER' ? { label: 'My Courses', to: paths.enrolledCourses.to() } : { label: 'Courses', to: paths.courses.to() }
}

export type NavBadgeName = 'assignments' | 'attendance' | 'courses' | 'notices'

/** Numbers beside menu items and on the bell, set by what has the data anyway: no request is made for a menu item. */
export const useNavBadges = create<Partial<Record<NavBadgeName, number>>>(() => ({}))
