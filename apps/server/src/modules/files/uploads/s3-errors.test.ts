/** An S3 store that fails, stalls or rejects requests. */

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#config.ts'
import { files } from '#db/schema/media.ts'
import { createServices } from '#services/services.ts'
import { connections, testApp } from '#test/app.ts'
import { sample } from '#test/files.ts'
import { failure, startS3Server } from '#test/s3-server.ts'

const png = sample['image/png']

const store = await startS3Server()
afterAll(store.stop)
const { endpoint, region, accessKeyId, secretAccessKey } = store
const env = {
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_BUCKET: store.bucket,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}
const { as, app, given, database, runJobs, deps, clock } = await testApp(env)
const trainer = await as('TRAINER')
afterEach(() => void (store.faults.of = () => undefined))
/** Fails the next `times` calls of a method, or all. */
const fail = (answer: ReturnType<typeof failure> | 'cut', { method, times = Infinity }: { method?: string; times?: number } = {}) => {
  const count = { left: times, calls: 0 }
  store.faults.of = (request) => {
    if (method && request.method !== method) return undefined
    count.calls++
    return count.left-- > 0 ? answer : undefined
  }
  return count
}
const startUpload = async () => {
  const upload = await trainer.files.initMultipart({ body: { fileType: 'image/png' } })
  const { url } = await trainer.files.presignPart({ query: { key: upload.key, uploadId: upload.uploadId, partNumber: 1 } })
  const answer = await fetch(url, { method: 'PUT', body: new Uint8Array(png) })
  const parts = [{ partNumber: 1, etag: answer.headers.get('etag')! }]
  return { ...upload, complete: () => trainer.files.completeMultipart({ body: { key: upload.key, uploadId: upload.uploadId, parts } }) }
}
const internal = failure(200, 'InternalError')

test('a 200 with an error in its body counts as a failure, and is retried', async () => {
  const upload = await startUpload()
  const count = fail(internal, { method: 'POST', times: 1 })
  await expect(upload.complete()).resolves.toMatchObject({ size: png.length })
  expect(count.calls).toBe(2)
})

test('if it keeps failing, nothing changes, and a later attempt succeeds', async () => {
  const upload = await startUpload()
  fail(internal, { method: 'POST' })
  await expect(upload.complete()).rejects.toBeProblem('unavailable')
  store.faults.of = () => undefined
  await expect(upload.complete()).resolves.toMatchObject({ size: png.length })
})

test('500 responses and broken connections are retried', async () => {
  for (const answer of [failure(500, 'InternalError'), failure(503, 'SlowDown'), 'cut' as const]) {
    fail(answer, { times: 2 })
    await expect(
      deps.services.storage.put(`image/${trainer.user.id}/${crypto.randomUUID()}.png`, 'image/png', png),
    ).resolves.toBeUndefined()
  }
})

test('an upload that was completed, but whose response was lost, is found', async () => {
  const upload = await startUpload()
  const { storage } = deps.services
  await storage.completeUpload(upload, (await storage.listParts(upload))!)
  await expect(upload.complete()).resolves.toMatchObject({ size: png.length })
})

test('parts that the store rejects as too short are reported', async () => {
  const upload = await trainer.files.initMultipart({ body: { fileType: 'video/mp4' } })
  const name = { key: upload.key, uploadId: upload.uploadId }
  const parts = []
  for (const partNumber of [1, 2]) {
    const { url } = await trainer.files.presignPart({ query: { ...name, partNumber } })
    parts.push({ partNumber, etag: (await fetch(url, { method: 'PUT', body: 'short' })).headers.get('etag')! })
  }
  await expect(trainer.files.completeMultipart({ body: { ...name, parts } })).rejects.toThrow('Part 1 has less than 5 MiB')
})

