import { createHmac } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { Db } from '#db/client.ts'
import { attendanceEvents } from '#db/schema/attendance.ts'
import { media as mediaItems, zoomMeetings } from '#db/schema/media.ts'
import { reportTasks } from '#modules/attendance/zoom-attendance/report.ts'
import { createZoom } from '#services/zoom.ts'
import { testApp } from '#test/app.ts'
import { callDuring } from '#test/concurrent-calls.ts'
import { account, zoomServer } from '#test/zoom.ts'

const server = await zoomServer({ pageSize: 2 })
afterAll(() => server.close())
const { app, as, given, deps, clock, database } = await testApp({
  ZOOM_ACCOUNT_ID: account.accountId,
  ZOOM_CLIENT_ID: account.clientId,
  ZOOM_CLIENT_SECRET: account.clientSecret,
  ZOOM_WEBHOOK_SECRET: account.webhookSecret,
})
deps.services.zoom = createZoom(account, server.where)

const start = Date.parse('2026-11-20T14:00:00Z')
const at = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
let lastNumber = 900
const uuid = '/4444AAAiAAAAAiAiAiiAii=='

async function openMeeting() {
  const home = await given.live({ startsAt: at(0), durationMinutes: 60 })
  const number = String(++lastNumber)
  await database.db.insert(zoomMeetings).values({ mediaId: home.media.id, state: 'READY', number })
  const trainerClient = await as(home.trainer)
  const params = { courseId: home.course.id, weekId: home.week.id }
  const entryOf = async (userId: string) => {
    const { students } = await trainerClient.attendance.getCourseAttendance({ params })
    return students.find(({ user }) => user.id === userId)?.entries[home.media.id]
  }
  const seen = (minute: number, kind: 'joined' | 'left', participant: object = {}) => {
    clock.set(at(minute))
    const person = {
      user_id: '16778240',
      participant_uuid: 'AB-1',
      user_name: home.student.name,
      email: home.student.email,
      ...participant,
    }
    const time = kind === 'joined' ? { join_time: at(minute) } : { leave_time: at(minute) }
    return tell({ event: `meeting.participant_${kind}`, payload: { object: { id: number, uuid, participant: { ...person, ...time } } } })
  }
  const ended = (minute: number) => {
    clock.set(at(minute))
    return tell({ event: 'meeting.ended', payload: { object: { id: number, uuid, start_time: at(0), end_time: at(minute) } } })
  }
  const report = (payload: object) => reportTasks(deps)['zoom.report']!({ mediaId: home.media.id, attempt: 0, ...payload }, undefined)
  return { ...home, number, trainerClient, studentClient: await as(home.student), params, entryOf, seen, ended, report }
}

async function tell(message: object, { secret = account.webhookSecret, ageSeconds = 0, tamper = '' } = {}) {
  const body = JSON.stringify(message)
  const timestamp = String(Math.floor(clock.now().getTime() / 1000) - ageSeconds)
  const signature = `v0=${createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')}`
  const headers = { 'content-type': 'application/json; charset=utf-8', 'x-zm-signature': signature, 'x-zm-request-timestamp': timestamp }
  return app.inject({ method: 'POST', url: '/api/zoom/webhook', headers, payload: body + tamper })
}

test('Zoom’s validation request gets the right response', async () => {
  clock.set(at(0))
  const answer = await tell({ event: 'endpoint.url_validation', payload: { plainToken: 'qgg8vlvZRS6UYooatFL8Aw' } })
  expect(answer.json()).toEqual({
    plainToken: 'qgg8vlvZRS6UYooatFL8Aw',
    encryptedToken: createHmac('sha256', account.webhookSecret).update('qgg8vlvZRS6UYooatFL8Aw').digest('hex'),
  })
})

