/** Watch progress reaches the server: during playback, once enough is watched, and again after a lost connection. */

import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { createWatchTracker, type WatchReport } from './watch-tracker.ts'

type Saved = { ranges: [number, number][]; position: number; watched: boolean; coverage: number; durationSeconds: number }
const fresh: Saved = { ranges: [], position: 0, watched: false, coverage: 0, durationSeconds: 100 }

type Given = { saved?: Saved; answer?: (report: WatchReport) => Promise<Saved> }

/** The response of a server that accepts everything. */
const taken = ({ watched, ranges = [] }: WatchReport): Saved => ({
  ...fresh,
  ranges,
  watched,
  coverage: ranges.reduce((sum, [from, to]) => sum + to - from, 0) / 100,
})
const beginning: WatchReport = { watched: false, durationSeconds: 100 }

function given({ saved = fresh, answer }: Given = {}) {
  const clock = { now: 0 }
  const sent: WatchReport[] = []
  const kept = vi.fn<(unsent: unknown) => void>()
  const send = async (report: WatchReport) => {
    sent.push(report)
    return answer ? answer(report) : taken(report)
  }
  const recorder = createWatchTracker({ saved, send, onChange: () => undefined, keep: kept, now: () => clock.now })
  const play = async (from: number, to: number): Promise<void> => {
    recorder.begin(from, from * 1000)
    // Lets the report of the start arrive.
    await Promise.resolve()
    await new Promise((done) => setTimeout(done))
    for (let place = from + 1; place <= to; place++) recorder.read(place, place * 1000)
  }
  return { recorder, sent, kept, clock, play }
}

test('playback is sent as ranges, with the position', async () => {
  const { recorder, sent, play } = given()
  await play(0, 12)
  recorder.stop()
  await play(40, 60)
  await recorder.flush()
  expect(sent).toEqual([
    beginning,
    {
      watched: false,
      position: 60,
      positionAge: 0,
      ranges: [
        [0, 12],
        [40, 60],
      ],
      durationSeconds: 100,
    },
  ])
})

test('a claim can be undone, and later playback still counts', async () => {
  const answer = async ({ watched, undo }: WatchReport) => ({ ...fresh, watched: watched && !undo, source: watched ? 'SELF' : null })
  const { recorder, sent } = given({ answer })
  await recorder.claim()
  expect(recorder.current()).toMatchObject({ watched: true, isSelfMarked: true })
  await recorder.undo()
  expect(sent.at(-1)).toMatchObject({ watched: false, undo: true })
  expect(recorder.current()).toMatchObject({ watched: false, isSelfMarked: false })
})

test('nothing is sent without new progress', async () => {
  const { recorder, sent, play } = given()
  await play(0, 12)
  await recorder.flush()
  await recorder.flush()
  expect(sent).toHaveLength(2)
})

test('dragging to the end is not watching', async () => {
  const { recorder, sent, play } = given()
  await play(0, 1)
  recorder.read(99, 1250)
  recorder.read(100, 2250)
  await recorder.flush()
  expect(sent[1]).toMatchObject({
    watched: false,
    ranges: [
      [0, 1],
      [99, 100],
    ],
  })
})

test('90 % is reported at once, and only once', async () => {
  const { recorder, sent, play } = given()
  await play(0, 95)
  await waitFor(() => expect(recorder.current().watched).toBe(true))
  expect(sent).toHaveLength(2)
  expect(sent[1]).toMatchObject({ watched: true })
})

test('earlier visits count too', async () => {
  const { recorder, play } = given({ saved: { ...fresh, ranges: [[0, 50]], coverage: 0.5 } })
  await play(50, 70)
  expect(recorder.current().coverage).toBeCloseTo(0.7)
})

test('progress that is being sent stays stored until the server has it: the page may be closed before the response, or be back before the request', async () => {
  const answer = Promise.withResolvers<undefined>()
  const { recorder, kept, clock, play } = given({
    answer: async (report) => {
      if (report.ranges) await answer.promise
      return taken(report)
    },
  })
  clock.now = 7
  await play(0, 12)
  const flushed = recorder.flush()
  expect(kept).toHaveBeenLastCalledWith({ ranges: [[0, 12]], position: 12, at: 7, durationSeconds: 100 })
  answer.resolve(undefined)
  await flushed
  expect(kept).toHaveBeenLastCalledWith(null)
})

test('after a lost connection progress stays stored, and the next attempt sends it', async () => {
  let isDown = true
  const { recorder, sent, kept, play } = given({
    answer: (report) => (isDown ? Promise.reject(new Error('offline')) : Promise.resolve(taken(report))),
  })
  await play(0, 12)
  await recorder.flush()
  expect(recorder.current().state).toBe('failed')
  expect(kept).toHaveBeenLastCalledWith({ ranges: [[0, 12]], position: 12, at: 0, durationSeconds: 100 })
  isDown = false
  await recorder.flush()
  expect(sent.slice(1)).toHaveLength(2)
  expect(recorder.current().state).toBe('saved')
  expect(kept).toHaveBeenLastCalledWith(null)
})

