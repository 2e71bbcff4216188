/** The sidebar's items by role: names and order as specified. */

import { canEver, type Role } from '@lms/contract/policy'
import type { NavBadgeName } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import type { Icon } from '#ui/icon.tsx'
import {
  IconBookmarks,
  IconBooks,
  IconCalendarCheck,
  IconClipboardText,
  IconFileImport,
  IconLayoutDashboard,
  IconMessageCircle,
  IconMovie,
  IconPlus,
  IconUser,
  IconUserPlus,
  IconUsers,
} from '#ui/icons.ts'

export type MenuItem = {
  label: string
  to: string
  Icon: Icon
  /** Path prefixes that belong to the item; the longest match wins. `=` requires an exact match. */
  owns: readonly string[]
  count?: NavBadgeName
  /** Below a line, with those that follow: what the product has beside the menu of its specification. */
  beginsGroup?: true
}

const assignmentAddresses = ['/assignments', '/all-submissions', '/submissions'] as const

const assignments = (label: string): MenuItem => ({
  label,
  to: paths.assignments.to(),
  Icon: IconClipboardText,
  owns: assignmentAddresses,
  count: 'assignments',
})
const attendance: MenuItem = {
  label: 'Attendance',
  to: paths.attendance.to(),
  Icon: IconCalendarCheck,
  owns: ['/attendance'],
  count: 'attendance',
}

const discussions: MenuItem = {
  label: 'Discussions',
  to: paths.myDiscussions.to(),
  Icon: IconMessageCircle,
  owns: ['/discussions'],
  count: 'discussions',
  beginsGroup: true,
}

const admin: readonly MenuItem[] = [
  { label: 'Dashboard', to: paths.dashboard.to(), Icon: IconLayoutDashboard, owns: ['=/'] },
  { label: 'Courses', to: paths.courses.to(), Icon: IconBooks, owns: ['/courses', '/enrolled-courses'] },
  assignments('Assignments'),
  attendance,
  { label: 'All Media', to: paths.allMedia.to({ page: 1 }), Icon: IconMovie, owns: ['/media'] },
  { label: 'Users', to: paths.users.to({ page: 1, role: 'all', course: 'all' }), Icon: IconUsers, owns: ['/users'] },
  { label: 'Import Users', to: paths.usersImport.to(), Icon: IconFileImport, owns: ['/users/add-bulk-users'] },
  { label: 'Add User', to: paths.userNew.to(), Icon: IconUserPlus, owns: ['/users/add-single-users'] },
]

/** A trainer's own courses are those they teach: the list at /enrolled-courses, however it was opened. */
const trainer: readonly MenuItem[] = [
  { label: 'My Courses', to: paths.enrolledCourses.to(), Icon: IconBooks, owns: ['/courses', '/enrolled-courses'], count: 'courses' },
  assignments('Assignments'),
  attendance,
  discussions,
]

const student: readonly MenuItem[] = [
  { label: 'Courses', to: paths.courses.to(), Icon: IconBooks, owns: ['/courses'] },
  assignments('My Assignments'),
  { label: 'Enrolled Courses', to: paths.enrolledCourses.to(), Icon: IconBookmarks, owns: ['/enrolled-courses', '/courses/course/'] },
  discussions,
]

export const menuItems: Record<Role, readonly MenuItem[]> = { SUPER_ADMIN: admin, ADMIN: admin, TRAINER: trainer, USER: student }

/** What the search finds beside people and content: the pages of the menu, and what is behind a button elsewhere. */
export const listPageActions = (role: Role): readonly Pick<MenuItem, 'label' | 'to' | 'Icon'>[] => [
  ...menuItems[role],
  ...(canEver(role, 'course.create') ? [{ label: 'New course', to: paths.courseNew.to(), Icon: IconPlus }] : []),
  { label: 'Your Profile', to: paths.profile.to(), Icon: IconUser },
]

function getMatchLength({ owns }: MenuItem, pathname: string): number {
  const lengths = owns.map((begin) =>
    begin.startsWith('=') ? Number(pathname === begin.slice(1)) : pathname.startsWith(begin) ? begin.length : 0,
  )
  return Math.max(0, ...lengths)
}

/** The item that a path belongs to, if any. */
export function activeItem(items: readonly MenuItem[], pathname: string): MenuItem | undefined {
  const best = [...items].sort((a, b) => getMatchLength(b, pathname) - getMatchLength(a, pathname))[0]
  return best && getMatchLength(best, pathname) > 0 ? best : undefined
}
