/** Connections that break while parts are sent to the local disk. */

import { randomBytes } from 'node:crypto'
import { readdir, stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sha256, stores, testAppOn, type Part } from '#test/stores.ts'

const MiB = 1024 * 1024
const partSize = 8 * MiB
const { as, init, sendPart, put, get, base, deps } = await testAppOn(stores[0]!)
const trainer = await as('TRAINER')

type Named = { key: string; uploadId: string }
const nameOf = ({ key, uploadId }: Named) => ({ key, uploadId })
const addressOf = (upload: Named, partNumber: number) => trainer.files.presignPart({ query: { ...nameOf(upload), partNumber } })
const arrived = (upload: Named) => trainer.files.listParts({ query: nameOf(upload) }).then(({ parts }) => parts)
const homeOf = ({ uploadId }: Named, name: string) => join(deps.services.config.dataDir, 'files', '.incoming', uploadId, name)
const complete = (upload: Named, parts: Part[]) => trainer.files.completeMultipart({ body: { ...nameOf(upload), parts } })
const hashOf = async (url: string) => sha256(new Uint8Array(await (await get(url)).arrayBuffer()))
const video = (size: number) => Buffer.concat([Buffer.from('\u0000\u0000\u0000\u0018ftypisom'), randomBytes(size - 12)])

/** Sends the first bytes of a body, then stalls until it is cut. */
async function begin(url: string, bytes: Buffer, sent: number) {
  const sending = request(new URL(url, base), { method: 'PUT', headers: { 'content-length': bytes.length } })
  const gone = new Promise<string>((resolve) => sending.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'cut')))
  await new Promise<void>((resolve) => sending.write(bytes.subarray(0, sent), () => resolve()))
  return { cut: () => sending.destroy(new Error('cut')), gone, sending }
}

const sizeOf = (upload: Named) =>
  stat(homeOf(upload, 'data')).then(
    ({ size }) => size,
    () => 0,
  )
/** Whether the part has a record: it is being written, or is complete. */
const isClaimed = async (upload: Named, partNumber: number) => (await readdir(homeOf(upload, ''))).includes(`${partNumber}.json`)
/** Waits until the bytes from there on are written, except for the last piece of less than a MiB. */
async function areWritten(upload: Named, start: number, sent: number): Promise<void> {
  await expect.poll(() => sizeOf(upload)).toBeGreaterThanOrEqual(start + sent - (sent % MiB))
}

test('an interrupted part does not count, and is sent again as a whole', async () => {
  const bytes = [video(partSize), randomBytes(1000)]
  const upload = await init(trainer)
  for (const sent of [3 * MiB, 5 * MiB]) {
    const line = await begin((await addressOf(upload, 1)).url, bytes[0]!, sent)
    await areWritten(upload, 0, sent)
    line.cut()
    expect(await arrived(upload)).toEqual([])
  }
  const parts = await Promise.all([1, 2].map((partNumber) => sendPart(trainer, upload, partNumber, bytes[partNumber - 1]!)))
  const done = await complete(upload, parts)
  expect(await hashOf(done.url)).toBe(sha256(Buffer.concat(bytes)))
})

test('a complete part does not count while it is sent again', async () => {
  const bytes = video(partSize)
  const upload = await init(trainer)
  await sendPart(trainer, upload, 1, bytes)
  const line = await begin((await addressOf(upload, 1)).url, randomBytes(partSize), 3 * MiB)
  await expect.poll(() => arrived(upload)).toEqual([])
  line.cut()
  const done = await complete(upload, [await sendPart(trainer, upload, 1, bytes)])
  expect(await hashOf(done.url)).toBe(sha256(bytes))
})

test('parts that are too short for their positions are rejected on completion', async () => {
  const upload = await init(trainer)
  const parts = [await sendPart(trainer, upload, 1, video(1000)), await sendPart(trainer, upload, 2, randomBytes(1000))]
  await expect(complete(upload, parts)).rejects.toBeProblem('validation-failed', ['/parts'])
  parts[0] = await sendPart(trainer, upload, 1, video(partSize))
  await expect(complete(upload, parts)).resolves.toMatchObject({ size: partSize + 1000 })
})

