/** The bell: its number, its panel by mouse and keys, and reading. */

import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import type { Notice } from '@lms/contract/notices'
import { useNavBadges } from '#lib/navigation.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { Bell } from './bell.tsx'

const notice = (id: string, facts: Partial<Notice> = {}): Notice => ({
  id,
  kind: 'REPLY',
  subject: { title: 'Accents', discussionId: 'd1', commentId: 'm1' },
  course: { id: 'c1', title: 'Data Journalism' },
  actor: { id: 'u1', name: 'Omar Haddad', profileImageUrl: null },
  otherActors: 2,
  createdAt: '2026-09-18T10:00:00.000Z',
  isRead: false,
  ...facts,
})
const announcement = notice('n2', { kind: 'ANNOUNCEMENT', subject: { title: 'Bring data' }, isRead: true })

const shownAt = '2026-09-18T11:00:00.000Z'
/** A server that remembers what was read. */
function fakeNotices(items: Notice[], next: string | null = null) {
  let unread = items.filter(({ isRead }) => !isRead).length
  return fakeApi({
    notices: {
      listNotices: async () => ({ items, next, unread, shownAt }),
      updateNotices: async () => ({ unread: (unread = 0) }),
    },
  })
}

beforeEach(() => {
  signInAs('USER')
  useNavBadges.setState({ notices: 1 })
})
const openPanel = async () => {
  await userEvent.click(screen.getByRole('button', { name: /^Notices/ }))
  return screen.findByRole('dialog', { name: 'Notices' })
}

test('a notice says what happened, leads there, and is read by opening it', async () => {
  const called = fakeNotices([notice('n1'), announcement])
  renderAt(<Bell place="sidebar" />)
  expect(screen.getByRole('button', { name: 'Notices, 1 unread' })).toBeDefined()
  const panel = await openPanel()
  const link = await within(panel).findByRole('link', { name: /Omar Haddad and 2 others replied to Accents/ })
  expect(link.getAttribute('href')).toBe('/courses/course/c1/discussion-forum/d1?comment=m1')
  expect(within(link).getByText('Unread')).toBeDefined()
  expect(within(panel).getByRole('link', { name: /Announcement: Bring data/ }).textContent).toContain('Omar Haddad, Data Journalism')
  // Opening the panel reads nothing.
  expect(called.map(({ name }) => name)).toEqual(['notices.listNotices'])
  await userEvent.click(link)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(called.find(({ name }) => name === 'notices.updateNotices')?.request.body).toEqual({ ids: ['n1'] })
  expect(await screen.findByRole('button', { name: 'Notices' })).toBeDefined()
})

test('notices that were read already are not sent again; marking all as read covers those up to the newest one shown', async () => {
  const called = fakeNotices([announcement, notice('n1')])
  renderAt(<Bell place="sidebar" />)
  await userEvent.click(await within(await openPanel()).findByRole('link', { name: /Bring data/ }))
  expect(called.map(({ name }) => name)).not.toContain('notices.updateNotices')
  await userEvent.click(await within(await openPanel()).findByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull())
  expect(called.find(({ name }) => name === 'notices.updateNotices')?.request.body).toEqual({ upTo: 'n2', shownAt })
})

test('J and K move, Escape closes and gives the focus back', async () => {
  fakeNotices([notice('n1'), announcement])
  renderAt(<Bell place="sidebar" />)
  const [first, second] = await within(await openPanel()).findAllByRole('link', { name: /Data Journalism/ })
  await userEvent.keyboard('jj')
  expect(document.activeElement).toBe(second)
  await userEvent.keyboard('k')
  expect(document.activeElement).toBe(first)
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Notices/ }))
})

