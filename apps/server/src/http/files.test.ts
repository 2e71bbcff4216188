import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { preloadFileChecks } from '#modules/files/verify.ts'
import { createLocalStorage } from '#services/local-storage.ts'
import { sample, testAppWithFiles } from '#test/files.ts'

const { app, as, given, database, storage, dataDir, deps } = await testAppWithFiles()
const trainer = await as('TRAINER')

const png = sample['image/png']
const put = (url: string, headers: Record<string, string>, payload: Buffer | Readable) =>
  app.inject({ method: 'PUT', url, headers, payload })
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers })

const fresh = (fileType = 'image/png') => trainer.files.presignUpload({ query: { fileType } })
async function stored(fileType = 'image/png', bytes = png) {
  const upload = await fresh(fileType)
  expect((await put(upload.url, upload.headers, bytes)).statusCode).toBe(200)
  return upload.key
}
const unfinished = () => readdir(join(dataDir, 'files', '.incoming'))

test('a file is stored and served unchanged, with its type, and cannot run scripts', async () => {
  const key = await stored()
  const answer = await get(await storage.presignGet(key))
  expect(answer.rawPayload).toEqual(png)
  expect(answer.headers).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(png.length),
    'content-disposition': 'inline',
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    // Not for caches that several people share.
    'cache-control': 'private, max-age=3600',
  })
  expect(answer.headers['content-encoding']).toBeUndefined()
})

test('a file is closed after its response, whole, in part or unchanged', async () => {
  const url = await storage.presignGet(await stored())
  const disk = deps.services.storage.disk!
  const openFile = disk.open
  const opened: Awaited<ReturnType<typeof openFile>>[] = []
  vi.spyOn(disk, 'open').mockImplementation(async (key) => {
    opened.push(await openFile(key))
    return opened.at(-1)
  })
  const { headers } = await get(url)
  for (const more of [{ range: 'bytes=0-9' }, { range: 'bytes=9999-' }, { 'if-none-match': String(headers['etag']) }]) await get(url, more)
  await expect.poll(() => opened.map((one) => one!.handle.fd)).toEqual([-1, -1, -1, -1])
})

test('files other than pictures, video and audio are downloads, with their own name', async () => {
  const key = await stored('text/plain', Buffer.from('a'.repeat(5000)))
  expect((await get(await storage.presignGet(key))).headers['content-disposition']).toBe('attachment')
  const named = await get(await storage.presignGet(key, { fileName: 'Übung (1) "a".txt' }))
  expect(named.headers['content-disposition']).toBe("attachment; filename*=UTF-8''%C3%9Cbung%20%281%29%20%22a%22.txt")
  expect(named.headers['content-encoding']).toBeUndefined()
  const picture = await get(await storage.presignGet(await stored(), { fileName: 'me.png' }))
  expect(picture.headers['content-disposition']).toBe("inline; filename*=UTF-8''me.png")
})

test('byte ranges, as media players request them', async () => {
  const url = await storage.presignGet(await stored())
  const part = await get(url, { range: 'bytes=24-26' })
  expect([part.statusCode, part.payload, part.headers['content-range'], part.headers['content-length']]).toEqual([
    206,
    'the',
    `bytes 24-26/${png.length}`,
    '3',
  ])
  expect((await get(url, { range: 'bytes=-7' })).payload).toBe('picture')
  const beyond = await get(url, { range: 'bytes=500-' })
  expect([beyond.statusCode, beyond.headers['content-range']]).toEqual([416, `bytes */${png.length}`])
  const { etag } = part.headers
  expect((await get(url, { range: 'bytes=8-10', 'if-range': String(etag) })).statusCode).toBe(206)
  expect((await get(url, { range: 'bytes=8-10', 'if-range': '"other"' })).statusCode).toBe(200)
  const again = await get(url, { 'if-none-match': `"x", W/${etag}` })
  expect([again.statusCode, again.payload]).toEqual([304, ''])
})

