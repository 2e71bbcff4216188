/** Uploads after a reload, in another tab, and in another browser. */

import { waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { partsServer } from '#test/parts-server.ts'
import { KiB, ana, target, fileOf, page, reaches } from '#test/upload-page.ts'
import type { FileHandle } from './file-handles.ts'
import type { UploadLocks } from './upload-locks.ts'
import { createUploadStorage } from './upload-store.ts'

test('after a reload it asks for the same file, takes no other, and sends no part again', async () => {
  let isDown = false
  const store = await partsServer({
    partSize: 2 * KiB,
    onPut: (_number, count) => {
      isDown ||= count === 5
      return isDown ? 500 : 'ok'
    },
  })
  const before = page()
  const { picked, bytes } = fileOf(20 * KiB)
  const id = await before.uploads.add(picked, target)
  before.uploads.publish(id)
  await reaches(before.state, 'failed')
  const sent = [...store.puts]

  const after = page({ storage: before.storage })
  await reaches(after.state, 'needs-file')
  expect(after.all()[0]).toMatchObject({ name: 'lecture.mp4', bytes: sent.length * 2 * KiB, isWanted: true })
  await after.uploads.pick(id, fileOf(20 * KiB).picked)
  expect(after.all()[0]).toMatchObject({ state: 'needs-file', reason: expect.stringContaining('was changed') })
  await after.uploads.pick(id, fileOf(20 * KiB, 'other.mp4').picked)
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
  const store = await partsServer({ partSize: 2 * KiB, onPut: (_number, count) => (count >= 5 ? 500 : 'ok') })
  const before = page({ locks: null })
  const { picked } = fileOf(20 * KiB)
  const id = await before.uploads.add(picked, target)
  before.uploads.publish(id)
  await reaches(before.state, 'failed')
  const [started] = [...store.stored.keys()]
  const after = page({ storage: before.storage, locks: null })
  await reaches(after.state, 'not-resumable')
  expect(store.stored.has(started!)).toBe(true)
  after.uploads.cancel(id)
  expect(after.all()).toEqual([])
  await reaches(() => store.stored.has(started!), false)
  await expect(after.storage.list(ana)).resolves.toEqual([])
})

test('without locks, an upload that is complete in the store is still published after a reload', async () => {
  await partsServer()
  const before = page({ locks: null, deliver: () => new Promise(() => undefined) })
  before.uploads.publish(await before.uploads.add(fileOf(1000).picked, target))
  await reaches(before.state, 'finishing')
  const after = page({ storage: before.storage, locks: null })
  await reaches(after.state, 'done')
  expect(after.delivering).toHaveBeenCalledOnce()
})

/** An upload in another browser whose page was left after some parts. */
async function leftElsewhere(size: number) {
  const there = await partsServer({ partSize: 2 * KiB, onPut: (_number, count) => (count >= 5 ? 500 : 'ok') })
  const elsewhere = page({ storage: createUploadStorage() })
  const chosen = fileOf(size)
  await elsewhere.uploads.add(chosen.picked, target)
  await reaches(elsewhere.state, 'failed')
  return { ...chosen, stored: there.stored, sent: [...there.puts] }
}

const unfinished = { fileName: 'lecture.mp4', size: 20 * KiB, createdAt: '2026-03-02T10:00:00Z' }

test('a file of the same name and size that was started in another browser is an upload of its own', async () => {
  const { picked, bytes, stored } = await leftElsewhere(20 * KiB)
  const here = await partsServer({ partSize: 2 * KiB, stored: new Map(stored), unfinished })
  const { uploads, state } = page({ storage: createUploadStorage() })
  await uploads.add(picked, target)
  await reaches(state, 'done')
  expect(here.calls).toContain('init')
  expect([...here.whole.values()][0]?.equals(bytes)).toBe(true)
})

test('the same file twice in one browser is two uploads', async () => {
  const store = await partsServer({ partSize: 2 * KiB, unfinished })
  const { uploads, all } = page()
  const { picked } = fileOf(20 * KiB)
  await uploads.add(picked, target)
  await reaches(() => all()[0]?.key !== null, true)
  await uploads.add(picked, { ...target, weekId: 'other' })
  await reaches(() => all().map(({ state }) => state), ['done', 'done'])
  expect(store.calls.filter((name) => name === 'init')).toHaveLength(2)
})

test('and in another tab of it, too: an upload running in the first tab is not taken over', async () => {
  let isFirst = true
  const store = await partsServer({ partSize: 2 * KiB, unfinished, onPut: () => (isFirst ? 'cut' : 'ok') })
  const first = page()
  const { picked } = fileOf(20 * KiB)
  await first.uploads.add(picked, target)
  await waitFor(async () => expect(await first.storage.list(ana)).toMatchObject([{ key: expect.any(String) }]))
  isFirst = false
  const second = page({ storage: first.storage, locks: { acquire: () => new Promise(() => undefined), release: () => undefined } })
  await second.uploads.add(picked, target)
  await reaches(second.state, 'done')
  expect(store.calls.filter((name) => name === 'init')).toHaveLength(2)
})

test('after a reload, an upload that was discarded in another browser shows no progress', async () => {
  const store = await partsServer({ partSize: 2 * KiB, onPut: (_number, count) => (count >= 5 ? 500 : 'ok') })
  const before = page()
  await before.uploads.add(fileOf(20 * KiB).picked, target)
  await reaches(before.state, 'failed')
  const asked = page({ storage: before.storage })
  await reaches(() => asked.all()[0]?.isAsked, true)
  expect(asked.all()[0]).toMatchObject({ state: 'needs-file', bytes: 10 * KiB })
  store.stored.clear()
  const after = page({ storage: before.storage })
  await reaches(() => after.all()[0]?.isAsked, true)
  expect(after.all()[0]).toMatchObject({ state: 'needs-file', bytes: 0, key: null })
})

test('after a reload, a completed upload needs no file, even if the response was lost', async () => {
  let isLost = true
  const store = await partsServer({ partSize: 2 * KiB, onCall: (name) => (name === 'complete' && isLost ? 'lost' : 'ok') })
  const before = page()
  before.uploads.publish(await before.uploads.add(fileOf(20 * KiB).picked, target))
  await reaches(() => store.calls.includes('complete'), true)
  await before.uploads.setUser(null)
  isLost = false
  const after = page({ storage: before.storage })
  await reaches(after.state, 'done')
  expect(after.delivering.mock.calls[0]?.[1]).toBe([...store.whole.keys()][0])
  expect(store.puts).toHaveLength(10)
})

/** An upload that stopped, whose file has a handle. */
async function leftWithHandle() {
  let isDown = true
  const store = await partsServer({ onPut: () => (isDown ? 500 : 'ok') })
  const chosen = fileOf(1000)
  let permission: PermissionState = 'granted'
  const ask = vi.fn<() => Promise<PermissionState>>(async () => permission)
  const handle: FileHandle = { getFile: async () => chosen.file, queryPermission: async () => permission, requestPermission: ask }
  const before = page()
  const id = await before.uploads.add({ file: chosen.file, handle }, target)
  await reaches(before.state, 'failed')
  await before.uploads.setUser(null)
  isDown = false
  return { ...chosen, ...before, id, store, ask, handle, permit: (next: PermissionState) => (permission = next) }
}

test('after a reload, a file that may be read again goes on at once', async () => {
  const { storage, store, bytes, ask } = await leftWithHandle()
  const after = page({ storage })
  await reaches(after.state, 'done')
  expect([...store.whole.values()][0]?.equals(bytes)).toBe(true)
  expect(ask).not.toHaveBeenCalled()
})

test('otherwise the browser asks after a click; if it is refused, the file is picked, and has to be readable', async () => {
  const { storage, id, ask, permit, handle, picked } = await leftWithHandle()
  permit('prompt')
  const after = page({ storage })
  await reaches(after.state, 'needs-file')
  expect([ask.mock.calls.length, after.all()[0]?.handle]).toEqual([0, handle])
  ask.mockResolvedValueOnce('denied')
  await after.uploads.resume(id)
  expect(after.all()[0]).toMatchObject({ state: 'needs-file', handle: null })
  vi.spyOn(File.prototype, 'slice').mockImplementationOnce(() => {
    throw new DOMException('gone', 'NotReadableError')
  })
  await after.uploads.pick(id, picked)
  expect(after.all()[0]).toMatchObject({ state: 'needs-file', reason: 'The file could not be read.' })
  await after.uploads.pick(id, picked)
  await reaches(after.state, 'done')
})

test('a file that may be read after a click goes on', async () => {
  const { storage, id, ask, permit } = await leftWithHandle()
  permit('prompt')
  const after = page({ storage })
  await reaches(after.state, 'needs-file')
  ask.mockResolvedValueOnce('granted')
  await after.uploads.resume(id)
  await reaches(after.state, 'done')
  expect(ask).toHaveBeenCalledOnce()
})

test('an upload of another tab is taken over once that tab is closed, as far as it got by then', async () => {
  const { storage, id } = await leftWithHandle()
  const closed = Promise.withResolvers<void>()
  const released: string[] = []
  const locks: UploadLocks = { acquire: () => closed.promise, release: (one) => void released.push(one) }
  const second = page({ storage, locks })
  await waitFor(async () => expect(await storage.list(ana)).toHaveLength(1))
  expect(second.all()).toEqual([])
  // The other tab finished it.
  await storage.remove(id)
  closed.resolve()
  await reaches(() => released, [id])
  expect(second.all()).toEqual([])
})

test('the tab that has an upload owns it until it is published or cancelled', async () => {
  await partsServer()
  const owned: string[] = []
  const locks: UploadLocks = { acquire: async (id) => void owned.push(id), release: (id) => void owned.splice(owned.indexOf(id), 1) }
  const { uploads, all } = page({ locks })
  const [first, second] = [
    await uploads.add(fileOf(1000, 'one.mp4').picked, target),
    await uploads.add(fileOf(1000, 'two.mp4').picked, target),
  ]
  expect(owned).toEqual([first, second])
  uploads.publish(first)
  await reaches(() => all().find(({ id }) => id === first)?.mediaId, 'm')
  expect(owned).toEqual([second])
  uploads.cancel(second)
  expect(owned).toEqual([])
})
