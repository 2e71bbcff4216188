/** A local disk that fails: read-only, missing, full or damaged. */

import { execFile } from 'node:child_process'
import { chmod, mkdir, readdir, rename, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { eq } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { createApp } from '#app.ts'
import { files } from '#db/schema/media.ts'
import { testApp } from '#test/app.ts'
import { sample } from '#test/files.ts'

const png = sample['image/png']
const run = promisify(execFile)

/** Makes the folder read-only; root ignores permissions, so there the immutable attribute is set where the file system has it. */
async function readOnly(folder: string): Promise<() => Promise<void>> {
  const folders = await readdir(folder, { recursive: true, withFileTypes: true })
  const all = [folder, ...folders.filter((entry) => entry.isDirectory()).map(({ parentPath, name }) => join(parentPath, name))]
  const files = folders.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const set = async (mode: number, attribute: string) => {
    if (attribute === '-i') await run('chattr', [attribute, ...all, ...files]).catch(() => {})
    // Completed uploads no longer have a folder.
    await Promise.all(all.map((path) => chmod(path, mode).catch(() => {})))
    if (attribute === '+i') await run('chattr', [attribute, ...all, ...files]).catch(() => {})
  }
  await set(0o555, '+i')
  return () => set(0o755, '-i')
}
const isReadOnly = (folder: string) =>
  writeFile(join(folder, 'x'), '').then(
    () => false,
    () => true,
  )

const { as, app, deps, database, runJobs, clock } = await testApp()
const trainer = await as('TRAINER')
const folder = join(deps.services.config.dataDir, 'files')

test('without the folder uploads are a 503, the rest works, and it recovers without a restart', async () => {
  const { key, url, headers } = await trainer.files.presignUpload({ query: { fileType: 'image/png' } })
  await rename(folder, `${folder}-away`)
  const put = () => app.inject({ method: 'PUT', url, headers, payload: png })
  expect((await put()).statusCode).toBe(503)
  await expect(trainer.files.initMultipart({ body: { fileType: 'image/png' } })).rejects.toBeProblem('unavailable')
  await expect(trainer.courses.listCourses({ query: {} })).resolves.toBeDefined()
  expect((await app.inject('/api/ready')).json()).toMatchObject({ files: 'down' })
  await rename(`${folder}-away`, folder)
  expect((await put()).statusCode).toBe(200)
  await expect(deps.services.storage.inspect(key)).resolves.toMatchObject({ size: png.length })
})

test('a read-only store stops uploads alone, what is there is read, no row points to a missing file, and it recovers without a restart', async ({
  skip,
}) => {
  const [single, kept] = [await trainer.files.presignUpload({ query: { fileType: 'image/png' } }), await as('TRAINER')]
  const before = await kept.files.presignUpload({ query: { fileType: 'image/png' } })
  await app.inject({ method: 'PUT', url: before.url, headers: before.headers, payload: png })
  await kept.users.updateMe({ body: { profileImage: before.key } })
  const upload = await trainer.files.initMultipart({ body: { fileType: 'image/png' } })
  const name = { key: upload.key, uploadId: upload.uploadId }
  const part = () => trainer.files.presignPart({ query: { ...name, partNumber: 1 } })
  const put = (url: string, headers = {}) =>
    app.inject({ method: 'PUT', url, payload: png, headers: { ...headers, 'content-length': String(png.length) } })
  const [{ url: early }, { url: late }] = [await part(), await part()]
  const etag = String((await put(early)).headers['etag'])
  const complete = () => trainer.files.completeMultipart({ body: { ...name, parts: [{ partNumber: 1, etag }] } })

  const release = await readOnly(folder)
  onTestFinished(release)
  skip(!(await isReadOnly(folder)), 'neither permissions nor chattr keep this user from writing')
  expect((await put(single.url, single.headers)).statusCode).toBe(503)
  expect((await put(late)).statusCode).toBe(503)
  await expect(complete()).rejects.toBeProblem('unavailable')
  const count = () => database.db.$count(files)
  const rows = await count()
  await expect(trainer.files.initMultipart({ body: { fileType: 'image/png' } })).rejects.toBeProblem('unavailable')
  expect(await count()).toBe(rows)
  const image = await app.inject(`/images/${before.key}`)
  expect([image.statusCode, image.rawPayload]).toEqual([200, png])
  await expect(trainer.courses.listCourses({ query: {} })).resolves.toBeDefined()
  expect((await app.inject('/api/ready')).json()).toMatchObject({ status: 'ready', database: 'up', files: 'down' })
  // Every READY row has its bytes.
  for (const { key, status } of await database.db.select().from(files))
    expect([status, (await deps.services.storage.inspect(key)) !== undefined || status === 'PENDING']).toEqual([status, true])
  // A removed file disappears from the list at once, and from the disk once that is writable.
  await kept.users.updateMe({ body: { profileImage: null } })
  await kept.files.removeFile({ query: { fileKey: before.key } })
  await expect(runJobs()).rejects.toThrow('does not answer')

  await release()
  expect((await put(single.url, single.headers)).statusCode).toBe(200)
  await expect(complete()).resolves.toMatchObject({ size: png.length })
  await database.db.execute('update graphile_worker._private_jobs set run_at = now(), attempts = 0, locked_at = null')
  await runJobs()
  await expect(deps.services.storage.inspect(before.key)).resolves.toBeUndefined()
  clock.set(new Date(Date.now() + 20_000))
  expect((await app.inject('/api/ready')).json()).toMatchObject({ files: 'up' })
})

test.skipIf(process.platform !== 'linux')('a full disk is reported as full', async () => {
  // Linux fails every write to this device with ENOSPC.
  const upload = await trainer.files.initMultipart({ body: { fileType: 'image/png' } })
  const part = await trainer.files.presignPart({ query: { key: upload.key, uploadId: upload.uploadId, partNumber: 1 } })
  await symlink('/dev/full', join(folder, '.incoming', upload.uploadId, 'data'))
  const answer = await app.inject({ method: 'PUT', url: part.url, payload: png, headers: { 'content-length': String(png.length) } })
  expect([answer.statusCode, answer.json().detail]).toEqual([503, expect.stringContaining('is full')])
  await expect(trainer.files.listParts({ query: { key: upload.key, uploadId: upload.uploadId } })).resolves.toMatchObject({ parts: [] })
})

test('a half-written record, as after a power failure, does not count as a part', async () => {
  const upload = await trainer.files.initMultipart({ body: { fileType: 'image/png' } })
  const name = { key: upload.key, uploadId: upload.uploadId }
  const send = async () => {
    const { url } = await trainer.files.presignPart({ query: { ...name, partNumber: 1 } })
    const { headers } = await app.inject({ method: 'PUT', url, payload: png, headers: { 'content-length': String(png.length) } })
    return [{ partNumber: 1, etag: String(headers['etag']) }]
  }
  const parts = await send()
  const record = join(folder, '.incoming', upload.uploadId, '1.json')
  await truncate(record, 20)
  await expect(trainer.files.listParts({ query: name })).resolves.toMatchObject({ parts: [] })
  await expect(trainer.files.completeMultipart({ body: { ...name, parts } })).rejects.toBeProblem('validation-failed', [
    '/parts/0/partNumber',
    '/parts',
  ])
  await expect(send()).resolves.toEqual(parts)
  const done = await trainer.files.completeMultipart({ body: { ...name, parts } })
  expect((await app.inject(done.url)).rawPayload).toEqual(png)
})

test('a process that dies while it writes a part loses only that part', async () => {
  const upload = await trainer.files.initMultipart({ body: { fileType: 'image/png' } })
  const name = { key: upload.key, uploadId: upload.uploadId }
  const home = join(folder, '.incoming', upload.uploadId)
  await mkdir(home, { recursive: true })
  await writeFile(join(home, '1.json'), JSON.stringify({ writer: 'gone', etag: null, size: 0 }))
  await writeFile(join(home, 'data'), 'torn')
  const part = await trainer.files.presignPart({ query: { ...name, partNumber: 1 } })
  await expect(trainer.files.listParts({ query: name })).resolves.toMatchObject({ parts: [] })
  const { headers } = await app.inject({ method: 'PUT', url: part.url, payload: png, headers: { 'content-length': String(png.length) } })
  const done = await trainer.files.completeMultipart({ body: { ...name, parts: [{ partNumber: 1, etag: String(headers['etag']) }] } })
  expect((await app.inject(done.url)).rawPayload).toEqual(png)
})

test('no upload begins that would leave less than the limit, and one of unknown length ends there', async () => {
  let room = 1024 * 1024
  const hasRoom = (bytes: number) => bytes <= room
  const space = { hasRoom, isLow: () => !hasRoom(0), use: (bytes: number) => void (room -= bytes) }
  const tight = await createApp({ ...deps, space })
  onTestFinished(() => tight.close())
  const { token, user } = await as('TRAINER')
  const ask = (size: number) =>
    tight.inject({
      url: `/api/aws/presigned-url?fileType=image/png&size=${size}`,
      headers: { authorization: `Bearer ${token}` },
    })
  expect((await ask(room + 1)).statusCode).toBe(503)
  const { key, url, headers } = (await ask(room)).json<{ key: string; url: string; headers: Record<string, string> }>()
  const put = (payload: Buffer | Readable, length: object = {}) =>
    tight.inject({ method: 'PUT', url, headers: { ...headers, ...length }, payload })
  expect((await put(png, { 'content-length': String(room + 1) })).statusCode).toBe(503)
  room = 100_000
  const chunks = Array.from({ length: 4 }, () => Buffer.alloc(64 * 1024))
  expect((await put(Readable.from(chunks))).statusCode).toBe(503)
  expect(room).toBeLessThan(0)
  expect(await deps.services.storage.inspect(key)).toBeUndefined()
  expect(await database.db.$count(files, eq(files.ownerId, user.id))).toBe(1)
})
