/** Two processes that share a folder, each with its own writers. */

import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createLocalMultipart } from '#services/local-multipart.ts'

const MiB = 1024 * 1024
const partSize = 4 * MiB
const root = await mkdtemp(join(tmpdir(), 'lms-parts-'))
afterAll(() => rm(root, { recursive: true }))
const pathOf = (key: string) => join(root, 'files', key)
const [one, other] = [createLocalMultipart(root, pathOf), createLocalMultipart(root, pathOf)]

const sending = (length: number) => ({ limit: 10 * partSize, length, mayKeep: () => Promise.resolve(true), stop: () => undefined })
const at = (bytes: Buffer, start: number, end = bytes.length) => bytes.subarray(start, end)
async function* of(bytes: Buffer) {
  yield bytes
}
/** Sends all but the last MiB, and the rest on request. */
function held(bytes: Buffer) {
  const [started, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  async function* stream() {
    yield at(bytes, 0, bytes.length - MiB)
    started.resolve()
    await end.promise
    yield at(bytes, bytes.length - MiB)
  }
  return { stream: stream(), started: started.promise, end: end.resolve }
}
const start = async (key: string) => ({ key, uploadId: await one.start(), partSize })

test('if another process sends a part again, the later one counts and the earlier request ends', async () => {
  const upload = await start('again')
  const [early, late] = [held(randomBytes(partSize)), randomBytes(partSize)]
  const first = one.write(upload, 1, early.stream, sending(partSize))
  await early.started
  const part = await other.write(upload, 1, of(late), sending(partSize))
  early.end()
  await expect(first).rejects.toMatchObject({ kind: 'down' })
  await expect(one.list(upload)).resolves.toEqual([part])
  await one.complete(upload, [part!])
  expect((await readFile(pathOf('again'))).subarray(-MiB).equals(at(late, partSize - MiB))).toBe(true)
})

test('an upload completed in another process accepts no more bytes', async () => {
  const upload = await start('completed')
  const bytes = randomBytes(partSize)
  const part = await one.write(upload, 1, of(bytes), sending(partSize))
  const late = held(randomBytes(partSize))
  const second = one.write(upload, 2, late.stream, sending(partSize))
  await late.started
  await other.complete(upload, [part!])
  late.end()
  await expect(second).resolves.toBeUndefined()
  expect((await readFile(pathOf('completed'))).equals(bytes)).toBe(true)
  await expect(one.write(upload, 1, of(bytes), sending(partSize))).resolves.toBeUndefined()
})

test('an upload with missing parts can be continued', async () => {
  const upload = await start('missing')
  const part = await one.write(upload, 1, of(randomBytes(partSize)), sending(partSize))
  const absent = { partNumber: 2, etag: '"x"', size: 1 }
  await expect(one.complete(upload, [part!, absent])).rejects.toMatchObject({ kind: 'parts' })
  const last = await one.write(upload, 2, of(randomBytes(10)), sending(10))
  await one.complete(upload, [part!, last!])
  await expect(readFile(pathOf('missing'))).resolves.toHaveLength(partSize + 10)
})
