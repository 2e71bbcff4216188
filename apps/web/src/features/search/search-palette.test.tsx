/** The search over the whole product, at a human pace and with a server that takes its time: keys, focus, and what is opened. */

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import type { Role } from '@lms/contract/policy'
import { isolate } from '@lms/contract/rules/direction'
import type { Found } from '@lms/contract/search'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { IconUser } from '#ui/icons.ts'
import { SearchField } from '#ui/search-field.tsx'
import { FakeProblem, fakeApi, signInAs } from '#test/fake-api.ts'
import { courseId, idOf } from '#test/fixtures.ts'
import { delays, paces, typeAtPace } from '#test/pace.ts'
import { renderAt } from '#test/render.tsx'
import { SearchButton } from './search-button.tsx'

const none = { items: [], total: 0 }
const nothing: Found = {
  corrected: null,
  courses: none,
  weeks: none,
  videos: none,
  sessions: none,
  assignments: none,
  people: none,
  discussions: none,
}
const courseOf = (title: string): Found => ({
  ...nothing,
  courses: { items: [{ id: courseId, title, status: 'PUBLISHED', trainer: 'Tom Reyes', isReachable: true }], total: 1 },
})
const person = { id: idOf(2), name: 'Mark Ellison', profileImageUrl: null, role: 'USER', courseTitle: 'Data Journalism' } as const
const inWeek = { courseId, courseTitle: 'Data Journalism', weekId: idOf(3), weekNumber: 7 }
const marks: Found = {
  ...nothing,
  courses: { items: [{ id: courseId, title: 'Market Research', status: 'DRAFT', trainer: null, isReachable: true }], total: 1 },
  people: { items: [person], total: 12 },
  assignments: { items: [{ ...inWeek, id: idOf(4), title: 'Prices on the market', isDraft: true }], total: 5 },
}
const actions = [{ label: 'Your Profile', to: paths.profile.to(), Icon: IconUser }]

function open(answer: (q: string, exact: boolean) => Promise<Found>, { role = 'ADMIN', page }: { role?: Role; page?: ReactNode } = {}) {
  const user = signInAs(role)
  const called = fakeApi({ search: { searchAll: async ({ query }) => answer(query.q, query.exact === 'true') } })
  const shown = (
    <>
      <SearchButton place="sidebar" actions={actions} />
      {page}
    </>
  )
  return { user, called, ...renderAt(shown, '/') }
}
const button = () => screen.getByRole('button', { name: /^Search or jump to/ })
const field = () => screen.findByRole<HTMLInputElement>('combobox', { name: 'Search or jump to' })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const activeOption = async () => document.getElementById((await field()).getAttribute('aria-activedescendant') ?? '')
/** In steps: React renders at the end of each. */
const wait = async (ms: number) => {
  for (let passed = 0; passed < ms; passed += 50) await act(() => vi.advanceTimersByTimeAsync(50))
}
const sleep = (ms: number) => new Promise((done) => setTimeout(done, ms))

test.each(paces.flatMap((pace) => delays.map((delay) => [pace, delay] as const)))(
  'at %i ms a key and with answers after %i ms, the last words are shown and nothing that was typed is lost',
  async (pace, delay) => {
    open(async (q) => {
      // The shorter the words, the later the answer: they overtake each other.
      await sleep(delay * (q.length < 6 ? 2 : 1))
      return courseOf(`Course of ${q}`)
    })
    await userEvent.click(button())
    const input = await field()
    vi.useFakeTimers({ shouldAdvanceTime: true })
    expect(await typeAtPace(input, 'market', pace)).toBe('market')
    await wait(250 + 2 * delay + 100)
    expect(input.value).toBe('market')
    expect(options()[0]).toContain('Course of market')
    expect(options()).toHaveLength(1)
    vi.useRealTimers()
  },
)

test('Enter before the answer opens what was meant, not what the search before has found', async () => {
  const { router } = open(async (q) => {
    await sleep(q === 'mark' ? 0 : 2000)
    return q === 'mark' ? { ...nothing, people: { items: [person], total: 1 } } : courseOf('Market Research')
  })
  await userEvent.click(button())
  const input = await field()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await typeAtPace(input, 'mark', 60)
  await wait(400)
  expect(options()[0]).toContain('Mark Ellison')
  await typeAtPace(input, 'et', 60)
  fireEvent.keyDown(input, { key: 'Enter' })
  await wait(200)
  expect(router.state.location.pathname).toBe('/')
  await wait(2500)
  expect(router.state.location.pathname).toBe(paths.course.to({ courseId }))
  vi.useRealTimers()
})

