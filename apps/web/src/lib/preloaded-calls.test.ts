/** Calls with their token, and answers that start.js asked for before the app was loaded. */

import { expect, onTestFinished, test, vi } from 'vitest'
import { signInAs } from '#test/fake-api.ts'
import { api } from './api.ts'

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
