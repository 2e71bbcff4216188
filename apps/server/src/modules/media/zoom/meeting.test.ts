import { Writable } from 'node:stream'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { createApp } from '#app.ts'
import type { Db } from '#db/client.ts'
import { media } from '#db/schema/media.ts'
import { scheduleReport, syncMeetingJob, zoomQueue } from '#modules/media/zoom/meeting.ts'
import { cancelMeetingsOf } from '#modules/media/zoom/queries.ts'
import { addJob } from '#services/jobs.ts'
import { createZoom, ZoomFailure, type Zoom } from '#services/zoom.ts'
import { testApp } from '#test/app.ts'
import { countWaiting } from '#test/concurrent-calls.ts'
import { account, zoomServer } from '#test/zoom.ts'

const server = await zoomServer()
afterAll(() => server.close())
const { as, given, deps, runJobs, clock, database } = await testApp({
  ZOOM_ACCOUNT_ID: account.accountId,
  ZOOM_CLIENT_ID: account.clientId,
  ZOOM_CLIENT_SECRET: account.clientSecret,
})
deps.services.zoom = createZoom(account, server.where)
// Jobs are due by the database's clock.
const base = Math.floor(Date.now() / 1000) * 1000
const inMinutes = (count: number) => new Date(base + count * 60_000).toISOString()
clock.set(new Date(base))
const zoomOptions = { startsAt: inMinutes(600), durationMinutes: 60, timeZone: 'Europe/Lisbon' }

async function openWeek() {
  const { trainer, student, course, week } = await given.week()
  const trainerClient = await as(trainer)
  const params = { courseId: course.id, weekId: week.id }
  const plan = (options: Partial<typeof zoomOptions> & { joinUrl?: string; passcode?: string } = {}) =>
    trainerClient.media.createMedia({ params, body: { title: 'Q&A', type: 'LIVE', zoomOptions: { ...zoomOptions, ...options } } })
  const at = (id: string) => ({ params: { courseId: course.id, id } })
  const remove = (id: string) => trainerClient.media.removeMedia({ params: { courseId: course.id, mediaId: id } })
  const show = (id: string, who = trainerClient) => who.media.getMedia({ params: { courseId: course.id, id } })
  const change = (id: string, body: NonNullable<Parameters<typeof trainerClient.media.updateMedia>[0]['body']>) =>
    trainerClient.media.updateMedia({ params: { courseId: course.id, mediaId: id }, body })
  return { trainerClient, studentClient: await as(student), params, plan, at, show, change, remove }
}
const callsOf = (method: string) => server.calls.filter((call) => call.method === method && call.path.startsWith('/v2'))
/** Jobs that wait for their time are due at once. */
const hurry = () => database.db.execute(sql`update graphile_worker._private_jobs set run_at = now() where key like 'zoom.sync%'`)
beforeEach(() => {
  server.failWith(() => undefined)
  server.calls.length = 0
})

test('a session without a link gets a meeting, updated and deleted with it', async () => {
  const { trainerClient, plan, show, change, at, remove } = await openWeek()
  await expect(trainerClient.media.getMediaOptions()).resolves.toEqual({ zoom: true })
  const made = await plan({ passcode: 'tide_1' })
  expect(made.zoomOptions).toMatchObject({ joinUrl: null, zoomMeeting: { state: 'PENDING', reason: null } })
  expect(server.calls).toHaveLength(0)
  await expect(trainerClient.media.getStartLink(at(made.id))).rejects.toBeProblem('conflict')
  await runJobs()
  const ready = (await show(made.id)).zoomOptions!
  expect(ready).toMatchObject({
    joinUrl: `https://zoom.example/j/${ready.meetingId}`,
    passcode: 'tide_1',
    startUrl: null,
    zoomMeeting: { state: 'READY' },
  })
  const { url } = await trainerClient.media.getStartLink(at(made.id))
  expect(url).toContain(`/s/${ready.meetingId}?zak=planted-host-link`)
  expect((await trainerClient.media.getStartLink(at(made.id))).url).not.toBe(url)

  await change(made.id, { title: 'Moved', zoomOptions: { ...zoomOptions, startsAt: inMinutes(700), joinUrl: ready.joinUrl } })
  await runJobs()
  expect(server.meetings.get(ready.meetingId!)).toMatchObject({ topic: 'Moved', start_time: inMinutes(700).replace('.000', '') })
  await change(made.id, { notes: '<p>Nothing for Zoom</p>' })
  await runJobs()
  expect(callsOf('PATCH')).toHaveLength(1)

  await remove(made.id)
  await runJobs()
  expect(server.meetings.has(ready.meetingId!)).toBe(false)
  expect(callsOf('POST')).toHaveLength(1)
})

