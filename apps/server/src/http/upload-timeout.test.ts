import { readdir, stat } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createApp } from '#app.ts'
import { testApp } from '#test/app.ts'

const KiB = 1024
const { app, as, deps } = await testApp()
const portOf = async (one: typeof app) => {
  await one.listen({ port: 0, host: '127.0.0.1' })
  return (one.server.address() as AddressInfo).port
}
const port = await portOf(app)
const incoming = join(deps.services.config.dataDir, 'files', '.incoming')

/** Bytes and names of all unfinished files, or of one upload. */
async function unfinished(uploadId = ''): Promise<{ bytes: number; names: string[] }> {
  const found = await readdir(join(incoming, uploadId), { recursive: true, withFileTypes: true })
  const files = found.filter((entry) => entry.isFile())
  const sizes = await Promise.all(
    files.map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), names: files.map(({ name }) => name) }
}

/** Those that do not belong to a multipart upload. */
const files = async () => (await unfinished()).names.filter((name) => /^[0-9a-f-]{36}$/.test(name))

const open: { destroy: () => void }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) one.destroy()
  await vi.waitUntil(async () => (await files()).length === 0, { timeout: 30_000 })
})

/** Announces `length` bytes, sends `sent` of them, then stalls. Returns the status of the response, or the error code. */
function begin(
  url: string,
  headers: Record<string, string>,
  { length, sent, at = port }: { length: number; sent: number; at?: number },
): Promise<number | string> {
  return new Promise((resolve) => {
    const sending = request(
      { port: at, host: '127.0.0.1', path: url, method: 'PUT', headers: { ...headers, 'content-length': String(length) } },
      (answer) => resolve(answer.resume().statusCode!),
    )
    open.push(sending)
    sending.on('error', (error: NodeJS.ErrnoException) => resolve(error.code!))
    sending.write(Buffer.alloc(sent, 65))
  })
}

const statusesOf = async (answers: Promise<number | string>[]) => {
  const known: (number | string)[] = []
  for (const answer of answers) void answer.then((status) => known.push(status))
  await expect.poll(() => known.length).toBeGreaterThanOrEqual(answers.length - 1)
  return known
}

test('an upload URL accepts one PUT at a time: a second one replaces the first', async () => {
  const student = await as('USER')
  const size = 3 * 1024 * KiB
  const { key, url, headers } = await student.files.presignUpload({ query: { fileType: 'application/pdf', size } })
  const { bytes: before } = await unfinished()
  const answers = Array.from({ length: 12 }, () => begin(url, headers, { length: size, sent: size - 1 }))
  await statusesOf(answers)
  // The sender notices the cut slightly before the bytes are deleted.
  await expect.poll(async () => (await unfinished()).bytes - before).toBeLessThanOrEqual(size)
  const whole = await fetch(`http://127.0.0.1:${port}${url}`, { method: 'PUT', headers, body: Buffer.alloc(size, 66) })
  expect(whole.status).toBe(200)
  await expect(deps.services.storage.inspect(key)).resolves.toMatchObject({ size })
})

test('so does the URL of a part', async () => {
  const student = await as('USER')
  const size = 3 * 1024 * KiB
  const upload = await student.files.initMultipart({ body: { fileType: 'application/pdf', size } })
  const name = { key: upload.key, uploadId: upload.uploadId }
  const { url } = await student.files.presignPart({ query: { ...name, partNumber: 1 } })
  await statusesOf(Array.from({ length: 12 }, () => begin(url, {}, { length: size, sent: size - 1 })))
  await expect.poll(async () => (await unfinished(upload.uploadId)).bytes).toBeLessThan(size + 10 * KiB)
})

test('parts sent in parallel cannot exceed the announced size together', async () => {
  const student = await as('USER')
  const size = 1024 * KiB
  const upload = await student.files.initMultipart({ body: { fileType: 'application/pdf', size } })
  const name = { key: upload.key, uploadId: upload.uploadId }
  const urls = await Promise.all(
    Array.from({ length: 12 }, (_, index) => student.files.presignPart({ query: { ...name, partNumber: index + 1 } })),
  )
  const known = await statusesOf(urls.map(({ url }) => begin(url, {}, { length: size, sent: size - 1 })))
  expect(known.filter((status) => status === 413).length).toBeGreaterThanOrEqual(11)
  await expect.poll(async () => (await unfinished(upload.uploadId)).bytes).toBeLessThan(size + 10 * KiB)
})

test('a part needs a Content-Length', async () => {
  const student = await as('USER')
  const upload = await student.files.initMultipart({ body: { fileType: 'application/pdf', size: 3 } })
  const { url } = await student.files.presignPart({ query: { key: upload.key, uploadId: upload.uploadId, partNumber: 1 } })
  const inChunks = { method: 'PUT', body: new Blob(['abc']).stream(), duplex: 'half' }
  const sent = await fetch(`http://127.0.0.1:${port}${url}`, inChunks)
  expect([sent.status, ((await sent.json()) as { detail: string }).detail]).toEqual([422, 'Send the Content-Length of the part.'])
})

test('a stalled upload is cut, and leaves nothing behind', async () => {
  const student = await as('USER')
  const { url, headers } = await student.files.presignUpload({ query: { fileType: 'application/pdf' } })
  const impatient = await createApp(deps, { mostSilence: 200 })
  onTestFinished(() => impatient.close())
  const at = await portOf(impatient)
  await expect(begin(url, headers, { length: 1000 * KiB, sent: 500 * KiB, at })).resolves.toBe('ECONNRESET')
  await expect.poll(files).toEqual([])
})

test('a user can send sixteen files at a time, and other users are not affected', async () => {
  const [student, other] = [await as('USER'), await as('USER')]
  const addressOf = (who: typeof student) => who.files.presignUpload({ query: { fileType: 'text/plain', size: 2 } })
  const addresses = await Promise.all(Array.from({ length: 17 }, () => addressOf(student)))
  const answers = addresses.map(({ url, headers }) => begin(url, headers, { length: 2, sent: 1 }))
  await expect(Promise.race(answers)).resolves.toBe(429)
  const { url, headers } = await addressOf(other)
  const sent = await fetch(`http://127.0.0.1:${port}${url}`, { method: 'PUT', headers, body: 'ab' })
  expect(sent.status).toBe(200)
})

test('an upload with fewer bytes than announced is rejected', async () => {
  const student = await as('USER')
  const { key, url, headers } = await student.files.presignUpload({ query: { fileType: 'text/plain', size: 3 } })
  const sent = await fetch(`http://127.0.0.1:${port}${url}`, { method: 'PUT', headers, body: 'ab' })
  expect([sent.status, ((await sent.json()) as { detail: string }).detail]).toEqual([
    422,
    'The file should have 3 bytes, but fewer were sent.',
  ])
  await expect(deps.services.storage.inspect(key)).resolves.toBeUndefined()
})
