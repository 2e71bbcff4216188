/** Importing people: a busy server, a malicious list, a list that was parsed wrongly, and people who get no email yet. */
import type { ImportRow } from '@lms/contract/users'
import { useQuery } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { api, ApiProblem } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { usersQuery } from './api.ts'
import { UserImportScreen } from './user-import-screen.tsx'

type Call = typeof api.users.importUsers

beforeEach(() => {
  signInAs('ADMIN')
  fakeApi({
    users: {
      listImports: async () => ({ items: [], page: 1, limit: 20, total: 0 }),
      getImportProgress: async () => ({ stage: null, done: null, total: null, isStored: false }),
    },
  })
})

const reply = (...rows: ImportRow[]): Awaited<ReturnType<Call>> => ({
  summary: { total: rows.length, created: 0, enrolled: 0, unchanged: 0, failed: rows.length },
  detected: { format: 'CSV', delimiter: ',', encoding: 'UTF-8', nameColumn: 'name', emailColumn: 'email', aboveHeader: [], samples: [] },
  rows,
})
const ana: ImportRow = { row: 2, name: 'Ana', email: 'ana@example.org', outcome: 'CREATED', reason: null }
const busy = () =>
  Promise.reject(
    new ApiProblem('busy', {
      status: 503,
      detail: 'Several imports are running. Nothing was saved; try again in 10 seconds.',
      retryAfter: 10,
    }),
  )

const show = (query: Record<string, string> = {}) =>
  renderAt(
    <Routes>
      <Route path={paths.usersImport.pattern} element={<UserImportScreen />} />
    </Routes>,
    paths.usersImport.to(query),
  )

async function chooseWith(before: () => Promise<void>, ...answers: (() => ReturnType<Call>)[]) {
  const send = vi.spyOn(api.users, 'importUsers')
  for (const answer of answers) send.mockImplementationOnce(answer)
  const { router } = show()
  await screen.findByRole('button', { name: 'Choose a file' })
  await before()
  await userEvent.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['name,email\nAna,ana@example.org'], 'people.csv', { type: 'text/csv' }),
  )
  return {
    router,
    ids: () => send.mock.calls.map(([{ query }]) => query.importId),
    sent: () => send.mock.calls.map(([{ body }]) => (body.get('file') as File).name),
    asked: () =>
      send.mock.calls.map(
        ([
          {
            query: { encoding, delimiter, invite, dryRun },
          },
        ]) => ({ encoding, delimiter, invite, dryRun }),
      ),
  }
}

const choose = (...answers: (() => ReturnType<Call>)[]) => chooseWith(async () => undefined, ...answers)

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

test('the contents of a file are shown as text, whatever they look like', async () => {
  const name = '<img src=x onerror="alert(1)">'
  const email = `=HYPERLINK("http://x","<script>")`
  await choose(async () => reply({ row: 2, name, email, outcome: 'INVALID', reason: 'This is not an email address.', field: 'email' }))
  await screen.findAllByText('This is not an email address.')
  // In fields if the row is open for editing, else as text.
  const shown = [...document.querySelectorAll('input')].map(({ value }) => value).join(' ') + document.body.textContent
  for (const words of [name, email]) expect(shown).toContain(words)
  expect(document.querySelector('img, script')).toBeNull()
})

const encoding = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Encoding' })
const delimiter = () => screen.findByRole<HTMLSelectElement>('combobox', { name: 'Between the columns' })
const refused = (pointer: string, detail: string) => () =>
  Promise.reject(new ApiProblem('validation-failed', { status: 422, detail, errors: [{ pointer, detail }] }))

