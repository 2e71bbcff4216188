/** Parts that broke off on the local disk: they go on where they are, and what arrived is not sent again. */
import { randomBytes, randomInt } from 'node:crypto'
import { open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sha256, stores, testAppOn, type Part } from '#test/stores.ts'

const MiB = 1024 * 1024
const partSize = 8 * MiB
const { as, init, put, get, base, ground } = await testAppOn(stores[0]!)
const trainer = await as('TRAINER')

type Named = { key: string; uploadId: string }
const nameOf = ({ key, uploadId }: Named) => ({ key, uploadId })
const addressOf = (upload: Named, partNumber: number) =>
  trainer.files.presignPart({ query: { ...nameOf(upload), partNumber, rest: 'true' } })
const wholeAddressOf = (upload: Named, partNumber: number) => trainer.files.presignPart({ query: { ...nameOf(upload), partNumber } })
const arrived = (upload: Named) => trainer.files.listParts({ query: nameOf(upload) }).then(({ parts }) => parts)
const homeOf = ({ uploadId }: Named, name: string) => join(ground.services.config.dataDir, 'files', '.incoming', uploadId, name)
const complete = (upload: Named, parts: Part[]) => trainer.files.completeMultipart({ body: { ...nameOf(upload), parts } })
const hashOf = async (url: string) => sha256(new Uint8Array(await (await get(url)).arrayBuffer()))
const video = (size: number) => Buffer.concat([Buffer.from('\u0000\u0000\u0000\u0018ftypisom'), randomBytes(size - 12)])
const patiently = { timeout: 30_000 }

/** Sends the first bytes of a body and says nothing more, until it is cut. */
async function begin(url: string, bytes: Buffer, sent: number) {
  const sending = request(new URL(url, base), { method: 'PUT', headers: { 'content-length': bytes.length } })
  const gone = new Promise<string>((resolve) => sending.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'cut')))
  await new Promise<void>((resolve) => sending.write(bytes.subarray(0, sent), () => resolve()))
  return { cut: () => sending.destroy(new Error('cut')), gone, sending }
}

const isLeft = (upload: Named, partNumber: number) =>
  readFile(homeOf(upload, `${partNumber}.rest`)).then(
    () => true,
    () => false,
  )
const sizeOf = (upload: Named) =>
  stat(homeOf(upload, 'whole')).then(
    ({ size }) => size,
    () => 0,
  )
/** What was sent from there on is written, but for what fills no piece of a MiB: the system may still have that when the line breaks. */
async function areWritten(upload: Named, start: number, sent: number): Promise<void> {
  await expect.poll(() => sizeOf(upload), patiently).toBeGreaterThanOrEqual(start + sent - (sent % MiB))
}
/** Sends the first bytes of a part, and is gone. */
async function breakOff(upload: Named, partNumber: number, bytes: Buffer, sent: number) {
  const { url, offset } = await addressOf(upload, partNumber)
  const line = await begin(url, bytes, sent)
  await areWritten(upload, (partNumber - 1) * partSize + offset, sent)
  line.cut()
  await expect.poll(() => isLeft(upload, partNumber), patiently).toBe(true)
}

test('what broke off goes on where it is, as often as it breaks, and is the same part as if it had come at once', async () => {
  const bytes = [video(partSize), randomBytes(1000)]
  const [upload, other] = [await init(trainer), await init(trainer)]
  let sent = 0
  for (const upTo of [3 * MiB, 3 * MiB + 1, 5 * MiB]) {
    const { offset, etag } = await addressOf(upload, 1)
    expect([offset <= sent, offset >= sent - MiB, etag]).toEqual([true, true, null])
    await breakOff(upload, 1, bytes[0]!.subarray(offset), upTo - offset)
    sent = upTo
  }
  expect(await arrived(upload)).toEqual([])
  const { url, offset } = await addressOf(upload, 1)
  expect(offset).toBeGreaterThan(4 * MiB)
  const { status, headers } = await put(url, bytes[0]!.subarray(offset))
  const atOnce = await put((await addressOf(other, 1)).url, bytes[0]!)
  expect([status, headers.get('etag')]).toEqual([200, atOnce.headers.get('etag')])
  const etag = headers.get('etag')!
  await expect(arrived(upload)).resolves.toEqual([{ partNumber: 1, etag, size: partSize }])
  await expect(addressOf(upload, 1)).resolves.toMatchObject({ offset: 0, etag })
  const last = await put((await addressOf(upload, 2)).url, bytes[1]!)
  const done = await complete(upload, [
    { partNumber: 1, etag },
    { partNumber: 2, etag: last.headers.get('etag')! },
  ])
  expect(await hashOf(done.url)).toBe(sha256(Buffer.concat(bytes)))
})

