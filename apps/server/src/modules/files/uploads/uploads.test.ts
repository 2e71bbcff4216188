/** Multipart uploads: sending, listing, completing and cancelling them, and the space they take. */

import { randomBytes } from 'node:crypto'
import { request } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import type { As } from '#test/app.ts'
import { sha256, stores, testAppOn, type Part } from '#test/stores.ts'

const MiB = 1024 * 1024
/** A full-size part that starts like a video, and others. */
const first = Buffer.concat([Buffer.from('\u0000\u0000\u0000\u0018ftypisom'), randomBytes(8 * MiB - 12)])
const second = randomBytes(8 * MiB)
const last = randomBytes(1000)

describe.each(stores.filter(({ isInstalled }) => isInstalled))('$name', async (store) => {
  const { as, init, sendPart, put, get, base, storage, clock, runJobs, deps } = await testAppOn(store, {
    STUDENT_SPACE_MB: '1',
  })
  beforeEach(() => clock.set(new Date()))
  const trainer = await as('TRAINER')
  const nameOf = ({ key, uploadId }: { key: string; uploadId: string }) => ({ key, uploadId })
  const complete = (who: As, upload: { key: string; uploadId: string }, parts: Part[]) =>
    who.files.completeMultipart({ body: { ...nameOf(upload), parts } })
  const pdf = (size: number) => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(size - 9, 65)])

  test('parts sent in any order become one file, with its own name and type', async () => {
    const size = first.length + second.length + last.length
    const upload = await init(trainer, { fileName: 'Lecture 1.mp4', size })
    expect(upload.partSize).toBe(8 * MiB)
    const sent = [
      await sendPart(trainer, upload, 3, last),
      ...(await Promise.all([sendPart(trainer, upload, 2, second), sendPart(trainer, upload, 1, first)])),
    ]
    const reply = await trainer.files.listParts({ query: nameOf(upload) })
    expect(reply).toMatchObject({ fileName: 'Lecture 1.mp4', fileType: 'video/mp4', size, partSize: 8 * MiB })
    expect(reply.parts.map((part) => part.size)).toEqual([first.length, second.length, last.length])
    const done = await complete(trainer, upload, sent)
    expect(done).toMatchObject({ key: upload.key, size })
    const whole = await get(done.url)
    expect(sha256(new Uint8Array(await whole.arrayBuffer()))).toBe(sha256(Buffer.concat([first, second, last])))
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': "inline; filename*=UTF-8''Lecture%201.mp4",
      'cache-control': 'private, max-age=3600',
    })
    const piece = await get(done.url, { range: `bytes=${8 * MiB - 2}-${8 * MiB + 1}` })
    expect([piece.status, Buffer.from(await piece.arrayBuffer())]).toEqual([
      206,
      Buffer.concat([first.subarray(-2), second.subarray(0, 2)]),
    ])
  })

  test('part numbers are integers from 1 to 10000', async () => {
    const upload = await init(trainer)
    for (const partNumber of [0, 10_001, 1.5, 'x' as unknown as number])
      await expect(trainer.files.presignPart({ query: { ...nameOf(upload), partNumber } })).rejects.toBeProblem('validation-failed', [
        '?partNumber',
      ])
    await expect(trainer.files.presignPart({ query: { ...nameOf(upload), partNumber: 10_000 } })).resolves.toBeDefined()
  })

  test('others cannot find an upload, not even super admins, nor can its owner under another key', async () => {
    const [mine, other] = [await init(trainer), await init(trainer)]
    const refusedAll = async (who: As, name: { key: string; uploadId: string }) => {
      await expect(who.files.presignPart({ query: { ...name, partNumber: 1 } })).rejects.toBeProblem('not-found')
      await expect(who.files.listParts({ query: name })).rejects.toBeProblem('not-found')
      await expect(who.files.abortMultipart({ query: name })).rejects.toBeProblem('not-found')
      await expect(complete(who, name, [{ partNumber: 1, etag: 'x' }])).rejects.toBeProblem('not-found')
    }
    await refusedAll(await as('SUPER_ADMIN'), nameOf(mine))
    await refusedAll(await as('TRAINER'), nameOf(mine))
    await refusedAll(trainer, { key: mine.key, uploadId: other.uploadId })
    expect((await (await as('SUPER_ADMIN')).files.listUploads({ query: {} })).total).toBe(0)
    expect((await trainer.files.listUploads({ query: { limit: 100 } })).items.map(({ key }) => key)).toEqual(
      expect.arrayContaining([mine.key, other.key]),
    )
  })

  test('a list that differs from the stored parts is rejected with the part named, and the right list works', async () => {
    const upload = await init(trainer)
    const one = await sendPart(trainer, upload, 1, first)
    const two = await sendPart(trainer, upload, 2, last)
    const refused = (parts: Part[], pointers: string[]) =>
      expect(complete(trainer, upload, parts)).rejects.toBeProblem('validation-failed', pointers)
    await refused([], ['/parts'])
    await refused([two], ['/parts'])
    await refused([one, two, { partNumber: 3, etag: 'x' }], ['/parts/2/partNumber'])
    await refused([one, { partNumber: 2, etag: one.etag }], ['/parts/1/etag'])
    await refused([one, one, two], ['/parts/1/partNumber'])
    await expect(complete(trainer, upload, [two, one])).resolves.toMatchObject({ size: first.length + last.length })
  })

  test('an upload with fewer bytes than announced cannot be completed yet', async () => {
    const upload = await init(trainer, { size: first.length + last.length })
    const one = await sendPart(trainer, upload, 1, first)
    await expect(complete(trainer, upload, [one])).rejects.toBeProblem('validation-failed', ['/parts'])
    const two = await sendPart(trainer, upload, 2, last)
    await expect(complete(trainer, upload, [one, two])).resolves.toBeDefined()
  })

  test('completing twice in parallel and once more later gives the same response', async () => {
    const upload = await init(trainer)
    const parts = [await sendPart(trainer, upload, 1, first)]
    const answers = await Promise.all([complete(trainer, upload, parts), complete(trainer, upload, parts)])
    const again = await complete(trainer, upload, [{ partNumber: 1, etag: 'whatever' }])
    expect(answers).toEqual([again, again])
    await expect(trainer.files.abortMultipart({ query: nameOf(upload) })).rejects.toBeProblem('conflict')
  })

  test('if a part is sent twice, the last one counts', async () => {
    const upload = await init(trainer)
    await sendPart(trainer, upload, 2, second)
    await sendPart(trainer, upload, 1, second)
    const parts = [await sendPart(trainer, upload, 1, first), await sendPart(trainer, upload, 2, last)]
    const done = await complete(trainer, upload, parts)
    expect(done.size).toBe(first.length + last.length)
    const whole = new Uint8Array(await (await get(done.url)).arrayBuffer())
    expect(sha256(whole)).toBe(sha256(Buffer.concat([first, last])))
  })

  test('an abandoned upload is deleted after two days and frees its quota', async () => {
    const student = await as('USER')
    const size = 700 * 1024
    const upload = await init(student, { fileType: 'application/pdf', size })
    await sendPart(student, upload, 1, pdf(size))
    await expect(init(student, { fileType: 'application/pdf', size })).rejects.toBeProblem('too-large')
    const { sweepFiles } = await import('#modules/files/sweep.ts')
    await sweepFiles(deps)
    await expect(student.files.listParts({ query: nameOf(upload) })).resolves.toMatchObject({ parts: [{ size }] })
    clock.set(new Date(Date.now() + 49 * 3_600_000))
    await Promise.all([sweepFiles(deps), sweepFiles(deps)])
    await runJobs()
    await expect(student.files.listParts({ query: nameOf(upload) })).rejects.toBeProblem('not-found')
    expect((await storage.listParts(upload)) ?? []).toEqual([])
    await expect(init(student, { fileType: 'application/pdf', size })).resolves.toBeDefined()
  })

  test('parts that exceed the size limit together are rejected and removed', async () => {
    const upload = await init(trainer, { fileType: 'text/vtt' })
    const piece = Buffer.alloc(800 * 1024, 65)
    const parts = [await sendPart(trainer, upload, 1, piece)]
    const { url } = await trainer.files.presignPart({ query: { ...nameOf(upload), partNumber: 2 } })
    const second = await put(url, piece)
    // The local disk rejects bytes past the end of the file; an S3 store accepts them, and they are reported on completion.
    expect(second.status).toBe(storage.disk ? 413 : 200)
    const named = [...parts, { partNumber: 2, etag: second.headers.get('etag') ?? 'none' }]
    await expect(complete(trainer, upload, named)).rejects.toBeProblem(storage.disk ? 'validation-failed' : 'too-large')
    if (storage.disk) await trainer.files.abortMultipart({ query: nameOf(upload) })
    await runJobs()
    expect((await storage.listParts(upload)) ?? []).toEqual([])
    await expect(complete(trainer, upload, parts)).rejects.toBeProblem('not-found')
    await expect(storage.inspect(upload.key)).resolves.toBeUndefined()
    await expect(init(trainer, { fileType: 'text/vtt', size: 2 * MiB })).rejects.toBeProblem('too-large')
  })

  test('a student’s files share a quota, also with parallel requests; existing files stay', async () => {
    const student = await as('USER')
    const size = 400 * 1024
    const kept = await init(student, { fileType: 'application/pdf', size })
    const { url } = await complete(student, kept, [await sendPart(student, kept, 1, pdf(size))])
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => init(student, { fileType: 'application/pdf', size })))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(student.files.presignUpload({ query: { fileType: 'application/pdf', size } })).rejects.toBeProblem('too-large')
    expect((await get(url)).status).toBe(200)
    await expect(init(trainer, { fileType: 'application/pdf', size: 90 * MiB })).resolves.toBeDefined()
    await expect(init(student, { fileType: 'video/mp4' })).rejects.toBeProblem('too-large')
  })

  test('a broken connection loses only the part being sent', async () => {
    const upload = await init(trainer, { size: first.length + second.length + last.length })
    const one = await sendPart(trainer, upload, 1, first)
    const { url } = await trainer.files.presignPart({ query: { ...nameOf(upload), partNumber: 2 } })
    await new Promise<void>((resolve) => {
      const sending = request(new URL(url, base), { method: 'PUT', headers: { 'content-length': second.length } })
      sending.on('error', () => resolve())
      sending.write(second.subarray(0, 3 * MiB), () => setTimeout(() => sending.destroy(new Error('cut')), 50))
    })
    const { parts } = await trainer.files.listParts({ query: nameOf(upload) })
    expect(parts).toEqual([{ ...one, size: first.length }])
    const listed = await trainer.files.listUploads({ query: { limit: 100 } })
    expect(listed.items.find(({ key }) => key === upload.key)).toMatchObject({ confirmed: first.length, fileName: null })
    expect(listed.total).toBe(listed.items.length)
    const two = await sendPart(trainer, upload, 2, second)
    const done = await complete(trainer, upload, [one, two, await sendPart(trainer, upload, 3, last)])
    const whole = new Uint8Array(await (await get(done.url)).arrayBuffer())
    expect(sha256(whole)).toBe(sha256(Buffer.concat([first, second, last])))
  })

  test('cancelling an upload removes its parts, and can be repeated', async () => {
    const upload = await init(trainer)
    const part = await sendPart(trainer, upload, 1, first)
    const { url } = await trainer.files.presignPart({ query: { ...nameOf(upload), partNumber: 2 } })
    for (let times = 0; times < 2; times++) await trainer.files.abortMultipart({ query: nameOf(upload) })
    await runJobs()
    await expect(complete(trainer, upload, [part])).rejects.toBeProblem('not-found')
    expect((await put(url, last)).ok).toBe(false)
    expect((await storage.listParts(upload)) ?? []).toEqual([])
  })

  test('a completed upload whose content does not match its type is deleted', async () => {
    const upload = await init(trainer)
    await expect(complete(trainer, upload, [await sendPart(trainer, upload, 1, Buffer.from('<html></html>'))])).rejects.toBeProblem(
      'unsupported-type',
    )
    await runJobs()
    await expect(storage.inspect(upload.key)).resolves.toBeUndefined()
  })

  test('starting an upload again with the same Idempotency-Key returns the same upload', async () => {
    const call = () =>
      fetch(`${base}/api/aws/multipart/init`, {
        method: 'POST',
        headers: { authorization: `Bearer ${trainer.token}`, 'content-type': 'application/json', 'idempotency-key': 'begin-1' },
        body: JSON.stringify({ fileType: 'video/mp4' }),
      }).then((answer) => answer.json())
    const started = await call()
    expect(await call()).toEqual(started)
  })
})

test.for(stores)('the tests ran on $name', ({ isInstalled }, { skip }) => {
  skip(!isInstalled, 'it is not here')
  expect(isInstalled).toBe(true)
})