test('an event that is unsigned, altered, too old, from the future or signed with another secret is rejected', async () => {
  const { seen, entryOf, student, number } = await openMeeting()
  clock.set(at(1))
  const message = {
    event: 'meeting.participant_joined',
    payload: {
      object: { id: number, uuid, participant: { user_id: '1', user_name: student.name, email: student.email, join_time: at(1) } },
    },
  }
  const answers = [
    await tell(message, { secret: 'another' }),
    await tell(message, { tamper: ' ' }),
    await tell(message, { ageSeconds: 301 }),
    await tell(message, { ageSeconds: -301 }),
    await app.inject({ method: 'POST', url: '/api/zoom/webhook', payload: message }),
    await app.inject({ method: 'POST', url: '/api/zoom/webhook' }),
  ]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403, 403])
  expect(answers[0]!.headers['content-type']).toContain('application/problem+json')
  expect(await entryOf(student.id)).toBeUndefined()
  expect((await seen(1, 'joined')).statusCode).toBe(200)
  expect(await entryOf(student.id)).toBeDefined()
})

test('join and leave events become attendance in any order, and replays change nothing', async () => {
  const { seen, ended, entryOf, student, media } = await openMeeting()
  await seen(2, 'joined')
  expect(await entryOf(student.id)).toMatchObject({ status: 'PRESENT', source: 'ZOOM', joinedAt: at(2), minutes: 0, markedBy: null })
  const late = { user_id: '16778999', participant_uuid: 'CD-2' }
  await seen(58, 'left', late)
  await seen(20, 'left')
  await seen(30, 'joined', late)
  await seen(2, 'joined')
  await ended(60)
  expect(await entryOf(student.id)).toMatchObject({ status: 'PRESENT', source: 'ZOOM', joinedAt: at(2), minutes: 46, markedAt: at(2) })
  await ended(60)
  await seen(58, 'left', late)
  expect(await entryOf(student.id)).toMatchObject({ minutes: 46 })
  const moments = await database.db.select().from(attendanceEvents).where(eq(attendanceEvents.sessionId, media.id))
  expect(moments).toHaveLength(4)
})

test('thirty parallel events create one record', async () => {
  const { seen, entryOf, student } = await openMeeting()
  await Promise.all(Array.from({ length: 30 }, (_, index) => seen(5, 'joined', { user_id: String(index) })))
  expect(await entryOf(student.id)).toMatchObject({ status: 'PRESENT', joinedAt: at(5) })
})

test('someone who leaves at the moment when the meeting ends does not undo its end', async () => {
  const { seen, number } = await openMeeting()
  const isMeeting = eq(zoomMeetings.number, number)
  const end = (db: Db) =>
    db
      .update(zoomMeetings)
      .set({ endedAt: at(60) })
      .where(isMeeting)
  await callDuring(database, end, () => seen(60, 'left'))
  await expect(database.db.select().from(zoomMeetings).where(isMeeting)).resolves.toMatchObject([{ endedAt: at(60) }])
})

test('events of non-members, staff, other meetings and unknown kinds are accepted and ignored', async () => {
  const { seen, trainer, number, entryOf, student } = await openMeeting()
  expect((await seen(1, 'joined', { user_name: 'Guest', email: 'guest@example.net' })).statusCode).toBe(200)
  expect((await seen(1, 'joined', { user_name: trainer.name, email: trainer.email })).statusCode).toBe(200)
  expect((await tell({ event: 'meeting.ended', payload: { object: { id: '1', uuid } } })).statusCode).toBe(200)
  expect((await tell({ event: 'meeting.sharing_started', payload: { object: { id: number } } })).statusCode).toBe(200)
  expect((await tell({ nonsense: true })).statusCode).toBe(200)
  expect((await seen(-61, 'joined')).statusCode).toBe(200)
  expect(await entryOf(student.id)).toBeUndefined()
  expect(await database.db.select().from(attendanceEvents).where(eq(attendanceEvents.userId, trainer.id))).toEqual([])
})

