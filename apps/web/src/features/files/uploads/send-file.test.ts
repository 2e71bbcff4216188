/** Sending a file: parts in parallel, retries, and an identical file at the end. */

import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { partsServer } from '#test/parts-server.ts'
import { fileOf, KiB, MiB, singleLimit } from '#test/upload-page.ts'
import { sendFile } from './send-file.ts'
import type { Part, UploadSession } from './types.ts'

const quick = [1, 1, 1, 1]
const going = () => new AbortController().signal

test('a small file is one PUT', async () => {
  const store = await partsServer()
  const { file, bytes } = fileOf(1000)
  const key = await sendFile(file, { signal: going(), delays: quick })
  expect(store.calls).toEqual(['presigned-url'])
  expect(store.puts).toEqual([0])
  expect(store.whole.get(key)?.equals(bytes)).toBe(true)
})

test('after a lost response a file is sent again to the same URL, so that no second one is left behind', async () => {
  const store = await partsServer({ onPut: (_number, count) => (count === 0 ? 'lost' : 'ok') })
  const { file, bytes } = fileOf(1000)
  const key = await sendFile(file, { signal: going(), delays: quick })
  expect([store.calls, store.puts]).toEqual([['presigned-url'], [0, 0]])
  expect([...store.whole.keys()]).toEqual([key])
  expect(store.whole.get(key)?.equals(bytes)).toBe(true)
})

test('an expired URL is replaced, but not after a broken connection', async () => {
  const answers: ('cut' | 403)[] = [403, 'cut']
  const store = await partsServer({ onPut: () => answers.pop() ?? 'ok' })
  const key = await sendFile(fileOf(1000).file, { signal: going(), delays: quick })
  expect(store.calls).toEqual(['presigned-url', 'delete-file', 'presigned-url'])
  expect([...store.whole.keys()]).toEqual([key])
})

test('a proxy that refuses the size is named, not the store', async () => {
  await partsServer({ onPut: () => 413 })
  await expect(sendFile(fileOf(1000).file, { signal: going(), delays: quick })).rejects.toMatchObject({
    problem: 'too-large',
    message: 'The server in front refused the size. Your administrator can raise its limit.',
  })
})

test('a file that is given up is deleted, and no longer uses space', async () => {
  const store = await partsServer({ onPut: (_number, count) => (count === 0 ? 'lost' : 500) })
  await expect(sendFile(fileOf(1000).file, { signal: going(), delays: quick })).rejects.toMatchObject({ status: 500 })
  expect(store.calls.filter((name) => name === 'presigned-url')).toHaveLength(1)
  await waitFor(() => expect(store.calls.at(-1)).toBe('delete-file'))
  await waitFor(() => expect(store.whole.size).toBe(0))

  const stop = new AbortController()
  const silent = await partsServer({ onPut: () => (stop.abort(), 'cut') })
  await expect(sendFile(fileOf(1000).file, { signal: stop.signal, delays: quick })).rejects.toMatchObject({ name: 'AbortError' })
  await waitFor(() => expect(silent.calls).toEqual(['presigned-url', 'delete-file']))
})

test('a large file goes in parts, four at once, and arrives whole', async () => {
  const store = await partsServer({ partSize: 3 * MiB })
  const { file, bytes } = fileOf(17 * MiB + 5)
  const reported: number[] = []
  const parts: Part[] = []
  const key = await sendFile(file, {
    signal: going(),
    delays: quick,
    onBytes: (sent) => reported.push(sent),
    onPart: (part) => parts.push(part),
  })
  expect(store.puts.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6])
  expect(store.most()).toBeLessThanOrEqual(4)
  expect(store.whole.get(key)?.equals(bytes)).toBe(true)
  expect(reported.at(-1)).toBe(file.size)
  expect(Math.max(...reported)).toBe(file.size)
  expect(parts).toHaveLength(6)
})

test('a part that was cut off or refused, met an overloaded server or lost its response is sent again, with a new URL', async () => {
  const failures: ('cut' | 'lost' | 403 | 500)[] = ['lost', 'cut', 403, 500]
  const store = await partsServer({ partSize: 5 * KiB, onPut: (number) => (number === 2 ? (failures.pop() ?? 'ok') : 'ok') })
  const { file, bytes } = fileOf(17 * KiB)
  const key = await sendFile(file, { signal: going(), singleLimit, delays: quick })
  expect(store.whole.get(key)?.equals(bytes)).toBe(true)
  expect(store.puts.toSorted((one, other) => one - other)).toEqual([1, 2, 2, 3, 4])
  expect(store.calls.filter((name) => name === 'get-upload-url')).toHaveLength(8)
})

test('after four retries it fails with the reason', async () => {
  const store = await partsServer({ partSize: 9 * KiB, onPut: (number) => (number === 1 ? 500 : 'ok') })
  await expect(sendFile(fileOf(17 * KiB).file, { signal: going(), singleLimit, delays: quick })).rejects.toMatchObject({ status: 500 })
  expect(store.calls).not.toContain('complete')
})

test('parts that the server has are not sent again', async () => {
  const store = await partsServer({ partSize: 3 * KiB })
  const { file, bytes } = fileOf(17 * KiB)
  const stop = new AbortController()
  let session: UploadSession | null = null
  const parts: Part[] = []
  const first = sendFile(file, {
    signal: stop.signal,
    singleLimit,
    delays: quick,
    onStarted: (known) => (session = known),
    onPart: (part) => {
      parts.push(part)
      if (parts.length === 2) stop.abort()
    },
  })
  await expect(first).rejects.toMatchObject({ name: 'AbortError' })
  const before = [...store.puts]
  const had = [...store.stored.values()][0]!
  const there = [...had.keys()]
  const key = await sendFile(file, { signal: going(), singleLimit, delays: quick, session })
  expect(store.puts.slice(before.length).filter((number) => there.includes(number))).toEqual([])
  expect(store.whole.get(key)?.equals(bytes)).toBe(true)
})

