/** Uploads above the pages: paused, resumed, cancelled, kept over a reload, made into media once, and nobody else's. */
import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { ApiProblem } from '#lib/api.ts'
import { partsServer } from '#test/parts-server.ts'
import type { Deliver } from './api.ts'
import { withoutHandles } from './file-handles.ts'
import type { Facts, Target, Upload } from './types.ts'
import type { UploadLocks } from './upload-locks.ts'
import { createUploads } from './upload-manager.ts'
import { createKeep, type Keep } from './upload-store.ts'

// Files of some MiB, on machines that do other things as well.
vi.setConfig({ testTimeout: 30_000 })

const MiB = 2 ** 20
const ana = '0198f6a0-0000-7000-8000-0000000000aa'
const target: Target = { courseId: 'c', weekId: 'w', weekNumber: 3, mediaId: null, title: 'Lecture', notes: '', captions: [] }
const facts: Facts = { durationSeconds: 31, thumbnail: null }

function fileOf(size: number, name = 'lecture.mp4') {
  const bytes = randomBytes(size)
  const file = new File([bytes], name, { type: 'video/mp4', lastModified: 1 })
  return { bytes, file, picked: withoutHandles([file])[0]! }
}

/** Uploads of a page of their own: several with one `keep` are one browser, before and after a reload. */
type Page = { keep?: Keep; deliver?: Deliver; locks?: UploadLocks | null }
/** As where no other tab has the upload. */
const free: UploadLocks = { acquire: () => Promise.resolve(), release: () => undefined }
function page({ keep = createKeep(), deliver = () => Promise.resolve('m'), locks = free }: Page = {}) {
  const delivering = vi.fn<Deliver>(deliver)
  const uploads = createUploads({ keep, locks, deliver: delivering, delays: [1, 1, 1, 1], readFacts: () => Promise.resolve(facts) })
  void uploads.setUser(ana)
  // Nothing goes on beneath the next test, whose store would take it in.
  onTestFinished(() => uploads.setUser(null))
  const all = (): Upload[] => uploads.store.getState().uploads
  const state = (index = 0) => all()[index]?.state
  return { uploads, keep, delivering, all, state }
}
const reaches = (what: () => unknown, value: unknown) => vi.waitFor(() => expect(what()).toEqual(value), { timeout: 20_000 })

test('a wanted file becomes a medium when it is whole, and nothing of it is kept', async () => {
  const store = await partsServer({ partSize: 4 * MiB })
  const { uploads, keep, delivering, all, state } = page()
  const { picked, bytes } = fileOf(17 * MiB)
  const id = await uploads.add(picked, target)
  uploads.setTarget(id, { title: 'Cleaning data' })
  uploads.publish(id)
  await reaches(state, 'done')
  const key = [...store.whole.keys()][0]!
  expect(store.whole.get(key)?.equals(bytes)).toBe(true)
  expect(delivering.mock.calls).toEqual([[{ ...target, title: 'Cleaning data' }, key, facts, expect.any(String)]])
  expect(all()[0]).toMatchObject({ mediaId: 'm', bytes: 17 * MiB })
  await expect(keep.list(ana)).resolves.toEqual([])
})

test('a file that nobody published yet waits for the word', async () => {
  await partsServer()
  const { uploads, delivering, state } = page()
  const id = await uploads.add(fileOf(1000).picked, target)
  await reaches(state, 'done')
  expect(delivering).not.toHaveBeenCalled()
  uploads.publish(id)
  await reaches(() => uploads.store.getState().uploads[0]?.mediaId, 'm')
})

test('the bar never falls, whatever fails', async () => {
  let failures = 6
  await partsServer({ partSize: 2 * MiB, onPut: () => (failures-- > 0 ? 'cut' : 'ok') })
  const { uploads, state } = page()
  const seen: number[] = []
  uploads.store.subscribe(({ uploads: [upload] }) => upload && seen.push(upload.bytes))
  await uploads.add(fileOf(20 * MiB).picked, target)
  await reaches(state, 'done')
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
})

test('files stand in the order of their choice and their names, also after a reload', async () => {
  await partsServer({ onCall: () => 500 })
  const keep = createKeep()
  const { uploads, all } = page({ keep })
  const names = ['part 2.mp4', 'part 1.mp4', 'part 10.mp4']
  vi.setSystemTime('2026-03-02T10:00:00Z')
  await Promise.all(names.map((name) => uploads.add(fileOf(1000, name).picked, target)))
  vi.setSystemTime('2026-03-02T09:00:00Z')
  await uploads.add(fileOf(1000, 'earlier.mp4').picked, target)
  vi.useRealTimers()
  const order = ['earlier.mp4', 'part 1.mp4', 'part 2.mp4', 'part 10.mp4']
  expect(all().map(({ name }) => name)).toEqual(order)
  const reloaded = page({ keep })
  await reaches(() => reloaded.all().map(({ name }) => name), order)
})

