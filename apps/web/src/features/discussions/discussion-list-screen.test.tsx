/** The discussions of a course: what a row says, filters and search in the address, and rights. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import type { Discussion } from '@lms/contract/discussions'
import { paths } from '#lib/paths.ts'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { courseId, discussionsShownAt, discussionsWith, idOf, makeCourse, makeDiscussion } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { DiscussionListScreen } from './discussion-list-screen.tsx'

const makeRow = (facts: Partial<Discussion> & { match?: { commentId: string; author: string | null; excerpt: string } } = {}) => ({
  ...makeDiscussion(),
  match: null,
  ...facts,
})
const counts = { all: 3, unanswered: 2, unread: 1, mine: 0, oldestUnansweredAt: null }

function show(discussions: Fakes['discussions'] = {}, { at = '', isMember = true } = {}) {
  signInAs('USER')
  const called = fakeApi({
    courses: { getCourse: async () => makeCourse(isMember ? 'STUDENT' : null) },
    discussions: {
      listDiscussions: async () => discussionsWith([makeRow()]),
      countDiscussions: async () => counts,
      markAllRead: async () => ({ unreadNotices: 0, undo: null }),
      ...discussions,
    },
  })
  const { router } = renderAt(
    <Routes>
      <Route path={paths.discussions.pattern} element={<ScreenWithData of={DiscussionListScreen} />} />
      <Route path={paths.discussionNew.pattern} element={<p>The new one</p>} />
    </Routes>,
    paths.discussions.to({ courseId }) + at,
  )
  const callsOf = (name: string) => called.filter((call) => call.name === `discussions.${name}`).map(({ request }) => request)
  return { callsOf, router, asked: () => callsOf('listDiscussions').at(-1)?.query }
}
const findRow = async (title: string) => (await screen.findByText(title)).closest('li')!
const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const trainer = { id: idOf(6), name: 'Inês Carvalho', role: 'TRAINER', profileImageUrl: null } as const

test('a row says who asked, what came last, what is new, and how long a question has waited', async () => {
  show({
    listDiscussions: async () =>
      discussionsWith([
        makeRow({ id: idOf(51), title: 'Asked', createdAt: ago(26.5), lastActivityAt: '2025-11-19T09:18:00Z', unread: true }),
        makeRow({
          id: idOf(52),
          title: 'Answered question',
          answered: true,
          commentCount: 1,
          lastAuthor: 'Tom Reed',
          unread: true,
          newCount: 4,
        }),
        makeRow({ id: idOf(53), title: 'Closed', locked: true, pinned: true, commentCount: 2, author: null }),
        makeRow({ id: idOf(54), title: 'Locked question', locked: true }),
        makeRow({ id: idOf(55), title: 'News', author: trainer }),
      ]),
    countDiscussions: async () => ({ ...counts, oldestUnansweredAt: ago(73) }),
  })
  const asked = await findRow('Asked')
  expect(asked.textContent).toMatch(/Priya Nair · no replies · .*2025/)
  expect(asked.textContent).not.toContain('last')
  expect(within(asked).getByText('No answer for 26 h')).toBeTruthy()
  expect(within(asked).getByText('New')).toBeTruthy()
  const answered = await findRow('Answered question')
  expect(answered.textContent).toMatch(/1 reply · last .* by Tom Reed/)
  expect(answered.textContent).toMatch(/4 new.*Answered/)
  expect((await findRow('Closed')).textContent).toMatch(/Pinned.*Locked.*Former member · 2 replies · last .* by a former member$/)
  expect((await findRow('Locked question')).textContent).not.toContain('No answer')
  const news = await findRow('News')
  expect(news.textContent).toContain('Inês Carvalho, trainer')
  expect(news.textContent).not.toMatch(/No answer|Answered|New$/)
  expect(await screen.findByText('2 unanswered by staff, oldest 3 days')).toBeTruthy()
})

test.each([
  ['', {}],
  ['?filter=unanswered', { filter: 'UNANSWERED' }],
  ['?filter=unread', { filter: 'UNREAD' }],
  ['?filter=mine&page=3&search=index', { filter: 'MINE', page: '3', search: 'index' }],
  ['?filter=nonsense', {}],
])('%s asks for the discussions that it names', async (at, query) => {
  const { asked } = show(
    { listDiscussions: async ({ query }) => ({ ...discussionsWith([makeRow()]), page: Number(query?.page), total: 60 }) },
    { at },
  )
  await findRow('Which deflator?')
  expect(asked()).toEqual({ page: '1', limit: '20', ...query })
})

test('a search starts at the first page, keeps the filter, marks the words, and leads to the comment with them', async () => {
  const { router, asked } = show(
    {
      listDiscussions: async ({ query }) => ({
        ...discussionsWith([
          makeRow({ match: { commentId: idOf(30), author: null, excerpt: 'Chain the deflated index, reindex later.' } }),
        ]),
        page: Number(query?.page),
        total: 60,
      }),
    },
    { at: '?filter=mine&page=2' },
  )
  await userEvent.type(await screen.findByRole('searchbox'), 'index def')
  await waitFor(() => expect(asked()).toEqual({ page: '1', limit: '20', filter: 'MINE', search: 'index def' }))
  await waitFor(() =>
    expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['def', 'def', 'index', 'index']),
  )
  expect(new URLSearchParams(router.state.location.search).get('page')).toBeNull()
  expect(screen.getByRole('link', { name: 'Former member' }).getAttribute('href')).toBe(
    `${paths.discussion.to({ courseId, discussionId: idOf(8) })}?comment=${idOf(30)}`,
  )
  expect(screen.getByRole('link', { name: /^Unread/ }).getAttribute('href')).toContain('?filter=unread&search=index+def')
  expect(screen.getByRole('link', { name: /^All/ }).getAttribute('href')).toContain('?search=index+def')
})

test('a page beyond the last leads to the last', async () => {
  const { router } = show(
    { listDiscussions: async ({ query }) => ({ ...discussionsWith([makeRow()]), page: Number(query?.page), total: 21 }) },
    { at: '?page=9' },
  )
  await waitFor(() => expect(router.state.location.search).toBe('?page=2'))
})

const nothing = { listDiscussions: async () => discussionsWith([]) }

test('a forum without discussions invites to start one, once; only those who may write', async () => {
  const none = { ...nothing, countDiscussions: async () => ({ ...counts, all: 0, unread: 0 }) }
  show(none)
  expect(await screen.findByText('No discussions yet')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: 'New discussion' })).toHaveLength(1)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Mark all as read' }).disabled).toBe(true)
})

test('who is not in the course starts no discussion, not even with the keyboard', async () => {
  const { router } = show(nothing, { isMember: false })
  expect(await screen.findByText('No discussions yet')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'New discussion' })).toBeNull()
  await userEvent.keyboard('c')
  expect(router.state.location.pathname).toBe(paths.discussions.to({ courseId }))
})

test.each([
  ['?filter=unanswered', 'Every question has an answer by staff', 'Show all'],
  ['?filter=unread', 'You have read everything', 'Show all'],
  ['?filter=mine', 'You have not written here yet', 'Show all'],
  ['?filter=mine&search=deflator', 'Nothing matches “deflator”', 'Clear the search'],
])('nothing at %s says so, and leads to all', async (at, words, button) => {
  const { router, asked } = show(nothing, { at })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'New discussion' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(asked()).toEqual({ page: '1', limit: '20' }))
  expect(router.state.location.search).toBe('')
})

test('everything is marked as read, and the counts are asked for again', async () => {
  let unread = 1
  const { callsOf } = show({
    countDiscussions: async () => ({ ...counts, all: 1, unread }),
    markAllRead: async () => ({ unreadNotices: (unread = 0), undo: null }),
  })
  expect(await screen.findByText('1 discussion')).toBeTruthy()
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Mark all as read' })
  await userEvent.click(button)
  await waitFor(() => expect(screen.getByRole('link', { name: /^Unread/ }).textContent).toBe('Unread 0'))
  expect(callsOf('markAllRead')).toMatchObject([{ params: { courseId }, body: { until: discussionsShownAt } }])
  expect(button.disabled).toBe(true)
})

test('keys: u shows the unread ones and all again, j goes down, c starts a discussion', async () => {
  const { router, asked } = show()
  await findRow('Which deflator?')
  await userEvent.keyboard('u')
  await waitFor(() => expect(asked()?.['filter']).toBe('UNREAD'))
  await userEvent.keyboard('u')
  await waitFor(() => expect(router.state.location.search).toBe(''))
  await findRow('Which deflator?')
  await userEvent.keyboard('j')
  expect(document.activeElement?.textContent).toContain('Which deflator?')
  await userEvent.keyboard('c')
  expect(await screen.findByText('The new one')).toBeTruthy()
})

test('a refused list is a page without access', async () => {
  show({
    listDiscussions: async () => {
      throw new FakeProblem(403, 'forbidden')
    },
  })
  expect(await screen.findByText(/^An admin can add you to the course\./)).toBeTruthy()
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('a list that did not load can be asked for again', async () => {
  let isDown = true
  show({
    listDiscussions: async () => {
      if (isDown) throw new FakeProblem(500, 'internal')
      return discussionsWith([makeRow()])
    },
  })
  expect(await screen.findByText('The discussions could not be loaded')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'New discussion' })).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await findRow('Which deflator?')
})
