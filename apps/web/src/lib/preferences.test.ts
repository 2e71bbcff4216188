/** Choices reach the server, also when it was unreachable at first. */

import { waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { fakeApi, FakeProblem, signInAs } from '#test/fake-api.ts'
import { choosePreferences, savePreferences, withUnsaved } from './preferences.ts'
import { useSession } from './session.ts'

afterEach(() => localStorage.clear())

function server(answer: () => void = () => undefined) {
  const user = signInAs('USER')
  const saved: unknown[] = []
  fakeApi({
    users: {
      updateMe: async (request) => {
        saved.push(request?.body)
        answer()
        return { ...user, profileImageUrl: null, timeZone: null, status: 'ACTIVE', createdAt: '', lastSeenAt: null, preferences: {} }
      },
    },
  })
  return { user, saved }
}

test('choices made together are sent once', async () => {
  const { saved } = server()
  for (const playbackRate of [1.25, 1.5, 1.75]) choosePreferences({ playbackRate })
  choosePreferences({ captions: null })
  expect(useSession.getState().user?.preferences).toEqual({ playbackRate: 1.75, captions: null })
  await waitFor(() => expect(saved).toEqual([{ preferences: { playbackRate: 1.75, captions: null } }]))
  await savePreferences()
  expect(saved).toHaveLength(1)
})

test('an older answer does not replace choices that are not saved yet; they are sent with the next page', async () => {
  let isDown = true
  const { user, saved } = server(() => {
    if (isDown) throw new FakeProblem(503, 'unavailable')
  })
  choosePreferences({ theme: 'DARK' })
  await savePreferences()
  expect(withUnsaved({ ...user, preferences: { theme: 'LIGHT', playbackRate: 2 } }).preferences).toEqual({ theme: 'DARK', playbackRate: 2 })
  isDown = false
  await savePreferences()
  expect(withUnsaved({ ...user, preferences: { theme: 'LIGHT' } }).preferences).toEqual({ theme: 'LIGHT' })
  expect(saved.at(-1)).toEqual({ preferences: { theme: 'DARK' } })
})

test('choices that the server refuses are not sent for ever, and invalid storage is ignored', async () => {
  const { user, saved } = server(() => {
    throw new FakeProblem(422, 'validation-failed')
  })
  choosePreferences({ playbackRate: 9 })
  await savePreferences()
  await savePreferences()
  expect(saved).toHaveLength(1)
  localStorage.setItem(`unsent-preferences:${user.id}`, '{')
  expect(withUnsaved({ ...user, preferences: {} }).preferences).toEqual({})
})

test('a choice made while another is being saved is not lost', async () => {
  const answer = Promise.withResolvers<void>()
  const user = signInAs('USER')
  const saved: unknown[] = []
  fakeApi({
    users: {
      updateMe: async (request) => {
        saved.push(request?.body)
        await answer.promise
        return { ...user, profileImageUrl: null, timeZone: null, status: 'ACTIVE', createdAt: '', lastSeenAt: null, preferences: {} }
      },
    },
  })
  choosePreferences({ theme: 'DARK' })
  const saving = savePreferences()
  choosePreferences({ playbackRate: 2 })
  answer.resolve()
  await saving
  expect(withUnsaved({ ...user, preferences: {} }).preferences).toEqual({ theme: 'DARK', playbackRate: 2 })
  await savePreferences()
  expect(saved.at(-1)).toEqual({ preferences: { theme: 'DARK', playbackRate: 2 } })
})
