import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  applyWatchReport,
  isSaved,
  isUpcoming,
  undoWatched,
  validateBulkRecords,
  getStatusOfJoining,
  sumSeconds,
  union,
  type WatchReport,
  type Range,
  type WatchState,
} from '#modules/attendance/rules.ts'

const now = new Date('2026-11-20T12:00:00Z')
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000)
const nothing: WatchState = {
  status: null,
  source: 'VIDEO',
  markedBy: null,
  markedAt: null,
  position: 0,
  watchedRanges: [],
  coverage: null,
  watchedAt: null,
  updatedAt: now.toISOString(),
}
/** The start of playback was reported a minute ago. */
const started: WatchState = { ...nothing, coverage: 0, updatedAt: new Date(now.getTime() - 60_000).toISOString() }
const flush = (before: WatchState, sent: Partial<WatchReport>, terms: Partial<Parameters<typeof applyWatchReport>[2]> = {}) =>
  applyWatchReport(before, { watched: false, ...sent }, { duration: 1000, requireVideo: false, now, ...terms })

test.each<[Range[], Range[]]>([
  [[], []],
  [
    [
      [5, 10],
      [0, 5],
    ],
    [[0, 10]],
  ],
  [
    [
      [0, 6],
      [2, 4],
      [5, 8],
    ],
    [[0, 8]],
  ],
  [
    [
      [0, 1],
      [2, 3],
    ],
    [
      [0, 1],
      [2, 3],
    ],
  ],
  [
    [
      [7, 3],
      [4, 4],
    ],
    [],
  ],
  [
    [
      [95, 200],
      [150, 160],
    ],
    [[95, 100]],
  ],
])('the union of %j within 100 seconds', (ranges, expected) => {
  expect(union(ranges, 100)).toEqual(expected)
})

const ranges = fc.array(fc.tuple(fc.nat(200), fc.nat(200)), { maxLength: 20 })

test('a union is disjoint, sorted, within the video, and independent of order and repetition', () => {
  fc.assert(
    fc.property(ranges, (some) => {
      const merged = union(some, 100)
      expect(
        merged.every(([from, to], index) => from >= 0 && from < to && to <= 100 && (index === 0 || from > merged[index - 1]![1])),
      ).toBe(true)
      expect(union([...some.toReversed(), ...merged, ...some], 100)).toEqual(merged)
      const inSome = Array.from({ length: 100 }, (_, second) => some.some(([from, to]) => from <= second && second + 1 <= to))
      const inMerged = Array.from({ length: 100 }, (_, second) => merged.some(([from, to]) => from <= second && second + 1 <= to))
      expect(inMerged).toEqual(inSome)
    }),
  )
})

test('reports never add more time than the clock allows, and never remove any', () => {
  fc.assert(
    fc.property(fc.array(fc.record({ wait: fc.nat(20), sent: ranges }), { minLength: 1, maxLength: 30 }), (flushes) => {
      let [state, at] = [nothing, 0]
      for (const { wait, sent } of flushes) {
        at += wait
        const next = flush(state, { ranges: sent }, { now: later(at) })
        expect(sumSeconds(next.watchedRanges)).toBeGreaterThanOrEqual(sumSeconds(state.watchedRanges))
        state = next
      }
      expect(sumSeconds(state.watchedRanges)).toBeLessThanOrEqual(at * 2 + 10 + 0.1)
    }),
  )
})

test('a jump to the end does not count as watched; only the first seconds do', () => {
  const first = flush(started, { ranges: [[0, 10]] })
  expect(flush(first, { ranges: [[0, 1000]] }, { now: later(10) }).watchedRanges).toEqual([[0, 40]])
  expect(flush(first, { ranges: [[0, 35]] }, { now: later(10) }).watchedRanges).toEqual([[0, 35]])
  expect(flush(started, { ranges: [[0, 1000]] }).watchedRanges).toEqual([[0, 130]])
})