test('a line that died without a word ends as soon as its sender asks again', async () => {
  const bytes = video(partSize)
  const upload = await init(trainer)
  const silent = await begin((await addressOf(upload, 1)).url, bytes, 4 * MiB)
  await areWritten(upload, 0, 4 * MiB)
  const { url, offset } = await addressOf(upload, 1)
  expect(offset).toBeGreaterThan(3 * MiB)
  await silent.gone
  expect((await put(url, bytes.subarray(offset))).status).toBe(200)
})

test('where a part does not go on is a 409, and nothing changes', async () => {
  const bytes = video(partSize)
  const upload = await init(trainer)
  await breakOff(upload, 1, bytes, 2 * MiB)
  const [one, two] = [await addressOf(upload, 1), await addressOf(upload, 1)]
  expect(one.offset).toBe(two.offset)
  await breakOff(upload, 1, bytes.subarray(one.offset), 3 * MiB)
  expect((await put(two.url, bytes.subarray(two.offset))).status).toBe(409)
  const three = await addressOf(upload, 1)
  expect(three.offset).toBeGreaterThan(one.offset)
  expect((await put(three.url.replace(/from=\d+/, 'from=1'), bytes)).status).toBe(403)
  const both = await Promise.all([three, three].map(({ url, offset }) => put(url, bytes.subarray(offset)).catch(() => ({ status: 0 }))))
  // Of two at once the later one ends the earlier one, or finds that all is here.
  expect(both.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1)
  const { offset, etag, url } = await addressOf(upload, 1)
  const last = etag === null ? (await put(url, bytes.subarray(offset))).status : 200
  expect(last).toBe(200)
  const parts = (await arrived(upload)).map((part) => ({ partNumber: part.partNumber, etag: part.etag }))
  expect(await hashOf((await complete(upload, parts)).url)).toBe(sha256(bytes))
})

test('who sends the whole part again does so, and then nothing goes on', async () => {
  const [bytes, others] = [video(partSize), video(partSize)]
  const upload = await init(trainer)
  await breakOff(upload, 1, bytes, 2 * MiB)
  const rest = await addressOf(upload, 1)
  const again = await wholeAddressOf(upload, 1)
  expect(again).toMatchObject({ offset: 0, etag: null })
  const { headers } = await put(again.url, others)
  expect((await put(rest.url, bytes.subarray(rest.offset))).status).toBe(409)
  const done = await complete(upload, [{ partNumber: 1, etag: headers.get('etag')! }])
  expect(await hashOf(done.url)).toBe(sha256(others))
})

test('after a start of the machine what broke off counts if its bytes reached the disk', async () => {
  const bytes = video(partSize)
  const [kept, lost] = [await init(trainer), await init(trainer)]
  for (const upload of [kept, lost]) {
    await breakOff(upload, 1, bytes, 3 * MiB)
    const record = JSON.parse(await readFile(homeOf(upload, '1.rest'), 'utf8')) as { boot: number }
    await writeFile(homeOf(upload, '1.rest'), JSON.stringify({ ...record, boot: record.boot - 1000 }))
  }
  const whole = await open(homeOf(lost, 'whole'), 'r+')
  await whole.write(Buffer.alloc(100), 0, 100, MiB)
  await whole.close()
  expect((await addressOf(kept, 1)).offset).toBeGreaterThan(2 * MiB)
  const { url, offset } = await addressOf(lost, 1)
  expect(offset).toBe(0)
  const { headers } = await put(url, bytes)
  const done = await complete(lost, [{ partNumber: 1, etag: headers.get('etag')! }])
  expect(await hashOf(done.url)).toBe(sha256(bytes))
})

