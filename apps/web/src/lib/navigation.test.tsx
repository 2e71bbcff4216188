/** Where breadcrumbs begin, by role; and the question before the product is left. */

import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { signInAs } from '#test/fake-api.ts'
import { useBeforeUnload, useCoursesBreadcrumb } from './navigation.ts'
import { paths } from './paths.ts'

test.each([
  ['USER', 'Enrolled Courses', paths.enrolledCourses.to()],
  ['TRAINER', 'My Courses', paths.enrolledCourses.to()],
  ['ADMIN', 'Courses', paths.courses.to()],
  ['SUPER_ADMIN', 'Courses', paths.courses.to()],
] as const)('the courses of %s are “%s” at %s', (role, label, to) => {
  signInAs(role)
  expect(renderHook(() => useCoursesBreadcrumb()).result.current).toEqual({ label, to })
})

test('leaving asks only while something would be lost', () => {
  const isAsked = (): boolean => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const { rerender, unmount } = renderHook((isActive) => useBeforeUnload(isActive), { initialProps: false })
  expect(isAsked()).toBe(false)
  rerender(true)
  expect(isAsked()).toBe(true)
  rerender(false)
  expect(isAsked()).toBe(false)
  rerender(true)
  unmount()
  expect(isAsked()).toBe(false)
})
