/** What the controls show of a video; and turning a phone: full screen while a video plays, and back; full screen started by the button stays. */

import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLandscape, usePlayer } from './use-player.ts'

let full: Element | null = null
let turn: (isSideways: boolean) => Promise<void>

beforeEach(() => {
  full = null
  const side = Object.assign(new EventTarget(), { matches: false })
  vi.spyOn(window, 'matchMedia').mockReturnValue(side as unknown as MediaQueryList)
  turn = async (isSideways) => {
    side.matches = isSideways
    side.dispatchEvent(new Event('change'))
    await Promise.resolve()
  }
  Object.defineProperty(document, 'fullscreenEnabled', { configurable: true, value: true })
  Object.defineProperty(document, 'fullscreenElement', { configurable: true, get: () => full })
  Object.assign(document, { exitFullscreen: async () => void (full = null) })
})
afterEach(() => {
  vi.restoreAllMocks()
  for (const name of ['fullscreenEnabled', 'fullscreenElement', 'exitFullscreen']) Reflect.deleteProperty(document, name)
})

function show({ isPaused = false, isRefused = false } = {}) {
  const [box, video] = [document.createElement('div'), document.createElement('video')]
  Object.defineProperty(video, 'paused', { value: isPaused })
  Object.assign(box, { requestFullscreen: async () => (isRefused ? Promise.reject(new Error('no gesture')) : void (full = box)) })
  renderHook(() => useLandscape(box, video))
  return box
}

test('turning a phone sideways during playback starts full screen, and turning it upright ends it', async () => {
  const box = show()
  await turn(true)
  expect(full).toBe(box)
  await turn(false)
  expect(full).toBeNull()
})

test('a paused video stays in the page; if the browser refuses, nothing changes', async () => {
  show({ isPaused: true })
  await turn(true)
  expect(full).toBeNull()
  show({ isRefused: true })
  await turn(true)
  await turn(false)
  expect(full).toBeNull()
})

test('full screen that was on before stays after turning the phone upright', async () => {
  const box = show()
  full = box
  await turn(true)
  await turn(false)
  expect(full).toBe(box)
})

function given(facts: Partial<Record<keyof HTMLVideoElement, unknown>>) {
  const video = document.createElement('video')
  const ranges = (...pairs: [number, number][]) => ({
    length: pairs.length,
    start: (index: number) => pairs[index]![0],
    end: (index: number) => pairs[index]![1],
  })
  const set = (some: typeof facts) => {
    for (const [name, value] of Object.entries(some)) Object.defineProperty(video, name, { configurable: true, value })
  }
  set({
    paused: true,
    duration: 60,
    currentTime: 0,
    buffered: ranges(),
    played: ranges(),
    readyState: 4,
    ended: false,
    muted: false,
    ...facts,
  })
  const { result, unmount } = renderHook(() => usePlayer(video))
  const change = (some: typeof facts, event: string) => {
    set(some)
    act(() => void video.dispatchEvent(new Event(event)))
  }
  return { result, change, ranges, unmount }
}

test('muted is silent whatever the volume is, and an unknown length is none', () => {
  const { result, change } = given({ muted: true, duration: Number.POSITIVE_INFINITY })
  expect([result.current.volume, result.current.duration]).toEqual([0, 0])
  change({ muted: false, duration: 90 }, 'volumechange')
  expect([result.current.volume, result.current.duration]).toEqual([1, 90])
})

test('a video that plays without data waits, a paused or ended one does not', () => {
  const { result, change } = given({ readyState: 2 })
  expect([result.current.isWaiting, result.current.hasPlayed]).toEqual([false, false])
  change({ paused: false }, 'play')
  expect([result.current.isWaiting, result.current.hasPlayed]).toEqual([true, true])
  change({ ended: true }, 'ended')
  expect(result.current).toMatchObject({ isWaiting: false, isEnded: true })
})

test('what is loaded is the part around the position', () => {
  const { result, change, ranges } = given({})
  change({ buffered: ranges([0, 10], [30, 45]), currentTime: 32 }, 'progress')
  expect(result.current).toMatchObject({ time: 32, loaded: 45 })
  change({ currentTime: 20 }, 'seeking')
  expect(result.current.loaded).toBe(20)
})
