/** The discussions of all courses: groups, filters in the address, what is new, and the way through what is unread. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import { useNavBadges } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { fakeApi, type Fakes, signInAs } from '#test/fake-api.ts'
import { idOf, makeMyDiscussion, myDiscussionsWith } from '#test/fixtures.ts'
import { renderAt, ScreenWithData } from '#test/render.tsx'
import { MyDiscussionsScreen } from './my-discussions-screen.tsx'
import { useWalk } from './next-unread.ts'

const waiting = makeMyDiscussion({ id: idOf(61), title: 'Asked first', group: 'UNANSWERED', unread: true, newCount: 2 })
const unread = makeMyDiscussion({ id: idOf(62), title: 'Answered', group: 'UNREAD', unread: true, answered: true })
const read = makeMyDiscussion({ id: idOf(63), title: 'Old', group: 'READ', courseTitle: 'Market Research' })

function show(fakes: Fakes['myDiscussions'] = {}, { at = '', role = 'TRAINER' }: { at?: string; role?: 'TRAINER' | 'USER' } = {}) {
  signInAs(role)
  const called = fakeApi({ myDiscussions: { listMyDiscussions: async () => myDiscussionsWith([waiting, unread, read]), ...fakes } })
  const { router } = renderAt(
    <Routes>
      <Route path={paths.myDiscussions.pattern} element={<ScreenWithData of={MyDiscussionsScreen} />} />
      <Route path={paths.discussion.pattern} element={<p>The discussion</p>} />
    </Routes>,
    paths.myDiscussions.to() + at,
  )
  const callsOf = (name: string) => called.filter((call) => call.name === `myDiscussions.${name}`).map(({ request }) => request)
  return { callsOf, router, asked: () => callsOf('listMyDiscussions').at(-1)?.query }
}

const groups = async () => {
  await screen.findByText('Old')
  return screen.getAllByRole('heading', { level: 2 }).map((heading) => {
    const rows = within(heading.parentElement!).getAllByRole('listitem')
    return [heading.textContent, ...rows.map((row) => within(row).getByRole('link').querySelector('bdi')!.textContent)]
  })
}

test('what waits for staff comes first, then what is unread, each below its number; rows name their course', async () => {
  show()
  expect(await groups()).toEqual([
    ['Unanswered by staff 1', 'Asked first'],
    ['Unread 1', 'Answered'],
    ['Read 1', 'Old'],
  ])
  expect(screen.getByText('Old').closest('li')!.textContent).toContain('Market Research · Priya Nair · no replies')
  const meta = ['2 courses', '1 unanswered by staff, oldest 6 days', '2 unread since Thu 19 Nov, 19:48']
  for (const words of meta) expect(screen.getByText(words)).toBeTruthy()
  expect(useNavBadges.getState().discussions).toBe(1)
})

test('to students the number beside the menu item is what is unread, and nothing waits for them', async () => {
  show({}, { role: 'USER' })
  await screen.findByText('Old')
  expect(useNavBadges.getState().discussions).toBe(2)
  expect(screen.queryByText(/unanswered by staff, oldest/)).toBeNull()
  expect(screen.getByRole('button', { name: 'Sort Unread first' })).toBeTruthy()
})

test('filter, course, order and search are in the address, and in another order there are no groups', async () => {
  const { router, asked } = show({}, { at: `?filter=unread&sort=latest&course=${idOf(1)}` })
  await screen.findByText('Old')
  expect(asked()).toEqual({ page: '1', limit: '20', filter: 'UNREAD', courseId: idOf(1), sort: 'LATEST' })
  expect(screen.queryAllByRole('heading', { level: 2 })).toEqual([])
  await userEvent.type(screen.getByRole('searchbox'), 'wages')
  await waitFor(() => expect(asked()).toMatchObject({ search: 'wages', filter: 'UNREAD' }))
  await userEvent.click(screen.getByRole('link', { name: /^Mine/ }))
  await waitFor(() => expect(asked()).toMatchObject({ filter: 'MINE', courseId: idOf(1), search: 'wages' }))
  await userEvent.click(screen.getByRole('button', { name: 'Course Data Journalism' }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Market Research' }))
  await waitFor(() => expect(new URLSearchParams(router.state.location.search).get('course')).toBe(idOf(2)))
})

const nothing = async () => myDiscussionsWith([])
test.each([
  ['', 'No discussions yet.', null],
  ['?filter=unread', 'Nothing unread.', 'Show all'],
  ['?search=zz', 'No discussion matches.', 'Clear filters'],
])('an empty list at “%s” says %s', async (at, words, button) => {
  const { router } = show({ listMyDiscussions: nothing }, { at })
  expect(await screen.findByRole('heading', { name: words })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Next unread/ })).toBeNull()
  if (!button) return
  await userEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('everything, or one course, is marked as read, and the toast undoes it', async () => {
  const undo = {
    until: '2026-11-25T08:00:00.000Z',
    markedAt: '2026-11-25T08:00:00.000Z',
    marks: [{ discussionId: idOf(61), readUntil: null }],
  }
  const { callsOf } = show(
    { markMyDiscussionsRead: async () => ({ unreadNotices: 0, undo }), restoreUnread: async () => ({ unreadNotices: 2 }) },
    { at: `?course=${idOf(1)}` },
  )
  await screen.findByText('Old')
  await userEvent.click(screen.getByRole('button', { name: 'Mark all as read' }))
  expect(await screen.findByText('All marked as read')).toBeTruthy()
  expect(callsOf('markMyDiscussionsRead')).toMatchObject([{ body: { until: '2026-11-25T08:00:00.000Z', courseId: idOf(1) } }])
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(useNavBadges.getState().notices).toBe(2))
  expect(callsOf('restoreUnread')).toMatchObject([{ body: undo }])
})

test('n opens the next unread one in the order of all courses, and the way back leads to these filters with the focus on it', async () => {
  const { router, callsOf } = show({}, { at: '?filter=mine' })
  await screen.findByText('Old')
  await userEvent.keyboard('n')
  expect(await screen.findByText('The discussion')).toBeTruthy()
  expect(router.state.location.pathname).toContain(waiting.id)
  expect(callsOf('listMyDiscussions').at(-1)?.query).toEqual({ filter: 'UNREAD', page: '1', limit: '20' })
  expect(useWalk.getState()).toMatchObject({ list: '/discussions?filter=mine', visited: [waiting.id], arriving: 'REPLY' })
  await router.navigate('/discussions?filter=mine')
  await waitFor(() => expect(document.activeElement?.getAttribute('href')).toContain(waiting.id))
  expect(useWalk.getState().visited).toEqual([])
})

test('n with nothing unread says so', async () => {
  show({ listMyDiscussions: async ({ query } = {}) => myDiscussionsWith(query?.filter === 'UNREAD' ? [] : [read]) })
  await screen.findByText('Old')
  await userEvent.keyboard('n')
  expect(await screen.findByText('Nothing unread.')).toBeTruthy()
})
