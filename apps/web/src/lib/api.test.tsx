/** What an answer means for the session: a 401 ends it, nothing else does, and what was being typed is there afterwards. */

import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { api } from '#lib/api.ts'
import { useDraft } from '#lib/drafts.ts'
import { useSession } from '#lib/session.ts'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  useSession.getState().signOut('person')
})

const refuse = (status: number, problem: string) => () => Promise.reject(new FakeProblem(status, problem))
const isSignedIn = () => useSession.getState().isAuthenticated
const rename = () => api.users.updateMe({ body: { name: 'Ana' } }).catch(() => undefined)

test.each([
  [400, 'malformed-body'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [409, 'conflict'],
  [422, 'validation-failed'],
  [429, 'rate-limited'],
  [500, 'internal'],
  [503, 'unavailable'],
])('a %i signs nobody out', async (status, problem) => {
  signInAs('USER')
  fakeApi({ users: { updateMe: refuse(status, problem) } })
  await rename()
  expect(isSignedIn()).toBe(true)
})

test('a wrong password, code or reset token does not end the session', async () => {
  signInAs('USER')
  const wrong = refuse(401, 'unauthenticated')
  fakeApi({ auth: { login: wrong, verifyOtp: wrong, resetPassword: wrong } })
  const body = { email: 'ana@example.org', password: 'quiet desk 20', otp: '123456' }
  for (const call of [api.auth.login({ body }), api.auth.verifyOtp({ body }), api.auth.resetPassword({ body }, { token: 'reset' })])
    await expect(call).rejects.toMatchObject({ status: 401 })
  expect(isSignedIn()).toBe(true)
})

test('text typed before the session ended is there after signing in again', async () => {
  const { id } = signInAs('USER')
  fakeApi({ users: { updateMe: refuse(401, 'unauthenticated') } })
  const form = renderHook(() => useDraft('comment:c1', ''))
  act(() => form.result.current.setValue('half a sentence'))
  await act(rename)
  expect(isSignedIn()).toBe(false)
  form.unmount()
  expect(signInAs('USER').id).toBe(id)
  expect(renderHook(() => useDraft('comment:c1', '')).result.current.value).toBe('half a sentence')
})

test('an answer to a session that has been replaced does not end the new one', async () => {
  signInAs('USER')
  const answer = Promise.withResolvers<never>()
  const called = fakeApi({ users: { updateMe: () => answer.promise } })
  const asked = rename()
  await waitFor(() => expect(called).toHaveLength(1))
  const user = useSession.getState().user!
  useSession.getState().setAuth('another token', user)
  answer.reject(new FakeProblem(401, 'unauthenticated'))
  await asked
  expect(isSignedIn()).toBe(true)
})
