/** Where a video resumes, and when it starts from the beginning. */

import { act, renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import { isWorthResuming, useResume } from './use-resume.ts'

test.each([
  [760, 1865, true],
  [1854, 1865, true],
  [1856, 1865, false],
  [1865, 1865, false],
  [5, 1865, false],
  [6, 1865, true],
  [6, 12, true],
  [11.5, 12, false],
  [60, Number.NaN, false],
])('at %d of %d seconds', (place, duration, expected) => expect(isWorthResuming(place, duration)).toBe(expected))

test('a video resumes where it was left, and starting over goes to the start', () => {
  const current = document.createElement('video')
  const values = { readyState: 1, duration: 100, played: { length: 0 }, currentTime: 0 }
  for (const [name, value] of Object.entries(values)) Object.defineProperty(current, name, { value, writable: true })
  const video = { current }
  const { result } = renderHook(() => useResume(video, 60))
  expect([current.currentTime, result.current.resumedAt]).toEqual([60, 60])
  act(() => result.current.startOver())
  expect([current.currentTime, result.current.resumedAt]).toEqual([0, null])
})
