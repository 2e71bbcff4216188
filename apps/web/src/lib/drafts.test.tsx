/** Drafts: stored per user, restored, cleared when sent. */
import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDraft, useDraft } from './drafts.ts'
import { useSession } from './session.ts'

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
  act(() => result.current.clear())
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
  act(() => left.result.current.clear())
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
  act(() => left.result.current.clear())
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
  act(() => left.result.current.clear())
  expect(readDraft('u1', 'comment:c1')?.value).toBe('something else')
})
