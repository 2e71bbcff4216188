/** Drafts: stored per user, restored, cleared when sent. */

import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useDraft } from './drafts.ts'
import { useKeepsDrafts } from './navigation.ts'
import { useSession } from './session.ts'
import { readDraft, saveDraft } from './stored-drafts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  useSession.getState().setAuth('t', { id: 'u1', name: 'Ana Li', email: 'a@b.example', role: 'USER', profileImage: null })
})
afterEach(() => vi.useRealTimers())

test('text is stored after a pause, and restored', () => {
  const first = renderHook(() => useDraft('comment:c1', ''))
  act(() => first.result.current.setValue('Would you'))
  expect(readDraft('u1', 'comment:c1')).toBeNull()
  act(() => void vi.advanceTimersByTime(500))
  expect(readDraft('u1', 'comment:c1')?.value).toBe('Would you')
  const second = renderHook(() => useDraft('comment:c1', ''))
  expect(second.result.current.value).toBe('Would you')
  expect(second.result.current.restoredFrom).not.toBeNull()
})

test('the last words are stored when the page is left, even after the session ended', () => {
  const { result, unmount } = renderHook(() => useDraft('comment:c1', ''))
  act(() => result.current.setValue('show both lines'))
  useSession.getState().signOut()
  unmount()
  expect(readDraft('u1', 'comment:c1')?.value).toBe('show both lines')
})

test('a sent text is cleared', () => {
  const { result, unmount } = renderHook(() => useDraft('comment:c1', ''))
  act(() => result.current.setValue('sent'))
  act(() => void result.current.saved('sent'))
  unmount()
  expect(readDraft('u1', 'comment:c1')).toBeNull()
  expect(result.current.value).toBe('')
})

test('a text sent from a page that was left is cleared on the page that shows it again, too', () => {
  const left = renderHook(() => useDraft('comment:c1', ''))
  act(() => left.result.current.setValue('sent late'))
  left.unmount()
  const back = renderHook(() => useDraft('comment:c1', ''))
  const other = renderHook(() => useDraft('comment:c2', ''))
  act(() => other.result.current.setValue('sent late'))
  expect(back.result.current.value).toBe('sent late')
  act(() => void left.result.current.saved('sent late'))
  expect([back.result.current.value, other.result.current.value]).toEqual(['', 'sent late'])
  back.unmount()
  expect(readDraft('u1', 'comment:c1')).toBeNull()
})

test('what was typed there since stays, and is stored', () => {
  const left = renderHook(() => useDraft('comment:c1', ''))
  act(() => left.result.current.setValue('sent late'))
  left.unmount()
  const back = renderHook(() => useDraft('comment:c1', ''))
  act(() => back.result.current.setValue('sent late, and more'))
  act(() => void vi.advanceTimersByTime(500))
  act(() => void left.result.current.saved('sent late'))
  expect(back.result.current.value).toBe('sent late, and more')
  expect(readDraft('u1', 'comment:c1')?.value).toBe('sent late, and more')
})

test('what a later visit stored stays when the answer to the first comes', () => {
  const left = renderHook(() => useDraft('comment:c1', ''))
  act(() => left.result.current.setValue('sent late'))
  left.unmount()
  const back = renderHook(() => useDraft('comment:c1', ''))
  act(() => back.result.current.setValue('something else'))
  back.unmount()
  act(() => void left.result.current.saved('sent late'))
  expect(readDraft('u1', 'comment:c1')?.value).toBe('something else')
})

test('the last words are stored when the page is closed or reloaded', () => {
  const { result } = renderHook(() => useDraft('comment:c1', ''))
  act(() => result.current.setValue('show both li'))
  window.dispatchEvent(new Event('pagehide'))
  expect(readDraft('u1', 'comment:c1')?.value).toBe('show both li')
})

test('fields that are secret are never stored, and a form without a key stores nothing', () => {
  const secrets = ['password'] as const
  const form = renderHook(() => useDraft('register', { name: '', password: '' }, { secrets }))
  act(() => form.result.current.setValue({ name: 'Ana', password: 'quiet desk 20' }))
  act(() => void vi.advanceTimersByTime(500))
  expect(readDraft('u1', 'register')?.value).toEqual({ name: 'Ana' })
  const own = renderHook(() => useDraft(null, ''))
  act(() => own.result.current.setValue('nobody keeps this'))
  own.unmount()
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/quiet desk|nobody keeps/)
})

test('changes that come late build on the newest value', () => {
  const { result } = renderHook(() => useDraft('files', ['a']))
  const { setValue } = result.current
  act(() => {
    setValue((now) => [...now, 'b'])
    setValue((now) => [...now, 'c'])
  })
  expect(result.current.value).toEqual(['a', 'b', 'c'])
})

test('a stored text that cannot be read counts as none', () => {
  localStorage.setItem('draft:u1:comment:c1', '{"value":')
  const { result } = renderHook(() => useDraft('comment:c1', 'First words'))
  expect([result.current.value, result.current.restoredFrom]).toEqual(['First words', null])
})

