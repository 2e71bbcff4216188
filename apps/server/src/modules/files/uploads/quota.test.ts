import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { fileTypes } from '@lms/contract/file-types'
import { sweepFiles, measureRecent } from '#modules/files/sweep.ts'
import { sample } from '#test/files.ts'
import { stores, testAppOn } from '#test/stores.ts'

const KiB = 1024
const hour = 3_600_000
const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9, 65)])
const nameOf = ({ key, uploadId }: { key: string; uploadId: string }) => ({ key, uploadId })

// Starting a third large server would test nothing new.
describe.each(stores.slice(0, 2))('$name', async (store) => {
  const { as, init, sendPart, put, storage, clock, runJobs, deps, database } = await testAppOn(store, { STUDENT_SPACE_MB: '1' })
  beforeEach(() => clock.set(new Date()))
  const size = 400 * KiB
  const begin = { fileType: 'application/pdf', size }

  test('deleting the file of an unfinished upload aborts it, with its parts and URLs', async () => {
    const student = await as('USER')
    const upload = await init(student, begin)
    await sendPart(student, upload, 1, pdf(size))
    const late = await student.files.presignPart({ query: { ...nameOf(upload), partNumber: 2 } })
    await student.files.removeFile({ query: { fileKey: upload.key } })
    await runJobs()
    expect((await put(late.url, pdf(size))).ok).toBe(false)
    expect((await storage.listParts(upload)) ?? []).toEqual([])
    await expect(student.files.listParts({ query: nameOf(upload) })).rejects.toBeProblem('not-found')
  })

  test('a user has at most fifty open uploads, however small, also with parallel requests', async () => {
    const [student, trainer] = [await as('USER'), await as('TRAINER')]
    for (const person of [student, trainer]) {
      const started = []
      for (let times = 0; times < 6; times++) {
        const nine = Array.from({ length: 9 }, () => init(person, { fileType: 'application/pdf', size: 0 }))
        started.push(...(await Promise.allSettled(nine)))
      }
      expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
      await expect(init(person, begin)).rejects.toBeProblem('conflict')
      const { items, total } = await person.files.listUploads({ query: { limit: 100 } })
      expect([items.length, total]).toEqual([50, 50])
      await person.files.abortMultipart({ query: nameOf(items[0]!) })
      await expect(init(person, begin)).resolves.toBeDefined()
    }
  })

  test('an upload that is kept active for days counts towards the quota', async () => {
    const student = await as('USER')
    const uploads = [await init(student, begin), await init(student, begin)]
    const start = Date.now()
    for (const hours of [40, 80]) {
      clock.set(new Date(start + hours * hour))
      for (const upload of uploads) await student.files.presignPart({ query: { ...nameOf(upload), partNumber: 1 } })
      await sweepFiles(deps)
    }
    await expect(init(student, begin)).rejects.toBeProblem('too-large')
  })

  test('sent but unused files count towards the quota until they are deleted', async () => {
    const student = await as('USER')
    const start = Date.now()
    for (let times = 0; times < 2; times++) {
      const { url, headers } = await student.files.presignUpload({ query: { fileType: 'application/pdf', size } })
      expect((await put(url, pdf(size), headers)).status).toBe(200)
    }
    clock.set(new Date(start + 49 * hour))
    await sweepFiles(deps)
    await expect(init(student, begin)).rejects.toBeProblem('too-large')
    clock.set(new Date(start + 8 * 24 * hour))
    await sweepFiles(deps)
    await runJobs()
    await expect(init(student, begin)).resolves.toBeDefined()
  })

  test('an unused upload URL reserves quota for two hours, and a file sent to one counts until it is deleted', async () => {
    const [idle, busy] = [await as('USER'), await as('USER')]
    const start = Date.now()
    for (let times = 0; times < 2; times++) {
      await idle.files.presignUpload({ query: { fileType: 'application/pdf', size } })
      const { url, headers } = await busy.files.presignUpload({ query: { fileType: 'application/pdf', size } })
      await put(url, pdf(size), headers)
    }
    for (const student of [idle, busy]) await expect(init(student, begin)).rejects.toBeProblem('too-large')
    clock.set(new Date(start + 1.1 * hour))
    await measureRecent(deps)
    for (const student of [idle, busy]) await expect(init(student, begin)).rejects.toBeProblem('too-large')
    clock.set(new Date(start + 2.1 * hour))
    await expect(init(idle, begin)).resolves.toBeDefined()
    await expect(init(busy, begin)).rejects.toBeProblem('too-large')
  })

  test('a file sent without an announced size that exceeds the limit of its type is deleted within hours', async () => {
    const trainer = await as('TRAINER')
    const [most, start] = [fileTypes['text/vtt']!.limit, Date.now()]
    const send = async (length: number) => {
      const { key, url, headers } = await trainer.files.presignUpload({ query: { fileType: 'text/vtt' } })
      // The local disk rejects excess bytes; an S3 store accepts all of them.
      await put(url, Buffer.alloc(length, 65), headers).catch(() => {})
      return key
    }
    const [tooLarge, fitting] = [await send(most + 1), await send(most)]
    clock.set(new Date(start + 1.1 * hour))
    await measureRecent(deps)
    await runJobs()
    await expect(storage.inspect(tooLarge)).resolves.toBeUndefined()
    await expect(storage.inspect(fitting)).resolves.toMatchObject({ size: most })
  })

  test('a file sent to an upload URL after its deletion is removed', async () => {
    const student = await as('USER')
    const png = sample['image/png']
    const { key, url, headers } = await student.files.presignUpload({ query: { fileType: 'image/png', size: png.length } })
    await student.files.removeFile({ query: { fileKey: key } })
    await runJobs()
    await put(url, png, headers)
    await database.db.execute('update graphile_worker._private_jobs set run_at = now()')
    await runJobs()
    // Confirming turns what is still in the place of arrivals into the file.
    await storage.confirm(key)
    await expect(storage.inspect(key)).resolves.toBeUndefined()
  })
})

