import { expect, test } from 'vitest'
import { testAppWithFiles } from '#test/files.ts'
import { isOtherVideo } from '#modules/media/rules.ts'

const { given, as, clock, upload } = await testAppWithFiles()
const start = Date.parse('2026-11-20T12:00:00Z')
const at = (seconds: number) => clock.set(new Date(start + seconds * 1000))

/** A recording of 100 seconds: one student is in the middle of it, one has watched it, and one was marked by the trainer. */
async function watched() {
  at(0)
  const { course, week, media, student, trainer } = await given.recorded({ durationSeconds: 100 })
  const place = { courseId: course.id, weekId: week.id, mediaId: media.id }
  const others = await Promise.all([given.student(), given.student()])
  for (const other of others) await given.member(course.id, other)
  const [middle, end, marked] = [await as(student), await as(others[0]), await as(others[1])]
  const trainerClient = await as(trainer)
  const play = async (who: typeof middle, to: number) => {
    await who.attendance.markVideoAttendance({ body: { ...place, watched: false } })
    at(60)
    await who.attendance.markVideoAttendance({ body: { ...place, watched: false, position: to, ranges: [[0, to]] } })
    at(0)
  }
  for (const [who, to] of [
    [middle, 40],
    [end, 95],
    [marked, 30],
  ] as const)
    await play(who, to)
  const marks = [{ userId: marked.user.id, mediaId: media.id, status: 'PRESENT' as const }]
  await trainerClient.attendance.markBulkAttendance({ params: place, body: { attendance: marks } })
  const params = { courseId: course.id, mediaId: media.id }
  const replace = async (durationSeconds: number) =>
    trainerClient.media.updateMedia({ params, body: { url: await upload(trainerClient, 'video/webm'), durationSeconds } })
  const stands = (who: typeof middle) => who.attendance.checkVideoAttendance({ params: place })
  const viewers = () => trainerClient.media.getViewers({ params: { courseId: course.id, id: media.id } })
  return { place, params, trainerClient, middle, end, marked, replace, stands, viewers }
}

test('with another video, whoever is in the middle begins again; what was earned stays', async () => {
  const { place, middle, end, marked, replace, stands, viewers, trainerClient } = await watched()
  await expect(viewers()).resolves.toEqual({ begun: 2, watched: 1 })
  const before = await stands(end)
  await replace(300)
  const anew = { watched: false, coverage: 0, position: 0, savedAt: null, durationSeconds: 300, ranges: [] }
  await expect(stands(middle)).resolves.toEqual({ ...anew, watchedAt: null, source: null })
  await expect(stands(marked)).resolves.toMatchObject({ ...anew, source: 'STAFF' })
  await expect(stands(end)).resolves.toEqual({ ...before, durationSeconds: 300 })
  await expect(viewers()).resolves.toEqual({ begun: 0, watched: 1 })
  const { students } = await trainerClient.attendance.getCourseAttendance({ params: place })
  const statusOf = (id: string) => students.find(({ user }) => user.id === id)?.entries[place.mediaId]?.status
  expect([middle, end, marked].map(({ user }) => statusOf(user.id))).toEqual([undefined, 'PRESENT', 'PRESENT'])
  // The clock too: the time that the old one was watched in counts for nothing.
  at(3600)
  const body = { ...place, watched: false, position: 300, ranges: [[0, 300]] as [number, number][] }
  await expect(middle.attendance.markVideoAttendance({ body })).resolves.toMatchObject({ ranges: [[0, 10]] })
})

test('the clock of who had only just begun starts anew as well', async () => {
  const { params, place, trainerClient, replace } = await watched()
  const late = await given.student()
  await given.member(params.courseId, late)
  const lateClient = await as(late)
  await lateClient.attendance.markVideoAttendance({ body: { ...place, watched: false } })
  await replace(300)
  at(3600)
  const body = { ...place, watched: false, position: 300, ranges: [[0, 300]] as [number, number][] }
  await expect(lateClient.attendance.markVideoAttendance({ body })).resolves.toMatchObject({ ranges: [[0, 10]] })
  const viewers = await trainerClient.media.getViewers({ params: { courseId: params.courseId, id: params.mediaId } })
  expect(viewers).toEqual({ begun: 1, watched: 1 })
})

test('a page that still plays the old video changes nothing any more', async () => {
  const { place, middle, replace, stands } = await watched()
  await replace(300)
  const now = await stands(middle)
  at(600)
  const late = { ...place, watched: true, position: 90, ranges: [[0, 90]] as [number, number][], durationSeconds: 100 }
  await expect(middle.attendance.markVideoAttendance({ body: late })).resolves.toEqual(now)
  await expect(stands(middle)).resolves.toEqual(now)
  const anew = { ...late, watched: false, ranges: [[0, 5]] as [number, number][], durationSeconds: 300 }
  await expect(middle.attendance.markVideoAttendance({ body: anew })).resolves.toMatchObject({ ranges: [[0, 5]] })
})

test('the same video in another file goes on where everybody is', async () => {
  const { middle, replace, stands, trainerClient, params } = await watched()
  const before = await stands(middle)
  await replace(100.6)
  await expect(stands(middle)).resolves.toEqual({ ...before, durationSeconds: 100.6 })
  await trainerClient.media.updateMedia({ params, body: { title: 'Only a new title' } })
  await expect(stands(middle)).resolves.toMatchObject({ position: 40, ranges: [[0, 40]] })
})

test('a refused change changes nothing of what was watched', async () => {
  const { middle, stands, trainerClient, params } = await watched()
  const foreign = await upload(await as('TRAINER'), 'video/webm')
  await expect(trainerClient.media.updateMedia({ params, body: { url: foreign, durationSeconds: 300 } })).rejects.toBeProblem('invalid')
  await expect(stands(middle)).resolves.toMatchObject({ position: 40 })
})

test('a file that is deleted takes nothing; the one that comes in its place begins anew', async () => {
  const { middle, end, replace, stands, trainerClient, params } = await watched()
  await trainerClient.media.removeMediaFile({ params: { mediaId: params.mediaId }, body: { url: null } })
  await expect(stands(middle)).resolves.toMatchObject({ position: 40, ranges: [[0, 40]] })
  await replace(100)
  await expect(stands(middle)).resolves.toMatchObject({ position: 0, ranges: [] })
  await expect(stands(end)).resolves.toMatchObject({ watched: true })
  const other = await watched()
  await other.trainerClient.media.removeMediaFile({ params: { mediaId: other.params.mediaId }, body: { url: 'https://example.org/v.mp4' } })
  await expect(other.stands(other.middle)).resolves.toMatchObject({ position: 0, ranges: [] })
})

test.each([
  [100, 101, false],
  [100, 101.1, true],
  [null, 100, true],
  [100, null, true],
  [null, null, false],
])('%d seconds and then %d: another video, %s', (before, after, isOther) => {
  expect(isOtherVideo({ url: 'a', durationSeconds: before }, { url: 'b', durationSeconds: after })).toBe(isOther)
  expect(isOtherVideo({ url: 'a', durationSeconds: before }, { url: 'a', durationSeconds: after })).toBe(false)
  expect(isOtherVideo({ url: 'a', durationSeconds: before }, { url: null, durationSeconds: after })).toBe(false)
})