test('three files at a time, the fourth after them', async () => {
  const store = await partsServer()
  const { uploads, all } = page()
  const most = { moving: 0 }
  uploads.store.subscribe(({ uploads: now }) => (most.moving = Math.max(most.moving, now.filter((one) => one.state === 'moving').length)))
  await Promise.all([1, 2, 3, 4].map((number) => uploads.add(fileOf(1000, `${number}.mp4`).picked, target)))
  await reaches(() => all().map((one) => one.state), ['done', 'done', 'done', 'done'])
  expect(most.moving).toBe(3)
  expect(store.whole.size).toBe(4)
})

test('pausing stops the bytes, resuming sends the rest alone', async () => {
  let pause = (): void => undefined
  const store = await partsServer({
    partSize: 2 * MiB,
    onPut: (_number, count) => {
      if (count === 3) pause()
      return 'ok'
    },
  })
  const { uploads, state } = page()
  const { picked, bytes } = fileOf(20 * MiB)
  const id = await uploads.add(picked, target)
  pause = () => uploads.pause(id)
  await reaches(state, 'paused')
  pause = () => undefined
  await uploads.resume(id)
  await reaches(state, 'done')
  // What was in flight when it stopped may have arrived all the same; everything else went once.
  expect(store.puts.length).toBeLessThanOrEqual(14)
  expect([...store.whole.values()][0]?.equals(bytes)).toBe(true)
})

test('after a reload it asks for the same file, takes no other, and sends no part again', async () => {
  let isDown = false
  const store = await partsServer({
    partSize: 2 * MiB,
    onPut: (_number, count) => {
      isDown ||= count === 5
      return isDown ? 500 : 'ok'
    },
  })
  const before = page()
  const { picked, bytes } = fileOf(20 * MiB)
  const id = await before.uploads.add(picked, target)
  before.uploads.publish(id)
  await reaches(before.state, 'failed')
  const sent = [...store.puts]

  const after = page({ keep: before.keep })
  await reaches(after.state, 'needs-file')
  expect(after.all()[0]).toMatchObject({ name: 'lecture.mp4', bytes: sent.length * 2 * MiB, isWanted: true })
  await after.uploads.pick(id, fileOf(20 * MiB).picked)
  expect(after.all()[0]).toMatchObject({ state: 'needs-file', reason: expect.stringContaining('was changed') })
  await after.uploads.pick(id, fileOf(20 * MiB, 'other.mp4').picked)
  expect(after.all()[0]?.reason).toContain('Pick lecture.mp4')
  expect(store.puts).toEqual(sent)

  isDown = false
  store.puts.length = 100
  await after.uploads.pick(id, picked)
  await reaches(after.state, 'done')
  expect(store.puts.slice(100).filter((number) => sent.includes(number))).toEqual([])
  expect([...store.whole.values()][0]?.equals(bytes)).toBe(true)
  expect(after.delivering).toHaveBeenCalledOnce()
})

test('without locks, as on plain http, an upload is not continued after a reload: it can only be discarded', async () => {
  const store = await partsServer({ partSize: 2 * MiB, onPut: (_number, count) => (count >= 5 ? 500 : 'ok') })
  const before = page({ locks: null })
  const { picked } = fileOf(20 * MiB)
  const id = await before.uploads.add(picked, target)
  before.uploads.publish(id)
  await reaches(before.state, 'failed')
  const [begun] = [...store.stored.keys()]
  const after = page({ keep: before.keep, locks: null })
  await reaches(after.state, 'not-resumable')
  expect(store.stored.has(begun!)).toBe(true)
  after.uploads.cancel(id)
  expect(after.all()).toEqual([])
  await reaches(() => store.stored.has(begun!), false)
  await expect(after.keep.list(ana)).resolves.toEqual([])
})

test('without locks, one that is whole in the store is still published after a reload', async () => {
  await partsServer()
  const before = page({ locks: null, deliver: () => new Promise(() => undefined) })
  before.uploads.publish(await before.uploads.add(fileOf(1000).picked, target))
  await reaches(before.state, 'finishing')
  const after = page({ keep: before.keep, locks: null })
  await reaches(after.state, 'done')
  expect(after.delivering).toHaveBeenCalledOnce()
})

/** A page that was left after some parts, in a browser of its own. */
async function leftElsewhere(size: number) {
  const there = await partsServer({ partSize: 2 * MiB, onPut: (_number, count) => (count >= 5 ? 500 : 'ok') })
  const elsewhere = page({ keep: createKeep() })
  const chosen = fileOf(size)
  await elsewhere.uploads.add(chosen.picked, target)
  await reaches(elsewhere.state, 'failed')
  return { ...chosen, stored: there.stored, sent: [...there.puts] }
}
const unfinished = { fileName: 'lecture.mp4', size: 20 * MiB, createdAt: '2026-03-02T10:00:00Z' }