test('a URL works only for its key, method, type, name, size, part and time', async () => {
  const [upload, other] = [await fresh(), await fresh()]
  const read = await storage.presignGet(await stored(), { fileName: 'a.png' })
  const codes = async (...answers: ReturnType<typeof get>[]) => (await Promise.all(answers)).map(({ statusCode }) => statusCode)
  await expect(
    codes(put(upload.url.replace(upload.key, other.key), upload.headers, png), put(read, upload.headers, png), get(upload.url)),
  ).resolves.toEqual([403, 403, 403])
  await expect(
    codes(put(upload.url, { 'content-type': 'text/html' }, png), put(upload.url, { 'content-type': 'image/png; x=1' }, png)),
  ).resolves.toEqual([403, 403])
  await expect(
    codes(get(read.replace('a.png', 'b.html')), get(read.replace(/expires=\d+/, 'expires=99999999999')), get(read.split('?')[0]!)),
  ).resolves.toEqual([403, 403, 403])
  const { url: sized, headers } = await trainer.files.presignUpload({ query: { fileType: 'image/png', size: png.length } })
  const session = { key: other.key, uploadId: crypto.randomUUID(), partSize: 5_000_000 }
  const { url: part } = await storage.presignPart(session, 1, { seconds: 60, limit: png.length })
  const changed = [sized.replace(/limit=\d+/, 'limit=5000000'), part.replace('part=1', 'part=2'), part.replace(/step=\d+/, 'step=1')]
  await expect(codes(...changed.map((url) => put(url, headers, png)))).resolves.toEqual([403, 403, 403])
  const late = await storage.presignPut(upload.key, 'image/png', { seconds: -1 })
  await expect(codes(put(late.url, late.headers, png))).resolves.toEqual([403])
  await expect(storage.inspect(upload.key)).resolves.toBeUndefined()
})

test('no key leads out of the folder', async () => {
  // Clients resolve a plain `../` before sending.
  const names = ['..%2ffiles-secret', '%2e%2e%2ffiles-secret', '/etc/passwd', 'image\\..\\x', 'image/%00', '.incoming/x', 'x'.repeat(2000)]
  const codes = await Promise.all(
    names.flatMap((name) => [get(`/files/${name}`), get(`/images/${name}`), put(`/files/${name}`, { 'content-type': 'image/png' }, png)]),
  )
  expect(new Set(codes.map(({ statusCode }) => statusCode))).toEqual(new Set([404]))
  await expect(storage.inspect('../files-secret')).rejects.toThrow('not a file of ours')
  await expect(storage.remove('image/../../files-secret')).rejects.toThrow('not a file of ours')
})

test('an upload above the size limit fails, announced or not, and leaves nothing behind', async () => {
  const upload = await fresh()
  const megabyte = Buffer.alloc(1024 * 1024, 7)
  expect((await put(upload.url, { ...upload.headers, 'content-length': String(6 * 1024 * 1024) }, png)).statusCode).toBe(413)
  expect((await put(upload.url, upload.headers, Readable.from(Array.from({ length: 6 }, () => megabyte)))).statusCode).toBe(413)
  await expect(storage.inspect(upload.key)).resolves.toBeUndefined()
  await expect(unfinished()).resolves.toEqual([])
  expect((await put(upload.url, upload.headers, Readable.from(Array.from({ length: 5 }, () => megabyte)))).statusCode).toBe(200)
})

test('over a real connection the sender gets the error, and an interrupted upload leaves nothing behind', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const send = (path: string, headers: Record<string, string>, body: AsyncIterable<Buffer> | Iterable<Buffer>) =>
    new Promise<number | string>((resolve) => {
      const sending = request({ port, path, method: 'PUT', headers }, (answer) => resolve(answer.resume().statusCode!))
      sending.on('error', (error: NodeJS.ErrnoException) => resolve(error.code!))
      Readable.from(body)
        .on('error', () => sending.destroy())
        .pipe(sending)
    })
  const chunk = Buffer.alloc(256 * 1024, 1)
  const large = await fresh()
  await expect(
    send(
      large.url,
      large.headers,
      Array.from({ length: 24 }, () => chunk),
    ),
  ).resolves.toBe(413)
  async function* broken() {
    yield chunk
    await new Promise((resolve) => setTimeout(resolve, 50))
    throw new Error('the network is gone')
  }
  const upload = await fresh()
  await send(upload.url, { ...upload.headers, 'content-length': String(chunk.length * 3) }, broken())
  await expect.poll(unfinished).toEqual([])
  await expect(storage.inspect(upload.key)).resolves.toBeUndefined()
})

