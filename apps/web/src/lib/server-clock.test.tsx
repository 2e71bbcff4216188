/** A countdown changes when its words do, and is right again after a sleep. */

import { act, render, renderHook, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { countdown } from '#features/live-sessions/live-session.ts'
import { formatDay, formatRelative, formatLastSeen } from './format-date.ts'
import { msUntilNextLabel, serverNow, setServerTime, useCountdownNow, useServerNow } from './server-clock.ts'
import { getToday } from './zoned-date-time.ts'

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
    setServerTime(header, Date.now())
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

test.each([
  ['behind', '2025-12-31T22:00:00.000Z'],
  ['ahead', '2026-01-02T12:00:00.000Z'],
])('on a device whose clock is %s, today and “ago” are the server’s', (_, now) => {
  vi.useFakeTimers({ now: Date.parse(now) })
  setServerTime('Thu, 01 Jan 2026 12:00:00 GMT', Date.now())
  const said = [
    getToday('Pacific/Auckland', serverNow()),
    getToday('America/New_York', serverNow()),
    formatDay('2026-03-02T12:00:00Z', 'UTC'),
  ]
  expect(said).toEqual(['2026-01-02', '2026-01-01', 'Mon 2 Mar'])
  expect([formatLastSeen('2026-01-01T11:00:00.000Z', serverNow()), formatRelative('2026-01-01T13:00:30.000Z', serverNow())]).toEqual([
    '1 h ago',
    'in 1 hour',
  ])
})

test('whatever the date, each run of the tests begins on the same morning; from there the clock goes on', async () => {
  expect(getToday('Australia/Adelaide', serverNow())).toBe('2026-11-25')
  const before = new Date()
  await expect.poll(() => Date.now()).toBeGreaterThan(before.getTime())
})

const sources = import.meta.glob<string>(['/src/**/*.{ts,tsx}', '!/src/**/*.test.*'], { eager: true, query: '?raw', import: 'default' })

/** Where the device's own time is meant, with the reason: to measure a span, to name a moment to its user, or to compare what is stored there. */
const ownTime = [
  // How long ago this page did something.
  '/src/app/providers.tsx',
  '/src/features/auth/countdown.tsx',
  '/src/features/auth/reset-forms.tsx',
  '/src/features/auth/reset-state.ts',
  '/src/features/files/use-file-uploads.ts',
  '/src/features/media/offline-watch-progress.ts',
  '/src/features/media/watch-progress.tsx',
  '/src/features/questions/file-field.tsx',
  '/src/lib/api.ts',
  '/src/lib/preloaded-calls.ts',
  // Stored on this device, and compared with its clock only.
  '/src/features/files/uploads/upload-manager.ts',
  '/src/features/users/import/file-store.ts',
  '/src/lib/idempotency-keys.ts',
  '/src/lib/stored-drafts.ts',
  // When something was saved or can be tried again, to be read off the clock of this device.
  '/src/features/attendance/mark-order.ts',
  '/src/features/auth/setup-screen.tsx',
  '/src/features/submissions/use-answer-draft.ts',
  '/src/features/submissions/use-grading.ts',
  '/src/lib/use-autosave.ts',
  // How long ago a reply came.
  '/src/features/courses/course-details-screen.tsx',
  '/src/features/notices/api.ts',
  // The zone of this device, and the offset of each zone, at present.
  '/src/lib/format-date.ts',
  // The difference between the two clocks.
  '/src/lib/server-clock.ts',
]

test('the device’s clock is read only where nothing is compared with times of the server', () => {
  const reading = Object.entries(sources).flatMap(([path, text]) => (/\bDate\.now\b|\bnew Date\(\)/.test(text) ? [path] : []))
  expect(reading.toSorted()).toEqual(ownTime.toSorted())
})

/** Also those of functions that the web app shares with the server. */
const shared = import.meta.glob<string>(['../../../../packages/contract/src/**/*.ts', '!../../../../packages/contract/src/**/*.test.ts'], {
  eager: true,
  query: '?raw',
  import: 'default',
})

test('no function of dates reads the clock: the caller passes what “now” is', () => {
  const all = Object.entries({ ...sources, ...shared })
  expect(Object.keys(shared).length).toBeGreaterThan(10)
  // A parameter with a default, or one that may be left out; not a constant.
  const own = /(?<!\b(?:const|let) )\bnow(?:\?:|(?:: [\w| ]+)? = )/
  expect(all.flatMap(([path, text]) => (own.test(text) ? [path] : []))).toEqual([])
})