test('groups have their rows, their number and, where there is one, the way to all of them', async () => {
  open(async () => marks)
  await userEvent.click(button())
  await userEvent.type(await field(), 'mark')
  await screen.findByRole('option', { name: /Mark Ellison/ })
  const groups = screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby'))
  expect(groups.map((id) => document.getElementById(id!)?.textContent)).toEqual(['Courses', 'Assignments', 'People'])
  expect(options()).toEqual([
    expect.stringContaining('Market ResearchDraft'),
    expect.stringContaining(`Prices on the market${isolate('Data Journalism')}, week 7 · Draft`),
    expect.stringContaining('Mark EllisonStudent, Data Journalism'),
    'Show all 12 people',
  ])
  expect(screen.getByRole('option', { name: 'Show all 12 people' }).getAttribute('href')).toBe(
    paths.users.to({ page: 1, role: 'all', course: 'all', search: 'mark' }),
  )
  expect(screen.getByText('4 more. Type more of the name to find them.')).toBeTruthy()
  expect(within(screen.getByRole('option', { name: /Market Research/ })).getByText('Mark').tagName).toBe('MARK')
  expect(screen.getByText('4 found')).toBeTruthy()
})

test('arrows go through all rows and around, Enter opens, and the focus stays in the field', async () => {
  const { router } = open(async () => marks)
  await userEvent.click(button())
  const input = await field()
  await userEvent.type(input, 'mark')
  await waitFor(async () => expect((await activeOption())?.textContent).toContain('Market Research'))
  await userEvent.keyboard('{ArrowUp}')
  expect((await activeOption())?.textContent).toContain('Show all 12 people')
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect((await activeOption())?.textContent).toContain('Mark Ellison')
  expect(document.activeElement).toBe(input)
  await userEvent.keyboard('{Enter}')
  expect(router.state.location.pathname).toBe(paths.userDetails.to({ userId: person.id }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('with Ctrl, Enter opens a new tab and the search stays', async () => {
  const { router } = open(async () => marks)
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  await userEvent.click(button())
  await userEvent.type(await field(), 'mark')
  await screen.findByRole('option', { name: /Market Research/ })
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(opened).toHaveBeenCalledWith(paths.course.to({ courseId }), '_blank', 'noopener')
  expect(router.state.location.pathname).toBe('/')
  expect(await field()).toBeTruthy()
})

test('Escape clears, then closes, and the focus returns to where it was', async () => {
  open(async () => marks, { page: <a href="/x">A link</a> })
  act(() => screen.getByRole('link', { name: 'A link' }).focus())
  await userEvent.keyboard('{Control>}k{/Control}')
  const input = await field()
  await waitFor(() => expect(document.activeElement).toBe(input))
  await userEvent.type(input, 'mark')
  await userEvent.keyboard('{Escape}')
  expect(input.value).toBe('')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'A link' })))
})

test('a slash opens it, but not in a field, and not where a page has a search of its own', async () => {
  const { unmount } = open(async () => nothing, { page: <input aria-label="Name" /> })
  await userEvent.type(screen.getByLabelText('Name'), '/')
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => screen.getByLabelText('Name').blur())
  await userEvent.keyboard('/')
  expect((await field()).value).toBe('')
  unmount()
  open(async () => nothing, { page: <SearchField label="Users" value="" onChange={() => undefined} found={null} /> })
  await userEvent.keyboard('/')
  expect(document.activeElement).toBe(screen.getByLabelText('Users'))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('while it is empty: what was opened last, kept on this device for this person, and the pages', async () => {
  const { unmount } = open(async () => marks)
  await userEvent.click(button())
  await field()
  expect(options()).toEqual([expect.stringContaining('Your Profile')])
  await userEvent.type(await field(), 'mark')
  await userEvent.click(await screen.findByRole('option', { name: /Mark Ellison/ }))
  await userEvent.click(button())
  await field()
  expect(options()).toEqual([expect.stringContaining('Mark Ellison'), expect.stringContaining('Your Profile')])
  unmount()
  open(async () => nothing, { role: 'TRAINER' })
  act(() => void useSession.setState(({ user }) => ({ user: { ...user!, id: idOf(99) } })))
  await userEvent.click(button())
  await field()
  expect(options()).toEqual([expect.stringContaining('Your Profile')])
})

test('a mistyped word: what is meant, and a way to search for what was typed', async () => {
  const { called } = open(async (_, exact) => (exact ? nothing : { ...marks, corrected: 'mark' }))
  await userEvent.click(button())
  await userEvent.type(await field(), 'makr')
  expect((await screen.findByText('mark', { selector: 'strong' })).textContent).toBe('mark')
  await userEvent.click(screen.getByRole('button', { name: 'Search for “makr” only' }))
  expect(await screen.findByText('Nothing found for “makr”.')).toBeTruthy()
  expect(called.some(({ request }) => request.query.exact === 'true')).toBe(true)
})

test('a failure is named, and what was typed stays', async () => {
  let isDown = true
  open(async () => {
    if (isDown) throw new FakeProblem(500, 'internal')
    return marks
  })
  await userEvent.click(button())
  await userEvent.type(await field(), 'mark')
  expect(await screen.findByText('Search did not answer.')).toBeTruthy()
  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('option', { name: /Market Research/ })).toBeTruthy()
  expect((await field()).value).toBe('mark')
})

test('one letter is not searched, and pages are found at once', async () => {
  const { called } = open(async () => nothing)
  await userEvent.click(button())
  await userEvent.type(await field(), 'p')
  expect(options()).toEqual([expect.stringContaining('Your Profile')])
  expect(called.filter(({ name }) => name.includes('search'))).toEqual([])
})
