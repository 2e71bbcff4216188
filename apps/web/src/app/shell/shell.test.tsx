/** The frame of every page: the menu in its three forms, the way back on phones, being offline, and signing out during uploads. */

// Sets what counts as an upload under way.
import './upload-tray-slot.tsx'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Role } from '@lms/contract/policy'
import { beginPageUpload, useNavBadges, usePageRisks } from '#lib/navigation.ts'
import { useSession } from '#lib/session.ts'
import { usePageParent } from '#ui/page.tsx'
import { fakeApi, signInAs, signInOptionsWith } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { makeUpload, showUploads } from '#test/upload-page.ts'
import { Shell } from './shell.tsx'

const { matchMedia } = window
const ofWidth = (words: 'max-width' | 'min-width') =>
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: query.includes(words) }))
beforeEach(() => void ofWidth('min-width'))

function open(address = '/courses/course/c1', role: Role = 'USER', back?: { label: string; to: string }) {
  signInAs(role)
  const called = fakeApi({
    auth: { getSignInOptions: async () => signInOptionsWith({ schoolName: 'Harbour School' }), logout: async () => undefined },
  })
  function Content() {
    useEffect(() => {
      if (back) usePageParent.setState({ parent: back })
    }, [])
    return <p>Content</p>
  }
  return {
    called,
    ...renderAt(
      <Shell>
        <Content />
      </Shell>,
      address,
    ),
  }
}
const nav = () => within(screen.getByRole('navigation', { name: 'Main' }))

test('of a folded menu, the name of an icon is shown while it has the focus', async () => {
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Fold the menu' }))
  const link = nav().getAllByRole('link')[1]!
  act(() => link.focus())
  expect((await screen.findByRole('tooltip')).textContent).toBe(link.getAttribute('aria-label'))
  act(() => link.blur())
  await waitFor(() => expect(screen.queryByRole('tooltip')).toBeNull())
  await userEvent.click(screen.getByRole('button', { name: 'Unfold the menu' }))
})

test('the menu names the school, marks where one is, and counts what waits', async () => {
  open()
  act(() => useNavBadges.setState({ assignments: 3, courses: 0 }))
  expect(await screen.findByRole('link', { name: 'LMS, Harbour School, to the start' })).toBeDefined()
  expect(
    nav()
      .getAllByRole('link')
      .map((link) => [link.textContent, link.getAttribute('aria-current')]),
  ).toEqual([
    ['Courses', null],
    ['My Assignments3', null],
    ['Enrolled Courses', 'page'],
    ['Discussions', null],
  ])
  expect(screen.getByRole('link', { name: 'Skip to the content' }).getAttribute('href')).toBe('#main')
  act(() => useNavBadges.setState({ assignments: 0 }))
  expect(nav().getByRole('link', { name: /^My Assignments/ }).textContent).toBe('My Assignments')
})

test.each<[Role, string[]]>([
  ['SUPER_ADMIN', ['Dashboard', 'Courses', 'Assignments', 'Attendance', 'All Media', 'Users', 'Import Users', 'Add User']],
  ['ADMIN', ['Dashboard', 'Courses', 'Assignments', 'Attendance', 'All Media', 'Users', 'Import Users', 'Add User']],
  ['TRAINER', ['My Courses', 'Assignments', 'Attendance', 'Discussions']],
  ['USER', ['Courses', 'My Assignments', 'Enrolled Courses', 'Discussions']],
])('the menu of %s', (role, items) => {
  open('/', role)
  const links = nav().getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual(items)
})

test('the menu is folded to icons with names, which this device remembers', async () => {
  const { unmount } = open()
  await userEvent.click(screen.getByRole('button', { name: 'Fold the menu' }))
  expect(nav().getByRole('link', { name: 'My Assignments' }).textContent).toBe('')
  unmount()
  open()
  await userEvent.click(screen.getByRole('button', { name: 'Unfold the menu' }))
  expect(nav().getByRole('link', { name: 'My Assignments' }).textContent).toBe('My Assignments')
})

test('between phone and desktop the menu is always folded', () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...matchMedia(query), matches: false }))
  open()
  expect(screen.queryByRole('button', { name: /fold the menu/i })).toBeNull()
  expect(nav().getByRole('link', { name: 'Courses' }).textContent).toBe('')
})

