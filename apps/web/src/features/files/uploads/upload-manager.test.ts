/** Uploads that outlive pages: paused, resumed, cancelled, made into media once, and private to their user. */

import { expect, test, vi } from 'vitest'
import { ApiProblem } from '@lms/contract/client'
import { partsServer } from '#test/parts-server.ts'
import { KiB, ana, target, facts, fileOf, page, reaches } from '#test/upload-page.ts'
import type { Deliver } from '../api.ts'
import { createUploadStorage } from './upload-store.ts'

test('a file to be published becomes a media item when it is complete, and is no longer stored', async () => {
  const store = await partsServer({ partSize: 4 * KiB })
  const { uploads, storage, delivering, all, state } = page()
  const { picked, bytes } = fileOf(17 * KiB)
  const id = await uploads.add(picked, target)
  uploads.setTarget(id, { title: 'Cleaning data' })
  uploads.publish(id)
  await reaches(state, 'done')
  const key = [...store.whole.keys()][0]!
  expect(store.whole.get(key)?.equals(bytes)).toBe(true)
  expect(delivering.mock.calls).toEqual([[{ ...target, title: 'Cleaning data' }, key, facts, expect.any(String)]])
  expect(all()[0]).toMatchObject({ mediaId: 'm', bytes: 17 * KiB })
  await expect(storage.list(ana)).resolves.toEqual([])
})

test('a file waits until it is published', async () => {
  await partsServer()
  const { uploads, delivering, state } = page()
  const id = await uploads.add(fileOf(1000).picked, target)
  await reaches(state, 'done')
  expect(delivering).not.toHaveBeenCalled()
  uploads.publish(id)
  await reaches(() => uploads.store.getState().uploads[0]?.mediaId, 'm')
})

test('a delivery is announced once, also when the tray is loaded only after it', async () => {
  await partsServer()
  const { uploads, all } = page()
  const publish = async (name: string): Promise<void> => {
    uploads.publish(await uploads.add(fileOf(1000, name).picked, target))
    await reaches(() => all().every(({ mediaId }) => mediaId === 'm'), true)
  }
  await publish('early.mp4')
  const announced: string[] = []
  const stop = uploads.onDelivered(({ name, mediaId }) => announced.push(`${name} ${mediaId}`))
  expect(announced).toEqual(['early.mp4 m'])
  await publish('later.mp4')
  await reaches(() => announced, ['early.mp4 m', 'later.mp4 m'])
  stop()
  uploads.onDelivered(({ name }) => announced.push(name))
  expect(announced).toHaveLength(2)
})

test('the progress bar never goes back, whatever fails', async () => {
  let failures = 6
  await partsServer({ partSize: 2 * KiB, onPut: () => (failures-- > 0 ? 'cut' : 'ok') })
  const { uploads, state } = page()
  const seen: number[] = []
  uploads.store.subscribe(({ uploads: [upload] }) => upload && seen.push(upload.bytes))
  await uploads.add(fileOf(20 * KiB).picked, target)
  await reaches(state, 'done')
  expect(seen).toEqual(seen.toSorted((one, other) => one - other))
})