test('a change that does not name the passcode keeps it, and the link', async () => {
  const { plan, show, change } = await openWeek()
  const made = await plan({ passcode: 'tide_1' })
  await runJobs()
  const { joinUrl } = (await show(made.id)).zoomOptions!
  await change(made.id, { zoomOptions: { ...zoomOptions, durationMinutes: 90, joinUrl } })
  expect((await show(made.id)).zoomOptions).toMatchObject({ passcode: 'tide_1', joinUrl, durationMinutes: 90 })
})

test('the meetings of a deleted week or course are deleted too', async () => {
  const { plan, show, params, trainerClient } = await openWeek()
  const { week: second } = await given.week({ courseId: params.courseId })
  const admin = await as('ADMIN')
  const first = await plan()
  const other = await admin.media.createMedia({
    params: { courseId: params.courseId, weekId: second.id },
    body: { title: 'Elsewhere', type: 'LIVE', zoomOptions },
  })
  await runJobs()
  const numberOf = async (id: string) => (await show(id)).zoomOptions!.meetingId!
  const [gone, kept] = [await numberOf(first.id), await numberOf(other.id)]
  await trainerClient.weeks.removeWeek({ params })
  expect(server.meetings.has(gone)).toBe(true)
  await runJobs()
  expect([server.meetings.has(gone), server.meetings.has(kept)]).toEqual([false, true])
  await admin.courses.removeCourse({ params: { id: params.courseId } })
  await runJobs()
  expect(server.meetings.has(kept)).toBe(false)
  expect(callsOf('DELETE')).toHaveLength(2)
})

test('a restored week has no dead links: its sessions get new meetings, and pasted links stay', async () => {
  const { plan, show, params, trainerClient } = await openWeek()
  const [made, pasted] = [await plan(), await plan({ joinUrl: 'https://meet.example.org/1' })]
  await runJobs()
  const before = (await show(made.id)).zoomOptions!
  await trainerClient.weeks.removeWeek({ params })
  await runJobs()
  await trainerClient.weeks.restoreWeek({ params })
  expect((await show(made.id)).zoomOptions).toMatchObject({ joinUrl: null, meetingId: null, zoomMeeting: { state: 'PENDING' } })
  await runJobs()
  const after = (await show(made.id)).zoomOptions!
  expect(after).toMatchObject({ joinUrl: `https://zoom.example/j/${after.meetingId}`, zoomMeeting: { state: 'READY' } })
  expect(after.meetingId).not.toBe(before.meetingId)
  expect((await show(pasted.id)).zoomOptions).toMatchObject({ joinUrl: 'https://meet.example.org/1', zoomMeeting: null })
})

test('a meeting that was not created yet is not created after its week is deleted', async () => {
  const { plan, params, trainerClient } = await openWeek()
  await plan()
  await trainerClient.weeks.removeWeek({ params })
  await runJobs()
  expect(callsOf('POST')).toHaveLength(0)
})

test('a pasted link replaces the meeting, and no meeting is created', async () => {
  const { plan, show, change } = await openWeek()
  const pasted = await plan({ joinUrl: 'https://meet.example.org/1' })
  expect(pasted.zoomOptions).toMatchObject({ zoomMeeting: null, joinUrl: 'https://meet.example.org/1' })
  const made = await plan()
  await runJobs()
  const { meetingId } = (await show(made.id)).zoomOptions!
  await change(made.id, { zoomOptions: { ...zoomOptions, joinUrl: 'https://meet.example.org/2', meetingId: '7' } })
  await runJobs()
  expect((await show(made.id)).zoomOptions).toMatchObject({ joinUrl: 'https://meet.example.org/2', meetingId: '7', zoomMeeting: null })
  expect(server.meetings.has(meetingId!)).toBe(false)
  expect(callsOf('POST')).toHaveLength(1)
  const over = await plan({ startsAt: inMinutes(-600) })
  expect(over.zoomOptions).toMatchObject({ zoomMeeting: null })
})

test('a passcode that Zoom would reject is an error of its field', async () => {
  const { plan } = await openWeek()
  for (const passcode of ['much too long', 'späte', '12 34'])
    await expect(plan({ passcode })).rejects.toBeProblem('validation-failed', ['/zoomOptions/passcode'])
  await expect(plan({ passcode: 'any length at all', joinUrl: 'https://meet.example.org/1' })).resolves.toMatchObject({ title: 'Q&A' })
})