test('a position that could not be sent keeps its time through all attempts', async () => {
  let isDown = true
  const { recorder, sent, kept, clock, play } = given({
    answer: (report) => (isDown ? Promise.reject(new Error('offline')) : Promise.resolve(taken(report))),
  })
  await play(0, 12)
  for (clock.now = 15_000; clock.now <= 600_000; clock.now += 15_000) await recorder.flush()
  expect(kept).toHaveBeenLastCalledWith({ ranges: [[0, 12]], position: 12, at: 0, durationSeconds: 100 })
  isDown = false
  clock.now = 600_000
  await recorder.flush()
  expect(sent.at(-1)).toMatchObject({ position: 12, positionAge: 600 })
})

test('a claim is sent without playback, and the course may reject it', async () => {
  const { recorder, sent } = given({ answer: () => Promise.resolve(fresh) })
  await expect(recorder.claim()).resolves.toMatchObject({ watched: false })
  expect(sent[0]).toMatchObject({ watched: true, ranges: [] })
  expect(recorder.current().watched).toBe(false)
})

test('a claim that does not arrive is an error', async () => {
  const { recorder } = given({ answer: () => Promise.reject(new Error('offline')) })
  await expect(recorder.claim()).rejects.toThrow('offline')
})

test('the start is reported once, and again if that did not arrive', async () => {
  let isDown = true
  const { recorder, sent, play } = given({
    answer: (report) => (isDown ? Promise.reject(new Error('offline')) : Promise.resolve(taken(report))),
  })
  await play(0, 0)
  expect(sent).toEqual([beginning])
  expect(recorder.current().state).toBe('idle')
  isDown = false
  await play(0, 0)
  await play(0, 0)
  expect(sent).toEqual([beginning, beginning])
})

test('with earlier progress no start is reported; stored progress is sent in its place', async () => {
  const known = given({ saved: { ...fresh, ranges: [[0, 50]] } })
  await known.play(50, 51)
  expect(known.sent).toEqual([])
  const recorded: WatchReport[] = []
  const send = async (report: WatchReport) => (recorded.push(report), taken(report))
  const unsent = { ranges: [[0, 12]] as const, position: 12, at: 0, durationSeconds: 100 }
  const waiting = createWatchTracker({ saved: fresh, unsent, send, onChange: () => undefined, now: () => 0 })
  waiting.begin(12, 0)
  expect(recorded).toEqual([{ watched: false, position: 12, positionAge: 0, ranges: [[0, 12]], durationSeconds: 100 }])
})

test('what the server has not counted yet is kept and sent again until it has everything', async () => {
  let granted = 10
  const { recorder, sent, kept, play } = given({
    answer: async ({ ranges = [], ...report }) =>
      taken({ ...report, ranges: ranges.map(([from, to]): [number, number] => [from, Math.min(to, granted)]) }),
  })
  await play(0, 40)
  const after: unknown[] = []
  for (granted of [10, 30, 60, 90]) {
    await recorder.flush()
    after.push(kept.mock.lastCall?.[0])
  }
  expect(sent.slice(1).map(({ ranges }) => ranges)).toEqual([[[0, 40]], [[0, 40]], [[0, 40]]])
  const all = { ranges: [[0, 40]], position: 40, at: 0, durationSeconds: 100 }
  expect(after).toEqual([all, all, null, null])
})

test('ranges beyond the end known to the server are not sent again', async () => {
  const { recorder, sent, play } = given({
    saved: { ...fresh, durationSeconds: 100.4 },
    answer: async (report) => ({ ...taken(report), ranges: [[0, 99.996]], durationSeconds: 100 }),
  })
  await play(0, 100)
  await recorder.flush()
  const calls = sent.length
  await recorder.flush()
  expect(sent).toHaveLength(calls)
})

test('once another video has replaced it, nothing counts any more', async () => {
  let isReplaced = false
  const other: Saved = { ...fresh, ranges: [[0, 4]], coverage: 0.02, durationSeconds: 200 }
  const { recorder, sent, kept, play } = given({
    saved: { ...fresh, ranges: [[0, 50]], coverage: 0.5 },
    answer: async (report) => (isReplaced ? other : taken(report)),
  })
  await play(50, 60)
  isReplaced = true
  await recorder.flush()
  expect(recorder.current()).toMatchObject({ state: 'replaced', ranges: [[0, 4]], coverage: 0.02 })
  expect(kept).toHaveBeenLastCalledWith(null)
  await play(60, 70)
  recorder.stop(80)
  await recorder.flush()
  expect(sent).toHaveLength(1)
})

test('progress stored for another video is ignored', () => {
  const options = { saved: fresh, send: async (report: WatchReport) => taken(report), onChange: () => undefined, now: () => 0 }
  const unsent = { ranges: [[0, 12]] as const, position: 12, at: 0 }
  expect(createWatchTracker({ ...options, unsent: { ...unsent, durationSeconds: 300 } }).current()).toMatchObject({
    ranges: [],
    position: 0,
  })
  expect(createWatchTracker({ ...options, unsent: { ...unsent, durationSeconds: null } }).current()).toMatchObject({ position: 12 })
})
