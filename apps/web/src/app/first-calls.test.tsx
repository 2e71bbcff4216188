/** What start.js begins ahead is what the screens ask: a call that no screen takes would be made in vain. */
import type { Role } from '@lms/contract/policy'
import { waitFor } from '@testing-library/react'
import { Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { paths } from '#lib/paths.ts'
import { CourseScreen } from '#features/courses/course-screen.tsx'
import { DashboardScreen } from '#features/dashboard/dashboard-screen.tsx'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { firstCalls } from './first-calls.ts'
import { screens } from './screens.ts'

const course = {
  ...courseCalled('Data Journalism'),
  membership: { role: 'STUDENT', status: 'ACTIVE' },
  description: '',
  requireVideo: false,
  plan: [],
  weeks: [],
} as const

function askedBy(role: Role, address: string): string[] {
  fakeApi({ courses: { getCourse: async () => course as never } })
  signInAs(role)
  const asked: string[] = []
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    asked.push(url)
    return answer(url, init)
  })
  renderAt(
    <Routes>
      <Route path={paths.dashboard.pattern} element={<DashboardScreen />} />
      <Route path={paths.course.pattern} element={<CourseScreen />} />
    </Routes>,
    address,
  )
  return asked
}

const urlsFor = (name: string, role: Role): string[] =>
  (firstCalls[name] ?? []).filter((call) => call.role === undefined || call.role === role).map(({ url }) => url)

test.each(['USER', 'TRAINER', 'ADMIN'] as const)('the first page of %s', async (role) => {
  const asked = askedBy(role, '/')
  await waitFor(() => expect(asked).toEqual(expect.arrayContaining(urlsFor('dashboard', role))))
})

test('a course', async () => {
  const asked = askedBy('USER', paths.course.to({ courseId: 'c1' }))
  const expected = urlsFor('course', 'USER').map((url) => url.replace(':courseId', 'c1'))
  await waitFor(() => expect(asked).toEqual(expect.arrayContaining(expected)))
})

test('a recording', async () => {
  const asked: string[] = []
  signInAs('USER')
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url)
    return Promise.resolve(Response.json({}))
  })
  screens.find(({ path }) => path === paths.media.pattern)?.begin?.({ courseId: 'c1', weekId: 'w1', mediaId: 'm1' })
  const expected = urlsFor('media', 'USER').map((url) => url.replace(':courseId', 'c1').replace(':mediaId', 'm1'))
  await waitFor(() => expect(asked).toEqual(expected))
})