test('a temporary failure is retried, and staff see why', async () => {
  const { plan, show } = await openWeek()
  const made = await plan()
  server.failWith(({ path }) => (path.startsWith('/v2') ? { status: 429, headers: { 'retry-after': '120' } } : undefined))
  await runJobs()
  const waiting = { state: 'PENDING', reason: 'Zoom takes no more requests at the moment.' }
  expect((await show(made.id)).zoomOptions).toMatchObject({ joinUrl: null, zoomMeeting: waiting })
  const { rows } = await database.db.execute<{ wait: number }>(
    sql`select extract(epoch from run_at - ${new Date(base).toISOString()}::timestamptz)::int as wait from graphile_worker._private_jobs where key = ${`zoom.sync:${made.id}`}`,
  )
  expect(rows).toEqual([{ wait: 120 }])
  server.failWith(() => undefined)
  await hurry()
  await runJobs()
  expect((await show(made.id)).zoomOptions).toMatchObject({ zoomMeeting: { state: 'READY', reason: null } })
})

test('a meeting that Zoom rejects waits for a manual retry', async () => {
  const { plan, show, at, trainerClient, studentClient } = await openWeek()
  const made = await plan()
  server.failWith(({ path, method }) =>
    method === 'POST' && path.startsWith('/v2') ? { status: 400, body: { message: 'No licence for this' } } : undefined,
  )
  await runJobs()
  expect((await show(made.id)).zoomOptions!.zoomMeeting).toEqual({ state: 'FAILED', reason: 'Zoom refused: No licence for this' })
  expect((await show(made.id, studentClient)).zoomOptions!.zoomMeeting).toBeNull()
  server.failWith(() => undefined)
  await expect(studentClient.media.retryZoomMeeting(at(made.id))).rejects.toBeProblem('forbidden')
  await expect(trainerClient.media.retryZoomMeeting(at(made.id))).resolves.toMatchObject({
    zoomOptions: { zoomMeeting: { state: 'PENDING' } },
  })
  await runJobs()
  expect((await show(made.id)).zoomOptions!.zoomMeeting).toEqual({ state: 'READY', reason: null })
})

test('a lost response does not lead to a second meeting', async () => {
  const { plan, show } = await openWeek()
  // The next attempt is not due yet, however long the tests before took.
  clock.set(new Date())
  onTestFinished(() => clock.set(new Date(base)))
  const made = await plan()
  const before = server.meetings.size
  let isFirst = true
  server.failWith(({ path, method }) => {
    const drop = isFirst && method === 'POST' && path.startsWith('/v2')
    if (drop) isFirst = false
    return drop ? { status: 0, drop } : undefined
  })
  await runJobs()
  expect((await show(made.id)).zoomOptions!.zoomMeeting).toEqual({ state: 'PENDING', reason: 'Zoom did not answer.' })
  await hurry()
  await runJobs()
  expect((await show(made.id)).zoomOptions!.zoomMeeting!.state).toBe('READY')
  expect(server.meetings.size).toBe(before + 1)
})

/** Makes a change that is committed only when the job waits to save what Zoom has answered, or that it has refused. */
function changeDuringCreation(change: (db: Db) => Promise<unknown>, refusal?: ZoomFailure) {
  const { zoom } = deps.services
  const changed = Promise.withResolvers<void>()
  const createMeeting: Zoom['createMeeting'] = async (plan) => {
    deps.services.zoom = zoom
    const made = refusal ?? (await zoom!.createMeeting(plan))
    const isMade = Promise.withResolvers<void>()
    const waiting = database.transaction(async (db) => {
      await change(db)
      isMade.resolve()
      await expect.poll(() => countWaiting(database)).toBe(1)
    })
    waiting.then(changed.resolve, changed.reject)
    await isMade.promise
    if (made instanceof ZoomFailure) throw made
    return made
  }
  deps.services.zoom = { ...zoom!, createMeeting }
  return changed.promise
}

test.each([
  ['creates its meeting', undefined],
  ['refuses to create its meeting', new ZoomFailure('refused', 'Not so long.')],
])('a session that is changed while Zoom %s is changed at Zoom too', async (_, refusal) => {
  const { plan, show } = await openWeek()
  const made = await plan({ passcode: 'tide_1' })
  const moved = { startsAt: inMinutes(700), durationMinutes: 45 }
  const changed = changeDuringCreation(async (db) => {
    await db
      .update(media)
      .set({ ...moved, passcode: 'tide_2' })
      .where(eq(media.id, made.id))
    await scheduleReport(db, made.id, moved)
  }, refusal)
  await Promise.all([changed, runJobs()])
  const ready = (await show(made.id)).zoomOptions!
  expect(ready).toMatchObject({ zoomMeeting: { state: 'READY' }, passcode: 'tide_2' })
  const start = moved.startsAt.replace('.000', '')
  expect(server.meetings.get(ready.meetingId!)).toMatchObject({ start_time: start, duration: 45, password: 'tide_2' })
  expect(callsOf('POST')).toHaveLength(1)
})

