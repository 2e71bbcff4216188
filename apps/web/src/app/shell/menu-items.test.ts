/** The menu: names, order and addresses as the specification writes them; and which item an address belongs to. */

import { expect, test } from 'vitest'
import { activeItem, menuItems } from './menu-items.ts'

const labels = (role: keyof typeof menuItems): string[] => menuItems[role].map(({ label }) => label)

test('names and order by role', () => {
  const admin = ['Dashboard', 'Courses', 'Assignments', 'Attendance', 'All Media', 'Users', 'Import Users', 'Add User']
  expect(labels('SUPER_ADMIN')).toEqual(admin)
  expect(labels('ADMIN')).toEqual(admin)
  expect(labels('TRAINER')).toEqual(['My Courses', 'Assignments', 'Attendance', 'Discussions'])
  expect(labels('USER')).toEqual(['Courses', 'My Assignments', 'Enrolled Courses', 'Discussions'])
})

test('what was added to the specified menu lies below a line', () => {
  for (const items of Object.values(menuItems))
    expect(items.filter(({ beginsGroup }) => beginsGroup).map(({ label }) => label)).toEqual(
      items === menuItems.ADMIN ? [] : ['Discussions'],
    )
})

test('the addresses that the specification spells out', () => {
  const to = Object.fromEntries(menuItems.ADMIN.map((item) => [item.label, item.to]))
  expect(to).toMatchObject({ Dashboard: '/', 'All Media': '/media/all-media?page=1', Users: '/users?page=1&role=all&course=all' })
})

test.each([
  ['ADMIN', '/', 'Dashboard'],
  ['ADMIN', '/users', 'Users'],
  ['ADMIN', '/users/add-bulk-users', 'Import Users'],
  ['ADMIN', '/users/u1/edit', 'Users'],
  ['ADMIN', '/courses/course/c1', 'Courses'],
  ['TRAINER', '/courses/course/c1', 'My Courses'],
  ['TRAINER', '/submissions/s1/course/c1', 'Assignments'],
  ['TRAINER', '/discussions', 'Discussions'],
  ['USER', '/courses', 'Courses'],
  ['USER', '/courses/course/c1/week/w1', 'Enrolled Courses'],
  ['USER', '/assignments/course/c1/week/w1/a1', 'My Assignments'],
  ['USER', '/profile', undefined],
] as const)('%s at %s is in %s', (role, pathname, label) => {
  expect(activeItem(menuItems[role], pathname)?.label).toBe(label)
})