test('marks by staff stay, events replace a mark from joining, and joining later changes nothing', async () => {
  const { seen, ended, entryOf, student, trainerClient, studentClient, params, media } = await openMeeting()
  const place = { ...params, mediaId: media.id }
  clock.set(at(1))
  await studentClient.attendance.markLiveAttendance({ body: place })
  expect(await entryOf(student.id)).toMatchObject({ status: 'PRESENT', source: 'JOIN' })
  await seen(2, 'joined')
  await seen(6, 'left')
  await ended(60)
  expect(await entryOf(student.id)).toMatchObject({ status: null, source: 'ZOOM', minutes: 4, joinedAt: at(1), markedAt: null })
  clock.set(at(70))
  await studentClient.attendance.markLiveAttendance({ body: place })
  expect(await entryOf(student.id)).toMatchObject({ status: null, source: 'ZOOM' })
  const mark = (status: 'EXCUSED' | 'ABSENT') =>
    trainerClient.attendance.markBulkAttendance({
      params,
      body: { attendance: [{ userId: student.id, mediaId: media.id, status, remark: 'Exam' }] },
    })
  await mark('EXCUSED')
  await seen(30, 'joined', { user_id: '2' })
  await ended(60)
  expect(await entryOf(student.id)).toMatchObject({ status: 'EXCUSED', source: 'STAFF', remark: 'Exam', minutes: 34 })
})

test('the report, with all pages and parts, replaces webhook events that never came', async () => {
  const { entryOf, student, course, number, report, media } = await openMeeting()
  const others = await Promise.all(Array.from({ length: 3 }, () => given.student()))
  for (const other of others) await given.member(course.id, other)
  const row = (person: { name: string; email: string | null }, from: number, to: number, more: object = {}) => ({
    id: '',
    user_id: String(Math.random()),
    name: person.name,
    user_email: person.email ?? '',
    join_time: at(from),
    leave_time: at(to),
    ...more,
  })
  clock.set(at(120))
  await expect(report({})).resolves.toBeUndefined()
  server.instances.push(
    { uuid: 'first==', start_time: at(-2) },
    { uuid: '//second==', start_time: at(31) },
    { uuid: 'test==', start_time: at(-300) },
  )
  server.participants.set('first==', [
    row(student, 0, 30),
    row(others[0]!, 0, 30),
    row(others[1]!, 20, 30),
    row(others[2]!, 0, 30, { status: 'in_waiting_room' }),
  ])
  server.participants.set('//second==', [
    row({ ...student, email: null }, 31, 60),
    row(others[1]!, 31, 60),
    row({ name: 'Guest', email: '' }, 31, 60),
  ])
  await report({})
  await report({})
  expect(number).toBeTruthy()
  expect(await entryOf(student.id)).toMatchObject({ status: 'PRESENT', source: 'ZOOM', joinedAt: at(0), minutes: 59 })
  expect(await entryOf(others[0]!.id)).toMatchObject({ status: null, minutes: 30 })
  expect(await entryOf(others[1]!.id)).toMatchObject({ status: 'LATE', minutes: 39 })
  expect(await entryOf(others[2]!.id)).toBeUndefined()
  const kept = await database.db.select().from(zoomMeetings).where(eq(zoomMeetings.mediaId, media.id))
  expect(kept).toMatchObject([{ startedAt: at(-2), endedAt: at(60) }])
})

test('the report corrects a person whose leaving was never told; events that come after it change nothing', async () => {
  const { entryOf, student, report, seen, ended, number } = await openMeeting()
  await seen(0, 'joined')
  await seen(5, 'left', { user_id: '2' })
  await ended(60)
  expect(await entryOf(student.id)).toMatchObject({ status: 'PRESENT', minutes: 60 })
  server.participants.set(uuid, [
    { id: '', user_id: '16778240', name: student.name, user_email: '', join_time: at(0), leave_time: at(10) },
    { id: '', user_id: '16778241', name: student.name, user_email: '', join_time: at(20), leave_time: at(25) },
  ])
  await report({ uuid })
  expect(await entryOf(student.id)).toMatchObject({ status: null, minutes: 15, matchedByName: false })
  // Zoom sends an event again for up to two hours.
  await seen(58, 'joined', { participant_uuid: 'AB-2' })
  expect(await entryOf(student.id)).toMatchObject({ status: null, minutes: 15 })
  // Another part of the meeting, whose report has not come yet.
  clock.set(at(61))
  await tell({
    event: 'meeting.participant_joined',
    payload: {
      object: {
        id: number,
        uuid: 'next==',
        participant: { user_id: '5', participant_uuid: 'x', user_name: student.name, email: student.email, join_time: at(30) },
      },
    },
  })
  expect(await entryOf(student.id)).toMatchObject({ minutes: 45 })
  server.participants.delete(uuid)
})