test('a file that was parsed wrongly can be parsed with other options, which the import keeps; if that fails, the first result stays', async () => {
  const { asked } = await choose(
    async () => reply({ ...ana, name: 'Zo‘' }),
    async () => reply({ ...ana, name: 'Zoë' }),
    refused('?delimiter', 'There is no column of email addresses.'),
    async () => reply({ ...ana, name: 'Zoë' }),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Change columns' }))
  expect((await encoding()).selectedOptions[0]!.textContent).toBe('Automatic: UTF-8')
  await userEvent.selectOptions(await encoding(), 'Macintosh')
  await screen.findByText('Zoë')
  expect(await encoding()).toBe(document.activeElement)
  await userEvent.selectOptions(await delimiter(), 'Tab')
  expect((await screen.findByRole('alert')).textContent).toContain('people.csv cannot be read like that')
  expect([(await encoding()).value, (await delimiter()).value]).toEqual(['Macintosh', ''])
  await userEvent.click(screen.getByRole('button', { name: 'Import 1 person' }))
  await screen.findByRole('heading', { name: 'Nobody was added' })
  expect(asked()).toMatchObject([
    { encoding: undefined, dryRun: 'true' },
    { encoding: 'Macintosh', delimiter: undefined, dryRun: 'true' },
    { encoding: 'Macintosh', delimiter: '\t', dryRun: 'true' },
    { encoding: 'Macintosh', delimiter: undefined, dryRun: undefined },
  ])
})

test('a file with an unknown encoding is read in the chosen one; corrections are sent as a new file', async () => {
  const faulty: ImportRow = { ...ana, email: 'ana@', outcome: 'INVALID', reason: 'This is not an email address.', field: 'email' }
  const { asked } = await choose(
    refused('/file', 'Byte 3 of the file is a character neither of UTF-8 nor of Windows-1252.'),
    async () => reply(faulty),
    async () => reply(ana),
  )
  expect((await screen.findByRole('alert')).textContent).toContain('people.csv cannot be imported')
  await userEvent.selectOptions(await encoding(), 'Shift_JIS')
  await userEvent.click(await screen.findByRole('button', { name: /^Edit/ }))
  await userEvent.type(screen.getByRole('textbox', { name: 'Email, row 2' }), 'example.org{Enter}')
  await screen.findByRole('button', { name: 'Import 1 person' })
  expect(asked().map((query) => query.encoding)).toEqual([undefined, 'Shift_JIS', undefined])
})

test('rows above the column names are said to be skipped; a broken line is used as it was read, or corrected', async () => {
  const read = reply(ana)
  const reason = 'Line 5: a quotation mark (") is missing or in the wrong place.'
  const broken: ImportRow = { row: 5, name: 'Bo "B" Li', email: 'bo@example.org', outcome: 'INVALID', reason, field: 'line' }
  const aboveHeader = [1, 2, 3, 4].map((row) => ({ row, text: `Title ${row}` }))
  const { sent } = await choose(
    async () => ({ ...reply(ana, broken), detected: { ...read.detected, aboveHeader } }),
    async () => reply(ana, { ...broken, outcome: 'CREATED', reason: null }),
  )
  await screen.findByText(/Skipped above the column names: row 1 “Title 1”, row 2 “Title 2”, row 3 “Title 3” and 1 more row\./)
  screen.getByText(reason)
  await userEvent.click(screen.getByRole('button', { name: /^Use as shown/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await screen.findByRole('button', { name: 'Import 2 people' })
  expect(sent()).toHaveLength(2)
})

test('a workbook is read in one way', async () => {
  const book = reply(ana)
  await choose(async () => ({ ...book, detected: { ...book.detected, format: 'XLSX', delimiter: null, encoding: null } }))
  await screen.findByRole('button', { name: 'Import 1 person' })
  expect(screen.queryByRole('button', { name: 'Change columns' })).toBeNull()
})

test('an import without emails says so before and after, with a way to invite people later', async () => {
  const done = { ...reply(ana), summary: { total: 1, created: 1, enrolled: 0, unchanged: 0, failed: 0 } }
  const { asked } = await chooseWith(
    () => userEvent.click(screen.getByRole('switch', { name: /^Send invitations now/ })),
    async () => reply(ana),
    async () => done,
  )
  await screen.findByText('new people, not written to')
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
  expect(screen.getByRole('button', { name: 'Copy new link (ends earlier ones) for Ana' })).toBeTruthy()
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
        summary: { total: 3, created: 2, enrolled: 0, unchanged: 0, failed: 1 },
        skipped: 0,
        invite: false,
        undone: null,
        createdAt: '2026-11-01T12:00:00Z',
        expiresAt: '2026-11-08T12:00:00Z',
        rows: [failed],
      }),
    },
  })
  const send = vi.spyOn(api.users, 'importUsers').mockImplementation(async () => reply(failed))
  show({ step: 'result', import: id })
  await screen.findByText(/No email was sent/)
  await userEvent.click(screen.getByRole('button', { name: 'Fix this row' }))
  await screen.findByRole('heading', { name: 'One row needs you' })
  expect(send.mock.calls.map(([{ query }]) => query)).toMatchObject([{ role: 'TRAINER', invite: 'false', dryRun: 'true', retryOf: id }])
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
  await screen.findByRole('heading', { name: 'One row needs you' })
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

test('people with an address that looks mistyped are counted at the bottom', async () => {
  const bea: ImportRow = { ...ana, row: 3, name: 'Bea', email: 'bea@gmial.com' }
  await choose(async () => reply(ana, bea))
  await screen.findByRole('button', { name: 'Import 2 people' })
  expect(screen.getByText('Nothing is saved yet. 1 with a doubtful address.')).toBeTruthy()
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

const wrong = (row: number, name: string): ImportRow => {
  const reason = 'This is not an email address.'
  return { row, name, email: `${name.toLowerCase()}@`, outcome: 'INVALID', reason, field: 'email' }
}

test('rows are skipped one by one, and the second does not bring back the first', async () => {
  await choose(async () => reply(ana, wrong(3, 'Bo'), wrong(4, 'Cy')))
  for (const row of [3, 4]) {
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^Edit.*${row}$`) }))
    await userEvent.click(screen.getByRole('button', { name: new RegExp(`^Skip.*${row}$`) }))
  }
  await waitFor(() => expect(screen.queryByText('This is not an email address.')).toBeNull())
  expect(screen.getByRole('link', { name: /Skipped/ }).textContent).toContain('Skipped2')
})

test('two corrected rows are checked again together', async () => {
  const send = vi.spyOn(api.users, 'importUsers')
  await choose(
    async () => reply(wrong(2, 'Bo'), wrong(3, 'Cy')),
    async () => reply({ ...ana, name: 'Bo' }, { ...ana, row: 3, name: 'Cy' }),
  )
  for (const row of [2, 3]) {
    await userEvent.click(await screen.findByRole('button', { name: new RegExp(`^Edit.*${row}$`) }))
    await userEvent.type(screen.getByRole('textbox', { name: `Email, row ${row}` }), 'example.org')
  }
  await userEvent.click(screen.getByRole('button', { name: 'Check again' }))
  await screen.findByRole('button', { name: 'Import 2 people' })
  const corrected = await (send.mock.calls[1]![0].body.get('file') as File).text()
  expect(corrected).toMatch(/bo@example\.org[^]*cy@example\.org/)
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
