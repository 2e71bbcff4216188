/** Choices reach the server, also when it could not be told at first. */
import { afterEach, expect, test, vi } from 'vitest'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { useSession } from './session.ts'
import { choosePreferences, savePreferences, withUnsaved } from './preferences.ts'

afterEach(() => localStorage.clear())

function server(answer: () => void = () => undefined) {
  const user = signInAs('USER')
  const told: unknown[] = []
  fakeApi({
    users: {
      updateMe: async (request) => {
        told.push(request?.body)
        answer()
        return { ...user, profileImageUrl: null, timeZone: null, status: 'ACTIVE', createdAt: '', lastSeenAt: null, preferences: {} }
      },
    },
  })
  return { user, told }
}

test('what was chosen in one go is told once', async () => {
  const { told } = server()
  for (const playbackRate of [1.25, 1.5, 1.75]) choosePreferences({ playbackRate })
  choosePreferences({ captions: null })
  expect(useSession.getState().user?.preferences).toEqual({ playbackRate: 1.75, captions: null })
  await vi.waitFor(() => expect(told).toEqual([{ preferences: { playbackRate: 1.75, captions: null } }]), { timeout: 20_000 })
  await savePreferences()
  expect(told).toHaveLength(1)
})

test('an older answer does not turn back what the server was not told yet; it is told with the next page', async () => {
  let isDown = true
  const { user, told } = server(() => {
    if (isDown) throw new FakeProblem(503, 'unavailable')
  })
  choosePreferences({ theme: 'DARK' })
  await savePreferences()
  expect(withUnsaved({ ...user, preferences: { theme: 'LIGHT', playbackRate: 2 } }).preferences).toEqual({ theme: 'DARK', playbackRate: 2 })
  isDown = false
  await savePreferences()
  expect(withUnsaved({ ...user, preferences: { theme: 'LIGHT' } }).preferences).toEqual({ theme: 'LIGHT' })
  expect(told.at(-1)).toEqual({ preferences: { theme: 'DARK' } })
})

test('what the server refuses for good is not sent for ever, and nonsense in the storage is no choice', async () => {
  const { user, told } = server(() => {
    throw new FakeProblem(422, 'invalid')
  })
  choosePreferences({ playbackRate: 9 })
  await savePreferences()
  await savePreferences()
  expect(told).toHaveLength(1)
  localStorage.setItem(`untold-preferences:${user.id}`, '{')
  expect(withUnsaved({ ...user, preferences: {} }).preferences).toEqual({})
})