test('a participant without an email in Zoom is matched by name until Zoom knows the email', async () => {
  const { seen, entryOf, student } = await openMeeting()
  await seen(1, 'joined', { email: '' })
  expect(await entryOf(student.id)).toMatchObject({ status: 'PRESENT', matchedByName: true })
  await seen(2, 'joined', { user_id: '2' })
  expect(await entryOf(student.id)).toMatchObject({ status: 'PRESENT', matchedByName: false })
})

/** The waiting requests for the report of a session, and the minute at which each runs. */
async function requestsOf(mediaId: string) {
  const { rows } = await database.db.execute<{ payload: unknown; runAt: string }>(
    sql`select j.payload, j.run_at as "runAt" from graphile_worker._private_jobs j where j.payload->>'mediaId' = ${mediaId}`,
  )
  return rows.map(({ payload, runAt }) => ({ payload, runAt: new Date(runAt).toISOString() }))
}

test('a report that is not available yet is requested again: later each time, or when Zoom says, and not forever', async () => {
  const { report, media } = await openMeeting()
  clock.set(at(70))
  await report({ uuid: 'none==' })
  expect(await requestsOf(media.id)).toEqual([{ payload: { mediaId: media.id, uuid: 'none==', attempt: 1 }, runAt: at(75) }])
  await report({ uuid: 'none==', attempt: 2 })
  expect(await requestsOf(media.id)).toContainEqual({ payload: { mediaId: media.id, uuid: 'none==', attempt: 3 }, runAt: at(90) })
  server.failWith(({ path }) => (path.includes('report') ? { status: 429, headers: { 'retry-after': '3600' } } : undefined))
  await report({ uuid: 'busy==' })
  server.failWith(() => undefined)
  expect(await requestsOf(media.id)).toContainEqual({ payload: { mediaId: media.id, uuid: 'busy==', attempt: 1 }, runAt: at(130) })
  await report({ uuid: 'never==', attempt: 12 })
  expect(await requestsOf(media.id)).toHaveLength(3)
})

test('the report is requested five minutes after the end of a meeting; an end without a time is now', async () => {
  const { media, number } = await openMeeting()
  clock.set(at(50))
  await tell({ event: 'meeting.ended', payload: { object: { id: number, uuid } } })
  expect(await requestsOf(media.id)).toEqual([{ payload: { mediaId: media.id, uuid, attempt: 0 }, runAt: at(55) }])
  const kept = await database.db.select().from(zoomMeetings).where(eq(zoomMeetings.mediaId, media.id))
  expect(kept).toMatchObject([{ endedAt: at(50) }])
})

test('a short visit to the meeting does not remove a presence earned by watching the recording', async () => {
  const { report, entryOf, student, studentClient, params, media } = await openMeeting()
  await database.db.update(mediaItems).set({ source: 'https://example.org/v.mp4' }).where(eq(mediaItems.id, media.id))
  clock.set(at(120))
  await studentClient.attendance.markVideoAttendance({ body: { ...params, mediaId: media.id, watched: true } })
  const visit = { id: '', user_id: '7', name: student.name, user_email: student.email, join_time: at(57), leave_time: at(58) }
  server.participants.set('visit==', [visit])
  await report({ uuid: 'visit==' })
  expect(await entryOf(student.id)).toMatchObject({ status: 'PRESENT', source: 'SELF', minutes: 1, markedAt: at(120) })
})

test('a meeting reported as ended twice is processed once', async () => {
  const { ended, media } = await openMeeting()
  await ended(61)
  await ended(61)
  const waiting = await database.db.execute(
    sql`select 1 from graphile_worker._private_jobs where payload::jsonb ->> 'mediaId' = ${media.id}`,
  )
  expect(waiting.rows).toHaveLength(1)
})