test('a store that does not respond delays only requests that need it; changes without a new file do not wait', async () => {
  const upload = await startUpload()
  await upload.complete()
  const { course, week, media } = await given.recorded({ source: upload.key })
  const params = { courseId: course.id, weekId: week.id, mediaId: media.id }
  const admin = await as('ADMIN')
  const news = await Promise.all(
    Array.from({ length: connections * 2 }, () => admin.files.presignUpload({ query: { fileType: 'image/png' } })),
  )
  let speak = () => {}
  const silence = new Promise<undefined>((resolve) => (speak = () => resolve(undefined)))
  onTestFinished(speak)
  let calls = 0
  store.faults.of = () => (calls++, silence)
  const waiting = news.map(({ key }) =>
    admin.users.updateMe({ body: { profileImage: key } }).then(
      () => 'done',
      (error: unknown) => error,
    ),
  )
  await expect.poll(() => calls).toBeGreaterThan(0)
  await expect(trainer.courses.listCourses({ query: {} })).resolves.toBeDefined()
  await expect(admin.media.updateMedia({ params, body: { title: 'Week 1' } })).resolves.toMatchObject({ title: 'Week 1' })
  expect(calls).toBeLessThan(connections)
  const { rows } = await database.db.execute(
    sql`select state from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  )
  expect(rows).toEqual([])
  speak()
  // No bytes had arrived there.
  for (const outcome of await Promise.all(waiting)) expect(outcome).toMatchObject({ problem: 'validation-failed' })
})

test('calls to a store that does not respond, or stops in the middle of a file, fail after eight seconds', async () => {
  const key = `image/${trainer.user.id}/${crypto.randomUUID()}.png`
  await deps.services.storage.put(key, 'image/png', png)
  store.faults.of = (request) => (request.method === 'GET' ? 'half' : new Promise(() => {}))
  // Measured by timers of this process: a delay affects both.
  let seconds = 0
  for (const passed of [7, 12]) void sleep(passed * 1000, undefined, { ref: false }).then(() => (seconds = passed))
  const outcomeOf = (call: Promise<unknown>) => call.then(() => {}, String).then((said) => [said, seconds] as const)
  const outcomes = await Promise.all([
    outcomeOf(deps.services.storage.read(key, 0, png.length)),
    outcomeOf(deps.services.storage.startUpload(key, 'image/png')),
    outcomeOf(deps.services.storage.remove(key)),
  ])
  for (const outcome of outcomes) expect(outcome).toEqual([expect.stringContaining('does not answer'), 7])
})

test('an upload whose process died during completion is taken over by the next request', async () => {
  const [soon, later] = [await startUpload(), await startUpload()]
  const until = (key: string, wait: string) =>
    database.db.execute(sql`update uploads set busy_until = now() + ${wait}::interval where key = ${key}`)
  // A lease that is about to expire, and one from before the clock of the database was set back.
  await Promise.all([until(soon.key, '2 seconds'), until(later.key, '1 hour')])
  await expect(later.complete()).resolves.toMatchObject({ size: png.length })
  await expect(soon.complete()).resolves.toMatchObject({ size: png.length })
})

test('a store that is down stops uploads only, and no row points to a missing file', async () => {
  const key = `image/${trainer.user.id}/${crypto.randomUUID()}.png`
  const upload = await startUpload()
  const single = await trainer.files.presignUpload({ query: { fileType: 'image/png' } })
  fail('cut')
  await expect(trainer.files.initMultipart({ body: { fileType: 'image/png' } })).rejects.toBeProblem('unavailable')
  await expect(upload.complete()).rejects.toBeProblem('unavailable')
  await expect(trainer.users.updateMe({ body: { profileImage: single.key } })).rejects.toBeProblem('unavailable')
  await expect(trainer.courses.listCourses({ query: {} })).resolves.toBeDefined()
  expect((await app.inject('/api/ready')).json()).toMatchObject({ status: 'ready', database: 'up', files: 'down' })
  // The abort is stored now, and carried out once the store is back.
  await trainer.files.abortMultipart({ query: { key: upload.key, uploadId: upload.uploadId } })
  await expect(runJobs()).rejects.toThrow('does not answer')
  store.faults.of = () => undefined
  clock.set(new Date(Date.now() + 10_000))
  expect((await app.inject('/api/ready')).json()).toMatchObject({ files: 'up' })
  const count = fail('cut')
  for (let times = 0; times < 20; times++) expect((await app.inject('/api/ready')).statusCode).toBe(200)
  expect(count.calls).toBe(0)
  store.faults.of = () => undefined
  expect((await database.db.select().from(files)).map((file) => file.key)).not.toContain(key)
  expect(store.incoming.has(upload.uploadId)).toBe(true)
  await database.db.execute('update graphile_worker._private_jobs set run_at = now(), attempts = 0, locked_at = null')
  await runJobs()
  expect(store.incoming.has(upload.uploadId)).toBe(false)
})

test('a store that rejects our credentials stops the start with a message; one that does not respond does not', async () => {
  const { dataDir } = deps.services.config
  const start = async (more: Record<string, string>) => createServices(readConfig({ DATA_DIR: dataDir, ...env, ...more }))
  await expect(start({ S3_SECRET_ACCESS_KEY: 'other' })).rejects.toThrow('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: the store at')
  await expect(start({ S3_BUCKET: 'other' })).rejects.toThrow('has no bucket other. Make it first.')
  await expect(start({ S3_REGION: 'moon-1' })).rejects.toThrow('does not take the region moon-1')
  await expect(start({ S3_ENDPOINT: `${endpoint}/lms` })).rejects.toThrow('the bucket is named by S3_BUCKET')
  await expect(start({ S3_ENDPOINT: 'http://127.0.0.1:9' })).resolves.toBeDefined()
})

test('a file that was sent to an upload URL and checked is stored once', async () => {
  const { key, url, headers } = await trainer.files.presignUpload({ query: { fileType: 'image/png' } })
  await fetch(url, { method: 'PUT', headers, body: new Uint8Array(png) })
  await trainer.users.updateMe({ body: { profileImage: key } })
  expect([...store.stored.keys()].filter((stored) => stored.endsWith(key))).toEqual([key])
})

test('pictures are served from CDN_BASE_URL if it is set', async () => {
  const cdn = await testApp({ ...env, CDN_BASE_URL: 'https://cdn.example.org/lms/' })
  const { key } = await cdn.given.file((await cdn.given.user()).id, { key: `image/${crypto.randomUUID()}/${crypto.randomUUID()}.png` })
  await cdn.given.user({ profileImage: key })
  const answer = await cdn.app.inject(`/images/${key}`)
  expect([answer.statusCode, answer.headers.location]).toEqual([302, `https://cdn.example.org/lms/${key}`])
  expect(answer.headers['content-security-policy']).toContain('https://cdn.example.org')
})
