import { expect, test } from 'vitest'
import { getWatchingChange } from '#modules/media/rules.ts'
import { testAppWithFiles } from '#test/files.ts'

const { given, as, clock, upload } = await testAppWithFiles()
const start = Date.parse('2026-11-20T12:00:00Z')
const at = (seconds: number) => clock.set(new Date(start + seconds * 1000))

/** A recording of 100 seconds: one student is halfway, one has watched it, and one was marked present by the trainer. */
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
  const replace = async (durationSeconds: number | null, watching?: 'KEEP' | 'RESTART') =>
    trainerClient.media.updateMedia({ params, body: { url: await upload(trainerClient, 'video/webm'), durationSeconds, watching } })
  const progressOf = (who: typeof middle) => who.attendance.checkVideoAttendance({ params: place })
  const viewers = () => trainerClient.media.getViewers({ params: { courseId: course.id, id: media.id } })
  return { place, params, trainerClient, middle, end, marked, replace, progressOf, viewers }
}

test('with another video, viewers in the middle restart; attendance stays', async () => {
  const { place, middle, end, marked, replace, progressOf, viewers, trainerClient } = await watched()
  await expect(viewers()).resolves.toEqual({ started: 2, watched: 1, unwatched: 1 })
  const before = await progressOf(end)
  await replace(300)
  const fromZero = { watched: false, coverage: 0, position: 0, savedAt: null, durationSeconds: 300, ranges: [] }
  await expect(progressOf(middle)).resolves.toEqual({ ...fromZero, watchedAt: null, source: null })
  await expect(progressOf(marked)).resolves.toMatchObject({ ...fromZero, source: 'STAFF' })
  await expect(progressOf(end)).resolves.toEqual({ ...before, durationSeconds: 300 })
  await expect(viewers()).resolves.toEqual({ started: 0, watched: 1, unwatched: 1 })
  const { students } = await trainerClient.attendance.getCourseAttendance({ params: place })
  const statusOf = (id: string) => students.find(({ user }) => user.id === id)?.entries[place.mediaId]?.status
  expect([middle, end, marked].map(({ user }) => statusOf(user.id))).toEqual([undefined, 'PRESENT', 'PRESENT'])
  // The clock too: time spent on the old video does not count.
  at(3600)
  const body = { ...place, watched: false, position: 300, ranges: [[0, 300]] as [number, number][] }
  await expect(middle.attendance.markVideoAttendance({ body })).resolves.toMatchObject({ ranges: [[0, 10]] })
})

test('the clock of a viewer who had only just started restarts as well', async () => {
  const { params, place, trainerClient, replace } = await watched()
  const late = await given.student()
  await given.member(params.courseId, late)
  const lateClient = await as(late)
  await lateClient.attendance.markVideoAttendance({ body: { ...place, watched: false } })
  await replace(300)
  at(3600)
  const body = { ...place, watched: false, position: 300, ranges: [[0, 300]] as [number, number][] }
  await expect(lateClient.attendance.markVideoAttendance({ body })).resolves.toMatchObject({ ranges: [[0, 10]] })
  const viewers = () => trainerClient.media.getViewers({ params: { courseId: params.courseId, id: params.mediaId } })
  expect(await viewers()).toEqual({ started: 1, watched: 1, unwatched: 2 })
  // Who has left the course is not counted.
  await (await as('ADMIN')).users.removeUserFromCourse({ params: { id: late.id, courseId: params.courseId } })
  expect(await viewers()).toEqual({ started: 0, watched: 1, unwatched: 1 })
})

test('a page that still plays the old video cannot save progress', async () => {
  const { place, middle, replace, progressOf } = await watched()
  await replace(300)
  const now = await progressOf(middle)
  at(600)
  const late = { ...place, watched: true, position: 90, ranges: [[0, 90]] as [number, number][], durationSeconds: 100 }
  await expect(middle.attendance.markVideoAttendance({ body: late })).resolves.toEqual(now)
  await expect(progressOf(middle)).resolves.toEqual(now)
  const fromZero = { ...late, watched: false, ranges: [[0, 5]] as [number, number][], durationSeconds: 300 }
  await expect(middle.attendance.markVideoAttendance({ body: fromZero })).resolves.toMatchObject({ ranges: [[0, 5]] })
})

