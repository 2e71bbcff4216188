/** What was watched without a connection or a session arrives later, for the one who watched it. */
import { afterEach, expect, test } from 'vitest'
import { FakeProblem, fakeApi, signInAs } from '#test/fake-api.ts'
import { useSession } from '#lib/session.ts'
import { keepUnsent, readUnsent, sendUnsent } from './unsent-watching.ts'

const id = (n: number) => `0198f6a0-0000-7000-8000-00000000000${n}`
const place = { courseId: id(1), weekId: id(2), mediaId: id(3) }
const other = { ...place, mediaId: id(4) }
const unsent = { position: 12, ranges: [[0, 12]] as [number, number][] }
const answer = { watched: false, watchedAt: null, coverage: 0, position: 12, durationSeconds: null, ranges: [], source: null }

afterEach(() => localStorage.clear())

test('all of it is sent, and then forgotten', async () => {
  const { id: userId } = signInAs('USER')
  const called = fakeApi({ attendance: { markVideoAttendance: async () => answer } })
  keepUnsent(userId, place, unsent)
  keepUnsent(userId, other, { position: 3, ranges: [] })
  await sendUnsent()
  expect(called.map(({ request }) => request.body)).toEqual([
    { ...place, watched: false, ...unsent },
    { ...other, watched: false, position: 3, ranges: [] },
  ])
  expect(readUnsent(userId, place.mediaId)).toBeNull()
  expect(localStorage.getItem(`watch:${userId}`)).toBeNull()
})

test('without a session or a server it waits on; what is refused for good is given up', async () => {
  const { id: userId } = signInAs('USER')
  keepUnsent(userId, place, unsent)
  for (const problem of [
    new FakeProblem(401, 'unauthenticated'),
    new FakeProblem(503, 'unavailable'),
    new FakeProblem(429, 'rate-limited'),
  ]) {
    fakeApi({ attendance: { markVideoAttendance: () => Promise.reject(problem) } })
    signInAs('USER')
    await sendUnsent()
    expect(readUnsent(userId, place.mediaId)).toEqual(unsent)
  }
  fakeApi({ attendance: { markVideoAttendance: () => Promise.reject(new FakeProblem(404, 'not-found')) } })
  signInAs('USER')
  await sendUnsent()
  expect(readUnsent(userId, place.mediaId)).toBeNull()
})

test('nobody sends what somebody else has watched', async () => {
  keepUnsent('somebody-else', place, unsent)
  signInAs('USER')
  const called = fakeApi({})
  await sendUnsent()
  useSession.getState().signOut()
  await sendUnsent()
  expect(called).toEqual([])
  expect(readUnsent('somebody-else', place.mediaId)).toEqual(unsent)
})
