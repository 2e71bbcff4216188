/** Watching is counted in unique seconds: once if played twice, never if skipped. */

import { describe, expect, test } from 'vitest'
import { maxRanges } from '@lms/contract/attendance-rules'
import { coverage, forSending, watchedRange, countSeconds, type TimeRanges, normalize, union } from './watched-ranges.ts'

describe('tidy', () => {
  test.each<[string, TimeRanges, TimeRanges]>([
    ['nothing stays nothing', [], []],
    ['one stays as it is', [[0, 10]], [[0, 10]]],
    [
      'overlapping ones join',
      [
        [0, 10],
        [5, 15],
      ],
      [[0, 15]],
    ],
    [
      'one inside another vanishes',
      [
        [0, 20],
        [5, 10],
      ],
      [[0, 20]],
    ],
    [
      'out of order ones are sorted',
      [
        [40, 60],
        [0, 12.5],
      ],
      [
        [0, 12.5],
        [40, 60],
      ],
    ],
    [
      'ones that nearly touch join',
      [
        [0, 10],
        [10.4, 20],
      ],
      [[0, 20]],
    ],
    [
      'a real gap stays',
      [
        [0, 10],
        [11, 20],
      ],
      [
        [0, 10],
        [11, 20],
      ],
    ],
    [
      'backwards and empty ones go',
      [
        [10, 5],
        [3, 3],
      ],
      [],
    ],
    [
      'not-a-number goes',
      [
        [Number.NaN, 5],
        [0, Number.POSITIVE_INFINITY],
      ],
      [],
    ],
    ['before the start is cut', [[-3, 5]], [[0, 5]]],
    ['hundredths are enough', [[0.123_456, 9.999_9]], [[0.12, 10]]],
  ])('%s', (_, given, expected) => expect(normalize(given)).toEqual(expected))

  test('cuts to the duration', () => expect(normalize([[0, 130]], 120)).toEqual([[0, 120]]))
})

describe('coverage', () => {
  test.each<[string, TimeRanges, number | null, number]>([
    ['half', [[0, 30]], 60, 0.5],
    [
      'the same minute twice counts once',
      [
        [0, 30],
        [0, 30],
      ],
      60,
      0.5,
    ],
    [
      'two parts',
      [
        [0, 15],
        [45, 60],
      ],
      60,
      0.5,
    ],
    ['never above one', [[0, 90]], 60, 1],
    ['unknown duration measures nothing', [[0, 90]], null, 0],
    ['a duration of 0 measures nothing', [[0, 90]], 0, 0],
  ])('%s', (_, stretches, duration, expected) => expect(coverage(stretches, duration)).toBe(expected))

  test('is the same in whatever order the parts were played', () => {
    const parts: TimeRanges = [
      [0, 10],
      [8, 20],
      [40, 41],
      [19, 25],
    ]
    for (const order of [parts, [...parts].reverse()]) expect(countSeconds(order)).toBe(26)
    expect(union(parts.slice(0, 2), parts.slice(2))).toEqual(normalize(parts))
  })
})

describe('played', () => {
  test.each([
    ['a quarter of a second of playing', 10, 10.25, 250, 1, [10, 10.25]],
    ['double speed', 10, 12, 1000, 2, [10, 12]],
    ['a background tab that reports once a minute', 10, 70, 60_000, 1, [10, 70]],
    ['a jump ahead', 10, 300, 250, 1, null],
    ['a jump back', 300, 10, 250, 1, null],
    ['standing still', 10, 10, 5000, 1, null],
    ['the device slept and the video did not', 10, 10.2, 3_600_000, 1, [10, 10.2]],
  ])('%s', (_, from, to, ms, rate, expected) => expect(watchedRange({ place: from, at: 0 }, { place: to, at: ms }, rate)).toEqual(expected))

  test('the first reading makes no range', () => expect(watchedRange(null, { place: 5, at: 0 })).toBeNull())
})

test('what is sent fits into the call, with the longest ranges', () => {
  const many: TimeRanges = Array.from({ length: maxRanges + 10 }, (_, index) => [index * 4, index * 4 + (index < 10 ? 1 : 2)])
  const sent = forSending(many)
  expect(sent).toHaveLength(maxRanges)
  expect(sent[0]).toEqual([40, 42])
})
