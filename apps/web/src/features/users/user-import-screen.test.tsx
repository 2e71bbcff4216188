/** Importing people: a busy server, people who get no email yet, what can be done with the result, and another role. */

import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '@lms/contract/client'
import type { ImportRow } from '@lms/contract/users'
import { api } from '#lib/api.ts'
import { fakeApi } from '#test/fake-api.ts'
import { ana, type Call, choose, chooseWith, reply, showImport, signInToImport } from '#test/import-page.tsx'
import { renderAt } from '#test/render.tsx'
import { usersQuery } from './api.ts'
import { UserImportScreen } from './user-import-screen.tsx'

beforeEach(signInToImport)

const busy = () =>
  Promise.reject(
    new ApiProblem('busy', {
      status: 503,
      detail: 'Several imports are running. Nothing was saved; try again in 10 seconds.',
      retryAfter: 10,
    }),
  )

test('a busy server says so, and the same file can be checked and imported again', async () => {
  const { sent } = await choose(busy, async () => reply(ana), busy)
  const expectBusy = async () => {
    const { textContent } = await screen.findByRole('alert')
    expect(textContent).toContain('The server is busy')
    expect(textContent).toContain(
      'Several imports are running. Nothing was saved; try again in 10 seconds. The file and your corrections are kept on this device.',
    )
    expect(textContent).not.toContain('may have finished')
  }
  await expectBusy()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 person' }))
  await expectBusy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(sent()).toEqual(['people.csv', 'people.csv', 'people.csv'])
})

test('an import without emails says so before and after, with a way to invite people later', async () => {
  const done = { ...reply(ana), summary: { total: 1, created: 1, enrolled: 0, unchanged: 0, failed: 0 } }
  const { asked } = await chooseWith(
    () => userEvent.click(screen.getByRole('switch', { name: /^Send invitations now/ })),
    async () => reply(ana),
    async () => done,
  )
  await screen.findByText('new people, no email sent')
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 person' }))
  await screen.findByText(/No email was sent/)
  const link = screen.getByRole('link', { name: 'list of invited people' })
  expect(link.getAttribute('href')).toBe('/users?page=1&role=USER&course=all&status=INVITED&sort=-createdAt')
  expect(asked().map(({ invite }) => invite)).toEqual(['false', 'false'])
})

