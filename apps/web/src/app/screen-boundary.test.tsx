/** The boundary of a screen: its data is asked for before its code is there, and is complete when it is shown. */

import { MantineProvider } from '@mantine/core'
import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { createMemoryRouter, Link, Outlet, Route, Routes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { useScreenQuery } from '#lib/screen-queries.ts'
import { courseQuery } from '#features/courses/api.ts'
import { weekQuery } from '#features/weeks/api.ts'
import { courseCalled } from '#test/courses.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { makeWeek } from '#test/fixtures.ts'
import { renderAt } from '#test/render.tsx'
import { createQueryClient } from './query-client.ts'
import { RequireAuth } from './require-auth.tsx'
import { type Screen, screens } from './screens.ts'
import { NavigationLine } from './shell/navigation-line.tsx'
import { theme } from './theme/theme.ts'

const course = { ...courseCalled('Data Journalism'), membership: { role: 'TRAINER', status: 'ACTIVE' } } as const
const params = { courseId: course.id, weekId: 'w1' }
const weekEdit = screens.find(({ path }) => path === paths.weekEdit.pattern)!

function WeekForm() {
  const { data: shown } = useScreenQuery(courseQuery({ params: { id: course.id } }))
  const { data: week } = useScreenQuery(weekQuery({ params }))
  return (
    <h1>
      {shown.title}, {week.title}
    </h1>
  )
}

/** Opens the page that edits a week. */
function open(load: NonNullable<Screen['load']> = async () => WeekForm) {
  const row = { ...weekEdit, load }
  return renderAt(
    <Routes>
      <Route path={row.path} element={<RequireAuth screen={row} />} />
    </Routes>,
    paths.weekEdit.to(params),
  )
}

beforeEach(() => signInAs('TRAINER'))

test('all calls start at once, before the code has come, and are made once', async () => {
  const code = Promise.withResolvers<ComponentType>()
  const answer = Promise.withResolvers<typeof course>()
  const called = fakeApi({ courses: { getCourse: () => answer.promise }, weeks: { getWeek: async () => makeWeek({ title: 'Cleaning' }) } })
  open(() => code.promise)
  expect(await screen.findByText('Loading')).toBeDefined()
  await waitFor(() => expect(called.map(({ name }) => name).toSorted()).toEqual(['courses.getCourse', 'weeks.getWeek']))
  answer.resolve(course)
  code.resolve(WeekForm)
  expect(await screen.findByRole('heading', { name: 'Data Journalism, Cleaning' })).toBeDefined()
  expect(called).toHaveLength(2)
})

test('what failed is said with its request, and tried again without what has arrived', async () => {
  let isBroken = true
  const called = fakeApi({
    courses: { getCourse: async () => course },
    weeks: {
      getWeek: async () => {
        if (isBroken) throw new FakeProblem(500, 'internal')
        return makeWeek({ title: 'Cleaning' })
      },
    },
  })
  open()
  expect(await screen.findByRole('heading', { name: 'The week could not be loaded' })).toBeDefined()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('heading', { name: 'Data Journalism, Cleaning' })).toBeDefined()
  expect(called.map(({ name }) => name).toSorted()).toEqual(['courses.getCourse', 'weeks.getWeek', 'weeks.getWeek'])
})

test('what is gone leads to where it was listed', async () => {
  fakeApi({
    courses: { getCourse: async () => course },
    weeks: { getWeek: async () => Promise.reject(new FakeProblem(404, 'not-found')) },
  })
  open()
  expect(await screen.findByRole('heading', { name: 'This week was removed or never existed' })).toBeDefined()
  expect(screen.getByRole('link', { name: 'Go to the course' }).getAttribute('href')).toBe(paths.course.to({ courseId: course.id }))
  expect(document.title).toBe('This week was removed or never existed - LMS')
})

test('users without the right in this course read who has it', async () => {
  fakeApi({ courses: { getCourse: async () => ({ ...course, membership: null }) }, weeks: { getWeek: async () => makeWeek({}) } })
  open()
  expect(await screen.findByText(/^Trainers edit the courses that they teach\./)).toBeDefined()
})

