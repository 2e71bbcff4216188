/** Undoing an import of the wrong file, from its result: the effects are shown before, and in the result afterwards. */

import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router'
import { expect, test } from 'vitest'
import type { ImportUndo, StoredImport } from '@lms/contract/users'
import { paths } from '#lib/paths.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { UserImportScreen } from './user-import-screen.tsx'

const id = '0198f6a0-0000-7000-8000-000000000001'
const undone = { at: '2026-11-02T09:00:00Z', people: 2, enrolments: 1 }

/** `undo` answers the request; from then on the result contains `after`. */
function show(consequences: ImportUndo, undo: () => Promise<ImportUndo>, after: StoredImport['undone'] = undone) {
  signInAs('ADMIN')
  let now: StoredImport['undone'] = null
  fakeApi({
    users: {
      listImports: async () => ({ items: [], page: 1, limit: 20, total: 0 }),
      getImportProgress: async () => ({ stage: null, done: null, total: null, isStored: true }),
      getImportUndo: async () => consequences,
      undoImport: async () => {
        now = after
        return undo()
      },
      getImport: async () => ({
        id,
        fileName: 'wrong.csv',
        role: 'USER',
        course: { id: '0198f6a0-0000-7000-8000-000000000002', title: 'Field notes' },
        summary: { total: 4, created: 3, enrolled: 1, unchanged: 0, failed: 0 },
        skipped: 0,
        invite: true,
        createdAt: '2026-11-01T12:00:00Z',
        expiresAt: '2026-11-08T12:00:00Z',
        undone: now,
        rows: [],
        invitations: { waiting: 0, refused: 0, people: [] },
      }),
    },
  })
  renderAt(
    <Routes>
      <Route path={paths.usersImport.pattern} element={<UserImportScreen />} />
    </Routes>,
    paths.usersImport.to({ step: 'result', import: id }),
  )
}
const bea = { id: '0198f6a0-0000-7000-8000-000000000003', name: 'Bea Costa', email: 'bea@example.org', reason: 'SIGNED_IN' as const }
const consequences: ImportUndo = { people: 2, enrolments: 1, staying: 1, stays: [bea] }
const ask = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Undo this import' }))
  return screen.findByRole('dialog', { name: 'Undo this import?' })
}

test('people who will be deleted are counted and people who stay are named; then the result says that the import was undone', async () => {
  show(consequences, async () => consequences)
  const dialog = within(await ask())
  await dialog.findByText(/^2 people whom it added are deleted\./)
  expect(dialog.getByText('1 person who had an account before leaves Field notes.')).toBeTruthy()
  const list = dialog.getByRole('list', { name: '1 person stays as they are' })
  expect(list.textContent).toBe('Bea Costa, bea@example.org, has chosen a password already')
  await userEvent.click(dialog.getByRole('button', { name: 'Keep import' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('heading', { name: '3 people added' })).toBeTruthy()

  const again = within(await ask())
  await userEvent.click(await again.findByRole('button', { name: 'Undo import' }))
  expect(await screen.findByRole('heading', { name: 'This import was undone' })).toBe(document.activeElement)
  expect(screen.getByText(/2 people deleted, 1 person removed from Field notes\. People who had signed in/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Undo this import' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Import another file' })).toBeTruthy()
})

test.each([
  [3, 1, '3 people deleted, 1 person removed from Field notes.', false],
  [0, 1, '1 person removed from Field notes.', true],
])('of 3 people added and 1 enrolled, %i and %i were undone', async (people, enrolments, words, isPartial) => {
  show(consequences, async () => consequences, { ...undone, people, enrolments })
  await userEvent.click(await within(await ask()).findByRole('button', { name: 'Undo import' }))
  await screen.findByRole('heading', { name: 'This import was undone' })
  const text = screen.getByText(/^Mon 2 Nov/).textContent ?? ''
  expect([text.includes(`: ${words}`), text.includes('People who had signed in')]).toEqual([true, isPartial])
})

test('if nobody can be removed any more there is no button', async () => {
  show({ people: 0, enrolments: 0, staying: 1, stays: [bea] }, async () => consequences)
  const dialog = within(await ask())
  await dialog.findByText('Nobody this import added can be removed any more.')
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Close'])
})

test('an import undone in another tab is shown as undone', async () => {
  show(consequences, () => Promise.reject(new FakeProblem(409, 'conflict', 'This import was undone already.')))
  const dialog = within(await ask())
  await userEvent.click(await dialog.findByRole('button', { name: 'Undo import' }))
  expect(await screen.findByRole('heading', { name: 'This import was undone' })).toBeTruthy()
})

test('after a lost response the dialog stays open to try again', async () => {
  show(consequences, () => Promise.reject(new TypeError('Failed to fetch')), null)
  const dialog = within(await ask())
  const button = await dialog.findByRole('button', { name: 'Undo import' })
  await userEvent.click(button)
  expect(await dialog.findByRole('button', { name: 'Undo import' })).toBeTruthy()
})