test('90 % counts as watched, and so does marking it as watched', () => {
  expect(flush(started, { ranges: [[0, 89.9]] }, { duration: 100 })).toMatchObject({ status: null, watchedAt: null, coverage: 0.899 })
  const covered = flush(started, { ranges: [[0, 90]] }, { duration: 100 })
  expect(covered).toMatchObject({
    status: 'PRESENT',
    source: 'VIDEO',
    coverage: 0.9,
    watchedAt: now.toISOString(),
    markedAt: now.toISOString(),
    markedBy: null,
  })
  const claimed = flush(nothing, { watched: true })
  expect(claimed).toMatchObject({ status: 'PRESENT', source: 'SELF', coverage: 0, watchedAt: now.toISOString() })
  expect(flush(claimed, { ranges: [[0, 90]] }, { duration: 100, now: later(60) })).toMatchObject({
    source: 'VIDEO',
    watchedAt: now.toISOString(),
  })
})

test('a watched video stays watched', () => {
  const covered = flush(started, { ranges: [[0, 90]] }, { duration: 100 })
  const replayed = flush(covered, { watched: false, position: 1, ranges: [] }, { duration: 100, now: later(60) })
  expect(replayed).toMatchObject({ status: 'PRESENT', source: 'VIDEO', watchedAt: now.toISOString(), coverage: 0.9, position: 1 })
})

test('a course can require watching only where it can be measured', () => {
  expect(flush(nothing, { watched: true }, { requireVideo: true })).toMatchObject({ status: null, watchedAt: null })
  for (const duration of [null, 0])
    expect(flush(nothing, { watched: true, ranges: [[0, 5]] }, { requireVideo: true, duration })).toMatchObject({
      status: 'PRESENT',
      source: 'SELF',
      coverage: null,
    })
})

test('a student can undo only their own mark', () => {
  const claimed = flush(nothing, { watched: true, position: 7 })
  expect(undoWatched(claimed)).toMatchObject({ status: null, source: 'VIDEO', markedAt: null, watchedAt: null, position: 7 })
  expect(flush(undoWatched(claimed), { watched: true })).toMatchObject({ status: 'PRESENT', source: 'SELF' })
  const covered = flush(started, { ranges: [[0, 90]] }, { duration: 100 })
  const staff: WatchState = { ...started, status: 'PRESENT', source: 'STAFF', markedBy: 'x', markedAt: now.toISOString() }
  for (const state of [nothing, { ...nothing, source: 'SELF' as const }, covered, staff]) expect(undoWatched(state)).toBe(state)
})

test('marks by staff or from a session do not change; watched time is recorded with them', () => {
  const staff: WatchState = { ...started, status: 'ABSENT', source: 'STAFF', markedBy: 'x', markedAt: now.toISOString() }
  expect(flush(staff, { ranges: [[0, 95]] }, { duration: 100 })).toMatchObject({
    status: 'ABSENT',
    source: 'STAFF',
    markedBy: 'x',
    coverage: 0.95,
    watchedAt: now.toISOString(),
  })
  expect(flush({ ...nothing, status: 'PRESENT', source: 'JOIN' }, { watched: true })).toMatchObject({ status: 'PRESENT', source: 'JOIN' })
  expect(flush({ ...staff, status: null }, { watched: true })).toMatchObject({ status: 'PRESENT', source: 'SELF', markedBy: null })
})

test('a student who joins more than ten minutes after the start is late', () => {
  const start = now.toISOString()
  expect([-900, 0, 600].map((seconds) => getStatusOfJoining(start, later(seconds)))).toEqual(['PRESENT', 'PRESENT', 'PRESENT'])
  expect(getStatusOfJoining(start, later(601))).toBe('LATE')
})

test('the first report starts the clock with the initial allowance, even if the record is older', () => {
  const marked: WatchState = { ...nothing, status: 'ABSENT', source: 'STAFF', updatedAt: '2026-11-01T00:00:00.000Z' }
  for (const before of [nothing, marked]) {
    const forged = flush(before, { watched: true, ranges: [[0, 1000]] }, { requireVideo: true, duration: 120 })
    expect(forged).toMatchObject({ watchedRanges: [[0, 10]], watchedAt: null, status: before.status })
    const reported = flush(before, {})
    expect(reported).toMatchObject({ watchedRanges: [], coverage: 0, watchedAt: null, updatedAt: now.toISOString() })
    expect(flush(reported, { ranges: [[0, 1000]] }, { now: later(55) }).watchedRanges).toEqual([[0, 120]])
  }
})

