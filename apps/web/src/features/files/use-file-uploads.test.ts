/** Files of a form: sent one after the other, cancelled, tried again, and stopped when the form is left. */

import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { ApiProblem } from '@lms/contract/client'
import { useSession } from '#lib/session.ts'
import { signInAs } from '#test/fake-api.ts'
import { uploadFile, useFileUploads } from './use-file-uploads.ts'

const session = { key: 'video/a/b.mp4', uploadId: 'u1', partSize: 8, parts: [] }
const film = (lastModified = 1) => new File(['film'], 'film.mp4', { lastModified })

test('choosing a file again resumes its upload; once that is complete, it starts a new one', async () => {
  const known: unknown[] = []
  const leave = uploadFile(film(), {}, async (_file, { onStarted, session: earlier }) => {
    known.push(earlier)
    onStarted?.(session)
    throw new DOMException('left', 'AbortError')
  })
  await expect(leave).rejects.toThrow('left')
  const again = (file: File) =>
    uploadFile(file, {}, async (_file, { session: earlier }) => {
      known.push(earlier)
      return session.key
    })
  await again(film(2))
  await expect(again(film())).resolves.toEqual({ key: session.key })
  await again(film())
  expect(known).toEqual([null, null, session, null])
})

test('a started upload is not resumed by another user of this browser', async () => {
  signInAs('USER')
  const known: unknown[] = []
  const send = (isLeft: boolean) =>
    uploadFile(film(), {}, async (_file, { onStarted, session: earlier }) => {
      known.push(earlier)
      onStarted?.(session)
      if (isLeft) throw new DOMException('left', 'AbortError')
      return session.key
    })
  await expect(send(true)).rejects.toThrow('left')
  useSession.getState().setAuth('other', { ...useSession.getState().user!, id: 'other' })
  await send(false)
  expect(known).toEqual([null, null])
})

test('progress is a share of the file, and never falls', async () => {
  const shares: number[] = []
  await uploadFile(film(), { onProgress: (share) => shares.push(share) }, async (_file, { onBytes }) => {
    for (const bytes of [1, 3, 2, 5]) onBytes?.(bytes)
    return 'key'
  })
  expect(shares).toEqual([0.25, 0.75, 0.75, 1])
})

/** The files of a form, whose uploads end when the test says so. */
function form() {
  signInAs('USER')
  type Sent = { name: string; signal: AbortSignal | undefined; done: (key: string) => void; fail: (error: unknown) => void }
  const sent: Sent[] = []
  const uploaded: unknown[] = []
  const upload: typeof uploadFile = (file, options) => {
    const signal = options?.signal
    options?.onProgress?.(0.5)
    return new Promise((resolve, reject) => {
      sent.push({ name: file.name, signal, done: (key) => resolve({ key }), fail: reject })
      signal?.addEventListener('abort', () => reject(new DOMException('stopped', 'AbortError')))
    })
  }
  const onUploaded = (file: object, fieldId: string): void => void uploaded.push({ ...file, fieldId })
  const hook = renderHook(() => useFileUploads({ kinds: ['document'], upload, onUploaded }))
  const now = () => hook.result.current
  const add = (...names: string[]) =>
    act(() =>
      now().add(
        names.map((name) => new File(['pdf'], name)),
        'q1',
      ),
    )
  const isSending = (...names: string[]) => waitFor(() => expect(sent.map(({ name }) => name)).toEqual(names))
  return { ...hook, sent, uploaded, now, add, isSending }
}

test('files arrive in the order in which they were chosen; one that is cancelled or fails does not hold up the next', async () => {
  const { sent, uploaded, now, add, isSending } = form()
  add('1.pdf', '2.pdf', '3.pdf')
  add('4.pdf')
  await isSending('1.pdf')
  expect(now().uploads.map(({ progress }) => progress)).toEqual([0.5, 0, 0, 0])
  act(() => now().cancel(now().uploads[1]!.id))
  act(() => sent[0]!.done('key-1'))
  await isSending('1.pdf', '3.pdf')
  act(() => sent[1]!.fail(new ApiProblem('too-large', { status: 413, detail: 'Your storage is full.' })))
  await isSending('1.pdf', '3.pdf', '4.pdf')
  expect(now().isUploading).toBe(true)
  act(() => sent[2]!.done('key-4'))
  await waitFor(() => expect(now().isUploading).toBe(false))
  expect(uploaded).toEqual(['1', '4'].map((name) => ({ key: `key-${name}`, name: `${name}.pdf`, size: 3, fieldId: 'q1' })))
  expect(now().uploads.map(({ error }) => error)).toEqual(['3.pdf was not uploaded. Your storage is full.'])
})

test('cancelling stops what is being sent, without an error', async () => {
  const { sent, uploaded, now, add, isSending } = form()
  add('1.pdf')
  await isSending('1.pdf')
  act(() => now().cancel(now().uploads[0]!.id))
  expect([sent[0]!.signal?.aborted, now().uploads]).toEqual([true, []])
  add('2.pdf')
  await isSending('1.pdf', '2.pdf')
  expect([uploaded, now().uploads.map(({ error }) => error)]).toEqual([[], [null]])
})

test('one that failed is tried again from its start; one that is of a wrong type is not', async () => {
  const { sent, now, add, isSending } = form()
  add('film.mp4', '1.pdf')
  await isSending('1.pdf')
  act(() => sent[0]!.fail(new ApiProblem('offline', { status: 0, detail: 'lost' })))
  await waitFor(() => expect(now().uploads.at(-1)?.error).toBe('1.pdf was not uploaded. The server did not answer.'))
  expect(now().uploads.map((one) => now().canRetry(one))).toEqual([false, true])
  act(() => now().retry(now().uploads[1]!))
  expect(now().uploads[1]).toMatchObject({ error: null, progress: 0 })
  await isSending('1.pdf', '1.pdf')
})

test('leaving the form stops what is being sent', async () => {
  const { sent, add, isSending, unmount } = form()
  add('1.pdf', '2.pdf')
  await isSending('1.pdf')
  unmount()
  expect(sent[0]!.signal?.aborted).toBe(true)
  await Promise.resolve()
  expect(sent).toHaveLength(1)
})
