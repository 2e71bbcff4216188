/** A user’s notes stay private, even if another user signs in on the same page. */

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { useSession } from '#lib/session.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { useNotes, notesFile, notesFileName } from './use-notes.ts'

const params = { courseId: 'c', mediaId: 'm' }
const note = { id: 'n', at: 3, text: 'Only mine' }

test('a note is neither sent as nor shown to another user who has signed in', async () => {
  signInAs('USER')
  let answer = (): void => undefined
  const called = fakeApi({
    media: {
      listNotes: () => Promise.resolve({ items: [], total: 0, page: 1, limit: 100 }),
      createNote: () =>
        new Promise(
          (resolve) => (answer = () => resolve({ ...note, createdAt: '2026-11-20T10:00:00Z', updatedAt: '2026-11-20T10:00:00Z' })),
        ),
    },
  })
  const client = new QueryClient()
  const { result } = renderHook(() => useNotes(params), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  await waitFor(() => expect(result.current.query.data).toEqual([]))
  const created = () => called.filter(({ name }) => name === 'media.createNote')
  const first = result.current.add(note)
  await waitFor(() => expect(created()).toHaveLength(1))
  const { user, setAuth } = useSession.getState()
  act(() => setAuth('other', { ...user!, id: 'somebody-else' }))
  await act(async () => {
    answer()
    await first
  })
  expect(result.current.query.data).toEqual([])
  await expect(result.current.add(note)).rejects.toMatchObject({ status: 401 })
  expect(created()).toHaveLength(1)
})

test('a read that began before neither takes off a new note nor brings back a deleted one', async () => {
  signInAs('USER')
  const stored = { ...note, createdAt: '2026-11-20T10:00:00Z', updatedAt: '2026-11-20T10:00:00Z' }
  const reads: (() => void)[] = []
  let items: (typeof stored)[] = []
  fakeApi({
    media: {
      listNotes: () => {
        const page = { items, total: items.length, page: 1, limit: 100 }
        return new Promise((resolve) => void reads.push(() => resolve(page)))
      },
      createNote: async () => ((items = [stored]), stored),
      removeNote: async () => void (items = []),
    },
  })
  const client = new QueryClient()
  const { result } = renderHook(() => useNotes(params), {
    wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider>,
  })
  const texts = () => result.current.query.data?.map(({ text }) => text)
  const read = async (nth: number): Promise<void> => {
    await waitFor(() => expect(reads.length).toBeGreaterThan(nth))
    await act(async () => reads[nth]!())
  }
  await read(0)
  await waitFor(() => expect(texts()).toEqual([]))
  void client.refetchQueries()
  await act(() => result.current.add(note))
  await read(1)
  await waitFor(() => expect(texts()).toEqual(['Only mine']))
  await act(() => result.current.remove(note.id))
  await read(2)
  await waitFor(() => expect(texts()).toEqual([]))
  await read(3)
  expect(texts()).toEqual([])
})

test('a list with times that are links', () =>
  expect(
    notesFile('Cleaning', 'https://lms.example/media/1', [
      { at: 751.5, text: 'Ask the ministry.\n**Fiscal** years?' },
      { at: 3729, text: ' Done ' },
    ]),
  ).toBe(
    '# Notes: Cleaning\n\n- [12:31](https://lms.example/media/1?t=751) Ask the ministry.\n  **Fiscal** years?\n- [1:02:09](https://lms.example/media/1?t=3729) Done\n',
  ))

test.each([
  ['Cleaning a messy dataset', 'notes-cleaning-a-messy-dataset.md'],
  ['Q&A: Zahlen, größer', 'notes-q-a-zahlen-größer.md'],
  ['../../etc', 'notes-etc.md'],
  ['???', 'notes-video.md'],
])('%s', (title, name) => expect(notesFileName(title)).toBe(name))