test('files are listed in the order in which they were chosen, then by name, also after a reload', async () => {
  await partsServer({ onCall: () => 500 })
  const storage = createUploadStorage()
  const { uploads, all } = page({ storage })
  const names = ['part 2.mp4', 'part 1.mp4', 'part 10.mp4']
  vi.setSystemTime('2026-03-02T10:00:00Z')
  await Promise.all(names.map((name) => uploads.add(fileOf(1000, name).picked, target)))
  vi.setSystemTime('2026-03-02T09:00:00Z')
  await uploads.add(fileOf(1000, 'earlier.mp4').picked, target)
  vi.useRealTimers()
  const order = ['earlier.mp4', 'part 1.mp4', 'part 2.mp4', 'part 10.mp4']
  expect(all().map(({ name }) => name)).toEqual(order)
  const reloaded = page({ storage })
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

test('pausing stops the transfer, resuming only sends the rest', async () => {
  let pause = (): void => undefined
  const store = await partsServer({
    partSize: 2 * KiB,
    onPut: (_number, count) => {
      if (count === 3) pause()
      return 'ok'
    },
  })
  const { uploads, state } = page()
  const { picked, bytes } = fileOf(20 * KiB)
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

test('a paused upload waits after a reload and the next sign-in, until it is resumed', async () => {
  let pause = (): void => undefined
  await partsServer({ partSize: 2 * KiB, onPut: () => (pause(), 'ok') })
  const storage = createUploadStorage()
  const { uploads, state } = page({ storage })
  const id = await uploads.add(fileOf(20 * KiB).picked, target)
  pause = () => uploads.pause(id)
  await reaches(state, 'paused')
  pause = () => undefined
  await uploads.setUser(null)
  await uploads.setUser(ana)
  expect(state()).toBe('paused')
  await uploads.setUser(null)
  const reloaded = page({ storage })
  await reaches(reloaded.state, 'paused')
})

test('the media item is created once, also if the page was closed in between', async () => {
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
  const after = page({ storage: before.storage })
  await reaches(after.state, 'done')
  expect(after.delivering.mock.calls).toEqual([[target, expect.any(String), facts, keys[0]]])
})

test.each([
  ['rate-limited', 429, 'the same'],
  ['unauthenticated', 401, 'the same'],
  ['forbidden', 403, 'another'],
] as const)('after a lost answer and then %s (%i), the media item is asked for under %s key', async (problem, status, which) => {
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

test('a file that the server rejects stays rejected, also after a reload, and is not sent again', async () => {
  const store = await partsServer({ partSize: 2 * KiB, onCall: (name) => (name === 'complete' ? 415 : 'ok') })
  const { uploads, storage, state, all } = page()
  const id = await uploads.add(fileOf(20 * KiB).picked, target)
  await reaches(state, 'refused')
  expect(all()[0]).toMatchObject({ reason: 'It is unsupported-type', isWanted: false })
  uploads.publish(id)
  uploads.retryFailed()
  const after = page({ storage })
  await reaches(after.state, 'refused')
  expect([all()[0]?.isWanted, after.all()[0]?.reason]).toEqual([false, 'It is unsupported-type'])
  expect(store.puts).toHaveLength(10)
  after.uploads.cancel(id)
  await expect(storage.list(ana)).resolves.toEqual([])
})

test('a small file that is only checked when it is used is rejected in the same way', async () => {
  await partsServer()
  const errors = [{ pointer: '/url', detail: 'The file is not what its name says: no mp4. It was removed' }]
  const { uploads, state, all } = page({
    deliver: () => Promise.reject(new ApiProblem('validation-failed', { status: 422, detail: errors[0]!.detail, errors })),
  })
  uploads.publish(await uploads.add(fileOf(1000).picked, target))
  await reaches(state, 'refused')
  expect(all()[0]?.reason).toBe('The file is not what its name says: no mp4. It was removed.')
})

test('a failed upload shows all bytes that were sent', async () => {
  let failures = 0
  await partsServer({ partSize: 2 * KiB, onPut: (_number, count) => (count >= 5 && failures++ < 100 ? 500 : 'ok') })
  const { uploads, state, all } = page()
  await uploads.add(fileOf(20 * KiB).picked, target)
  await reaches(state, 'failed')
  expect(all()[0]?.bytes).toBeGreaterThanOrEqual(10 * KiB)
})

test('an upload waits for a broken connection and continues when it is back', async () => {
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

test('an upload ended by an overloaded server continues when the connection is back', async () => {
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

test('a cancelled upload is cancelled on the server, too', async () => {
  const store = await partsServer({ partSize: 2 * KiB, onPut: (_number, count) => (count >= 2 ? 500 : 'ok') })
  const { uploads, storage, state, all } = page()
  const id = await uploads.add(fileOf(20 * KiB).picked, target)
  await reaches(state, 'failed')
  uploads.cancel(id)
  expect(all()).toEqual([])
  await reaches(() => store.calls.at(-1), 'abort')
  await expect(storage.list(ana)).resolves.toEqual([])
})

test.each([
  ['that is complete, but not published', false, ['delete-file']],
  ['that is published', true, []],
])('cancelling a file %s removes it from the server: %s', async (_, isPublished, removals) => {
  const store = await partsServer()
  const { uploads, state, all } = page()
  const id = await uploads.add(fileOf(1000).picked, target)
  await reaches(state, 'done')
  if (isPublished) uploads.publish(id)
  await reaches(() => all()[0]?.mediaId, isPublished ? 'm' : null)
  store.calls.length = 0
  uploads.cancel(id)
  // Afterwards another file is sent, so that a call too many has arrived.
  await uploads.add(fileOf(1000, 'next.mp4').picked, target)
  await reaches(state, 'done')
  expect(store.calls.filter((name) => name !== 'presigned-url')).toEqual(removals)
})

test('a paused or cancelled upload makes way for the next', async () => {
  const store = await partsServer({ onPut: () => 'cut' })
  const { uploads, all } = page()
  const ids: string[] = []
  for (const name of ['1.mp4', '2.mp4', '3.mp4', '4.mp4', '5.mp4']) ids.push(await uploads.add(fileOf(1000, name).picked, target))
  const waiting = () => all().flatMap(({ name, state }) => (state === 'waiting' ? [name] : []))
  expect(waiting()).toEqual(['4.mp4', '5.mp4'])
  uploads.pause(ids[0]!)
  expect(waiting()).toEqual(['5.mp4'])
  uploads.cancel(ids[1]!)
  expect(waiting()).toEqual([])
  expect(store.whole.size).toBe(0)
})

test('the end of the session stops an upload; other users do not see it, and its user can continue', async () => {
  let isEnded = false
  const store = await partsServer({
    partSize: 2 * KiB,
    onCall: () => (isEnded ? 401 : 'ok'),
    onPut: (_number, count) => {
      isEnded ||= count === 2
      return 'ok'
    },
  })
  const { uploads, storage, state } = page()
  const { picked, bytes } = fileOf(20 * KiB)
  await uploads.add(picked, target)
  await reaches(state, 'signed-out')
  const other = ana.replace('aa', 'bb')
  await uploads.setUser(other)
  await expect(storage.list(other)).resolves.toEqual([])
  expect(state()).toBe('signed-out')
  isEnded = false
  store.puts.length = 100
  await uploads.setUser(ana)
  await reaches(state, 'done')
  expect([...store.whole.values()][0]?.equals(bytes)).toBe(true)
})
