/** The list of responses: filters, order and pages in the address, what each state of the list offers, seats, and the file. */

import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { useNavBadges } from '#lib/navigation.ts'
import { useSession } from '#lib/session.ts'
import { FakeProblem } from '#test/fake-api.ts'
import { courseId, idOf } from '#test/fixtures.ts'
import { findList, form, onScreen, responseOf, showResponses, when } from '#test/responses-page.tsx'

beforeEach(() => void onScreen('min-width'))

test.each([
  ['', form, { status: 'PENDING', sort: '-sentAt' }],
  ['', { ...form, autoApprove: true }, { sort: '-sentAt' }],
  ['?tab=WAITLISTED', form, { status: 'WAITLISTED', sort: 'place' }],
  [
    `?tab=ALL&search=ana&choice=${when.id}%3AMornings&sort=name&page=2`,
    form,
    { search: 'ana', choice: `${when.id}:Mornings`, sort: 'name', page: '2' },
  ],
])('“%s” asks for the responses that it names', async (at, shown, query) => {
  const { asked } = showResponses({ at, form: shown, total: 120 })
  await findList()
  expect(asked()).toEqual({ page: '1', limit: '50', ...query })
})

test('a choice and a search filter together, from the first page; clearing takes both away', async () => {
  const { router, asked } = showResponses({ at: '?page=2', total: 120 })
  await findList()
  await userEvent.click(screen.getByRole('button', { name: /^When do you have/ }))
  await userEvent.click(await screen.findByRole('menuitemradio', { name: 'Evenings' }))
  await userEvent.type(screen.getByRole('searchbox'), 'ana')
  await waitFor(() => expect(asked()).toMatchObject({ choice: `${when.id}:Evenings`, search: 'ana', page: '1' }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear filters' }))
  await waitFor(() => expect(router.state.location.search).toBe(''))
})

test('columns sort by name and time, the other way at the second click; a tab starts in its own order', async () => {
  const { asked } = showResponses({ total: 120 })
  await userEvent.click(within(await findList()).getByRole('link', { name: /^Sent/ }))
  await waitFor(() => expect(asked()?.['sort']).toBe('sentAt'))
  for (const sort of ['name', '-name']) {
    await userEvent.click(within(await findList()).getByRole('link', { name: /^Name/ }))
    await waitFor(() => expect(asked()?.['sort']).toBe(sort))
  }
  await userEvent.click(screen.getByRole('link', { name: 'Waiting list 3' }))
  await waitFor(() => expect(asked()).toMatchObject({ status: 'WAITLISTED', sort: 'place' }))
})

test('responses that are shown have been read: the bell counts them no more', async () => {
  useNavBadges.setState({ notices: 2 })
  const { requestsOf } = showResponses()
  await findList()
  await waitFor(() => expect(useNavBadges.getState().notices).toBe(0), { timeout: 20_000 })
  expect(requestsOf('notices.updateNotices')).toMatchObject([{ body: { about: [responseOf(0).id, responseOf(1).id] } }])
})

test('the tabs have their numbers; there is none for review if everyone is enrolled', async () => {
  const tabs = () =>
    within(screen.getByRole('navigation', { name: 'Responses by state' }))
      .getAllByRole('link')
      .map(({ textContent }) => textContent.trim())
  showResponses()
  await findList()
  expect(tabs()).toEqual(['To review 7', 'Enrolled 5', 'Waiting list 3', 'Declined 1', 'All 16'])
  expect(screen.getByText('Staff review each response')).toBeTruthy()
  cleanup()
  // They are of all responses: beside a search they would contradict the list.
  showResponses({ at: '?search=ana' })
  await findList()
  expect(tabs()).toEqual(['To review', 'Enrolled', 'Waiting list', 'Declined', 'All'])
})

test('the head says until when the form is open, in the course’s time zone', async () => {
  showResponses({ form: { ...form, closesAt: '2099-07-01T22:00:00.000Z' } })
  expect(await screen.findByText(/^Form open until Wed 1 Jul 2099, 22:00 /)).toBeTruthy()
})

test('who waits since before the form enrolled at once stays in a tab of their own', async () => {
  showResponses({ form: { ...form, autoApprove: true } })
  expect(await screen.findByRole('link', { name: 'To review 7' })).toBeTruthy()
})

test('everyone is enrolled at once: no review', async () => {
  showResponses({ form: { ...form, autoApprove: true, status: 'CLOSED' }, items: [responseOf(0, { status: 'APPROVED' })], review: 0 })
  expect(within(await findList()).getByText('Enrolled')).toBeTruthy()
  expect(screen.queryByRole('link', { name: /^To review/ })).toBeNull()
  for (const words of ['Everyone who answers is enrolled', 'Form closed', '16 responses']) expect(screen.getByText(words)).toBeTruthy()
})

test.each([
  ['', 'No responses to review.'],
  ['?tab=APPROVED', 'Nobody is enrolled through this form yet.'],
  ['?tab=WAITLISTED', 'Nobody is on the waiting list.'],
  ['?tab=REJECTED', 'Nobody was declined.'],
  ['?tab=ALL', 'No responses yet.'],
  ['?tab=ALL&search=ana', 'No response matches'],
])('nothing at “%s”: %s', async (at, words) => {
  showResponses({ at, items: [] })
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export 0' }).disabled).toBe(true)
})

test('on the waiting list each has a place, and all but the first can move up', async () => {
  const items = [1, 2].map((n) => responseOf(n, { status: 'WAITLISTED', place: n }))
  const { callsOf } = showResponses({
    at: '?tab=WAITLISTED',
    items,
    calls: { moveUp: async () => ({ items: [], seatsLeft: 0, passed: 0 }) },
  })
  await findList()
  expect(screen.getAllByRole('button', { name: /^Move Person/ })).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Move Person 2 up' }))
  await waitFor(() => expect(callsOf('listResponses')).toHaveLength(2))
  expect(callsOf('moveUp')).toMatchObject([{ params: { courseId, id: idOf(102) } }])
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose Person 1' }))
  expect(screen.getByRole('button', { name: 'Approve 1' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Add 1 to waiting list' })).toBeNull()
})

test.each([
  [null, ['Approve 2', 'Add 2 to waiting list', 'Decline 2'], ['Decline', 'Add to waiting list', 'Approve']],
  [
    { taken: 19, total: 20 },
    ['Approve 1, add 1 to waiting list', 'Add 2 to waiting list', 'Decline 2'],
    ['Decline', 'Add to waiting list', 'Approve'],
  ],
  [{ taken: 18, total: 20 }, ['Approve 2', 'Add 2 to waiting list', 'Decline 2'], ['Decline', 'Add to waiting list', 'Approve']],
  [{ taken: 20, total: 20 }, ['Add 2 to waiting list', 'Decline 2'], ['Decline', 'Add to waiting list']],
])('the buttons say what happens with the seats left: %j', async (seats, bulk, single) => {
  showResponses(seats ? { seats } : {})
  await userEvent.click(await screen.findByRole('checkbox', { name: 'All on this page' }))
  const names = () =>
    screen
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .filter((name) => /^(Approve|Add|Decline)/.test(name))
  expect(names()).toEqual(bulk)
  expect(screen.queryByText(/^1 seat left\./) !== null).toBe(seats?.taken === 19)
  expect(screen.queryByText(/^No seats left\./) !== null).toBe(seats?.taken === 20)
  await userEvent.click(screen.getAllByText('20 Nov')[0]!)
  const panel = await screen.findByRole('complementary', { name: 'Response' })
  expect(
    within(panel)
      .getAllByRole('button')
      .map(({ textContent }) => textContent)
      .filter(Boolean),
  ).toEqual(single)
})

test('only some got a seat: the message says how many, and that nobody gets an email is remembered', async () => {
  const { callsOf } = showResponses({
    calls: {
      decideResponses: async ({ body }) => ({
        items: body.ids.map((id, n) => ({
          id,
          name: `Person ${n}`,
          before: 'PENDING' as const,
          status: n === 0 ? ('APPROVED' as const) : ('WAITLISTED' as const),
        })),
        seatsLeft: 0,
        passed: 0,
      }),
    },
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'All on this page' }))
  await userEvent.click(screen.getByRole('checkbox', { name: 'Email them' }))
  await userEvent.click(screen.getByRole('button', { name: 'Approve 2' }))
  expect(await screen.findByText('Only 1 seat left. 1 approved, 1 on the waiting list')).toBeTruthy()
  expect(callsOf('decideResponses')[0]?.body).toEqual({ ids: [idOf(100), idOf(101)], decision: 'APPROVED', email: false })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Choose Person 0' }))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Email them' }).checked).toBe(false)
  // Theirs alone: on the same device the next person's decisions are emailed.
  cleanup()
  showResponses()
  act(() => useSession.getState().setAuth('other', { ...useSession.getState().user!, id: idOf(9) }))
  await userEvent.click(await screen.findByRole('checkbox', { name: 'All on this page' }))
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Email them' }).checked).toBe(true)
})

test('a decision that changes nothing says so, and offers no undo', async () => {
  showResponses({
    calls: {
      decideResponses: async ({ body }) => ({
        items: [{ id: body.ids[0]!, name: 'P', before: 'PENDING', status: 'PENDING' }],
        seatsLeft: null,
        passed: 0,
      }),
    },
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose Person 0' }))
  await userEvent.click(screen.getByRole('button', { name: 'Decline 1' }))
  expect(await screen.findByText('Nothing changed')).toBeTruthy()
  expect(screen.queryByText('Undo')).toBeNull()
})

test('an earlier decision is shown with who made it, its message, and the answers sent before', async () => {
  const tom = { id: idOf(6), name: 'Tom Reed', profileImageUrl: null }
  const item = responseOf(0, {
    status: 'REJECTED',
    decidedAt: '2026-11-21T12:00:00.000Z',
    decidedBy: tom,
    note: 'Not this time.',
    earlier: [{ version: 1, answers: [{ questionId: when.id, value: 'Mornings' }], sentAt: '2026-10-01T12:00:00.000Z' }],
  })
  showResponses({ at: `?tab=REJECTED&response=${item.id}`, items: [item] })
  const panel = await screen.findByRole('complementary', { name: 'Response' })
  expect(within(panel).getByText(/^Decided .*21 Nov.* by Tom Reed: “Not this time.”$/)).toBeTruthy()
  expect(
    within(panel)
      .getByText(/^Earlier answers, sent .*1 Oct/)
      .closest('details')?.textContent,
  ).toContain('Mornings')
  expect(within(panel).queryByRole('button', { name: 'Decline' })).toBeNull()
  expect(screen.queryByRole('complementary', { name: 'Summary' })).toBeNull()
})

test('the summary counts choices in words, and leads to nothing where nobody answered', async () => {
  showResponses()
  const summary = await screen.findByRole('complementary', { name: 'Summary' })
  await within(summary).findByText('A laptop?')
  const choices = [...summary.querySelectorAll('dl > div')].map(({ textContent }) => textContent)
  expect(choices).toEqual(['Mornings1', 'Evenings3', 'Yes1', 'No0'])
  expect([...summary.querySelectorAll<HTMLElement>('dl span span')].map(({ style }) => style.width)).toEqual(['25%', '75%', '100%', '0%'])
  expect(within(summary).getByText('No answers')).toBeTruthy()
  expect(within(summary).queryByRole('link')).toBeNull()
})

test('the file has what the filters match, in the order of the list', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:file', revokeObjectURL: () => undefined }))
  const { callsOf } = showResponses({ at: '?tab=ALL&search=ana&sort=name', calls: { exportResponses: async () => new Blob(['x']) } })
  await userEvent.click(await screen.findByRole('button', { name: 'Export 2' }))
  await waitFor(() => expect(saved).toHaveBeenCalled())
  expect(callsOf('exportResponses')[0]?.query).toEqual({ search: 'ana', sort: 'name' })
  expect((saved.mock.contexts[0] as HTMLAnchorElement).download).toBe('Data Journalism, sign-up responses.csv')
})

test('a file that could not be made says why, once', async () => {
  showResponses({
    calls: {
      exportResponses: async () => {
        throw new FakeProblem(403, 'forbidden', 'You may not.')
      },
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Export 2' }))
  expect(await screen.findByText('You may not.')).toBeTruthy()
})

test.each([
  ['ADMIN', 1],
  ['TRAINER', 0],
] as const)('who may write the form gets there: %s', async (role, links) => {
  showResponses({ role })
  await findList()
  expect(screen.queryAllByRole('link', { name: 'Edit form' })).toHaveLength(links)
})

test.each([
  ['ADMIN', 1],
  ['TRAINER', 0],
] as const)('a course without a form says so, and offers to write it to those who may: %s', async (role, links) => {
  showResponses({ role, form: null })
  expect(await screen.findByText('This course has no sign-up form')).toBeTruthy()
  expect(screen.queryAllByRole('link', { name: 'Create form' })).toHaveLength(links)
})

test('on a phone the list has answers and times, and the summary is the other view', async () => {
  onScreen('max-width')
  const { router } = showResponses({ at: '?tab=ALL&page=1' })
  const list = await screen.findByRole('list', { name: 'Responses' })
  expect(within(list).getAllByRole('listitem')[0]?.textContent).toMatch(/Person 0.*To review · Evenings.*20 Nov/)
  await userEvent.click(screen.getByRole('radio', { name: 'Summary' }))
  expect(await screen.findByText('A laptop?')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Responses' })).toBeNull()
  expect(new URLSearchParams(router.state.location.search).get('view')).toBe('summary')
})

test('a trainer of another course has no access', async () => {
  const { callsOf } = showResponses({ isTeaching: false })
  expect(await screen.findByRole('heading', { name: 'You do not have access to this page' })).toBeTruthy()
  expect(callsOf('listResponses')).toEqual([])
})

test('while the panel of one response is open, its button is the only blue one', async () => {
  onScreen('min-width')
  const { router } = showResponses()
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Choose Person 0' }))
  const approve = () => screen.getByRole('button', { name: 'Approve 1' })
  expect(approve().dataset['variant']).not.toBe('subtle')
  await router.navigate(`?response=${responseOf(1).id}`)
  await screen.findByRole('button', { name: 'Approve' })
  expect(approve().dataset['variant']).toBe('subtle')
})
