/** Calls made before the app's code has loaded: only with a session, only for its token, and each answer is used once. */

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#lib/api.ts'
import { fakeApi, signInAs } from '#test/fake-api.ts'
import { ownUser } from '#test/people.ts'

const script = readFileSync(join(import.meta.dirname, 'start.js'), 'utf8')
const table = [
  { pattern: '^/auth/register/?$', isPublic: true, files: ['/assets/register.js'] },
  {
    pattern: '^/courses/course/(?<courseId>[^/]+)/?$',
    files: ['/assets/pages.js'],
    calls: [{ url: '/api/courses/:courseId' }, { url: '/api/only-for-trainers', roles: ['TRAINER'] }],
    parts: [{ url: '/api/only-without-filter' }],
  },
]

/** Runs the script as a page at this address would; gives out what it preloads and asks. */
function start(address: string) {
  window.history.replaceState(null, '', address)
  const asked: string[] = []
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    asked.push(url)
    return answer(url, init)
  })
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval -- it is a script of its own, not a module
  new Function(script.replace('const screens = []', `const screens = ${JSON.stringify(table)}`))()
  return { asked, preloaded: [...document.head.querySelectorAll('link')].map(({ href }) => new URL(href).pathname) }
}

afterEach(() => {
  delete window.takePreloadedCall
  for (const link of document.head.querySelectorAll('link')) link.remove()
  window.history.replaceState(null, '', '/')
})

test('without a session nothing is asked, and only the files of public pages are loaded', () => {
  expect(start('/courses/course/c1')).toEqual({ asked: [], preloaded: [] })
  expect(start('/auth/register')).toEqual({ asked: [], preloaded: ['/assets/register.js'] })
  localStorage.setItem('auth-storage', '{broken')
  expect(start('/courses/course/c1').asked).toEqual([])
})

test('with a session its account and the calls of the address are asked, and the first call that wants an answer takes it', async () => {
  const called = fakeApi({ auth: { getSession: async () => ownUser({ name: 'Ana' }) } })
  signInAs('USER')
  const { asked, preloaded } = start('/courses/course/c1')
  expect({ asked, preloaded }).toEqual({
    asked: ['/api/auth/session', '/api/courses/c1', '/api/only-without-filter'],
    preloaded: ['/assets/pages.js'],
  })
  await expect(api.auth.getSession()).resolves.toMatchObject({ name: 'Ana' })
  expect(called).toHaveLength(2)
  await api.auth.getSession()
  expect(called, 'the second call is made as any other').toHaveLength(3)
})

test('with a query string only the calls that do not depend on it are asked', () => {
  fakeApi({})
  signInAs('USER')
  expect(start('/courses/course/c1?page=2').asked).toEqual(['/api/auth/session', '/api/courses/c1'])
})

test('an answer to another token is not used', async () => {
  const called = fakeApi({ auth: { getSession: async () => ownUser({ name: 'Ana' }) } })
  signInAs('USER')
  start('/nowhere')
  expect(called).toHaveLength(1)
  expect(window.takePreloadedCall?.('/api/auth/session', 'another token')).toBeUndefined()
})

test('after a change, earlier preloaded answers are not used', async () => {
  const called = fakeApi({ auth: { getSession: async () => ownUser({ name: 'Ana' }), logout: async () => undefined } })
  signInAs('USER')
  start('/nowhere')
  await api.auth.logout()
  await api.auth.getSession()
  expect(called.map(({ name }) => name)).toEqual(['auth.getSession', 'auth.logout', 'auth.getSession'])
})

test('if the preloaded call got no answer, it is made again', async () => {
  signInAs('USER')
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  start('/nowhere')
  fakeApi({ auth: { getSession: async () => ownUser({ name: 'Ana' }) } })
  await expect(api.auth.getSession()).resolves.toMatchObject({ name: 'Ana' })
})
