/** The stores that one suite of tests runs on: the local disk, a strict S3 server of our own, and real S3 servers where there are any. */

import { createHash } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { files, uploads } from '#db/schema/media.ts'
import { testApp, type As } from '#test/app.ts'
import { startS3Server } from '#test/s3-server.ts'
import { isSwiftInstalled, startSwift } from '#test/swift.ts'

interface Account {
  endpoint: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}
interface Running {
  env: Record<string, string>
  stop: () => Promise<void>
}
interface Store {
  name: string
  isInstalled: boolean
  start: () => Promise<Running>
}

const envOf = ({ endpoint, region, accessKeyId, secretAccessKey }: Account, bucket: string) => ({
  S3_ENDPOINT: endpoint,
  S3_REGION: region,
  S3_BUCKET: bucket,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
})

const onSwift = async (): Promise<Running> => {
  const { stop, ...account } = await startSwift('lms')
  return { env: envOf(account, 'lms'), stop }
}
const onS3Server = async (): Promise<Running> => {
  const { stop, ...account } = await startS3Server()
  return { env: envOf(account, account.bucket), stop }
}

const {
  S3_TEST_ENDPOINT,
  S3_TEST_REGION = 'us-east-1',
  S3_TEST_BUCKET = 'lms-test',
  S3_TEST_ACCESS_KEY_ID = '',
  S3_TEST_SECRET_ACCESS_KEY = '',
  // oxlint-disable-next-line no-restricted-properties -- where a test finds a store is no configuration of the product
} = process.env
const given = () => ({
  env: envOf(
    { endpoint: S3_TEST_ENDPOINT!, region: S3_TEST_REGION, accessKeyId: S3_TEST_ACCESS_KEY_ID, secretAccessKey: S3_TEST_SECRET_ACCESS_KEY },
    S3_TEST_BUCKET,
  ),
  stop: () => Promise.resolve(),
})

/** What is not here is listed all the same, so that a run says what it left out. */
export const stores: Store[] = [
  { name: 'local disk', isInstalled: true, start: () => Promise.resolve({ env: {}, stop: () => Promise.resolve() }) },
  { name: 'S3: server of the tests', isInstalled: true, start: onS3Server },
  {
    name: 'S3: Debian swift (needs swift-proxy, -account, -container, -object and memcached)',
    isInstalled: isSwiftInstalled(),
    start: onSwift,
  },
  { name: 'S3: the store at S3_TEST_ENDPOINT', isInstalled: Boolean(S3_TEST_ENDPOINT), start: () => Promise.resolve(given()) },
]

export const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

export interface Part {
  partNumber: number
  etag: string
}

/** The application on a store, answering at an address, so that both kinds of signed addresses are used as browsers do. */
export async function testAppOn(store: Store, more: Record<string, string> = {}) {
  const { env, stop } = await store.start()
  // Last in, first out: the store ends after the application that uses it.
  afterAll(stop)
  const test = await testApp({ ...env, ...more })
  const { storage } = test.deps.services
  await test.app.listen({ port: 0, host: '127.0.0.1' })
  const base = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}`
  afterAll(async () => {
    for (const upload of await test.database.db.select().from(uploads)) await storage.abortUpload(upload)
    for (const { key } of await test.database.db.select().from(files)) await storage.remove(key)
  })
  const put = (url: string, body: Uint8Array, headers: Record<string, string> = {}) =>
    fetch(new URL(url, base), { method: 'PUT', headers, body: body as Uint8Array<ArrayBuffer> })
  const get = (url: string, headers: Record<string, string> = {}) => fetch(new URL(url, base), { headers })
  const init = (who: As, body: { fileType?: string; fileName?: string; size?: number } = {}) =>
    who.files.initMultipart({ body: { fileType: 'video/mp4', ...body } })
  const sendPart = async (who: As, name: { key: string; uploadId: string }, partNumber: number, bytes: Uint8Array): Promise<Part> => {
    const { url } = await who.files.presignPart({ query: { key: name.key, uploadId: name.uploadId, partNumber } })
    const answer = await put(url, bytes)
    if (answer.status !== 200) throw new Error(`part ${partNumber}: ${answer.status} ${await answer.text()}`)
    return { partNumber, etag: answer.headers.get('etag')! }
  }
  return { ...test, storage, base, put, get, init, sendPart }
}