test('if all parts have arrived they are only assembled, not sent again', async () => {
  const store = await partsServer({ partSize: 9 * KiB })
  const { file, bytes } = fileOf(17 * KiB)
  const stop = new AbortController()
  const parts: Part[] = []
  let session: UploadSession | null = null
  await sendFile(file, {
    signal: stop.signal,
    singleLimit,
    delays: quick,
    onStarted: (known) => (session = known),
    onPart: (part) => parts.push(part),
  })
  store.calls.length = 0
  const key = await sendFile(file, { signal: going(), singleLimit, delays: quick, session: { ...session!, parts } })
  expect(store.calls).toEqual(['parts', 'complete'])
  expect(store.puts).toHaveLength(2)
  expect(store.whole.get(key)?.equals(bytes)).toBe(true)
})

test('an upload that the server no longer knows starts again', async () => {
  const store = await partsServer({ partSize: 9 * KiB })
  const { file, bytes } = fileOf(17 * KiB)
  const session = {
    key: 'video/0198f6a0-0000-7000-8000-0000000000aa/0198f6a0-0000-7000-8000-000000000009.mp4',
    uploadId: 'missing',
    partSize: 9 * KiB,
    parts: [{ partNumber: 1, etag: 'x' }],
  }
  const key = await sendFile(file, { signal: going(), singleLimit, delays: quick, session })
  expect(key).not.toBe(session.key)
  expect(store.whole.get(key)?.equals(bytes)).toBe(true)
})

test('an upload that is discarded in another browser starts again, once', async () => {
  const { file, bytes } = fileOf(17 * KiB)
  let times = 1
  const store = await partsServer({ partSize: 2 * KiB, onPut: (_number, count) => (count >= 3 && times-- > 0 && giveUp(), 'ok') })
  const giveUp = (): void => store.stored.clear()
  const key = await sendFile(file, { signal: going(), singleLimit, delays: quick })
  expect(store.whole.get(key)?.equals(bytes)).toBe(true)
  expect(store.calls.filter((name) => name === 'init')).toHaveLength(2)
  times = Infinity
  await expect(sendFile(file, { signal: going(), singleLimit, delays: quick })).rejects.toMatchObject({ problem: 'conflict' })
  expect(store.calls.filter((name) => name === 'init')).toHaveLength(4)
})

test('without a network it waits, and continues when it is back', async () => {
  let isOnline = true
  Object.defineProperty(navigator, 'onLine', { configurable: true, get: () => isOnline })
  const store = await partsServer({
    partSize: 5 * KiB,
    onPut: (number) => {
      if (number === 3 && isOnline && !wasOff) {
        isOnline = false
        wasOff = true
      }
      return isOnline ? 'ok' : 'cut'
    },
  })
  let wasOff = false
  const { file, bytes } = fileOf(17 * KiB)
  const states: boolean[] = []
  const done = sendFile(file, {
    signal: going(),
    singleLimit,
    delays: [],
    onOffline: (isOffline) => {
      states.push(isOffline)
      if (isOffline)
        setTimeout(() => {
          isOnline = true
          dispatchEvent(new Event('online'))
        }, 20)
    },
  })
  const key = await done
  expect(store.whole.get(key)?.equals(bytes)).toBe(true)
  expect(states[0]).toBe(true)
  expect(states.at(-1)).toBe(false)
  Reflect.deleteProperty(navigator, 'onLine')
})

test('it also waits for a broken connection that the browser does not notice', async () => {
  let cuts = 0
  const store = await partsServer({ partSize: 5 * KiB, onPut: (number) => (number === 2 && cuts++ < 8 ? 'cut' : 'ok') })
  const { file, bytes } = fileOf(17 * KiB)
  const states: boolean[] = []
  const key = await sendFile(file, {
    signal: going(),
    singleLimit,
    delays: quick,
    networkDelays: quick,
    onOffline: (isOffline) => states.push(isOffline),
  })
  expect(store.whole.get(key)?.equals(bytes)).toBe(true)
  expect([states[0], states.at(-1)]).toEqual([true, false])
})

test('a connection that breaks at 60 % costs at most the four parts being sent, and none that had arrived', async () => {
  let isCut = false
  const [size, partSize] = [40 * KiB, 2 * KiB]
  const store = await partsServer({ partSize, onPut: (_number, count) => (count < 12 && !isCut ? 'ok' : ((isCut = true), 'cut')) })
  const { file, bytes } = fileOf(size)
  let session: UploadSession | null = null
  const broken = sendFile(file, { signal: going(), singleLimit, delays: [], onStarted: (known) => (session = known) })
  await expect(broken).rejects.toMatchObject({ problem: 'offline' })
  const there = [...store.puts]
  expect(there).toHaveLength(12)
  const tries = store.calls.filter((name) => name === 'get-upload-url').length
  expect(tries - there.length).toBeLessThanOrEqual(4)
  const again = await partsServer({ partSize, stored: store.stored })
  const key = await sendFile(file, { signal: going(), singleLimit, delays: quick, session })
  expect(again.puts.toSorted((one, other) => one - other)).toEqual(
    Array.from({ length: size / partSize }, (_, index) => index + 1).filter((number) => !there.includes(number)),
  )
  expect(again.whole.get(key)?.equals(bytes)).toBe(true)
})
