/** Files as an answer: those that are attached, those on their way, and adding and removing them. */

import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { FileUpload, FileUploads } from '#features/files/use-file-uploads.ts'
import { renderAt } from '#test/render.tsx'
import { FileField } from './file-field.tsx'

const uploadOf = (name: string, facts: Partial<FileUpload> = {}): FileUpload => ({
  id: name,
  fieldId: 'q1',
  file: new File(['x'], name),
  progress: 0.25,
  startedAt: Date.now(),
  error: null,
  ...facts,
})

function open(moving: FileUpload[], attached: Parameters<typeof FileField>[0]['attached'] = []) {
  const work = {
    add: vi.fn<(files: readonly File[], fieldId: string) => void>(),
    cancel: vi.fn<(id: string) => void>(),
    retry: vi.fn<(one: FileUpload) => void>(),
    onRemove: vi.fn<(key: string) => void>(),
  }
  const uploads: FileUploads = { uploads: moving, isUploading: moving.length > 0, canRetry: ({ error }) => error !== null, ...work }
  const { container } = renderAt(
    <FileField id="answer" fieldId="q1" attached={attached} uploads={uploads} accept=".pdf" onRemove={work.onRemove} />,
  )
  return { ...work, field: container.querySelector<HTMLInputElement>('input[type=file]')! }
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

test('attached files are opened and removed, and more are added to the same question', async () => {
  const { onRemove, add, field } = open(
    [],
    [
      { key: 'k1', name: 'essay.pdf', url: '/files/k1', meta: '4 MB' },
      { key: 'k2', name: 'notes.pdf' },
    ],
  )
  expect(screen.getByRole('link', { name: 'essay.pdf' }).getAttribute('href')).toBe('/files/k1')
  expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['essay.pdf4 MB', 'notes.pdfAttached'])
  await press('Remove notes.pdf')
  expect(onRemove.mock.calls).toEqual([['k2']])
  expect(screen.getByRole('button', { name: 'Choose another file' })).toBeDefined()
  await userEvent.upload(field, [new File(['x'], 'a.pdf'), new File(['x'], 'b.pdf')])
  expect(add.mock.calls.map(([files, id]) => [files.map(({ name }) => name), id])).toEqual([[['a.pdf', 'b.pdf'], 'q1']])
})

test('a file on its way shows how long it takes, and is cancelled; those of other questions are not shown', async () => {
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
  const { cancel } = open([
    uploadOf('slow.pdf', { startedAt: Date.now() - 10_000 }),
    uploadOf('large.pdf', { startedAt: Date.now() - 60_000 }),
    uploadOf('new.pdf', { progress: 0 }),
    uploadOf('other.pdf', { fieldId: 'q2' }),
  ])
  const words = screen.getAllByRole('listitem').map(({ textContent }) => textContent?.replaceAll('\u00A0', ' '))
  expect(words).toEqual([
    expect.stringMatching(/^slow\.pdf25 %, 30 s left/),
    expect.stringMatching(/^large\.pdf25 %, 3 min left/),
    expect.stringMatching(/^new\.pdf0 %/),
  ])
  expect(screen.getByRole('progressbar', { name: 'Sending slow.pdf' })).toBeDefined()
  await press('Cancel large.pdf')
  expect(cancel.mock.calls).toEqual([['large.pdf']])
})

test('one that failed says why, and is tried again or taken off the list', async () => {
  const failed = uploadOf('essay.pdf', { error: 'essay.pdf was not uploaded. Your storage is full.' })
  const { retry, cancel } = open([failed])
  expect(screen.getByRole('alert').textContent).toContain('Your storage is full.')
  expect(screen.queryByRole('progressbar')).toBeNull()
  await press('Try again')
  expect(retry.mock.calls).toEqual([[failed]])
  await press('Remove essay.pdf')
  expect(cancel.mock.calls).toEqual([['essay.pdf']])
})