describe('on the local disk', async () => {
  const { as, init, sendPart, put, get, base, storage, runJobs, deps } = await testAppOn(stores[0]!)
  const home = ({ uploadId }: { uploadId: string }) => join(deps.services.config.dataDir, 'files', '.incoming', uploadId)
  const bytesIn = async (folder: string) => {
    const sizes = await Promise.all((await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size))
    return sizes.reduce((sum, one) => sum + one, 0)
  }
  const size = 400 * KiB
  /** Sends all but the last byte, then disconnects. */
  const breakOff = async (url: string, length: number) => {
    await new Promise<void>((resolve) => {
      const sending = request(new URL(url, base), { method: 'PUT', headers: { 'content-length': length } })
      sending.on('error', () => resolve()).on('close', () => resolve())
      sending.write(pdf(length - 1), () => setTimeout(() => sending.destroy(new Error('cut')), 50))
    })
  }

  test('the parts of an upload take no more space than announced, and a part sent again replaces the earlier one', async () => {
    const student = await as('USER')
    const upload = await init(student, { fileType: 'application/pdf', size })
    const urlOf = async (partNumber: number) => (await student.files.presignPart({ query: { ...nameOf(upload), partNumber } })).url
    for (let times = 0; times < 8; times++) await sendPart(student, upload, 1, pdf(size - times))
    await Promise.allSettled(Array.from({ length: 8 }, () => sendPart(student, upload, 1, pdf(size))))
    await sendPart(student, upload, 1, pdf(size))
    const isSmall = async () => (await bytesIn(home(upload))) < size + 10 * KiB
    expect(await isSmall()).toBe(true)
    expect((await put(await urlOf(1), pdf(size + 1))).status).toBe(413)
    for (const partNumber of [2, 7, 10_000]) expect((await put(await urlOf(partNumber), pdf(KiB))).status).toBe(413)
    const { parts } = await student.files.listParts({ query: nameOf(upload) })
    expect(parts.map((part) => part.size)).toEqual([size])
    await breakOff(await urlOf(1), 90 * KiB)
    await expect.poll(async () => (await student.files.listParts({ query: nameOf(upload) })).parts).toEqual([])
    expect(await isSmall()).toBe(true)
    await student.files.abortMultipart({ query: nameOf(upload) })
    await runJobs()
    await expect(readdir(home(upload))).rejects.toThrow('ENOENT')
  })

  test('a process killed during the cleanup after completion loses nothing', async () => {
    const trainer = await as('TRAINER')
    const bytes = pdf(400)
    const upload = await init(trainer, { fileType: 'application/pdf', size: 400 })
    const parts = [await sendPart(trainer, upload, 1, bytes)]
    await storage.completeUpload(upload, (await storage.listParts(upload))!)
    // What remains of a half-removed folder: the marker, and some of the records.
    await mkdir(home(upload))
    await writeFile(join(home(upload), 'completing'), '')
    await writeFile(join(home(upload), '1.json'), '{}')
    const done = await trainer.files.completeMultipart({ body: { ...nameOf(upload), parts } })
    expect(Buffer.from(await (await get(done.url)).arrayBuffer()).equals(bytes)).toBe(true)
    await expect(readdir(home(upload))).rejects.toThrow('ENOENT')
  })

  test('a process killed during completion keeps the parts, and the next attempt completes the upload', async () => {
    const trainer = await as('TRAINER')
    const upload = await init(trainer, { fileType: 'application/pdf', size: 400 })
    const parts = [await sendPart(trainer, upload, 1, pdf(400))]
    await writeFile(join(home(upload), 'completing'), '')
    await expect(trainer.files.completeMultipart({ body: { ...nameOf(upload), parts } })).resolves.toMatchObject({ size: 400 })
    await expect(readdir(home(upload))).rejects.toThrow('ENOENT')
  })
})
