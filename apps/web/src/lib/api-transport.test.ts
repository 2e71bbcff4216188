/** How calls are sent: their token, answers that were asked for ahead, uploads with progress, and downloads. */

import { Blob as NodeBlob } from 'node:buffer'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { signInAs } from '#test/fake-api.ts'
import { api, ApiProblem, downloadBlob, fetchWithProgress, getErrorMessage, isDefinitive, isNetworkError, isTemporary } from './api.ts'

/** Records the calls, and answers each with an empty list. */
function given(status = 200) {
  const sent: { url: string; token: string | null }[] = []
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    sent.push({ url, token: new Headers(init.headers).get('authorization') })
    return Response.json({ items: [] }, { status })
  })
  return sent
}

test('a call has the token of the session, unless it has one of its own', async () => {
  const sent = given()
  const body = { email: 'ana@harbour.example', password: 'quiet desk 20' }
  await api.auth.resetPassword({ body }, { token: 'reset' }).catch(() => undefined)
  signInAs('USER')
  await api.auth.resetPassword({ body }, { token: 'reset' }).catch(() => undefined)
  await api.savedComments.listSavedComments()
  expect(sent.map(({ token }) => token)).toEqual(['Bearer reset', 'Bearer reset', 'Bearer token'])
})

/** An answer that the page asked for before the code of the app was loaded. */
function givenAhead({ status = 200, at = Date.now(), isLost = false } = {}) {
  const asked: string[][] = []
  window.takePreloadedCall = async (url, token) => {
    asked.push([url, token])
    if (isLost) throw new TypeError('Failed to fetch')
    return { response: Response.json({ items: [{ id: 'ahead', text: 'Ahead' }] }, { status }), at }
  }
  onTestFinished(() => void delete window.takePreloadedCall)
  return asked
}
const texts = async () => (await api.savedComments.listSavedComments()).items.map(({ text }) => text)

test('an answer that was asked for ahead saves the call', async () => {
  signInAs('USER')
  const [sent, asked] = [given(), givenAhead()]
  expect(await texts()).toEqual(['Ahead'])
  expect([sent, asked]).toEqual([[], [['/api/saved-comments', 'token']]])
})

test.each([
  ['failed', { isLost: true }],
  ['came from a server in trouble', { status: 503 }],
  ['is older than ten seconds', { at: Date.now() - 11_000 }],
])('one that %s does not', async (_, facts) => {
  signInAs('USER')
  const sent = given()
  givenAhead(facts)
  expect(await texts()).toEqual([])
  expect(sent).toHaveLength(1)
})

test('after a change, what was asked for ahead may be out of date; nobody else gets it', async () => {
  const sent = given()
  const asked = givenAhead()
  expect(await texts()).toEqual([])
  signInAs('USER')
  await api.savedComments.createSavedComment({ body: { text: 'New' } }).catch(() => undefined)
  expect(await texts()).toEqual([])
  expect([sent.length, asked]).toEqual([3, []])
})

test.each([
  [new ApiProblem('offline', { status: 0, detail: 'x' }), false, true, 'The server did not answer.'],
  [new ApiProblem('unavailable', { status: 503, detail: 'Busy.' }), false, true, 'Busy.'],
  [new ApiProblem('internal', { status: 500, detail: 'Broken.' }), false, true, 'Broken.'],
  [new ApiProblem('unauthenticated', { status: 401, detail: 'Sign in again' }), false, false, 'Sign in again'],
  [new ApiProblem('rate-limited', { status: 429, detail: 'Later.' }), false, false, 'Later.'],
  [new ApiProblem('request-in-progress', { status: 409, detail: 'Running.' }), false, false, 'Running.'],
  [new ApiProblem('timeout', { status: 408, detail: 'Too slow.' }), false, false, 'Too slow.'],
  [new ApiProblem('unavailable', { status: 404, detail: 'The proxy knows nothing.' }), false, false, 'The proxy knows nothing.'],
  [new ApiProblem('not-implemented', { status: 501, detail: 'Not built.' }), true, true, 'Not built.'],
  [new ApiProblem('conflict', { status: 409, detail: 'No.' }), true, false, 'No.'],
  [new Error('secret detail'), false, false, 'Something went wrong on this page.'],
])('%o: rejected for good %s, may have been done without an answer %s, says “%s”', (error, isFinal, isLost, words) => {
  expect([isDefinitive(error), isNetworkError(error), getErrorMessage(error)]).toEqual([isFinal, isLost, words])
  expect(isTemporary(error)).toBe(error instanceof ApiProblem && !isFinal)
})

test('a download is saved under its name', () => {
  vi.useFakeTimers()
  const saved: string[][] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push([this.href, this.download])
  })
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue()
  downloadBlob(new Blob(['x']), 'marks.csv')
  expect(saved).toEqual([['blob:file', 'marks.csv']])
  expect(revoke).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(revoke).toHaveBeenCalledWith('blob:file')
})

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
