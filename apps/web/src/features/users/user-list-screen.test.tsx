/** Selecting in the list of people: a page, all matches, across pages, and nobody by accident. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { ListedUser } from '@lms/contract/users'
import { topBarActionId } from '#ui/page.tsx'
import { manyCourses } from '#test/courses.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { listedUser } from '#test/people.ts'
import { renderAt } from '#test/render.tsx'
import { UserListScreen } from './user-list-screen.tsx'

const person = (n: number): ListedUser =>
  listedUser({
    id: `0198f6a0-0000-7000-8000-${String(n).padStart(12, '0')}`,
    name: `Person ${n}`,
    email: `p${n}@harbour.example`,
    role: n === 0 ? 'SUPER_ADMIN' : 'USER',
  })
const wide = window.matchMedia
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

const everybody = Array.from({ length: 130 }, (_, n) => person(n))

const courses = manyCourses(150)

/** `shown`: rows of a page, because twenty take long to draw. */
function open(total: number, { address = '/users?page=1&role=all&course=all', shown = 3 } = {}) {
  signInAs('ADMIN')
  const found = everybody.slice(0, total)
  fakeApi({
    users: {
      listUsers: ({ query } = {}) => {
        const [page, limit] = [Number(query?.page ?? 1), Number(query?.limit ?? 20)]
        const rows = Math.min(limit, shown)
        return Promise.resolve({ items: found.slice((page - 1) * rows, page * rows), page, limit, total })
      },
    },
    courses: { listCourses: courses.find, getCourse: courses.get },
  })
  return renderAt(<UserListScreen />, address)
}
const choosePage = async () => userEvent.click(await screen.findByRole('checkbox', { name: 'All on this page' }))

test('the page is selected first, then all matches; people who may not be changed are left out', async () => {
  open(130, { shown: 100 })
  await choosePage()
  expect(screen.getByText('19 selected')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Select all 130' }))
  await screen.findByText('129 selected')
  expect(screen.queryByRole('button', { name: /^Select all/ })).toBeNull()
})

test('a selection lasts across pages, whose header checkbox shows only its own rows, and another order', async () => {
  const { router } = open(30)
  await choosePage()
  await router.navigate('/users?page=2&role=all&course=all')
  await screen.findByText('Person 4')
  expect(screen.getByText('2 selected')).toBeTruthy()
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'All on this page' }).indeterminate).toBe(false)
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose Person 4' }))
  expect(screen.getByText('3 selected')).toBeTruthy()
  await router.navigate('/users?page=2&role=all&course=all&sort=-name')
  expect(await screen.findByText('3 selected')).toBeTruthy()
})

test.each(['role=TRAINER', `course=${crypto.randomUUID()}`, 'status=INVITED', 'search=Ana'])(
  'another filter clears the selection: %s',
  async (filter) => {
    const { router } = open(30)
    await choosePage()
    await router.navigate(`/users?page=1&${filter}`)
    await waitFor(() => expect(screen.queryByText(/selected$/)).toBeNull())
  },
)

test('people can be filtered by the last of 150 courses', async () => {
  const { router } = open(30)
  const user = userEvent.setup()
  await screen.findByText('Person 1')
  await user.click(screen.getByRole('button', { name: 'Course All' }))
  await user.type(await screen.findByRole('combobox', { name: 'Search: Course' }), '150')
  await user.click(await screen.findByRole('option', { name: 'Course 150' }))
  await screen.findByRole('button', { name: 'Course Course 150' })
  expect(new URLSearchParams(router.state.location.search).get('course')).toBe(courses.all[149]!.id)
})

test('on phones people can be selected after choosing to; the actions are a menu at the bottom', async () => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => ({ ...wide(query), matches: query.includes('max-width') }))
  const bar = document.createElement('div')
  bar.id = topBarActionId
  document.body.append(bar)
  open(30, { shown: 4 })
  await screen.findByRole('link', { name: 'Person 1' })
  expect(screen.queryByRole('checkbox')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Choose several people' }))
  await choosePage()
  await userEvent.click(screen.getByText('Person 3'))
  expect(screen.getByText('2 selected')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Actions' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Suspend' }))
  await screen.findByRole('dialog', { name: 'Suspend 2 people?' })
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
  await screen.findByRole('link', { name: 'Person 1' })
  bar.remove()
})

test('two courses of a person are named, and the number of others', async () => {
  signInAs('ADMIN')
  const titled = ['Data Journalism', 'Photography'].map((title) => ({ id: title, title }))
  const items = [
    { ...person(1), courses: titled, courseCount: 5 },
    { ...person(2), courses: titled, courseCount: 2 },
  ]
  fakeApi({
    users: { listUsers: () => Promise.resolve({ items, page: 1, limit: 20, total: 2 }) },
    courses: { listCourses: courses.find },
  })
  renderAt(<UserListScreen />, '/users')
  const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr')?.textContent
  expect(await rowOf('Person 1')).toContain('Data JournalismPhotography+3 more')
  expect(await rowOf('Person 2')).toContain('Data JournalismPhotographyActive')
})

test('people can be sorted by email, which is kept in the URL; a hidden column stays hidden', async () => {
  const { router, unmount } = open(3)
  await screen.findByText('Person 1')
  await userEvent.click(screen.getByRole('link', { name: 'Email' }))
  await screen.findByText(', ascending')
  await userEvent.click(screen.getByRole('link', { name: 'Email' }))
  expect(new URLSearchParams(router.state.location.search).get('sort')).toBe('-email')
  expect(screen.getByRole('columnheader', { name: /^Name Email/ }).getAttribute('aria-sort')).toBe('other')
  await userEvent.click(screen.getByRole('button', { name: 'Columns' }))
  await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Added' }))
  expect(screen.queryByRole('columnheader', { name: 'Added' })).toBeNull()
  unmount()
  open(3)
  await screen.findByText('Person 1')
  expect(screen.queryByRole('columnheader', { name: 'Added' })).toBeNull()
  expect(screen.getByRole('columnheader', { name: 'Last seen' })).toBeTruthy()
})

test('if the next page does not load, the earlier rows stay, dimmed and disabled, below the error', async () => {
  signInAs('ADMIN')
  let isDown = false
  fakeApi({
    users: {
      listUsers: () =>
        isDown
          ? Promise.reject(new FakeProblem(503, 'unavailable', 'The database does not answer.'))
          : Promise.resolve({ items: everybody.slice(0, 2), page: 1, limit: 20, total: 30 }),
    },
    courses: { listCourses: courses.find },
  })
  const { router } = renderAt(<UserListScreen />, '/users?page=1&role=all&course=all')
  const row = await screen.findByText('Person 1')
  isDown = true
  await router.navigate('/users?page=2&role=all&course=all')
  await screen.findByText('The people could not be loaded')
  expect(row.isConnected).toBe(true)
  expect(row.closest('[inert]')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(document.querySelector('[inert]')).toBeNull())
})

test('invalid values are removed from the URL, and a page past the end becomes the last one', async () => {
  const { router } = open(30, { address: '/users?page=9999&role=BOGUS&course=zz&sort=hack&search=person' })
  await screen.findByText('Person 4')
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({
    page: '2',
    role: 'all',
    course: 'all',
    search: 'person',
  })
})
