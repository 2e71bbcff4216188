/** Handles of files: chosen in the browser's dialog or dropped, and read again after a reload if the browser permits it. */

import { expect, test, vi } from 'vitest'
import { type FileHandle, filePicker, openHandle, toPickedFiles } from './file-handles.ts'

const file = new File(['x'], 'lecture.mp4')
const handleOf = (facts: Partial<FileHandle> & { kind?: string } = {}): FileHandle => ({ getFile: async () => file, ...facts })

test('files from the browser’s dialog carry their handles; a browser without the dialog has none', async () => {
  expect(filePicker()).toBeNull()
  const handle = handleOf()
  const picker = vi.fn<(options: object) => Promise<FileHandle[]>>(async () => [handle])
  vi.stubGlobal('showOpenFilePicker', picker)
  await expect(filePicker()!('.mp4,.webm', true)).resolves.toEqual([{ file, handle }])
  expect(picker.mock.calls[0]).toMatchObject([{ multiple: true, types: [{ accept: { 'video/*': ['.mp4', '.webm'] } }] }])
})

test('closing the dialog chooses nothing; any other failure is one', async () => {
  const picker = vi.fn<() => Promise<FileHandle[]>>()
  const failWith = (error: Error) => picker.mockRejectedValueOnce(error)
  vi.stubGlobal('showOpenFilePicker', picker)
  failWith(new DOMException('closed', 'AbortError'))
  await expect(filePicker()!('.mp4', false)).resolves.toEqual([])
  failWith(new DOMException('no', 'SecurityError'))
  await expect(filePicker()!('.mp4', false)).rejects.toThrow('no')
})

const dropOf = (...handles: (() => Promise<unknown>)[]) =>
  ({
    files: handles.map(() => file),
    items: [
      { kind: 'string', getAsFileSystemHandle: () => Promise.reject(new Error('a text')) },
      ...handles.map((getAsFileSystemHandle) => ({ kind: 'file', getAsFileSystemHandle })),
    ],
  }) as unknown as DataTransfer

test('dropped files carry their handles, except for folders and where the browser has none', async () => {
  const handle = handleOf({ kind: 'file' })
  const folder = handleOf({ kind: 'directory' })
  const dropped = dropOf(
    async () => handle,
    async () => folder,
    () => Promise.reject(new Error('not on this page')),
  )
  await expect(toPickedFiles(dropped)).resolves.toEqual([
    { file, handle },
    { file, handle: null },
    { file, handle: null },
  ])
  const plain = { files: [file], items: [{ kind: 'file' }] } as unknown as DataTransfer
  await expect(toPickedFiles(plain)).resolves.toEqual([{ file, handle: null }])
})

test.each<[PermissionState | undefined, boolean, PermissionState | undefined, boolean]>([
  ['granted', false, undefined, true],
  [undefined, false, undefined, true],
  ['denied', true, undefined, false],
  ['prompt', false, 'granted', false],
  ['prompt', true, 'granted', true],
  ['prompt', true, 'denied', false],
])('with the permission %s, after a click %s, answered with %s, the file is read again: %s', async (known, mayAsk, answer, isRead) => {
  const ask = vi.fn<() => Promise<PermissionState>>(async () => answer ?? 'denied')
  const handle = handleOf({ ...(known && { queryPermission: async () => known }), requestPermission: ask })
  await expect(openHandle(handle, mayAsk)).resolves.toBe(isRead ? file : null)
  expect(ask).toHaveBeenCalledTimes(answer && mayAsk ? 1 : 0)
})

test('a file that was moved or deleted since is not there', async () => {
  await expect(openHandle(handleOf({ getFile: () => Promise.reject(new Error('gone')) }), true)).resolves.toBeNull()
  await expect(openHandle(null, true)).resolves.toBeNull()
})
