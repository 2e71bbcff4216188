/** The page on which people are imported, with a file whose checks and imports are answered by the test. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { vi } from 'vitest'
import type { ImportRow } from '@lms/contract/users'
import { api } from '#lib/api.ts'
import { paths } from '#lib/paths.ts'
import { UserImportScreen } from '#features/users/user-import-screen.tsx'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'

export type Call = typeof api.users.importUsers

/** An admin, and no imports so far. */
export function signInToImport() {
  signInAs('ADMIN')
  fakeApi({
    users: {
      listImports: async () => ({ items: [], page: 1, limit: 20, total: 0 }),
      getImportProgress: async () => ({ stage: null, done: null, total: null, isStored: false }),
    },
  })
}

/** What the server answers to a check or an import of these rows. */
export const reply = (...rows: ImportRow[]): Awaited<ReturnType<Call>> => ({
  summary: { total: rows.length, created: 0, enrolled: 0, unchanged: 0, failed: rows.length },
  detected: {
    format: 'CSV',
    delimiter: ',',
    encoding: 'UTF-8',
    nameColumn: 'name',
    emailColumn: 'email',
    aboveHeader: [],
    samples: [],
    read: { nameColumns: '1', emailColumn: '2' },
    columns: [
      { at: 1, title: 'name', samples: ['Ana', 'Bo', 'Cy'] },
      { at: 2, title: 'email', samples: ['ana@example.org'] },
      { at: 3, title: 'nick', samples: ['Annie'] },
    ],
    questions: [],
    notRead: [],
    otherSheets: [],
  },
  rows,
})
export const ana: ImportRow = { row: 2, name: 'Ana', email: 'ana@example.org', outcome: 'CREATED', reason: null }

export const showImport = (query: Record<string, string> = {}) =>
  renderAt(
    <Routes>
      <Route path={paths.usersImport.pattern} element={<UserImportScreen />} />
    </Routes>,
    paths.usersImport.to(query),
  )

/** Chooses a file after `before`; its checks and imports get `answers`, one after the other. */
export async function chooseWith(before: () => Promise<void>, ...answers: (() => ReturnType<Call>)[]) {
  const send = vi.spyOn(api.users, 'importUsers')
  for (const answer of answers) send.mockImplementationOnce(answer)
  const { router } = showImport()
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
            query: { encoding, delimiter, nameColumns, emailColumn, invite, dryRun },
          },
        ]) => ({ encoding, delimiter, nameColumns, emailColumn, invite, dryRun }),
      ),
  }
}

export const choose = (...answers: (() => ReturnType<Call>)[]) => chooseWith(async () => undefined, ...answers)