test('after it was sent, nothing was restored any more', () => {
  const first = renderHook(() => useDraft('comment:c1', ''))
  act(() => first.result.current.setValue('Words'))
  first.unmount()
  const { result } = renderHook(() => useDraft('comment:c1', ''))
  expect(result.current.restoredFrom).not.toBeNull()
  act(() => void result.current.saved('Words', 'Other words'))
  expect(result.current.restoredFrom).toBeNull()
})

test('another user of this browser has drafts of their own', () => {
  const { result, unmount } = renderHook(() => useDraft('comment:c1', ''))
  act(() => result.current.setValue('Only for Ana'))
  unmount()
  useSession.getState().setAuth('t', { id: 'u2', name: 'Bo', email: 'b@b.example', role: 'USER', profileImage: null })
  expect(renderHook(() => useDraft('comment:c1', '')).result.current.value).toBe('')
})

test('what was typed while it was sent stays, and is stored', () => {
  const { result } = renderHook(() => useDraft('comment:c1', ''))
  act(() => result.current.setValue('Words'))
  act(() => result.current.setValue('Words and more'))
  act(() => expect(result.current.saved('Words')).toBe(false))
  act(() => void vi.advanceTimersByTime(500))
  expect(readDraft('u1', 'comment:c1')?.value).toBe('Words and more')
})

test('a change that comes after the page was left is stored, and shown where the draft is open again', () => {
  const left = renderHook(() => useDraft('comment:c1', ''))
  act(() => left.result.current.setValue('Words'))
  left.unmount()
  act(() => left.result.current.setValue((now) => `${now} and a picture`))
  expect(readDraft('u1', 'comment:c1')?.value).toBe('Words and a picture')
  const back = renderHook(() => useDraft('comment:c1', ''))
  act(() => back.result.current.setValue((now) => `${now}, typed on`))
  act(() => left.result.current.setValue((now) => `${now} and a file`))
  expect(back.result.current.value).toBe('Words and a picture, typed on and a file')
})

const asOtherTab = async (message: unknown): Promise<void> => {
  const tab = new BroadcastChannel('drafts')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel, not a window
  tab.postMessage(message)
  vi.useRealTimers()
  await act(() => new Promise((resolve) => setTimeout(resolve, 50)))
  tab.close()
}

test('what was sent in another tab is not offered again here, unless something else was typed', async () => {
  const { result } = renderHook(() => useDraft('comment:c1', ''))
  const other = renderHook(() => useDraft('comment:c2', ''))
  act(() => {
    result.current.setValue('Words')
    other.result.current.setValue('Words, and more')
  })
  await asOtherTab({ name: 'draft:u1:comment:c1', sent: 'Words' })
  await asOtherTab({ name: 'draft:u1:comment:c2', sent: 'Words' })
  await waitFor(() => expect(result.current.value).toBe(''))
  expect(readDraft('u1', 'comment:c1')).toBeNull()
  expect(other.result.current.value).toBe('Words, and more')
})

test('what is typed in another tab is shown here while nothing was typed here', async () => {
  const { result } = renderHook(() => useDraft('comment:c1', ''))
  await asOtherTab({ name: 'draft:u1:comment:c1', typed: 'From there' })
  await waitFor(() => expect(result.current.value).toBe('From there'))
  act(() => result.current.setValue('From here'))
  await asOtherTab({ name: 'draft:u1:comment:c1', typed: 'From there again' })
  expect(result.current.value).toBe('From here')
})

test('other tabs hear of it', async () => {
  vi.useRealTimers()
  const heard: unknown[] = []
  const tab = new BroadcastChannel('drafts')
  tab.addEventListener('message', ({ data }) => void heard.push(data))
  const { result } = renderHook(() => useDraft('comment:c1', ''))
  act(() => result.current.setValue('Words'))
  await waitFor(() => expect(heard).toEqual([{ name: 'draft:u1:comment:c1', typed: 'Words' }]))
  act(() => void result.current.saved('Words'))
  await waitFor(() => expect(heard[1]).toEqual({ name: 'draft:u1:comment:c1', sent: 'Words', next: undefined }))
  tab.close()
})

test('a draft that the device refuses is kept while the page is open, and is said not to be kept', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const keeps = renderHook(() => useKeepsDrafts())
  const { result, unmount } = renderHook(() => useDraft('comment:c1', ''))
  act(() => result.current.setValue('Words'))
  unmount()
  expect(keeps.result.current).toBe(false)
  const back = renderHook(() => useDraft('comment:c1', ''))
  expect(back.result.current.value).toBe('Words')
  act(() => void back.result.current.saved('Words'))
  expect(keeps.result.current).toBe(true)
})

test('drafts of long ago make room for a new one', () => {
  saveDraft('u1', 'comment:old', 'Old words', '2026-01-01T00:00:00.000Z')
  saveDraft('u1', 'comment:young', 'Young words')
  const setItem = vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  saveDraft('u1', 'comment:c1', 'Words')
  expect(setItem).toHaveBeenCalledTimes(2)
  expect(['old', 'young', 'c1'].map((key) => readDraft('u1', `comment:${key}`)?.value)).toEqual([undefined, 'Young words', 'Words'])
})