test('where email is not set up, the result offers a link for each new person', async () => {
  vi.spyOn(api.mail, 'getMailState').mockResolvedValue({ delivery: 'NONE', trouble: null })
  const done = { ...reply(ana), summary: { total: 1, created: 1, enrolled: 0, unchanged: 0, failed: 0 } }
  const { asked } = await chooseWith(
    async () => void (await screen.findByText('Email is not set up')),
    async () => reply(ana),
    async () => done,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 person' }))
  await screen.findByText('No email was sent. Copy the invitation links below and pass them on.')
  expect(screen.getByRole('button', { name: 'Copy new link for Ana' })).toBeTruthy()
  expect(asked().map(({ invite }) => invite)).toEqual(['false', 'false'])
})

test('failed rows are fixed with the options of their import, as rows of it: nobody gets an email then either', async () => {
  const id = '0198f6a0-0000-7000-8000-000000000001'
  const failed: ImportRow = { ...ana, email: 'ana@', outcome: 'INVALID', reason: 'This is not an email address.', field: 'email' }
  fakeApi({
    users: {
      listImports: async () => ({ items: [], page: 1, limit: 20, total: 0 }),
      getImportProgress: async () => ({ stage: null, done: null, total: null, isStored: true }),
      getImport: async () => ({
        id,
        fileName: 'people.csv',
        role: 'TRAINER',
        course: null,
        summary: { total: 4, created: 2, enrolled: 0, unchanged: 0, failed: 2 },
        skipped: 0,
        invite: false,
        undone: null,
        createdAt: '2026-11-01T12:00:00Z',
        expiresAt: '2026-11-08T12:00:00Z',
        rows: [failed, { ...failed, row: 3, name: 'Rui', field: 'status' }],
        invitations: { waiting: 0, refused: 0, people: [] },
      }),
    },
  })
  const send = vi.spyOn(api.users, 'importUsers').mockImplementation(async () => reply(failed))
  showImport({ step: 'result', import: id })
  await screen.findByText(/No email was sent/)
  await userEvent.click(screen.getByRole('button', { name: /^Fix / }))
  await screen.findByRole('heading', { name: 'One row to fix' })
  // Rows that say that somebody left can only be changed in the original file.
  const file = send.mock.calls[0]![0].body.get('file') as File
  const text = await file.text()
  expect([text.includes('ana@'), text.includes('Rui')]).toEqual([true, false])
  expect(send.mock.calls.map(([{ query }]) => query)).toMatchObject([{ role: 'TRAINER', invite: 'false', dryRun: 'true', retryOf: id }])
})

test('the result names the invitations that the mail servers of their recipients refused, once that is known', async () => {
  const id = '0198f6a0-0000-7000-8000-000000000001'
  const person = { id, name: 'Ana', email: 'ana@example.org', invitationError: '5.1.1 No such user here' }
  const states = [
    { waiting: 2, refused: 0, people: [] },
    { waiting: 0, refused: 120, people: [person] },
  ]
  const called = fakeApi({
    users: {
      listImports: async () => ({ items: [], page: 1, limit: 20, total: 0 }),
      getImportProgress: async () => ({ stage: null, done: null, total: null, isStored: true }),
      getImport: async () => ({
        id,
        fileName: 'people.csv',
        role: 'USER',
        course: null,
        summary: { total: 121, created: 121, enrolled: 0, unchanged: 0, failed: 0 },
        skipped: 0,
        invite: true,
        undone: null,
        createdAt: '2026-11-01T12:00:00Z',
        expiresAt: '2026-11-08T12:00:00Z',
        rows: [],
        invitations: (states.length > 1 ? states.shift() : states[0])!,
      }),
    },
  })
  showImport({ step: 'result', import: id })
  await screen.findByText(/New people get an email invitation/)
  expect(screen.queryByText(/could not be delivered/)).toBeNull()
  const section = within(await screen.findByRole('region', { name: '120 invitations could not be delivered' }, { timeout: 20_000 }))
  expect(section.getByText(/ana@example\.org/).textContent).toBe('Ana ana@example.orgThe mail server says: “5.1.1 No such user here”')
  expect(section.getByText('And 119 more.')).toBeTruthy()
  expect(section.getByRole('button', { name: 'Copy new link for Ana' })).toBeTruthy()
  // Nothing waits any more.
  expect(called.filter(({ name }) => name === 'users.getImport')).toHaveLength(2)
})

test('a file that was imported is not offered again, but its failed rows can be fixed until it is left', async () => {
  const failed: ImportRow = { row: 3, name: 'Rui', email: 'rui@', outcome: 'INVALID', reason: 'Not an address.', field: 'email' }
  const { router, sent } = await choose(
    async () => reply(ana, failed),
    async () => ({ ...reply(ana, failed), summary: { total: 2, created: 1, enrolled: 0, unchanged: 0, failed: 1 } }),
    async () => reply({ ...ana, outcome: 'UNCHANGED' }, failed),
  )
  const offered = () => screen.queryByRole('button', { name: 'Check this file' })
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 person' }))
  await screen.findByRole('heading', { name: '1 person added' })
  expect(screen.queryByRole('link', { name: 'list of invited people' })).toBeNull()
  expect(Object.keys(localStorage).filter((key) => key.startsWith('draft:'))).toEqual([])
  // The URL follows what is shown.
  await waitFor(() => expect(router.state.location.search).toContain('step=result'))
  await act(async () => undefined)
  const result = router.state.location.search
  for (const step of ['choose', 'check']) {
    await router.navigate(`?step=${step}`)
    await screen.findByRole('button', { name: 'Choose a file' })
    expect(offered()).toBeNull()
  }
  await router.navigate(result)
  await userEvent.click(await screen.findByRole('button', { name: 'Fix this row' }))
  await screen.findByRole('heading', { name: 'One row to fix' })
  expect(sent()).toEqual(['people.csv', 'people.csv', 'people.csv'])
  await router.navigate('?step=choose')
  await screen.findByRole('button', { name: 'Choose another file' })
  expect(offered()).toBeTruthy()
})

test('an import with corrections whose response was lost is sent again as the same request', async () => {
  const faulty: ImportRow = { ...ana, email: 'ana@', outcome: 'INVALID', reason: 'This is not an email address.', field: 'email' }
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  const { ids } = await choose(
    async () => reply(faulty),
    async () => reply(ana),
    lost,
    async () => ({ ...reply(ana), summary: { total: 1, created: 1, enrolled: 0, unchanged: 0, failed: 0 } }),
  )
  await userEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Email, row 2' }), 'example.org{Enter}')
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 person' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: '1 person added' })
  const [, , first, second] = ids()
  expect(first).toMatch(/./)
  expect(second).toBe(first)
})

test('a check counts for its role only: with another one, or back at the first, the people are checked again before an import', async () => {
  const send = vi.spyOn(api.users, 'importUsers')
  const roles = () => send.mock.calls.map(([{ query }]) => query.role)
  const again = Promise.withResolvers<Awaited<ReturnType<Call>>>()
  const { router } = await choose(
    async () => reply(ana),
    async () => reply({ ...ana, outcome: 'INVALID', reason: 'Ana is a student.', field: 'email' }),
    async () => again.promise,
  )
  await screen.findByRole('button', { name: 'Import 1 person' })
  await userEvent.click(screen.getByRole('button', { name: 'Back' }))
  await userEvent.click(await screen.findByRole('radio', { name: /^Trainer/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Check this file' }))
  await screen.findByText('Ana is a student.')
  expect(roles()).toEqual(['USER', 'TRAINER'])
  // With the button of the browser, to the review for students.
  await router.navigate(-2)
  await waitFor(() => expect(roles()).toEqual(['USER', 'TRAINER', 'USER']))
  again.resolve(reply(ana))
  await screen.findByRole('button', { name: 'Import 1 person' })
  expect(screen.queryByText('Ana is a student.')).toBeNull()
})

/** A list of people that is still in memory, as after going there and back. */
function People() {
  const { data } = useQuery(usersQuery({ query: { limit: 1 } }))
  return <p>{data?.total} in the list</p>
}

test('people who were imported are in the list of people', async () => {
  let total = 4
  fakeApi({
    users: {
      listImports: async () => ({ items: [], page: 1, limit: 20, total: 0 }),
      listUsers: async () => ({ items: [], page: 1, limit: 1, total }),
    },
  })
  const send = vi.spyOn(api.users, 'importUsers').mockImplementationOnce(async () => reply(ana))
  send.mockImplementationOnce(async () => {
    total += 1
    return { ...reply(ana), summary: { total: 1, created: 1, enrolled: 0, unchanged: 0, failed: 0 } }
  })
  renderAt(
    <>
      <People />
      <UserImportScreen />
    </>,
  )
  await screen.findByText('4 in the list')
  await screen.findByRole('button', { name: 'Choose a file' })
  await userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, new File(['name,email'], 'people.csv'))
  await userEvent.click(await screen.findByRole('button', { name: 'Import 1 person' }))
  expect(await screen.findByText('5 in the list')).toBeTruthy()
})
