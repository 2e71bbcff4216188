/** Drafts: kept per person, restored, forgotten when sent. */
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDraft, useDraft } from './drafts.ts'
import { useSession } from './session.ts'

beforeEach(() => {
  vi.useFakeTimers()
  useSession.getState().setAuth('t', { id: 'u1', name: 'Ana Li', email: 'a@b.example', role: 'USER', profileImage: null })
})
afterEach(() => vi.useRealTimers())

test('typing is kept after a pause, and found again', () => {
  const first = renderHook(() => useDraft('comment:c1', ''))
  act(() => first.result.current.setValue('Would you'))
  expect(readDraft('u1', 'comment:c1')).toBeNull()
  act(() => void vi.advanceTimersByTime(500))
  expect(readDraft('u1', 'comment:c1')?.value).toBe('Would you')
  const second = renderHook(() => useDraft('comment:c1', ''))
  expect(second.result.current.value).toBe('Would you')
  expect(second.result.current.restoredFrom).not.toBeNull()
})

test('the last words are kept when the page goes, even after the session ended', () => {
  const { result, unmount } = renderHook(() => useDraft('comment:c1', ''))
  act(() => result.current.setValue('show both lines'))
  useSession.getState().signOut()
  unmount()
  expect(readDraft('u1', 'comment:c1')?.value).toBe('show both lines')
})

test('what was sent is forgotten', () => {
  const { result, unmount } = renderHook(() => useDraft('comment:c1', ''))
  act(() => result.current.setValue('sent'))
  act(() => result.current.clear())
  unmount()
  expect(readDraft('u1', 'comment:c1')).toBeNull()
  expect(result.current.value).toBe('')
})

test('what was sent by a page that was left is forgotten also where it is shown again, unless it was changed', () => {
  const left = renderHook(() => useDraft('comment:c1', ''))
  act(() => left.result.current.setValue('sent'))
  left.unmount()
  const back = renderHook(() => useDraft('comment:c1', ''))
  expect(back.result.current.value).toBe('sent')
  act(() => left.result.current.clear())
  expect(back.result.current.value).toBe('')
  back.unmount()
  expect(readDraft('u1', 'comment:c1')).toBeNull()

  const first = renderHook(() => useDraft('comment:c1', ''))
  act(() => first.result.current.setValue('sent'))
  first.unmount()
  const second = renderHook(() => useDraft('comment:c1', ''))
  act(() => second.result.current.setValue('sent, and more'))
  act(() => first.result.current.clear())
  expect(second.result.current.value).toBe('sent, and more')
})
