/** Ranges of seconds in a video. */

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeRanges, sumRanges, type TimeRange } from '#rules/time-ranges.ts'

const merged = (ranges: TimeRange[], duration?: number, gap?: number) => mergeRanges(ranges, duration, gap)

test('ranges that overlap or touch become one, in the order of time', () => {
  expect(merged([])).toEqual([])
  expect(
    merged([
      [5, 10],
      [0, 5],
    ]),
  ).toEqual([[0, 10]])
  expect(
    merged([
      [0, 8],
      [2, 4],
    ]),
  ).toEqual([[0, 8]])
  expect(
    merged([
      [7, 8],
      [0, 5],
    ]),
  ).toEqual([
    [0, 5],
    [7, 8],
  ])
})

test('ranges are joined across a gap of at most its length', () => {
  const [one, other]: TimeRange[] = [
    [0, 5],
    [7, 8],
  ]
  expect(merged([one!, other!], 100, 1.9)).toEqual([one, other])
  expect(merged([one!, other!], 100, 2)).toEqual([[0, 8]])
})

test('ranges are clipped to the video; empty, reversed and infinite ones are dropped', () => {
  expect(
    merged(
      [
        [-5, 3],
        [95, 200],
      ],
      100,
    ),
  ).toEqual([
    [0, 3],
    [95, 100],
  ])
  expect(
    merged(
      [
        [4, 4],
        [7, 3],
        [100, 120],
        [-5, 0],
      ],
      100,
    ),
  ).toEqual([])
  expect(
    merged([
      [0, Infinity],
      [Number.NaN, 5],
      [1, Number.NaN],
      [8, 9],
    ]),
  ).toEqual([[8, 9]])
})

test('the sum of disjoint ranges is their time', () => {
  expect(sumRanges([])).toBe(0)
  expect(
    sumRanges([
      [10, 15],
      [20, 21],
    ]),
  ).toBe(6)
})

test('what is merged is disjoint, and covers each second that a range covers', () => {
  const second = fc.nat(30)
  fc.assert(
    fc.property(fc.array(fc.tuple(second, second), { maxLength: 10 }), (ranges) => {
      const result = merged(ranges)
      expect(result.every(([from, to], index) => from < to && (index === 0 || from > result[index - 1]![1]))).toBe(true)
      const covered = Array.from({ length: 30 }, (_, at) => ranges.some(([from, to]) => from <= at && at < to))
      expect(sumRanges(result)).toBe(covered.filter(Boolean).length)
    }),
  )
})
