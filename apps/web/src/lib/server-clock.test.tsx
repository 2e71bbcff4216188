/** A countdown changes when its words do, and is right again after a sleep. */
import { act, render, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { countdown } from '#features/media/live-session.ts'
import { msUntilNextLabel, serverNow, setServerTime, useCountdownNow, useServerNow } from './server-clock.ts'

afterEach(() => void vi.useRealTimers())

test.each([
  [3_600_000, 1],
  [90_500, 30_501],
  [60_000, 1],
  [59_400, 401],
  [0, 1],
  [-10_000, 50_001],
])('with %i ms left, the words change in %i ms', (left, ms) => expect(msUntilNextLabel(left, 0)).toBe(ms))

function Left({ at }: { at: number }) {
  return <p>{countdown(at - useCountdownNow(at))}</p>
}

test('minutes pass by the minute, the last one by the second, and hours in a sleep', () => {
  vi.useFakeTimers({ now: 0 })
  const at = 3 * 60_000 + 30_000
  render(<Left at={at} />)
  const after = (ms: number): void => act(() => void vi.advanceTimersByTime(ms))
  after(29_000)
  expect(screen.getByText('3 min')).toBeDefined()
  after(1100)
  expect(screen.getByText('2 min')).toBeDefined()
  after(120_000)
  expect(screen.getByText('59 s')).toBeDefined()
  after(1000)
  expect(screen.getByText('58 s')).toBeDefined()
  // The device sleeps: its clock goes on, its timers do not.
  vi.setSystemTime(at - 5000)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(screen.getByText('5 s')).toBeDefined()
})

test('the server’s clock is that of its answers; a device that is right, and rounding, change nothing', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T12:00:00.000Z') })
  const ahead = (header: string | null) => {
    setServerTime(header)
    return serverNow() - Date.now()
  }
  expect(ahead('Fri, 20 Nov 2026 12:10:00 GMT')).toBe(600_500)
  expect(ahead('Fri, 20 Nov 2026 12:10:01 GMT')).toBe(600_500)
  expect(ahead(null)).toBe(600_500)
  expect(ahead('soon')).toBe(600_500)
  expect(ahead('Fri, 20 Nov 2026 11:55:00 GMT')).toBe(-299_500)
  expect(ahead('Fri, 20 Nov 2026 12:00:00 GMT')).toBe(0)
  expect(ahead('Fri, 20 Nov 2026 12:00:01 GMT')).toBe(0)
})

test('the time of a page goes on, and is right when the page is looked at again', () => {
  vi.useFakeTimers({ now: 0 })
  const { result } = renderHook(() => useServerNow(15_000))
  act(() => void vi.advanceTimersByTime(14_000))
  expect(result.current).toBe(0)
  act(() => void vi.advanceTimersByTime(1000))
  expect(result.current).toBe(15_000)
  vi.setSystemTime(3_600_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(result.current).toBe(3_600_000)
})
