/** The calls that rows of the table of screens name are calls that the screens make: one that no screen uses would be wasted. */

import { screen, waitFor } from '@testing-library/react'
import type { ComponentType } from 'react'
import { Route, Routes } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { toUrl } from '@lms/contract/client'
import { paths as callPaths } from '@lms/contract/generated/paths'
import type { Role } from '@lms/contract/policy'
import { paths } from '#lib/paths.ts'
import { fillRequest } from '#lib/screen-calls.ts'
import { CourseScreen } from '#features/courses/course-screen.tsx'
import { DashboardScreen } from '#features/dashboard/dashboard-screen.tsx'
import { MediaScreen } from '#features/media/media-screen.tsx'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { makeWeek } from '#test/fixtures.ts'
import { media } from '#test/media-page.tsx'
import { renderAt } from '#test/render.tsx'
import { RequireAuth } from './require-auth.tsx'
import { firstCalls, screenData } from './screen-data.ts'
import { screens } from './screens.ts'

const course = {
  ...courseCalled('Data Journalism'),
  membership: { role: 'STUDENT', status: 'ACTIVE' },
  description: '',
  requireVideo: false,
  plan: [],
  weeks: [],
} as const

/** The addresses that are fetched from now on, in order. */
function recordCalls(): string[] {
  const asked: string[] = []
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    asked.push(url)
    return answer(url, init)
  })
  return asked
}

function askedBy(role: Role, address: string): string[] {
  fakeApi({ courses: { getCourse: async () => course as never } })
  signInAs(role)
  const asked = recordCalls()
  renderAt(
    <Routes>
      <Route path={paths.dashboard.pattern} element={<DashboardScreen />} />
      <Route path={paths.course.pattern} element={<CourseScreen />} />
    </Routes>,
    address,
  )
  return asked
}

const params = { courseId: course.id, mediaId: 'm1' }

/** The addresses of the calls of a row. */
function urlsFor(name: keyof typeof paths, role: Role): string[] {
  const row = screens.find(({ path }) => path === paths[name].pattern)!
  const { calls = [], parts = [] } = row.data ? screenData[row.data] : {}
  return [...calls, ...parts, ...(firstCalls[name] ?? [])]
    .filter((call) => call.role === undefined || call.role === role)
    .map((call) => {
      const { path } = (callPaths as Record<string, Record<string, { path: string }>>)[call.domain]![call.name]!
      return toUrl(path, (fillRequest(call.request, params) ?? {}) as Parameters<typeof toUrl>[1])
    })
}

test.each(['USER', 'TRAINER', 'ADMIN'] as const)('the first page of %s', async (role) => {
  const asked = askedBy(role, '/')
  await waitFor(() => expect(asked).toEqual(expect.arrayContaining(urlsFor('dashboard', role))))
})

test('a course', async () => {
  const asked = askedBy('USER', paths.course.to({ courseId: course.id }))
  await waitFor(() => expect(asked).toEqual(expect.arrayContaining(urlsFor('course', 'USER'))))
})

test('a recording: fetched while its code loads, and each call made once', async () => {
  const address = paths.media.to({ courseId: course.id, weekId: 'w1', mediaId: 'm1' })
  const mediaScreen = screens.find(({ path }) => path === paths.media.pattern)!
  window.history.replaceState(null, '', address)
  onTestFinished(() => window.history.replaceState(null, '', '/'))
  const code = Promise.withResolvers<ComponentType>()
  const video = { ...media, id: 'm1', weekId: 'w1' }
  const item = { ...video, startsAt: null, durationMinutes: null, hasRecording: true }
  const week = makeWeek({ id: 'w1', number: 6, title: 'Cleaning', media: [item] })
  fakeApi({ courses: { getCourse: async () => ({ ...course, weeks: [week] }) as never }, media: { getMedia: async () => video } })
  signInAs('USER')
  const asked = recordCalls()
  const routes = <Route path={paths.media.pattern} element={<RequireAuth screen={{ ...mediaScreen, load: () => code.promise }} />} />
  renderAt(<Routes>{routes}</Routes>, address)
  const expected = urlsFor('media', 'USER')
  await waitFor(() => expect(asked).toEqual(expected))
  code.resolve(MediaScreen)
  await screen.findByRole('heading', { name: video.title })
  for (const url of expected) expect(asked.filter((other) => other === url)).toHaveLength(1)
})
