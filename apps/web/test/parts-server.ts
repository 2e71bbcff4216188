/** A small store for multipart uploads over HTTP, which fails where a test says so. */

import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, vi } from 'vitest'

/** `lost`: the request arrives, its response does not. */
type Answer = 'ok' | 'cut' | 'lost' | 401 | 403 | 404 | 413 | 415 | 500
type Options = {
  partSize?: number
  /** Called for each PUT, in order. */
  onPut?: (partNumber: number, count: number) => Answer
  /** Called for each other call, with the end of its path. */
  onCall?: (name: string) => Answer
  /** The parts that an earlier server received. */
  stored?: Map<string, Map<number, Buffer>>
  /** How the server lists those, as uploads started elsewhere. */
  unfinished?: { fileName: string; size: number; createdAt: string }
}

const names: Record<number, string> = { 401: 'unauthenticated', 404: 'not-found', 409: 'conflict', 415: 'unsupported-type' }
const nobodys = { fileName: '', size: 0, createdAt: '2026-01-01T00:00:00Z' }
const owner = '0198f6a0-0000-7000-8000-0000000000aa'

export async function partsServer({
  partSize = 2 ** 20,
  onPut = () => 'ok',
  onCall = () => 'ok',
  stored = new Map(),
  unfinished = nobodys,
}: Options = {}) {
  const whole = new Map<string, Buffer>()
  /** Bytes of uploads that were completed: these have no parts any more. */
  const done = new Map<string, number>()
  /** Part numbers of all PUTs that were accepted, and 0 for whole files. */
  const puts: number[] = []
  const calls: string[] = []
  let [most, now, made] = [0, 0, 0]

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://store')
    const { socket } = request
    const json = (status: number, body: unknown): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const problem = (status: number, name: string): void =>
      json(status, { type: `/problems/${name}`, title: name, status, detail: `It is ${name}`, instance: 'r' })
    const fail = (how: Exclude<Answer, 'lost'>): boolean => {
      if (how === 'ok') return false
      if (how === 'cut') socket.destroy()
      else problem(how, names[how] ?? 'unavailable')
      return true
    }
    response
      .setHeader('access-control-allow-origin', '*')
      .setHeader('access-control-allow-methods', '*')
      .setHeader('access-control-allow-headers', '*')
      .setHeader('access-control-expose-headers', 'etag')
    if (request.method === 'OPTIONS') return void response.writeHead(204).end()
    const [key, uploadId, partNumber] = ['key', 'uploadId', 'partNumber'].map((name) => url.searchParams.get(name) ?? '') as [
      string,
      string,
      string,
    ]
    if (request.method === 'PUT') {
      now += 1
      most = Math.max(most, now)
      const number = Number(partNumber)
      const body = await readAll(request)
      now -= 1
      const how = onPut(number, puts.length)
      if (how !== 'lost' && fail(how)) return
      if (uploadId && !stored.has(uploadId)) return problem(409, 'conflict')
      puts.push(number)
      if (uploadId) stored.get(uploadId)?.set(number, body)
      else whole.set(key, body)
      if (how === 'lost') return void socket.destroy()
      return void response.writeHead(200, { etag: etagOf(body) }).end()
    }
    const name = url.pathname.split('/').at(-1)!
    calls.push(name)
    const body =
      request.method === 'POST'
        ? (JSON.parse((await readAll(request)).toString()) as { uploadId: string; key: string; parts: { partNumber: number }[] })
        : null
    const how = onCall(name)
    if (how !== 'lost' && fail(how)) return
    const makeKey = (): string => `video/${owner}/0198f6a0-0000-7000-8000-${String(++made).padStart(12, '0')}.mp4`
    if (name === 'presigned-url') {
      const made = makeKey()
      return json(200, {
        key: made,
        url: `${base}/store?key=${made}`,
        headers: {},
        expiresAt: '2100-01-01T00:00:00Z',
      })
    }
    if (name === 'init') {
      const made = makeKey()
      stored.set(made, new Map())
      return json(201, { key: made, uploadId: made, partSize })
    }
    if (name === 'uploads') {
      const items = [...stored].map(([uploadId, parts]) => ({
        ...unfinished,
        key: uploadId,
        uploadId: uploadId,
        partSize,
        confirmed: parts.size * partSize,
      }))
      return json(200, { items, page: 1, limit: 100, total: items.length })
    }
    if (name === 'delete-file') {
      whole.delete(url.searchParams.get('fileKey')!)
      return void response.writeHead(204).end()
    }
    const size = name === 'complete' ? done.get(body!.uploadId) : undefined
    if (size !== undefined) return how === 'lost' ? void socket.destroy() : json(200, { key: body!.key, url: '/', size })
    const parts = stored.get(uploadId || body?.uploadId || '')
    if (!parts) return problem(404, 'not-found')
    if (name === 'get-upload-url') return json(200, addressOf(key, uploadId, Number(partNumber)))
    if (name === 'parts') {
      const list = [...parts].map(([number, bytes]) => ({ partNumber: number, etag: `"${number}"`, size: bytes.length }))
      return json(200, { key, uploadId, fileName: null, fileType: 'video/mp4', size: null, partSize, parts: list })
    }
    if (name === 'complete') {
      const bytes = Buffer.concat(body!.parts.map(({ partNumber: number }) => parts.get(number) ?? Buffer.alloc(0)))
      whole.set(body!.key, bytes)
      stored.delete(body!.uploadId)
      done.set(body!.uploadId, bytes.length)
      if (how === 'lost') return void socket.destroy()
      return json(200, { key: body!.key, url: '/', size: bytes.length })
    }
    stored.delete(uploadId)
    response.writeHead(204).end()
  }

  const addressOf = (key: string, uploadId: string, partNumber: number) => ({
    url: `${base}/store?key=${key}&uploadId=${uploadId}&partNumber=${partNumber}`,
    expiresAt: '2100-01-01T00:00:00Z',
  })

  const server = createServer((request, response) => void answer(request, response).catch(() => request.socket.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const send = fetch
  // jsdom's signals are not those of Node's fetch.
  vi.stubGlobal('fetch', (input: string, init: RequestInit) => send(new URL(input, base), { ...init, signal: null }))
  onTestFinished(async () => {
    vi.unstubAllGlobals()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return { puts, calls, whole, stored, most: () => most }
}

const etagOf = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`

const readAll = async (request: IncomingMessage): Promise<Buffer> => Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>))
