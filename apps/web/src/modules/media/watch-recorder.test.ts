/** What is watched reaches the server: in parts, once enough, and again after a lost connection. */
import { expect, test, vi } from 'vitest'
import { createRecorder, type WatchReport } from './watch-recorder.ts'

const fresh = { ranges: [], position: 0, watched: false, coverage: 0, durationSeconds: 100 }

type Given = { saved?: typeof fresh; answer?: (report: WatchReport) => Promise<typeof fresh> }

function given({ saved = fresh, answer }: Given = {}) {
  const clock = { now: 0 }
  const sent: WatchReport[] = []
  const kept = vi.fn<(unsent: unknown) => void>()
  const send = async (report: WatchReport) => {
    sent.push(report)
    return answer
      ? answer(report)
      : { ...saved, watched: report.watched, coverage: report.ranges.reduce((sum, [from, to]) => sum + to - from, 0) / 100 }
  }
  const recorder = createRecorder({ saved, send, onChange: () => undefined, keep: kept, now: () => clock.now })
  const play = (from: number, to: number): void => {
    recorder.begin(from, from * 1000)
    for (let place = from + 1; place <= to; place++) recorder.read(place, place * 1000)
  }
  return { recorder, sent, kept, clock, play }
}

test('playing is sent as stretches, with the place', async () => {
  const { recorder, sent, play } = given()
  play(0, 12)
  recorder.stop()
  play(40, 60)
  await recorder.flush()
  expect(sent).toEqual([
    {
      watched: false,
      position: 60,
      positionAge: 0,
      ranges: [
        [0, 12],
        [40, 60],
      ],
    },
  ])
})

test('nothing new is not sent again', async () => {
  const { recorder, sent, play } = given()
  play(0, 12)
  await recorder.flush()
  await recorder.flush()
  expect(sent).toHaveLength(1)
})

test('dragging to the end is not watching', async () => {
  const { recorder, sent } = given()
  recorder.begin(0, 0)
  recorder.read(1, 1000)
  recorder.read(99, 1250)
  recorder.read(100, 2250)
  await recorder.flush()
  expect(sent[0]).toMatchObject({
    watched: false,
    ranges: [
      [0, 1],
      [99, 100],
    ],
  })
})

test('90 % is reported at once, and only once', async () => {
  const { recorder, sent, play } = given()
  play(0, 95)
  await vi.waitFor(() => expect(recorder.current().watched).toBe(true))
  expect(sent).toHaveLength(1)
  expect(sent[0]).toMatchObject({ watched: true })
})

test('earlier visits count along', () => {
  const { recorder, play } = given({ saved: { ...fresh, ranges: [[0, 50]] as never, coverage: 0.5 } })
  play(50, 70)
  expect(recorder.current().coverage).toBeCloseTo(0.7)
})

test('a lost connection keeps what was watched, and the next try sends it', async () => {
  let isDown = true
  const { recorder, sent, kept, play } = given({ answer: () => (isDown ? Promise.reject(new Error('offline')) : Promise.resolve(fresh)) })
  play(0, 12)
  await recorder.flush()
  expect(recorder.current().state).toBe('failed')
  expect(kept).toHaveBeenLastCalledWith({ ranges: [[0, 12]], position: 12, at: 0 })
  isDown = false
  await recorder.flush()
  expect(sent).toHaveLength(2)
  expect(recorder.current().state).toBe('saved')
  expect(kept).toHaveBeenLastCalledWith(null)
})

test('a place that could not be sent keeps its time through every try', async () => {
  let isDown = true
  const { recorder, sent, kept, clock, play } = given({
    answer: () => (isDown ? Promise.reject(new Error('offline')) : Promise.resolve(fresh)),
  })
  play(0, 12)
  for (clock.now = 15_000; clock.now <= 600_000; clock.now += 15_000) await recorder.flush()
  expect(kept).toHaveBeenLastCalledWith({ ranges: [[0, 12]], position: 12, at: 0 })
  isDown = false
  clock.now = 600_000
  await recorder.flush()
  expect(sent.at(-1)).toMatchObject({ position: 12, positionAge: 600 })
})

test('a claim is sent without playing, and the course may refuse it', async () => {
  const { recorder, sent } = given({ answer: () => Promise.resolve(fresh) })
  await expect(recorder.claim()).resolves.toMatchObject({ watched: false })
  expect(sent[0]).toMatchObject({ watched: true, ranges: [] })
  expect(recorder.current().watched).toBe(false)
})

test('a claim that does not arrive says so', async () => {
  const { recorder } = given({ answer: () => Promise.reject(new Error('offline')) })
  await expect(recorder.claim()).rejects.toThrow('offline')
})
