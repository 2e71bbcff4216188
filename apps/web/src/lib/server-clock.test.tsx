/** A countdown changes when its words do, and is right again after a sleep. */
import { act, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { countdown } from '#features/media/live-session.ts'
import { msUntilNextLabel, useCountdownNow } from './server-clock.ts'

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
