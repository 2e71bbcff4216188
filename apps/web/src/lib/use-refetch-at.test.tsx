/** A page asks again once what it shows is over, and not before. */

import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '#app/query-client.ts'
import { setServerTime } from './server-clock.ts'
import { getEnds, useRefetchAt } from './use-refetch-at.ts'

afterEach(() => void vi.useRealTimers())

const start = Date.parse('2026-11-20T12:00:00.000Z')

/** A page that was loaded at the start, with these moments; gives how often it asked, after some seconds. */
async function openWith(moments: (string | number | null | undefined)[], ask = async () => 'a reply') {
  vi.useFakeTimers({ now: start })
  setServerTime(new Date(start).toUTCString(), Date.now())
  let asked = 0
  const client = createQueryClient()
  renderHook(
    () => {
      const list = useQuery({ queryKey: ['courses', 'x'], queryFn: () => (asked++, ask()), retry: false, refetchInterval: false })
      useRefetchAt(list, moments, ['courses'])
    },
    { wrapper: ({ children }) => <QueryClientProvider client={client}>{children}</QueryClientProvider> },
  )
  return async (seconds: number): Promise<number> => {
    await act(() => vi.advanceTimersByTimeAsync(start + seconds * 1000 - Date.now()))
    return asked
  }
}

test('at the next look at the clock, two seconds after a moment at least, because the clocks may differ; then it is done with', async () => {
  const askedAfter = await openWith(['2026-11-20T12:00:40.000Z', start - 60_000, null, undefined])
  expect(await askedAfter(0)).toBe(1)
  expect(await askedAfter(41)).toBe(1)
  expect(await askedAfter(46)).toBe(2)
  expect(await askedAfter(600)).toBe(2)
})

test('without an answer it asks again, until there is one', async () => {
  let isDown = false
  const askedAfter = await openWith([start + 10_000], () => (isDown ? Promise.reject(new Error('offline')) : Promise.resolve('a reply')))
  expect(await askedAfter(0)).toBe(1)
  isDown = true
  expect(await askedAfter(16)).toBe(2)
  expect(await askedAfter(31)).toBeGreaterThan(2)
  isDown = false
  const last = await askedAfter(60)
  expect(await askedAfter(120)).toBe(last)
})

test('the last minute of a due time still counts', () =>
  expect(getEnds({ dueAt: '2026-11-20T12:00:00.000Z', closesAt: null })).toEqual([start + 60_000, null]))
