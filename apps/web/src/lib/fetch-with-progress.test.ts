/** Uploads that report their progress. */

import { Blob as NodeBlob } from 'node:buffer'
import { beforeEach, expect, test, vi } from 'vitest'
import { fetchWithProgress } from './fetch-with-progress.ts'

/** A request of the browser that reports progress, ended by the test. */
class Sending extends EventTarget {
  static last: Sending
  upload = new EventTarget()
  status = 200
  // The blob of jsdom is none for `Response`.
  response = new NodeBlob(['{"ok":true}'])
  headers: Record<string, string> = {}
  isSent = false
  getAllResponseHeaders = () => 'content-type: application/json\r\netag: "a:b"\r\n'
  open = (..._of: string[]): void => void (Sending.last = this)
  setRequestHeader = (name: string, value: string): void => void (this.headers[name] = value)
  abort = (): void => void this.dispatchEvent(new Event('abort'))
  send = (): void => void (this.isSent = true)
}
const end = (what: 'load' | 'error') => Sending.last.dispatchEvent(new Event(what))
const put = (signal?: AbortSignal, onSent?: (share: number) => void) =>
  fetchWithProgress('/store/1', { method: 'PUT', headers: new Headers({ 'x-one': '1' }), body: new Blob(['x']), signal }, onSent)

beforeEach(() => vi.stubGlobal('XMLHttpRequest', Sending))

test('an upload reports its share, and ends with the answer of the server', async () => {
  const shares: number[] = []
  const answer = put(undefined, (share) => shares.push(share))
  const progress = (loaded: number, total: number) =>
    Sending.last.upload.dispatchEvent(Object.assign(new Event('progress'), { loaded, total }))
  progress(1, 4)
  progress(0, 0)
  Sending.last.upload.dispatchEvent(new Event('load'))
  end('load')
  const response = await answer
  expect(shares).toEqual([0.25, 0, 1])
  expect(Sending.last.headers).toEqual({ 'x-one': '1' })
  expect([response.status, response.headers.get('etag'), await response.json()]).toEqual([200, '"a:b"', { ok: true }])
})

test('an answer without content has none', async () => {
  const answer = put()
  Sending.last.status = 204
  end('load')
  expect([(await answer).status, (await answer).body]).toEqual([204, null])
})

test('a lost connection and a cancelled upload fail as calls do', async () => {
  const lost = put()
  end('error')
  await expect(lost).rejects.toBeInstanceOf(TypeError)
  const stop = new AbortController()
  const cancelled = put(stop.signal)
  stop.abort()
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' })
  const before = Sending.last
  await expect(put(stop.signal)).rejects.toMatchObject({ name: 'AbortError' })
  expect(Sending.last).toBe(before)
})