test('who still sends the rest of a part when the others are put together changes nothing of them', async () => {
  const bytes = video(partSize)
  const upload = await init(trainer)
  const { headers } = await put((await addressOf(upload, 1)).url, bytes)
  const tail = randomBytes(partSize)
  await breakOff(upload, 2, tail, 2 * MiB)
  const rest = await addressOf(upload, 2)
  const late = await begin(rest.url, tail.subarray(rest.offset), MiB)
  await expect.poll(() => readFile(homeOf(upload, '2.slot'), 'utf8'), patiently).toBe('')
  const done = await complete(upload, [{ partNumber: 1, etag: headers.get('etag')! }])
  const answer = new Promise<unknown>((resolve) => late.sending.on('response', (reply) => resolve(reply.resume().statusCode)))
  late.sending.end(tail.subarray(rest.offset + MiB))
  expect(await Promise.race([answer, late.gone])).not.toBe(200)
  expect(await hashOf(done.url)).toBe(sha256(bytes))
})

test('who still sends when the upload is given up is cut, and nothing of it stays', async () => {
  const { storage } = ground.services
  const upload = await init(trainer)
  const bytes = video(partSize)
  const lines = await Promise.all([1, 2, 3].map(async (partNumber) => begin((await addressOf(upload, partNumber)).url, bytes, MiB)))
  for (const partNumber of [1, 2, 3]) await expect.poll(() => readFile(homeOf(upload, `${partNumber}.slot`), 'utf8'), patiently).toBe('')
  await storage.abortUpload(upload)
  await Promise.all(lines.map(({ gone }) => gone))
  await expect(readdir(homeOf(upload, ''))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('giving up while parts come in again and again fails nobody', async () => {
  const { storage } = ground.services
  for (let round = 0; round < 10; round++) {
    const upload = await init(trainer)
    const { url } = await wholeAddressOf(upload, 1)
    let isOver = false
    const send = async () => {
      while (!isOver) isOver = (await put(url, randomBytes(1000)).catch(() => ({ status: 0 }))).status === 409
    }
    const sending = Promise.all([send(), send(), send()])
    await expect.poll(() => readdir(homeOf(upload, '')), patiently).not.toEqual([])
    await trainer.files.abortMultipart({ query: nameOf(upload) })
    await expect(storage.abortUpload(upload)).resolves.toBeUndefined()
    await sending
    await expect(readdir(homeOf(upload, ''))).rejects.toMatchObject({ code: 'ENOENT' })
  }
})

test('lines that break anywhere, again and again, make the same bytes', { timeout: 60_000 }, async () => {
  const seed = randomInt(2 ** 31)
  console.log(`seed ${seed}`)
  const random = randomsOf(seed)
  const size = 2 * partSize + 123_457
  const bytes = video(size)
  const upload = await init(trainer, { size })
  const sendPart = async (partNumber: number): Promise<Part> => {
    const slice = bytes.subarray((partNumber - 1) * partSize, partNumber * partSize)
    for (let breaks = 4; ; breaks--) {
      const { url, offset, etag } = await addressOf(upload, partNumber)
      if (etag !== null) return { partNumber, etag }
      const rest = slice.subarray(offset)
      if (breaks <= 0) {
        // What was sent before and comes late ends it, or moves on where it goes on.
        const answer = await put(url, rest).catch(() => undefined)
        if (answer?.ok) return { partNumber, etag: answer.headers.get('etag')! }
        continue
      }
      const line = await begin(url, rest, Math.floor(random() * rest.length))
      // Some say that they are gone, some do not.
      if (random() < 0.5) line.cut()
      else void line.gone
    }
  }
  const done = await complete(upload, await Promise.all([1, 2, 3].map(sendPart)))
  expect(await hashOf(done.url)).toBe(sha256(bytes))
})

/** Numbers from 0 to 1 that a seed repeats. Source: mulberry32. */
function randomsOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32
  }
}