test('a file of the same name and size that was started in another browser is an upload of its own', async () => {
  const { picked, bytes, stored } = await leftElsewhere(20 * MiB)
  const here = await partsServer({ partSize: 2 * MiB, stored: new Map(stored), unfinished })
  const { uploads, state } = page({ keep: createKeep() })
  await uploads.add(picked, target)
  await reaches(state, 'done')
  expect(here.calls).toContain('init')
  expect([...here.whole.values()][0]?.equals(bytes)).toBe(true)
})

test('the same file twice in one browser is two uploads', async () => {
  const store = await partsServer({ partSize: 2 * MiB, unfinished })
  const { uploads, all } = page()
  const { picked } = fileOf(20 * MiB)
  await uploads.add(picked, target)
  await reaches(() => all()[0]?.key !== null, true)
  await uploads.add(picked, { ...target, weekId: 'other' })
  await reaches(() => all().map(({ state }) => state), ['done', 'done'])
  expect(store.calls.filter((name) => name === 'init')).toHaveLength(2)
})

test('and in another tab of it too: what is on its way in the first one is not taken', async () => {
  let isFirst = true
  const store = await partsServer({ partSize: 2 * MiB, unfinished, onPut: () => (isFirst ? 'cut' : 'ok') })
  const first = page()
  const { picked } = fileOf(20 * MiB)
  await first.uploads.add(picked, target)
  await vi.waitFor(async () => expect(await first.keep.list(ana)).toMatchObject([{ key: expect.any(String) }]), { timeout: 20_000 })
  isFirst = false
  const second = page({ keep: first.keep, locks: { acquire: () => new Promise(() => undefined), release: () => undefined } })
  await second.uploads.add(picked, target)
  await reaches(second.state, 'done')
  expect(store.calls.filter((name) => name === 'init')).toHaveLength(2)
})

test('after a reload, one that was discarded in another browser promises nothing', async () => {
  const store = await partsServer({ partSize: 2 * MiB, onPut: (_number, count) => (count >= 5 ? 500 : 'ok') })
  const before = page()
  await before.uploads.add(fileOf(20 * MiB).picked, target)
  await reaches(before.state, 'failed')
  const asked = page({ keep: before.keep })
  await reaches(() => asked.all()[0]?.isAsked, true)
  expect(asked.all()[0]).toMatchObject({ state: 'needs-file', bytes: 10 * MiB })
  store.stored.clear()
  const after = page({ keep: before.keep })
  await reaches(() => after.all()[0]?.isAsked, true)
  expect(after.all()[0]).toMatchObject({ state: 'needs-file', bytes: 0, key: null })
})

test('after a reload, one that was completed needs no file, though the answer to that was lost', async () => {
  let isLost = true
  const store = await partsServer({ partSize: 2 * MiB, onCall: (name) => (name === 'complete' && isLost ? 'lost' : 'ok') })
  const before = page()
  before.uploads.publish(await before.uploads.add(fileOf(20 * MiB).picked, target))
  await reaches(() => store.calls.includes('complete'), true)
  await before.uploads.setUser(null)
  isLost = false
  const after = page({ keep: before.keep })
  await reaches(after.state, 'done')
  expect(after.delivering.mock.calls[0]?.[1]).toBe([...store.whole.keys()][0])
  expect(store.puts).toHaveLength(10)
})

test('the medium is made once, also where the page went while it was made', async () => {
  await partsServer()
  const keys: string[] = []
  const lost: Deliver = (_target, _key, _facts, idempotencyKey) => {
    keys.push(idempotencyKey)
    return new Promise(() => undefined)
  }
  const before = page({ deliver: lost })
  const id = await before.uploads.add(fileOf(1000).picked, target)
  before.uploads.publish(id)
  await reaches(before.state, 'finishing')
  before.uploads.setTarget(id, { title: 'Too late' })
  const after = page({ keep: before.keep })
  await reaches(after.state, 'done')
  expect(after.delivering.mock.calls).toEqual([[target, expect.any(String), facts, keys[0]]])
})

