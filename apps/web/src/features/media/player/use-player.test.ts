/** Turning a phone: full screen while a video plays, and back; full screen started by the button stays. */
import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useLandscape } from './use-player.ts'

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
