/** Choosing the file of an import: what can be used is copied, what cannot is said at once; and the templates. */

import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { fakeApi, FakeProblem, type Fakes, signInAs } from '#test/fake-api.ts'
import { renderAt } from '#test/render.tsx'
import { FileStep } from './file-step.tsx'

const role = 'USER'
function open(users: Fakes['users'] = {}) {
  signInAs('ADMIN')
  const called = fakeApi({ users })
  const [onFile, onInvite, onCheck] = [vi.fn<(file: File) => void>(), vi.fn<(invite: boolean) => void>(), vi.fn<() => void>()]
  renderAt(
    <FileStep
      roles={['USER', 'TRAINER']}
      role={role}
      onRole={() => undefined}
      course={null}
      invite
      onInvite={onInvite}
      file={new File(['name,email'], 'before.csv')}
      onFile={onFile}
      onCheck={onCheck}
      last={null}
    />,
  )
  const choose = (file: File) => userEvent.upload(document.querySelector<HTMLInputElement>('input[type=file]')!, file)
  return { called, choose, onFile, onCheck }
}
const people = () => new File(['name,email\nAna,ana@example.org'], 'people.csv', { type: 'text/csv', lastModified: 7 })

test('a file is taken as it is now, whatever becomes of it on disk', async () => {
  const { choose, onFile, onCheck } = open()
  const file = people()
  await choose(file)
  await waitFor(() => expect(onFile).toHaveBeenCalledOnce())
  const copy = onFile.mock.calls[0]![0]
  expect(copy).not.toBe(file)
  expect([copy.name, copy.type, copy.lastModified, copy.size]).toEqual(['people.csv', 'text/csv', 7, file.size])
  await userEvent.click(screen.getByRole('button', { name: 'Check this file' }))
  expect(onCheck).toHaveBeenCalledOnce()
})

test.each<[string, () => File, RegExp]>([
  ['is empty', () => new File([], 'people.csv'), /^people\.csv is empty\. The first row must name the columns/],
  [
    'is too large',
    () => Object.defineProperty(people(), 'size', { value: 11 * 2 ** 20 }),
    /^people\.csv has 11 MB\. At most 10 MB are accepted/,
  ],
  [
    'cannot be read',
    () => Object.assign(people(), { arrayBuffer: () => Promise.reject(new Error('locked')) }),
    /^people\.csv cannot be read\. Close it in other programs/,
  ],
])('a file that %s is not taken, and the reason is gone with the next', async (_, make, words) => {
  const { choose, onFile } = open()
  await choose(make())
  expect(await screen.findByText(words)).toBeDefined()
  expect(onFile).not.toHaveBeenCalled()
  await choose(people())
  await waitFor(() => expect(onFile).toHaveBeenCalledOnce())
  expect(screen.queryByText(words)).toBeNull()
})

test('a template that does not come is reported, and can be asked for again', async () => {
  const { called } = open({ getImportTemplate: () => Promise.reject(new FakeProblem(503, 'unavailable', 'The database does not answer.')) })
  const button = () => screen.getByRole('button', { name: 'Template, Excel' })
  await userEvent.click(button())
  expect(await screen.findByText('The database does not answer.')).toBeDefined()
  expect(called.find(({ name }) => name === 'users.getImportTemplate')?.request.query).toEqual({ format: 'xlsx' })
  await waitFor(() => expect(button().hasAttribute('data-loading')).toBe(false))
})
