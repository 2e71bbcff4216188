/** Multipart uploads as in the browser: four parts at a time, each with its own URL. */

import { open, type FileHandle } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const atOnce = 4

export interface Target {
  url: string
  token: string
}

/** Milliseconds from the first call to the last response; the file's URL. */
export async function uploadInParts(target: Target, path: string, size: number): Promise<{ milliseconds: number; url: string }> {
  const call = callsOf(target)
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const file = await open(path)
  const started = performance.now()
  const { key, uploadId, partSize } = await call<{ key: string; uploadId: string; partSize: number }>('POST', '/api/aws/multipart/init', {
    fileType: 'video/mp4',
    fileName: 'lecture.mp4',
    size,
  })
  const parts: { partNumber: number; etag: string }[] = []
  let next = 1
  const worker = async () => {
    const buffer = Buffer.allocUnsafe(partSize)
    for (let partNumber = next++; (partNumber - 1) * partSize < size; partNumber = next++) {
      const query = new URLSearchParams({ key, uploadId, partNumber: String(partNumber) })
      const bytes = await readPart(file, buffer, (partNumber - 1) * partSize)
      const send = async () => {
        const { url } = await call<{ url: string }>('GET', `/api/aws/multipart/get-upload-url?${query.toString()}`)
        return put(new URL(url, target.url), bytes, agent)
      }
      parts.push({ partNumber, etag: await untilDone(send) })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const done = await call<{ url: string; size: number }>('POST', '/api/aws/multipart/complete', { key, uploadId, parts })
  if (done.size !== size) throw new Error(`${done.size} bytes arrived`)
  const milliseconds = performance.now() - started
  agent.destroy()
  await file.close()
  return { milliseconds, url: new URL(done.url, target.url).href }
}

/** A broken connection may be back after a moment. */
async function untilDone<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === 20) throw error
      await sleep(250)
    }
  }
}

const callsOf =
  ({ url, token }: Target) =>
  async <T>(method: string, path: string, body?: object): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) }
    const answer = await fetch(new URL(path, url), { method, headers, ...(body && { body: JSON.stringify(body) }) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as T
  }

async function readPart(file: FileHandle, buffer: Buffer, position: number): Promise<Buffer> {
  const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
  return buffer.subarray(0, bytesRead)
}

const put = (url: URL, bytes: Buffer, agent: Agent) =>
  new Promise<string>((resolve, reject) => {
    const sent = request(url, { method: 'PUT', agent, headers: { 'content-length': bytes.length } }, (answer) => {
      answer
        .resume()
        .on('end', () => (answer.statusCode === 200 ? resolve(answer.headers.etag!) : reject(new Error(`a part: ${answer.statusCode}`))))
    })
    sent.on('error', reject).end(bytes)
  })