test.each([
  ['rate-limited', 429, 'the same'],
  ['unauthenticated', 401, 'the same'],
  ['forbidden', 403, 'another'],
] as const)('after a lost answer and then %s (%i), the medium is asked for under %s key', async (problem, status, which) => {
  await partsServer()
  const failures = [
    new ApiProblem('offline', { status: 0, detail: 'Lost' }),
    ...Array.from({ length: 9 }, () => new ApiProblem(problem, { status, detail: 'No' })),
  ]
  const keys: string[] = []
  const { uploads, state } = page({
    deliver: (_target, _key, _facts, idempotencyKey) => {
      keys.push(idempotencyKey)
      return Promise.reject(failures.shift())
    },
  })
  const id = await uploads.add(fileOf(1000).picked, target)
  uploads.publish(id)
  await reaches(state, status === 401 ? 'signed-out' : 'failed')
  const tries = keys.length
  await uploads.resume(id)
  await reaches(() => keys.length > tries, true)
  expect(new Set(keys).size).toBe(which === 'the same' ? 1 : 2)
})

test('a file that the server does not take is refused for good, also after a reload, and is not sent again', async () => {
  const store = await partsServer({ partSize: 2 * MiB, onCall: (name) => (name === 'complete' ? 415 : 'ok') })
  const { uploads, keep, state, all } = page()
  const id = await uploads.add(fileOf(20 * MiB).picked, target)
  await reaches(state, 'refused')
  expect(all()[0]).toMatchObject({ reason: 'It is unsupported-type', isWanted: false })
  uploads.publish(id)
  uploads.retryFailed()
  const after = page({ keep })
  await reaches(after.state, 'refused')
  expect([all()[0]?.isWanted, after.all()[0]?.reason]).toEqual([false, 'It is unsupported-type'])
  expect(store.puts).toHaveLength(10)
  after.uploads.cancel(id)
  await expect(keep.list(ana)).resolves.toEqual([])
})

test('so is one that was too small to be looked at before it was to be used', async () => {
  await partsServer()
  const errors = [{ pointer: '/url', detail: 'The file is not what its name says: no mp4. It was removed' }]
  const { uploads, state, all } = page({
    deliver: () => Promise.reject(new ApiProblem('invalid', { status: 422, detail: errors[0]!.detail, errors })),
  })
  uploads.publish(await uploads.add(fileOf(1000).picked, target))
  await reaches(state, 'refused')
  expect(all()[0]?.reason).toBe('The file is not what its name says: no mp4. It was removed.')
})

test('where it stopped is said to the byte', async () => {
  let failures = 0
  await partsServer({ partSize: 2 * MiB, onPut: (_number, count) => (count >= 5 && failures++ < 100 ? 500 : 'ok') })
  const { uploads, state, all } = page()
  await uploads.add(fileOf(20 * MiB).picked, target)
  await reaches(state, 'failed')
  expect(all()[0]?.bytes).toBeGreaterThanOrEqual(10 * MiB)
})

test('a broken line is waited for, and the upload goes on when it is back', async () => {
  let isDown = true
  const store = await partsServer({ onPut: () => (isDown ? 'cut' : 'ok') })
  const { uploads, state } = page()
  await uploads.add(fileOf(1000).picked, target)
  await reaches(state, 'offline')
  isDown = false
  dispatchEvent(new Event('online'))
  await reaches(state, 'done')
  expect(store.whole.size).toBe(1)
})

test('what a tired server ended goes on when the line is back', async () => {
  let isDown = true
  const store = await partsServer({ onPut: () => (isDown ? 500 : 'ok') })
  const { uploads, state } = page()
  await uploads.add(fileOf(1000).picked, target)
  await reaches(state, 'failed')
  isDown = false
  uploads.retryFailed()
  await reaches(state, 'done')
  expect(store.whole.size).toBe(1)
})

test('what a person cancels is given up on the server too', async () => {
  const store = await partsServer({ partSize: 2 * MiB, onPut: (_number, count) => (count >= 2 ? 500 : 'ok') })
  const { uploads, keep, state, all } = page()
  const id = await uploads.add(fileOf(20 * MiB).picked, target)
  await reaches(state, 'failed')
  uploads.cancel(id)
  expect(all()).toEqual([])
  await reaches(() => store.calls.at(-1), 'abort')
  await expect(keep.list(ana)).resolves.toEqual([])
})

test('the end of the session stops it, another person sees nothing, the same one goes on', async () => {
  let isEnded = false
  const store = await partsServer({
    partSize: 2 * MiB,
    onCall: () => (isEnded ? 401 : 'ok'),
    onPut: (_number, count) => {
      isEnded ||= count === 2
      return 'ok'
    },
  })
  const { uploads, keep, state } = page()
  const { picked, bytes } = fileOf(20 * MiB)
  await uploads.add(picked, target)
  await reaches(state, 'signed-out')
  const other = ana.replace('aa', 'bb')
  await uploads.setUser(other)
  await expect(keep.list(other)).resolves.toEqual([])
  expect(state()).toBe('signed-out')
  isEnded = false
  store.puts.length = 100
  await uploads.setUser(ana)
  await reaches(state, 'done')
  expect([...store.whole.values()][0]?.equals(bytes)).toBe(true)
})
