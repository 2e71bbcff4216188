/** Importing people: a server that is busy, and a list whose cells are meant to harm. */
import type { ImportRow } from '@lms/contract/users'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { api, ApiProblem } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { UserImportScreen } from './user-import-screen.tsx'

type Call = typeof api.users.importUsers

beforeEach(() => {
  signInAs('ADMIN')
  fakeApi({
    users: {
      listImports: async () => ({ items: [], page: 1, limit: 20, total: 0 }),
      getImportProgress: async () => ({ stage: null, done: null, total: null, isKept: false }),
    },
  })
})

const reply = (...rows: ImportRow[]): Awaited<ReturnType<Call>> => ({
  summary: { total: rows.length, created: 0, enrolled: 0, unchanged: 0, failed: rows.length },
  detected: { format: 'CSV', delimiter: ',', encoding: 'UTF-8', nameColumn: 'name', emailColumn: 'email', samples: [] },
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

async function choose(...answers: (() => ReturnType<Call>)[]) {
  const send = vi.spyOn(api.users, 'importUsers')
  for (const answer of answers) send.mockImplementationOnce(answer)
  renderAt(
    <Routes>
      <Route path={paths.usersImport.pattern} element={<UserImportScreen />} />
    </Routes>,
    paths.usersImport.to({}),
  )
  await screen.findByRole('button', { name: 'Choose a file' })
  await userEvent.upload(
    document.querySelector<HTMLInputElement>('input[type=file]')!,
    new File(['name,email\nAna,ana@example.org'], 'people.csv', { type: 'text/csv' }),
  )
  return { sent: () => send.mock.calls.map(([{ body }]) => (body.get('file') as File).name) }
}

test('a server that is busy says so, and the same file goes again, to be checked and to be imported', async () => {
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

test('case 70: what stands in a list is shown as text, whatever it looks like', async () => {
  const name = '<img src=x onerror="alert(1)">'
  const email = `=HYPERLINK("http://x","<script>")`
  await choose(async () => reply({ row: 2, name, email, outcome: 'INVALID', reason: 'This is not an e-mail address.', field: 'email' }))
  await screen.findAllByText('This is not an e-mail address.')
  // As a field where it is open for mending, else as words.
  const shown = [...document.querySelectorAll('input')].map(({ value }) => value).join(' ') + document.body.textContent
  for (const words of [name, email]) expect(shown).toContain(words)
  expect(document.querySelector('img, script')).toBeNull()
})