test('watching a video takes at least two fifths of its length, whatever is reported', () => {
  const terms = { requireVideo: true }
  fc.assert(
    fc.property(
      fc.double({ min: 3, max: 4000, noNaN: true }),
      fc.array(fc.double({ min: 0, max: 0.39, noNaN: true })),
      (duration, moments) => {
        const forged: Partial<WatchReport> = { watched: true, ranges: [[0, duration]] }
        let state = flush(nothing, forged, { ...terms, duration })
        for (const moment of moments.toSorted((a, b) => a - b))
          state = flush(state, forged, { ...terms, duration, now: later(moment * duration) })
        expect(state.watchedAt).toBeNull()
      },
    ),
  )
})

test('a viewer loses nothing if the first report is lost, or later ones are late or lost', () => {
  const steps = fc.array(fc.record({ seconds: fc.integer({ min: 1, max: 60 }), arrives: fc.boolean() }), { maxLength: 40 })
  fc.assert(
    fc.property(
      steps,
      fc.boolean(),
      fc.constantFrom(0.5, 1, 1.5, 2),
      fc.constantFrom(3, 11, 90, 1000),
      (played, isReported, rate, duration) => {
        let [state, at, place] = [isReported ? flush(nothing, {}, { duration }) : nothing, 0, 0]
        for (const { seconds, arrives } of played) {
          ;[at, place] = [at + seconds, Math.min(duration, place + seconds * rate)]
          const after = flush(state, { ranges: [[0, place]] }, { duration, now: later(at) })
          if (arrives) state = after
          // With the start reported, all of it counts at once.
          expect(sumSeconds(state.watchedRanges)).toBeGreaterThanOrEqual(arrives && isReported ? place - 0.01 : 0)
        }
        // What was not added is sent again every 15 seconds.
        for (let turn = 0; turn * 30 <= place + 30; turn++)
          state = flush(state, { ranges: [[0, place]] }, { duration, now: later((at += 15)) })
        expect(sumSeconds(state.watchedRanges)).toBeCloseTo(place)
      },
    ),
  )
})

test('two devices or a replay do not speed up the clock', () => {
  const first = flush(started, { ranges: [[0, 10]] })
  const here = flush(first, { ranges: [[10, 30]] }, { now: later(15) })
  const there = flush(here, { ranges: [[500, 530]] }, { now: later(15) })
  expect(sumSeconds(there.watchedRanges)).toBe(10 + 20 + 10)
  expect(flush(there, { ranges: [[0, 1000]] }, { now: later(15) }).watchedRanges).toEqual(there.watchedRanges)
})

test('every invalid mark is reported', () => {
  const known = { enrolled: new Set(['a', 'b']), sessions: new Set(['m']) }
  const marks = [
    { userId: 'a' },
    { userId: 'x', mediaId: 'm' },
    { userId: 'b', mediaId: 'y' },
    { userId: 'a', mediaId: null },
    { userId: 'a', mediaId: 'm' },
  ]
  expect(validateBulkRecords(marks, 'week', known)).toEqual([
    { pointer: '/attendance/1/userId', detail: 'This person is not enrolled in this course.' },
    { pointer: '/attendance/2/mediaId', detail: 'Not a session of this week' },
    { pointer: '/attendance/3/userId', detail: 'Marked twice' },
  ])
})

test('a record has a limited size: 2000 ranges', () => {
  const crumbs = (from: number, length = 1500): Range[] =>
    Array.from({ length }, (_, index) => [from + index / 100, from + index / 100 + 0.004])
  expect(flush(started, { ranges: crumbs(0, 2000) }).watchedRanges).toHaveLength(2000)
  expect(flush(started, { ranges: crumbs(0, 2001) }).watchedRanges).toEqual([])
  const first = flush(nothing, { ranges: crumbs(0) })
  expect(first.watchedRanges).toHaveLength(1500)
  const second = flush(first, { ranges: crumbs(100) }, { now: later(60) })
  expect(second.watchedRanges).toEqual(first.watchedRanges)
  expect(flush(second, { ranges: [[0, 15]] }, { now: later(120) }).watchedRanges).toHaveLength(1)
})