test('the same video in another file keeps all progress', async () => {
  const { middle, replace, progressOf, trainerClient, params } = await watched()
  const before = await progressOf(middle)
  await replace(100.6)
  await expect(progressOf(middle)).resolves.toEqual({ ...before, coverage: 40 / 100.6, durationSeconds: 100.6 })
  await trainerClient.media.updateMedia({ params, body: { title: 'Only a new title' } })
  await expect(progressOf(middle)).resolves.toMatchObject({ position: 40, ranges: [[0, 40]] })
})

test('the trainer may say that it is another video, whatever its length', async () => {
  const { middle, end, replace, progressOf } = await watched()
  const before = await progressOf(end)
  await replace(100, 'RESTART')
  await expect(progressOf(middle)).resolves.toMatchObject({ position: 0, ranges: [], coverage: 0, savedAt: null })
  await expect(progressOf(end)).resolves.toEqual(before)
  const other = await watched()
  // Without another file this has no effect.
  await other.trainerClient.media.updateMedia({ params: other.params, body: { title: 'Again', watching: 'RESTART' } })
  await expect(other.progressOf(other.middle)).resolves.toMatchObject({ position: 40, ranges: [[0, 40]] })
})

test('or that it is the same, corrected: progress is kept, measured by the new length', async () => {
  const { place, middle, end, marked, replace, progressOf } = await watched()
  await replace(80, 'KEEP')
  await expect(progressOf(middle)).resolves.toMatchObject({
    position: 40,
    ranges: [[0, 40]],
    coverage: 0.5,
    durationSeconds: 80,
    watched: false,
  })
  await expect(progressOf(marked)).resolves.toMatchObject({ position: 30, coverage: 0.375, source: 'STAFF' })
  await expect(progressOf(end)).resolves.toMatchObject({ watched: true, coverage: 0.95 })
  at(120)
  const on = { ...place, watched: false, position: 75, ranges: [[40, 75]] as [number, number][], durationSeconds: 80 }
  await expect(middle.attendance.markVideoAttendance({ body: on })).resolves.toMatchObject({ watched: true, ranges: [[0, 75]] })
  at(0)
  const shorter = await watched()
  await shorter.replace(20, 'KEEP')
  await expect(shorter.progressOf(shorter.middle)).resolves.toMatchObject({ ranges: [[0, 40]], coverage: 1, watched: false })
  const unknown = await watched()
  await unknown.replace(null, 'KEEP')
  await expect(unknown.progressOf(unknown.middle)).resolves.toMatchObject({ ranges: [[0, 40]], coverage: 0, durationSeconds: null })
})

test('a rejected change keeps the watch progress', async () => {
  const { middle, progressOf, trainerClient, params } = await watched()
  const foreign = await upload(await as('TRAINER'), 'video/webm')
  await expect(trainerClient.media.updateMedia({ params, body: { url: foreign, durationSeconds: 300 } })).rejects.toBeProblem(
    'validation-failed',
  )
  await expect(progressOf(middle)).resolves.toMatchObject({ position: 40 })
})

test('deleting a file keeps the progress; the next file starts from zero', async () => {
  const { middle, end, replace, progressOf, trainerClient, params } = await watched()
  await trainerClient.media.removeMediaFile({ params: { mediaId: params.mediaId }, body: { url: null } })
  await expect(progressOf(middle)).resolves.toMatchObject({ position: 40, ranges: [[0, 40]] })
  await replace(100)
  await expect(progressOf(middle)).resolves.toMatchObject({ position: 0, ranges: [] })
  await expect(progressOf(end)).resolves.toMatchObject({ watched: true })
  const other = await watched()
  await other.trainerClient.media.removeMediaFile({ params: { mediaId: other.params.mediaId }, body: { url: 'https://example.org/v.mp4' } })
  await expect(other.progressOf(other.middle)).resolves.toMatchObject({ position: 0, ranges: [] })
})

test.each([
  [100, 101, 'KEEP'],
  [100, 101.1, 'RESTART'],
  [null, 100, 'RESTART'],
  [100, null, 'RESTART'],
  [null, null, 'KEEP'],
] as const)('%d seconds and then %d: %s, unless something else is said', (before, after, watching) => {
  const [one, other] = [
    { source: 'a', durationSeconds: before },
    { source: 'b', durationSeconds: after },
  ]
  expect(getWatchingChange(one, other)).toBe(watching)
  for (const said of ['KEEP', 'RESTART'] as const) expect(getWatchingChange(one, other, said)).toBe(said)
  for (const source of ['a', null]) expect(getWatchingChange(one, { ...other, source }, 'RESTART')).toBeUndefined()
})