test('a dead connection is closed as soon as the part is sent again', async () => {
  const bytes = video(partSize)
  const upload = await init(trainer)
  const silent = await begin((await addressOf(upload, 1)).url, bytes, 4 * MiB)
  await areWritten(upload, 0, 4 * MiB)
  const part = await sendPart(trainer, upload, 1, bytes)
  await silent.gone
  expect(await hashOf((await complete(upload, [part])).url)).toBe(sha256(bytes))
})

test('a part that is still being sent does not change the completed upload', async () => {
  const bytes = video(partSize)
  const upload = await init(trainer)
  const { headers } = await put((await addressOf(upload, 1)).url, bytes)
  const tail = randomBytes(partSize)
  const late = await begin((await addressOf(upload, 2)).url, tail, MiB)
  await expect.poll(() => isClaimed(upload, 2)).toBe(true)
  const done = await complete(upload, [{ partNumber: 1, etag: headers.get('etag')! }])
  const answer = new Promise<unknown>((resolve) => late.sending.on('response', (reply) => resolve(reply.resume().statusCode)))
  late.sending.end(tail.subarray(MiB))
  expect(await Promise.race([answer, late.gone])).not.toBe(200)
  expect(await hashOf(done.url)).toBe(sha256(bytes))
})

test('a part that is still being sent when the upload is cancelled is cut off and deleted', async () => {
  const { storage } = deps.services
  const upload = await init(trainer)
  const bytes = video(partSize)
  const lines = await Promise.all([1, 2, 3].map(async (partNumber) => begin((await addressOf(upload, partNumber)).url, bytes, MiB)))
  for (const partNumber of [1, 2, 3]) await expect.poll(() => isClaimed(upload, partNumber)).toBe(true)
  await storage.abortUpload(upload)
  await Promise.all(lines.map(({ gone }) => gone))
  await expect(readdir(homeOf(upload, ''))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('aborting an upload works while its parts are being sent', async () => {
  const { storage } = deps.services
  for (let round = 0; round < 10; round++) {
    const upload = await init(trainer)
    const { url } = await addressOf(upload, 1)
    let isOver = false
    const send = async () => {
      while (!isOver) isOver = (await put(url, randomBytes(1000)).catch(() => ({ status: 0 }))).status === 409
    }
    const sending = Promise.all([send(), send(), send()])
    await expect.poll(() => readdir(homeOf(upload, ''))).not.toEqual([])
    await trainer.files.abortMultipart({ query: nameOf(upload) })
    await expect(storage.abortUpload(upload)).resolves.toBeUndefined()
    await sending
    await expect(readdir(homeOf(upload, ''))).rejects.toMatchObject({ code: 'ENOENT' })
  }
})

test('connections that break at random points still give the right bytes', async () => {
  const random = randomsOf(20_261_124)
  const size = 2 * partSize + 123_457
  const bytes = video(size)
  const upload = await init(trainer, { size })
  const sendPart = async (partNumber: number, breaks = 4): Promise<Part> => {
    const slice = bytes.subarray((partNumber - 1) * partSize, partNumber * partSize)
    for (let left = breaks; ; left--) {
      const { url } = await addressOf(upload, partNumber)
      if (left <= 0) {
        // It may be cut by a request that was sent earlier and arrives later.
        const answer = await put(url, slice).catch(() => undefined)
        if (answer?.ok) return { partNumber, etag: answer.headers.get('etag')! }
        continue
      }
      const line = await begin(url, slice, Math.floor(random() * slice.length))
      // Some clients close the connection, some just stop sending.
      if (random() < 0.5) line.cut()
      else void line.gone
    }
  }
  const parts = await Promise.all([1, 2, 3].map((number) => sendPart(number)))
  // If the server reads a broken request only after the good one, the part is lost: it is sent again, as “Try again” does.
  const finish = async (): ReturnType<typeof complete> => {
    const numbers = (await arrived(upload)).map(({ partNumber }) => partNumber)
    for (const number of [1, 2, 3].filter((one) => !numbers.includes(one))) parts[number - 1] = await sendPart(number, 0)
    return complete(upload, parts).catch((error: unknown) => {
      if ((error as { problem?: string }).problem !== 'validation-failed') throw error
      return finish()
    })
  }
  expect(await hashOf((await finish()).url)).toBe(sha256(bytes))
})

/** Repeatable random numbers from 0 to 1. Source: mulberry32. */
function randomsOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}
