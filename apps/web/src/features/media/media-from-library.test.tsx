/** An item of the library is added to a week: found by its title, added once, and reported if that fails. The viewer is in Adelaide. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { paths } from '#lib/paths.ts'
import { FakeProblem, fakeApi, type Fakes, signInAs } from '#test/fake-api.ts'
import { courseId, makeCourse, makeMedia, makeWeek, pageWith, weekId } from '#test/fixtures.ts'
import { cleaning, orphan } from '#test/media-library.tsx'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { MediaNewScreen } from './media-new-screen.tsx'

const live = { ...orphan, id: cleaning.id.replace(/1$/, '9'), title: 'Questions', type: 'LIVE' as const, startsAt: '2026-11-12T10:00:00Z' }
const week = paths.week.to({ courseId, weekId })

type Options = { role?: 'ADMIN' | 'TRAINER'; at?: string; media?: Fakes['media'] }
function open({ role = 'ADMIN', at = '?kind=library', media = {} }: Options = {}) {
  signInAs(role)
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse(role === 'TRAINER' ? role : null) },
    weeks: { getWeek: async () => makeWeek() },
    files: { listUploads: async () => pageWith([]) },
    media: {
      getMediaOptions: async () => ({ zoom: false }),
      listMedia: async ({ query = {} } = {}) => {
        const items = query.search === 'none' ? [] : [cleaning, live]
        return { items, page: Number(query.page ?? 1), limit: 10, total: query.search === 'none' ? 0 : 12, storageUsed: 0 }
      },
      addWeekMedia: async () => makeMedia({ title: cleaning.title }),
      ...media,
    },
  })
  const { router } = renderAt(
    <Routes>
      <Route path={paths.mediaNew.pattern} element={<ScreenWithData of={MediaNewScreen} />} />
      <Route path="*" element={<p>Elsewhere</p>} />
    </Routes>,
    paths.mediaNew.to({ courseId, weekId }) + at,
  )
  const sent = (name: string) => called.filter((call) => call.name === `media.${name}`).map(({ request }) => request)
  return { router, sent }
}
const add = (title: string) => screen.findByRole('button', { name: `Add ${title} to week 6` })

test('items say what they are and where they are used; the chosen one is added to this week, which is shown', async () => {
  const answer = Promise.withResolvers<void>()
  const { router, sent } = open({
    media: { addWeekMedia: async () => answer.promise.then(() => makeMedia({ title: cleaning.title })) },
  })
  const list = within(await screen.findByRole('list', { name: 'The library' }))
  expect(list.getByText('Recording, 31 min. Data Journalism, week 6')).toBeDefined()
  expect(list.getByText('Live, Thu 12 Nov, 20:30. In no course')).toBeDefined()
  await userEvent.click(await add(cleaning.title))
  await waitFor(async () => expect((await add(cleaning.title)).hasAttribute('data-loading')).toBe(true))
  expect((await add('Questions')).hasAttribute('data-loading')).toBe(false)
  answer.resolve()
  expect(await screen.findByText('Elsewhere')).toBeDefined()
  expect(screen.getByText('Cleaning a dataset is in week 6')).toBeDefined()
  expect(router.state.location.pathname).toBe(week)
  expect(sent('addWeekMedia')).toMatchObject([{ params: { courseId, weekId }, body: { mediaId: cleaning.id } }])
})

test('the library is searched by title and has pages; another kind of media starts without the search', async () => {
  const { router, sent } = open({ at: '?kind=library&page=2' })
  expect(await screen.findByText('11 to 12 of 12')).toBeDefined()
  await userEvent.type(screen.getByRole('searchbox', { name: 'Title' }), 'none')
  expect(await screen.findByRole('heading', { name: 'Nothing matches' })).toBeDefined()
  expect(screen.getByText('Nothing found').role).toBe('status')
  expect(sent('listMedia').map(({ query }) => query)).toEqual([
    { page: '2', limit: '10' },
    { page: '1', limit: '10', search: 'none' },
  ])
  await userEvent.click(screen.getByRole('radio', { name: /^Link/ }))
  await waitFor(() => expect(router.state.location.search).toBe('?kind=link'))
})

test('a library that does not load can be loaded again; what is not added is reported, and stays to be tried again', async () => {
  let isDown = true
  const { router } = open({
    media: {
      listMedia: () =>
        isDown
          ? Promise.reject(new FakeProblem(503, 'unavailable', 'The database does not answer.'))
          : Promise.resolve({ items: [cleaning], page: 1, limit: 10, total: 1, storageUsed: 0 }),
      addWeekMedia: () => Promise.reject(new FakeProblem(404, 'not-found', 'It was deleted.')),
    },
  })
  expect(await screen.findByText(/The database does not answer\./)).toBeDefined()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await userEvent.click(await add(cleaning.title))
  expect(await screen.findByText('It was deleted.')).toBeDefined()
  expect(router.state.location.pathname).not.toBe(week)
})

test('a trainer, who does not see the library, uploads instead', async () => {
  const { sent } = open({ role: 'TRAINER' })
  expect(await screen.findByRole('button', { name: 'Choose recordings' })).toBeDefined()
  expect(screen.queryByRole('radio', { name: /library/i })).toBeNull()
  expect(sent('listMedia')).toEqual([])
})