test('an empty list and a list that does not load are reported', async () => {
  fakeNotices([])
  const { unmount } = renderAt(<Bell place="phone" />)
  expect(await within(await openPanel()).findByText('No notices yet.')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  unmount()
  let fails = true
  fakeApi({
    notices: {
      listNotices: async () => {
        if (fails) throw new FakeProblem(404, 'not-found')
        return { items: [notice('n1')], next: null, unread: 1, shownAt }
      },
    },
  })
  renderAt(<Bell place="sidebar" />)
  const panel = await openPanel()
  expect(await within(panel).findByText('Notices could not be loaded')).toBeDefined()
  fails = false
  await userEvent.click(within(panel).getByRole('button', { name: 'Try again' }))
  expect(await within(panel).findByRole('link', { name: /Accents/ })).toBeDefined()
})

test('more than 99 are 99+', () => {
  useNavBadges.setState({ notices: 100 })
  renderAt(<Bell place="sidebar" />)
  expect(screen.getByRole('button', { name: 'Notices, 99+ unread' })).toBeDefined()
})

test('a click inside keeps the panel open, one outside closes it, and the bell closes it too', async () => {
  fakeNotices([announcement])
  renderAt(
    <>
      <p>Beside it</p>
      <Bell place="sidebar" />
    </>,
  )
  const panel = await openPanel()
  await within(panel).findByRole('link', { name: /Bring data/ })
  await userEvent.click(within(panel).getByRole('heading', { name: 'Earlier' }))
  expect(screen.getByRole('dialog')).toBe(panel)
  await userEvent.click(screen.getByText('Beside it'))
  expect(screen.queryByRole('dialog')).toBeNull()
  await openPanel()
  const bell = screen.getByRole('button', { name: 'Notices' })
  expect(bell.getAttribute('aria-expanded')).toBe('true')
  await userEvent.click(bell)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(bell.getAttribute('aria-expanded')).toBe('false')
})

test('earlier notices come on demand, below those shown; the number of unread ones is that of the newest answer', async () => {
  const called = fakeApi({
    notices: {
      listNotices: async ({ query } = {}) =>
        query?.after
          ? {
              items: [notice('n3', { subject: { title: 'Old question', discussionId: 'd3', commentId: 'm3' } })],
              next: null,
              unread: 7,
              shownAt,
            }
          : { items: [notice('n1')], next: 'n1', unread: 120, shownAt },
    },
  })
  renderAt(<Bell place="sidebar" />)
  const panel = await openPanel()
  await userEvent.click(await within(panel).findByRole('button', { name: 'Show earlier notices' }))
  await within(panel).findByRole('link', { name: /Old question/ })
  expect(
    within(panel)
      .getAllByRole('link', { name: /replied/ })
      .map((link) => link.getAttribute('href')?.slice(-2)),
  ).toEqual(['m1', 'm3'])
  expect(within(panel).queryByRole('button', { name: 'Show earlier notices' })).toBeNull()
  expect(called.map(({ request }) => request.query)).toEqual([{ limit: '20' }, { limit: '20', after: 'n1' }])
  expect(within(panel).getByText('99+ unread')).toBeDefined()
  expect(useNavBadges.getState().notices).toBe(120)
})

test('a notice of today has its time, an earlier one its day; one about a form names no course twice', async () => {
  const today = new Date().toISOString()
  fakeNotices([
    notice('n1', { createdAt: today }),
    notice('n2', { kind: 'FORM', subject: { title: 'Data Journalism', outcome: 'APPROVED' }, actor: null }),
  ])
  renderAt(<Bell place="sidebar" />)
  const [first, second] = await within(await openPanel()).findAllByRole('link', { name: /Data Journalism/ })
  expect(first?.textContent).toMatch(/Data Journalism · \d\d:\d\dUnread$/)
  expect(second?.textContent).toMatch(/18 Sep[^·]*Unread$/)
  expect(second?.textContent).not.toContain(' · ')
})

test.each([
  ['sidebar', true],
  ['phone', false],
] as const)('the panel at the %s names its keys: %s; its settings close it', async (place, hasKeys) => {
  fakeNotices([])
  const { router } = renderAt(<Bell place={place} />)
  const panel = await openPanel()
  expect(panel.textContent.includes('move')).toBe(hasKeys)
  expect(within(panel).queryByRole('button', { name: 'Close' }) !== null).toBe(!hasKeys)
  expect(within(panel).queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  await userEvent.click(within(panel).getByRole('link', { name: 'Notice settings' }))
  await waitFor(() => expect(router.state.location.hash).toBe('#notices'))
  expect(screen.queryByRole('dialog')).toBeNull()
})
