/** Progress made without a connection or a session is sent later, for the user who watched. */

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { setServerTime } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { FakeProblem, fakeApi, signInAs } from '#test/fake-api.ts'
import { atNewestPlace, saveUnsentProgress, readUnsentProgress, sendUnsentProgress } from './offline-watch-progress.ts'

const id = (n: number) => `0198f6a0-0000-7000-8000-00000000000${n}`
const place = { courseId: id(1), weekId: id(2), mediaId: id(3) }
const other = { ...place, mediaId: id(4) }
const now = Date.parse('2026-11-20T12:00:00Z')
const agoMs = (minutes: number): number => now - minutes * 60_000
const unsent = { position: 12, ranges: [[0, 12]] as [number, number][], at: agoMs(10), durationSeconds: 100 }
const answer = {
  watched: false,
  watchedAt: null,
  coverage: 0,
  position: 12,
  savedAt: null,
  durationSeconds: 100,
  ranges: [],
  source: null,
}

beforeEach(() => void vi.spyOn(Date, 'now').mockReturnValue(now))
afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
})

test('all of it is sent, and then deleted', async () => {
  const { id: userId } = signInAs('USER')
  const called = fakeApi({ attendance: { markVideoAttendance: async ({ body }) => ({ ...answer, ranges: body.ranges ?? [] }) } })
  saveUnsentProgress(userId, place, unsent)
  saveUnsentProgress(userId, other, { position: 3, ranges: [], at: agoMs(0), durationSeconds: null })
  await sendUnsentProgress()
  expect(called.map(({ request }) => request.body)).toEqual([
    { ...place, watched: false, position: 12, positionAge: 600, ranges: unsent.ranges, durationSeconds: 100 },
    { ...other, watched: false, position: 3, positionAge: 0, ranges: [], durationSeconds: null },
  ])
  expect(readUnsentProgress(userId, place.mediaId)).toBeNull()
  expect(localStorage.getItem(`watch:${userId}`)).toBeNull()
})

test('ranges that the server has not added are sent next time', async () => {
  const { id: userId } = signInAs('USER')
  saveUnsentProgress(userId, place, unsent)
  fakeApi({ attendance: { markVideoAttendance: async () => ({ ...answer, ranges: [[0, 10]] }) } })
  signInAs('USER')
  await sendUnsentProgress()
  expect(readUnsentProgress(userId, place.mediaId)).toEqual(unsent)
  fakeApi({ attendance: { markVideoAttendance: async () => ({ ...answer, ranges: [[0, 12]] }) } })
  signInAs('USER')
  await sendUnsentProgress()
  expect(readUnsentProgress(userId, place.mediaId)).toBeNull()
})

test('progress on a video that has been replaced is deleted', async () => {
  const { id: userId } = signInAs('USER')
  saveUnsentProgress(userId, place, unsent)
  fakeApi({ attendance: { markVideoAttendance: async () => ({ ...answer, durationSeconds: 300 }) } })
  signInAs('USER')
  await sendUnsentProgress()
  expect(readUnsentProgress(userId, place.mediaId)).toBeNull()
})

test('without a session or a server it waits; what is rejected for good is dropped', async () => {
  const { id: userId } = signInAs('USER')
  saveUnsentProgress(userId, place, unsent)
  for (const problem of [
    new FakeProblem(401, 'unauthenticated'),
    new FakeProblem(503, 'unavailable'),
    new FakeProblem(429, 'rate-limited'),
  ]) {
    fakeApi({ attendance: { markVideoAttendance: () => Promise.reject(problem) } })
    signInAs('USER')
    await sendUnsentProgress()
    expect(readUnsentProgress(userId, place.mediaId)).toEqual(unsent)
  }
  fakeApi({ attendance: { markVideoAttendance: () => Promise.reject(new FakeProblem(404, 'not-found')) } })
  signInAs('USER')
  await sendUnsentProgress()
  expect(readUnsentProgress(userId, place.mediaId)).toBeNull()
})

test('a user never sends what another has watched', async () => {
  saveUnsentProgress('somebody-else', place, unsent)
  signInAs('USER')
  const called = fakeApi({})
  await sendUnsentProgress()
  useSession.getState().signOut()
  await sendUnsentProgress()
  expect(called).toEqual([])
  expect(readUnsentProgress('somebody-else', place.mediaId)).toEqual(unsent)
})

const anHour = 3_600_000
describe.each([
  ['is right', 0],
  ['is an hour ahead', anHour],
  ['is an hour behind', -anHour],
])('a device whose clock %s', (_, aheadMs) => {
  test.each([
    ['nothing saved', null, 12],
    ['saved before', agoMs(11), 12],
    ['saved since, on another device', agoMs(9), 40],
  ])('%s: the newer place counts, and what was watched in any case', (_, savedAt, position) => {
    vi.spyOn(Date, 'now').mockReturnValue(now + aheadMs)
    setServerTime(new Date(now).toUTCString(), Date.now())
    // What was watched has the time of the device, what the server has saved that of the server.
    const stored = { ...unsent, at: unsent.at + aheadMs }
    const newest = atNewestPlace(stored, { position: 40, savedAt: savedAt === null ? null : new Date(savedAt).toISOString() })
    expect(newest).toMatchObject({ position, ranges: unsent.ranges })
  })
})