test('the last of several uploads counts until the file was checked', async () => {
  const upload = await fresh()
  await put(upload.url, upload.headers, Buffer.concat([png, png]))
  const before = (await get(await storage.presignGet(upload.key))).headers['etag']
  await put(upload.url, upload.headers, png)
  const after = await get(await storage.presignGet(upload.key))
  expect(after.rawPayload).toEqual(png)
  expect(after.headers['etag']).not.toBe(before)
  const { files } = await import('#db/schema/media.ts')
  await database.db.update(files).set({ status: 'READY' })
  expect((await put(upload.url, upload.headers, Buffer.from('something else'))).statusCode).toBe(409)
  expect((await get(await storage.presignGet(upload.key))).rawPayload).toEqual(png)
})

test('an upload during the check of its file is rejected, and the file stays as it was checked', async () => {
  const upload = await fresh()
  await put(upload.url, upload.headers, png)
  const statuses: number[] = []
  const confirm = async () => {
    statuses.push((await put(upload.url, upload.headers, Buffer.from('something else'))).statusCode)
    await storage.confirm(upload.key)
  }
  await expect(preloadFileChecks({ database, storage: { ...storage, confirm } }, trainer.user.id, [upload.key])).resolves.toEqual(new Map())
  expect(statuses).toEqual([409])
  expect((await get(await storage.presignGet(upload.key))).rawPayload).toEqual(png)
})

test('pictures are public while a user or a course shows them', async () => {
  const [profile, cover, unused] = [await stored(), await stored(), await stored()]
  await given.user({ profileImage: profile })
  const { course } = await given.course({ coverImage: cover })
  const answer = await get(`/images/${profile}`)
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'public, max-age=31536000, immutable'])
  expect((await get(`/images/${cover}`)).rawPayload).toEqual(png)
  expect((await get(`/images/${unused}`)).statusCode).toBe(404)
  const { courses } = await import('#db/schema/courses.ts')
  const { eq } = await import('drizzle-orm')
  await database.db.update(courses).set({ deletedAt: new Date().toISOString() }).where(eq(courses.id, course.id))
  expect((await get(`/images/${cover}`)).statusCode).toBe(404)
})

test('processes share one secret, which only its owner can read', async () => {
  expect((await stat(join(dataDir, 'files-secret'))).mode & 0o777).toBe(0o600)
  const another = join(dataDir, 'another')
  const together = await Promise.all(Array.from({ length: 8 }, () => createLocalStorage({ dataDir: another })))
  const key = `image/${trainer.user.id}/${crypto.randomUUID()}.png`
  expect(new Set(await Promise.all(together.map((one) => one.presignGet(key)))).size).toBe(1)
  expect((await readFile(join(another, 'files-secret'))).length).toBe(32)
  expect((await readdir(another)).toSorted()).toEqual(['files', 'files-secret'])
  await writeFile(join(another, 'files-secret'), 'short')
  await expect(createLocalStorage({ dataDir: another })).rejects.toThrow('must hold 32 bytes')
})

test('the API still accepts JSON bodies only', async () => {
  const answer = await app.inject({ method: 'POST', url: '/api/auth/login', headers: { 'content-type': 'image/png' }, payload: png })
  expect(answer.statusCode).toBe(415)
})

test('a start deletes what broken uploads left behind: files after a day, multipart uploads after two weeks', async () => {
  const folder = join(await mkdtemp(join(tmpdir(), 'lms-test-start-')), 'data')
  onTestFinished(() => rm(dirname(folder), { recursive: true }))
  const incoming = join(folder, 'files', '.incoming')
  const leave = async (name: string, days: number, isFolder: boolean) => {
    const path = join(incoming, name)
    await (isFolder ? mkdir(path, { recursive: true }) : writeFile(path, 'half'))
    const time = Date.now() / 1000 - days * 86_400
    await utimes(path, time, time)
  }
  await leave('recent-parts', 13, true)
  await leave('old-parts', 15, true)
  await leave('recent-file', 0.9, false)
  await leave('old-file', 1.1, false)
  await createLocalStorage({ dataDir: folder })
  expect((await readdir(incoming)).toSorted()).toEqual(['recent-file', 'recent-parts'])
})