test('a late report does not replace a newer position, but its watched time counts', () => {
  const before = { ...nothing, position: 900, watchedRanges: [[880, 900]] as Range[] }
  const later = new Date(now.getTime() + 3_600_000)
  const late = (positionAge: number, from = before) => flush(from, { position: 300, positionAge, ranges: [[0, 10]] }, { now: later })
  expect(late(3601)).toMatchObject({
    position: 900,
    watchedRanges: [
      [0, 10],
      [880, 900],
    ],
  })
  expect([late(3600).position, late(3599).position]).toEqual([300, 300])
  // Nothing was saved before, only marked: there is no place to lose.
  expect(late(7200, nothing).position).toBe(300)
  // The clock of a record may be a little ahead of the time.
  expect(flush({ ...before, updatedAt: later.toISOString() }, { position: 300, positionAge: 15 }).position).toBe(300)
})

test('a position at most a minute old is current, whatever else was saved since', () => {
  const before = { ...nothing, position: 900, updatedAt: later(-10).toISOString() }
  const positionAfter = (positionAge?: number) => flush(before, { position: 300, positionAge }).position
  expect([undefined, 0, 60, 61].map(positionAfter)).toEqual([300, 300, 300, 900])
})

test('a position lies within the video, if its length is known', () => {
  const place = (position: number, duration: number | null) => flush(nothing, { position }, { duration }).position
  expect([place(1000, 1000), place(1001, 1000), place(5000, null), place(5000, 0)]).toEqual([1000, 1000, 5000, 5000])
})

test('without a length the clock runs from the first range', () => {
  const first = flush(nothing, { ranges: [[0, 500]] }, { duration: null })
  expect(first).toMatchObject({ watchedRanges: [[0, 10]], coverage: null })
  expect(flush(first, { ranges: [[0, 500]] }, { duration: null, now: later(65) }).watchedRanges).toEqual([[0, 140]])
})

test('a range around, before and after what is known adds only the rest', () => {
  const known = {
    ...started,
    watchedRanges: [
      [10, 20],
      [30, 40],
    ] as Range[],
  }
  const after = (...sent: Range[]) => flush(known, { ranges: sent }).watchedRanges
  expect(after([5, 45])).toEqual([[5, 45]])
  expect(after([12, 18])).toEqual(known.watchedRanges)
  expect(after([20, 30])).toEqual([[10, 40]])
  expect(after([0, 5])).toEqual([[0, 5], ...known.watchedRanges])
  expect(after([50, 60])).toEqual([...known.watchedRanges, [50, 60]])
  // 130 seconds are possible, and what is known takes none of them: 10 before it, 10 between, 110 after.
  expect(after([0, 1000])).toEqual([[0, 150]])
})

test('a mark of the own that later rests on watching keeps its time; a watched one is not downgraded by a claim', () => {
  const claimed = flush(nothing, { watched: true })
  expect(flush(claimed, { watched: true }, { now: later(5) })).toMatchObject({ source: 'SELF', markedAt: now.toISOString() })
  const covered = flush(started, { ranges: [[0, 90]] }, { duration: 100 })
  // The recording was replaced by a longer one since.
  expect(flush(covered, { watched: true }, { duration: 1000, now: later(5) })).toMatchObject({
    source: 'VIDEO',
    markedAt: now.toISOString(),
  })
  expect(flush(claimed, { ranges: [[0, 90]] }, { duration: 100, now: later(60) }).markedAt).toBe(now.toISOString())
})

test('a record was saved by a player if it has a position or ranges', () => {
  const saved = (position: number, watchedRanges: Range[]) => isSaved({ position, watchedRanges })
  expect([saved(0, []), saved(0.5, []), saved(0, [[0, 1]]), saved(1, [[0, 1]])]).toEqual([false, true, true, true])
})

test('a session is upcoming until its start; a recording never is', () => {
  const startsAt = now.toISOString()
  expect([-1, 0, 1].map((seconds) => isUpcoming({ startsAt }, later(seconds)))).toEqual([true, false, false])
  expect(isUpcoming({ startsAt: null }, now)).toBe(false)
})