test('on a phone the menu opens over the page; Escape closes it and gives the focus back, and so does going somewhere', async () => {
  ofWidth('max-width')
  const { router } = open('/courses')
  const button = await screen.findByRole('button', { name: 'Menu', expanded: false })
  expect(screen.queryByRole('navigation', { name: 'Main' })).toBeNull()
  await userEvent.click(button)
  const drawer = await screen.findByRole('dialog', { name: 'Menu' })
  expect(document.body.style.overflow).toBe('hidden')
  fireEvent.keyDown(within(drawer).getByRole('link', { name: 'Courses' }), { key: 'Escape' })
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull())
  expect(document.activeElement).toBe(button)
  expect(document.body.style.overflow).toBe('')
  await userEvent.click(button)
  await userEvent.click(await screen.findByRole('link', { name: 'Enrolled Courses' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull())
  expect(router.state.location.pathname).toBe('/enrolled-courses')
  // So does the way back, with the button of the browser.
  await userEvent.click(button)
  await screen.findByRole('dialog', { name: 'Menu' })
  await act(() => router.navigate(-1))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Menu' })).toBeNull())
})

test('on a phone a nested page leads back to the one above it, and the menu stays in reach', () => {
  ofWidth('max-width')
  open('/courses/course/c1', 'USER', { label: 'Courses', to: '/courses' })
  expect(screen.getByRole('link', { name: 'Courses' }).getAttribute('href')).toBe('/courses')
  expect(screen.getByRole('button', { name: 'Menu' })).toBeDefined()
})

test('without a connection every page says so, until it is back', () => {
  const onLine = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  open()
  const words = 'You are offline. What you write is kept on this device.'
  expect(screen.getByText(words)).toBeDefined()
  onLine.mockReturnValue(true)
  fireEvent(window, new Event('online'))
  expect(screen.queryByText(words)).toBeNull()
  onLine.mockReturnValue(false)
  fireEvent(window, new Event('offline'))
  expect(screen.getByText(words)).toBeDefined()
  // While the page is there to hear it: else no call of the next tests of this worker would be made.
  onLine.mockReturnValue(true)
  fireEvent(window, new Event('online'))
})

test('a device that does not keep what is written is named, and the browser asks before the page is closed', async () => {
  open()
  const words = /^This device does not keep what you write/
  const leave = (): boolean => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(screen.queryByText(words)).toBeNull()
  expect(leave()).toBe(true)
  act(() => usePageRisks.setState({ keepsDrafts: false }))
  expect(await screen.findByText(words)).toBeDefined()
  expect(leave()).toBe(false)
  act(() => usePageRisks.setState({ keepsDrafts: true }))
  expect(screen.queryByText(words)).toBeNull()
})

test('leaving a page asks first while one of its files is uploading', async () => {
  const { router } = open('/assignments', 'USER')
  const end = beginPageUpload()
  await act(() => vi.dynamicImportSettled())
  await act(() => router.navigate('/courses'))
  const dialog = await screen.findByRole('dialog', { name: 'Leave while a file is uploading?' })
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stay' }))
  expect(router.state.location.pathname).toBe('/assignments')
  act(end)
  await act(() => router.navigate('/courses'))
  expect(router.state.location.pathname).toBe('/courses')
})

const signOut = async () => {
  await userEvent.click(screen.getByRole('button', { name: /Ana Li/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Sign out' }))
}

test('signing out asks first while files upload; staying keeps the session', async () => {
  open('/courses', 'TRAINER')
  act(() => showUploads([makeUpload()]))
  await signOut()
  expect(await screen.findByRole('dialog', { name: 'Sign out while files upload?' })).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Stay signed in' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(useSession.getState().token).toBe('token')
  await signOut()
  await userEvent.click(await screen.findByRole('button', { name: 'Sign out' }))
  expect(useSession.getState()).toMatchObject({ token: null, endedBy: 'person' })
})

test('with nothing under way signing out asks nothing, and what was typed stays on this device', async () => {
  localStorage.setItem('draft:u1:course:new', '{"value":{"title":"Kept"},"savedAt":"2026-11-12T10:00:00.000Z"}')
  onTestFinished(() => localStorage.clear())
  const { router, called } = open('/courses')
  await signOut()
  await waitFor(() => expect(router.state.location.pathname).toBe('/auth/login'))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(called.some(({ name }) => name === 'auth.logout')).toBe(true)
  expect(localStorage.getItem('draft:u1:course:new')).toContain('Kept')
})