test('a later load that fails leaves what is shown, also in forms whose object is gone', async () => {
  let status = 200
  fakeApi({
    courses: { getCourse: async () => course },
    weeks: {
      getWeek: async () => {
        if (status === 404) throw new FakeProblem(404, 'not-found')
        if (status === 500) throw new FakeProblem(500, 'internal')
        return makeWeek({ title: 'Cleaning' })
      },
    },
  })
  const { client } = open()
  await screen.findByRole('heading', { name: 'Data Journalism, Cleaning' })
  for (status of [500, 404]) {
    await act(() => client.invalidateQueries({ queryKey: ['weeks'] }))
    expect(client.getQueryState(weekQuery({ params }).queryKey)?.status).toBe('error')
    expect(screen.getByRole('heading', { name: 'Data Journalism, Cleaning' })).toBeDefined()
  }
})

/** As the product: with transitions, and a page that leads to the one that edits a week. */
async function openFromPeople(loadForm: () => Promise<typeof WeekForm> = async () => WeekForm) {
  const People = () => (
    <>
      <h1>People</h1>
      <Link to={paths.weekEdit.to(params)}>Edit week</Link>
    </>
  )
  const toRoute = (row: Screen) => ({ path: row.path, element: <RequireAuth screen={row} /> })
  const rows = [{ path: '/from', allow: 'signed-in', load: async () => People } as const, { ...weekEdit, load: loadForm }]
  const root = (
    <>
      <NavigationLine />
      <main id="main">
        <Outlet />
      </main>
    </>
  )
  const router = createMemoryRouter([{ element: root, children: rows.map(toRoute) }], { initialEntries: ['/from'] })
  const { container } = render(
    <MantineProvider theme={theme} env="test">
      <QueryClientProvider client={createQueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  )
  await userEvent.click(await screen.findByRole('link', { name: 'Edit week' }))
  return { router, hasLine: () => container.querySelector('.line') !== null }
}

test('the page before stays, with a line, until the next one can be drawn; going back shows it at once', async () => {
  const answer = Promise.withResolvers<typeof course>()
  const called = fakeApi({ courses: { getCourse: () => answer.promise }, weeks: { getWeek: async () => makeWeek({ title: 'Cleaning' }) } })
  const { router, hasLine } = await openFromPeople()
  await waitFor(() => expect(called).toHaveLength(2))
  expect(screen.getByRole('heading', { name: 'People' })).toBeDefined()
  expect(screen.queryByText('Loading')).toBeNull()
  expect(hasLine()).toBe(true)
  answer.resolve(course)
  expect(await screen.findByRole('heading', { name: 'Data Journalism, Cleaning' })).toBeDefined()
  expect(hasLine()).toBe(false)
  await act(() => router.navigate(-1))
  expect(await screen.findByRole('heading', { name: 'People' })).toBeDefined()
  expect(called).toHaveLength(2)
})

test('a page that takes long shows that it loads', async () => {
  const answer = Promise.withResolvers<typeof course>()
  fakeApi({ courses: { getCourse: () => answer.promise }, weeks: { getWeek: async () => makeWeek({ title: 'Cleaning' }) } })
  await openFromPeople()
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'People' })).toBeNull(), { timeout: 5000 })
  expect(screen.getByText('Loading')).toBeDefined()
  answer.resolve(course)
  expect(await screen.findByRole('heading', { name: 'Data Journalism, Cleaning' })).toBeDefined()
})

test('so does one whose code takes long', async () => {
  const code = Promise.withResolvers<typeof WeekForm>()
  fakeApi({ courses: { getCourse: async () => course }, weeks: { getWeek: async () => makeWeek({ title: 'Cleaning' }) } })
  await openFromPeople(() => code.promise)
  expect((await screen.findByRole('status')).textContent).toBe('Loading')
  code.resolve(WeekForm)
  expect(await screen.findByRole('heading', { name: 'Data Journalism, Cleaning' })).toBeDefined()
  expect(screen.queryByText('Loading')).toBeNull()
})

test('without a connection the wait ends too', async () => {
  onlineManager.setOnline(false)
  onTestFinished(() => onlineManager.setOnline(true))
  fakeApi({ courses: { getCourse: async () => course }, weeks: { getWeek: async () => makeWeek({ title: 'Cleaning' }) } })
  const { hasLine } = await openFromPeople()
  await waitFor(() => expect(hasLine()).toBe(false), { timeout: 5000 })
  expect(screen.queryByRole('heading', { name: 'People' })).toBeNull()
})