test('a meeting of a week that is deleted while Zoom creates it is deleted at Zoom too', async () => {
  const { plan, params } = await openWeek()
  const made = await plan()
  const before = server.meetings.size
  const changed = changeDuringCreation(async (db) => {
    await cancelMeetingsOf(db, params)
    await addJob(db, syncMeetingJob, { mediaId: made.id }, { queue: zoomQueue })
  })
  await Promise.all([changed, runJobs()])
  expect(callsOf('POST')).toHaveLength(1)
  expect(server.meetings.size).toBe(before)
})

test('a meeting that was deleted at Zoom is created again', async () => {
  const { plan, show, change, at, trainerClient, remove } = await openWeek()
  const made = await plan()
  await runJobs()
  const first = (await show(made.id)).zoomOptions!
  server.meetings.delete(first.meetingId!)
  await expect(trainerClient.media.getStartLink(at(made.id))).rejects.toBeProblem('conflict')
  await change(made.id, { zoomOptions: { ...zoomOptions, joinUrl: first.joinUrl } })
  await runJobs()
  const second = (await show(made.id)).zoomOptions!
  expect(second.meetingId).not.toBe(first.meetingId)
  expect(server.meetings.has(second.meetingId!)).toBe(true)
  await remove(made.id)
  server.meetings.delete(second.meetingId!)
  await runJobs()
})

test('a copy gets a meeting of its own', async () => {
  const { plan, show, params, trainerClient } = await openWeek()
  const made = await plan()
  await runJobs()
  const copy = await trainerClient.media.addWeekMedia({ params, body: { mediaId: made.id } })
  expect(copy.zoomOptions).toMatchObject({ joinUrl: null, zoomMeeting: { state: 'PENDING' } })
  await runJobs()
  expect((await show(copy.id)).zoomOptions!.joinUrl).not.toBe((await show(made.id)).zoomOptions!.joinUrl)
})

test('host link, passcode and account secret are never sent to students or logged', async () => {
  const lines: string[] = []
  const stream = new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()) })
  const app = await createApp(deps, { logger: { level: 'trace', stream } })
  const { trainerClient, studentClient, plan } = await openWeek()
  const made = await plan({ passcode: 'hush_hush' })
  await runJobs()
  const address = `/api/media/course/${made.courseId}`
  const ask = async (url: string, token: string) => (await app.inject({ url, headers: { authorization: `Bearer ${token}` } })).body
  expect(await ask(`${address}/${made.id}/start-link`, trainerClient.token)).toContain('planted-host-link')
  server.failWith(() => ({ status: 500 }))
  expect(await ask(`${address}/${made.id}/start-link`, trainerClient.token)).not.toContain('planted')
  const reply = [
    await ask(`${address}/${made.id}`, studentClient.token),
    await ask(`${address}/${made.id}/start-link`, studentClient.token),
  ]
  clock.set(inMinutes(600))
  reply.push(await ask(`${address}/${made.id}`, studentClient.token))
  reply.push(
    JSON.stringify(
      await studentClient.attendance.markLiveAttendance({ body: { courseId: made.courseId, weekId: made.weekId!, mediaId: made.id } }),
    ),
  )
  clock.set(new Date(base))
  await app.close()
  expect(reply.join()).not.toMatch(/planted|zak=|\/s\//)
  expect(reply.slice(0, 2).join()).not.toMatch(/hush_hush|zoom\.example/)
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join()).not.toMatch(/planted|zak=|hush_hush|token-/)
})

test('a meeting follows when the course gets another time zone and keeps its times on the clock', async () => {
  const { plan, show, params } = await openWeek()
  const admin = await as('ADMIN')
  const change = (body: object) => admin.courses.updateCourse({ params: { id: params.courseId }, body })
  await change({ timeZone: 'UTC' })
  const { id } = await plan({ timeZone: 'UTC' })
  await runJobs()
  server.calls.length = 0
  await change({ timeZone: 'Pacific/Honolulu', keepTimes: 'CLOCK' })
  expect((await show(id)).zoomOptions).toMatchObject({ startsAt: inMinutes(1200), zoomMeeting: { state: 'PENDING' } })
  await runJobs()
  expect(callsOf('PATCH')).toMatchObject([{ body: { timezone: 'Pacific/Honolulu' } }])
  expect((await show(id)).zoomOptions).toMatchObject({ zoomMeeting: { state: 'READY' } })
})
