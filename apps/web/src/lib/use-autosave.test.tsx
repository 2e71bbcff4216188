/** What is typed is saved, one save at a time, and a failure loses nothing of it. The viewer is in Adelaide. */

import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiProblem } from '@lms/contract/client'
import { signInAs } from '#test/fake-api.ts'
import { useSession } from './session.ts'
import { useAutosave, useSessionGuard } from './use-autosave.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const isEqual = (one: string, other: string): boolean => one === other

/** The hook at work on a text; `answers` are those to its saves, in their order. */
function given(answers: (() => Promise<void>)[] = []) {
  const saved: string[] = []
  const save = async (text: string): Promise<void> => {
    await (answers.shift() ?? (() => Promise.resolve()))()
    saved.push(text)
  }
  const initialProps: { value: string; isEnabled?: boolean } = { value: '' }
  const { result, rerender, unmount } = renderHook((props) => useAutosave({ saved: '', isEqual, save, isEnabled: true, ...props }), {
    initialProps,
  })
  return {
    saved,
    unmount,
    type: rerender,
    state: () => result.current.saving.state,
    flush: () => act(() => result.current.flush()),
    result,
  }
}
const pause = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

test('the latest text is saved after a pause, once', async () => {
  const { type, saved, state } = given()
  type({ value: 'a' })
  await pause(500)
  type({ value: 'ab' })
  await pause(700)
  expect(saved).toEqual([])
  await pause(100)
  expect(saved).toEqual(['ab'])
  expect(state()).toBe('saved')
  await pause(60_000)
  expect(saved).toEqual(['ab'])
})

test('who types without a pause is saved every five seconds', async () => {
  const { type, saved } = given()
  for (let at = 1; at <= 24; at++) {
    type({ value: 'w'.repeat(at) })
    await pause(500)
  }
  expect(saved.map(({ length }) => length)).toEqual([10, 20])
  await pause(800)
  expect(saved.at(-1)).toHaveLength(24)
})

test('text typed during a save is saved after it, never at the same time', async () => {
  const first = Promise.withResolvers<void>()
  const { type, saved, state } = given([() => first.promise])
  type({ value: 'one' })
  await pause(2000)
  type({ value: 'two' })
  await pause(5000)
  expect([saved, state()]).toEqual([[], 'saving'])
  first.resolve()
  await pause(0)
  expect(saved).toEqual(['one', 'two'])
})

test('newer text is not shown as saved, and text changed back is', async () => {
  const { type, state } = given()
  type({ value: 'one' })
  await pause(800)
  expect(state()).toBe('saved')
  type({ value: 'one more' })
  expect(state()).toBe('saving')
  type({ value: 'one' })
  expect(state()).toBe('saved')
})

test('text typed without a connection is shown at once as stored on this device', async () => {
  const { type, state, saved } = given()
  type({ value: 'kept' })
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => void window.dispatchEvent(new Event('offline')))
  await pause(0)
  expect([state(), saved]).toEqual(['offline', []])
  vi.restoreAllMocks()
  act(() => void window.dispatchEvent(new Event('online')))
  await pause(0)
  expect([state(), saved]).toEqual(['saved', ['kept']])
})

test.each([0, 500, 502, 503, 504, 429])('if the server does not decide (%i), the text is saved by a later try', async (status) => {
  const { type, saved, state, flush } = given([
    () => Promise.reject(new ApiProblem(status === 0 ? 'offline' : 'unavailable', { status, detail: 'lost' })),
  ])
  type({ value: 'kept' })
  expect(await flush()).toBe(false)
  expect(state()).toBe('offline')
  await pause(15_000)
  expect([saved, state()]).toEqual([['kept'], 'saved'])
})

test('a refusal is shown, and the next change tries again', async () => {
  const { type, saved, result } = given([() => Promise.reject(new ApiProblem('conflict', { status: 409, detail: 'no' }))])
  type({ value: 'one' })
  await pause(2000)
  expect(result.current.saving).toMatchObject({ state: 'failed', error: { problem: 'conflict' } })
  await pause(60_000)
  expect(saved).toEqual([])
  type({ value: 'two' })
  await pause(2000)
  expect(saved).toEqual(['two'])
})

test('leaving the screen saves the last words, but not what is switched off or saved already', async () => {
  const left = given()
  left.type({ value: 'half a wor' })
  left.unmount()
  await pause(0)
  expect(left.saved).toEqual(['half a wor'])
  const off = given()
  off.type({ value: 'x', isEnabled: false })
  expect(await off.flush()).toBe(false)
  off.unmount()
  const settled = given()
  settled.type({ value: 'submitted' })
  act(() => settled.result.current.setSaved('submitted'))
  expect(settled.state()).toBe('idle')
  settled.unmount()
  await pause(0)
  expect([off.saved, settled.saved]).toEqual([[], []])
})

test('the time of an earlier save is shown until something is typed', () => {
  const initialProps = { value: 'kept' }
  const { result, rerender } = renderHook(
    ({ value }) =>
      useAutosave({ value, saved: 'kept', isEqual, save: () => Promise.resolve(), isEnabled: true, savedAt: '2026-11-12T10:00:00.000Z' }),
    { initialProps },
  )
  expect(result.current.saving).toEqual({ state: 'saved', at: '20:30' })
  rerender({ value: 'kept, and more' })
  expect(result.current.saving.state).toBe('saving')
})

test('what a page sends in the background is only sent as the person who opened it', async () => {
  const work = vi.fn<() => Promise<string>>(async () => 'sent')
  const ana = signInAs('USER')
  const { result } = renderHook(() => useSessionGuard())
  await expect(result.current.send(work)).resolves.toBe('sent')
  useSession.getState().setAuth('two', { ...ana, id: 'u2' })
  await expect(result.current.send(work)).rejects.toMatchObject({ status: 401 })
  useSession.getState().signOut('person')
  await expect(result.current.send(work)).rejects.toMatchObject({ status: 401 })
  expect(work).toHaveBeenCalledOnce()
  useSession.getState().setAuth('three', ana)
  expect(result.current.isSameUser()).toBe(true)
})
