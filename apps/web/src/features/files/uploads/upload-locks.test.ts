/** One tab owns an upload until it releases it. */

import { expect, test, vi } from 'vitest'
import { createUploadLocks } from './upload-locks.ts'

/** The locks of a browser, shared by its tabs. */
function givenBrowser() {
  const held = new Map<string, Promise<void>>()
  const request = async (name: string, hold: () => Promise<void>): Promise<void> => {
    const before = held.get(name) ?? Promise.resolve()
    const mine = before.then(hold)
    held.set(name, mine)
    await mine
  }
  vi.stubGlobal('navigator', { locks: { request } })
}
const settle = () => new Promise((resolve) => setTimeout(resolve))

test('another tab gets an upload once the first one releases it, and other uploads at once', async () => {
  givenBrowser()
  const [first, second] = [createUploadLocks()!, createUploadLocks()!]
  await first.acquire('one')
  await second.acquire('two')
  let isTaken = false
  const taking = second.acquire('one').then(() => (isTaken = true))
  await settle()
  expect(isTaken).toBe(false)
  second.release('one')
  await settle()
  expect(isTaken).toBe(false)
  first.release('one')
  await taking
  expect(isTaken).toBe(true)
})

test('pages that are not served over https have none, and a browser that refuses says so', async () => {
  vi.stubGlobal('navigator', {})
  expect(createUploadLocks()).toBeNull()
  vi.stubGlobal('navigator', { locks: { request: () => Promise.reject(new Error('closed')) } })
  await expect(createUploadLocks()!.acquire('one')).rejects.toThrow('closed')
})
