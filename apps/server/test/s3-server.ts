/**
 * A small S3 server for tests: checks signatures as S3 does (version 4, in the header or in the address), keeps everything in
 * memory, and fails on demand. The same tests run on it and on a real store, where one is installed.
 */

import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Stored {
  bytes: Buffer
  type: string
  at: Date
}
interface Incoming {
  key: string
  type: string
  parts: Map<number, Buffer>
}
interface Call {
  request: IncomingMessage
  url: URL
  key: string
  body: Buffer
}
type Answer = { status: number; headers?: Record<string, string | number>; body?: Buffer | string }

const bucket = 'lms'
const account = { region: 'us-east-1', accessKeyId: 'test', secretAccessKey: 'testing' }
const shortest = 5 * 1024 * 1024

export async function startS3Server() {
  const stored = new Map<string, Stored>()
  const incoming = new Map<string, Incoming>()
  /** What the next calls get instead of an answer, now or later: `cut` ends the connection, after `half` of a file no more comes; undefined answers as usual. */
  type Fault = Answer | 'cut' | 'half' | undefined
  const faults: { of: (request: IncomingMessage) => Fault | Promise<Fault> } = { of: () => undefined }

  const server = createServer((request, response) => {
    // A body that broke off is answered to nobody.
    void bodyOf(request).then(
      async (body) => {
        const url = new URL(request.url!, 'http://localhost')
        const fault = await faults.of(request)
        if (fault === 'cut') {
          request.socket.destroy()
          return
        }
        const refusal = fault === 'half' ? undefined : (fault ?? signatureFault(request, url))
        const key = url.pathname.slice(`/${bucket}/`.length)
        const answered =
          refusal ?? (url.pathname.startsWith(`/${bucket}`) ? answer({ request, url, key, body }) : failure(404, 'NoSuchBucket'))
        if (fault === 'half') sendHalf(response, answered)
        else send(response, answered)
      },
      () => {},
    )
  })

  function answer(call: Call): Answer {
    const { request, url, key } = call
    if (key === '' && url.searchParams.get('list-type') === '2') return listObjects(stored, url)
    if (key === '') return { status: 200 }
    const uploadId = url.searchParams.get('uploadId')
    if (uploadId !== null) return answerUpload(call, uploadId)
    const type = request.headers['content-type'] ?? ''
    if (request.method === 'POST') {
      const id = randomUUID()
      incoming.set(id, { key, type, parts: new Map() })
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    const source = request.headers['x-amz-copy-source']
    if (request.method === 'PUT' && source !== undefined) return copy(String(source), key)
    if (request.method === 'PUT') stored.set(key, { bytes: call.body, type, at: new Date() })
    if (request.method === 'PUT') return { status: 200, headers: { etag: etagOf(call.body) } }
    if (request.method === 'DELETE') stored.delete(key)
    if (request.method === 'DELETE') return { status: 204 }
    const found = stored.get(key)
    return found ? read(call, found) : failure(404, 'NoSuchKey')
  }

  function copy(source: string, key: string): Answer {
    const found = stored.get(decodeURIComponent(source).replace(`${bucket}/`, ''))
    if (!found) return failure(404, 'NoSuchKey')
    stored.set(key, found)
    return xml(`<CopyObjectResult><ETag>${etagOf(found.bytes)}</ETag></CopyObjectResult>`)
  }

  function answerUpload({ request, url, key, body }: Call, id: string): Answer {
    const upload = incoming.get(id)
    if (upload?.key !== key) return failure(404, 'NoSuchUpload')
    if (request.method === 'PUT') {
      upload.parts.set(Number(url.searchParams.get('partNumber')), body)
      return { status: 200, headers: { etag: etagOf(body) } }
    }
    if (request.method === 'DELETE') incoming.delete(id)
    if (request.method === 'DELETE') return { status: 204 }
    if (request.method === 'GET') return listParts(upload, Number(url.searchParams.get('part-number-marker') ?? 0))
    const named = [...body.toString().matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part]) => ({
      number: Number(/<PartNumber>(\d+)/.exec(part!)![1]),
      etag: /<ETag>(.*?)<\/ETag>/.exec(part!)![1]!.replaceAll(/&quot;|"/g, ''),
    }))
    const parts = named.map(({ number, etag }) =>
      upload.parts.has(number) && etagOf(upload.parts.get(number)!).includes(etag) ? upload.parts.get(number) : undefined,
    )
    if (parts.some((part) => part === undefined)) return failure(400, 'InvalidPart')
    if (parts.slice(0, -1).some((part) => part!.length < shortest)) return failure(400, 'EntityTooSmall')
    stored.set(key, { bytes: Buffer.concat(parts.map((part) => part!)), type: upload.type, at: new Date() })
    incoming.delete(id)
    return xml(`<CompleteMultipartUploadResult><Key>${key}</Key><ETag>"x-${named.length}"</ETag></CompleteMultipartUploadResult>`)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { ...account, bucket, endpoint: `http://127.0.0.1:${port}`, stored, incoming, faults, stop }
}

/** Fewer than the thousand of other stores, so that a second page is asked for. */
const partsOfPage = 2
const objectsOfPage = 2

function listObjects(stored: ReadonlyMap<string, Stored>, { searchParams }: URL): Answer {
  const [prefix, after] = [searchParams.get('prefix') ?? '', searchParams.get('continuation-token') ?? '']
  const keys = [...stored.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
  const page = keys.slice(0, objectsOfPage)
  const rows = page.map((key) => `<Contents><Key>${key}</Key><LastModified>${stored.get(key)!.at.toISOString()}</LastModified></Contents>`)
  const next = keys.length > page.length ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
  return xml(`<ListBucketResult><IsTruncated>${next !== ''}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`)
}

function listParts({ parts }: Incoming, marker: number): Answer {
  const after = [...parts].filter(([number]) => number > marker).toSorted(([a], [b]) => a - b)
  const page = after.slice(0, partsOfPage)
  const rows = page.map(
    ([number, bytes]) => `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(bytes)}</ETag><Size>${bytes.length}</Size></Part>`,
  )
  const next = after.length > page.length ? `<NextPartNumberMarker>${page.at(-1)![0]}</NextPartNumberMarker>` : ''
  return xml(`<ListPartsResult><IsTruncated>${next !== ''}</IsTruncated>${next}${rows.join('')}</ListPartsResult>`)
}

function read({ request, url }: Call, { bytes, type }: Stored): Answer {
  const asked = ['content-type', 'content-disposition', 'cache-control'].flatMap((name) => {
    const value = url.searchParams.get(`response-${name}`)
    return value === null ? [] : [[name, value] as const]
  })
  const headers = { 'content-type': type, ...Object.fromEntries(asked), etag: etagOf(bytes), 'content-length': bytes.length }
  const [, first, last] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (first === undefined) return { status: 200, headers, ...(request.method === 'GET' && { body: bytes }) }
  if (Number(first) >= bytes.length) return failure(416, 'InvalidRange')
  const part = bytes.subarray(Number(first), last ? Number(last) + 1 : undefined)
  const range = `bytes ${first}-${Number(first) + part.length - 1}/${bytes.length}`
  return { status: 206, headers: { ...headers, 'content-length': part.length, 'content-range': range }, body: part }
}

const bodyOf = async (request: IncomingMessage) => Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`
const xml = (body: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?>${body}`,
})
export const failure = (status: number, code: string): Answer =>
  xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`, status)

function send(response: ServerResponse, { status, headers = {}, body = '' }: Answer) {
  return response.writeHead(status, headers).end(body)
}

function sendHalf(response: ServerResponse, { status, headers = {}, body = '' }: Answer) {
  const bytes = Buffer.from(body as string)
  response.writeHead(status, { ...headers, 'content-length': bytes.length }).write(bytes.subarray(0, bytes.length / 2))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)

/** Source: AWS, Signature Version 4. */
function signatureFault(request: IncomingMessage, url: URL): Answer | undefined {
  const inHeader = /Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(request.headers.authorization ?? '')
  const query = url.searchParams
  const [credential, names, given] =
    inHeader?.slice(1) ?? ['Credential', 'SignedHeaders', 'Signature'].map((name) => query.get(`X-Amz-${name}`) ?? '')
  const date = String(query.get('X-Amz-Date') ?? request.headers['x-amz-date'])
  const [id, day, region, service] = credential!.split('/')
  const signedAt = Date.parse(date.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'))
  if (!inHeader && Date.now() > signedAt + Number(query.get('X-Amz-Expires')) * 1000) return failure(403, 'AccessDenied')
  const values = [...query].filter(([name]) => name !== 'X-Amz-Signature').map(([name, value]) => `${encode(name)}=${encode(value)}`)
  const headers = names!.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const payload = String(request.headers['x-amz-content-sha256'] ?? query.get('X-Amz-Content-Sha256') ?? 'UNSIGNED-PAYLOAD')
  const canonical = [request.method, url.pathname, values.toSorted().join('&'), headers.join(''), names, payload].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const secret = ['aws4_request', service!, region!, day!].reduceRight<Buffer | string>(
    (key, text) => hmac(key, text),
    `AWS4${account.secretAccessKey}`,
  )
  const right = hmac(secret, ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n')).toString('hex')
  if (region !== account.region) return failure(400, 'AuthorizationHeaderMalformed')
  return id === account.accessKeyId && right === given ? undefined : failure(403, 'SignatureDoesNotMatch')
}
