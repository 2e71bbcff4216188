import { afterAll, beforeEach, expect, test } from 'vitest'
import { createZoom } from '#services/zoom.ts'
import { account, zoomServer } from '#test/zoom.ts'

const server = await zoomServer({ pageSize: 2 })
afterAll(() => server.close())
let now = Date.now()
const open = () => createZoom(account, { ...server.where, now: () => now })
const plan = {
  title: 'Q&A',
  startsAt: '2026-11-20T14:00:00.000Z',
  durationMinutes: 60,
  timeZone: 'Europe/Lisbon',
  passcode: '482913',
  waitingRoom: true,
  reference: 'LMS session 1',
}
const countTokenCalls = () => server.calls.filter(({ path }) => path.startsWith('/oauth')).length
beforeEach(() => {
  server.failWith(() => undefined)
  server.calls.length = 0
})

test('a meeting is created, updated, read and deleted as in Zoom’s API', async () => {
  const zoom = open()
  const made = await zoom.createMeeting(plan)
  expect(made).toEqual({ number: expect.stringMatching(/^\d{11}$/), joinUrl: `https://zoom.example/j/${made.number}`, passcode: '482913' })
  expect(server.calls).toMatchObject([
    { method: 'POST', path: '/oauth/token?grant_type=account_credentials&account_id=account-1' },
    {
      method: 'POST',
      path: '/v2/users/me/meetings',
      body: {
        type: 2,
        topic: 'Q&A',
        start_time: '2026-11-20T14:00:00Z',
        duration: 60,
        timezone: 'Europe/Lisbon',
        password: '482913',
        settings: { waiting_room: true, join_before_host: false },
      },
    },
  ])
  await zoom.updateMeeting(made.number, { ...plan, title: 'Moved', passcode: null })
  expect(server.meetings.get(made.number)).toMatchObject({ topic: 'Moved', password: '482913' })
  await expect(zoom.startUrl(made.number)).resolves.toMatch(/^https:\/\/zoom\.example\/s\//)
  await zoom.deleteMeeting(made.number)
  await expect(zoom.getMeeting(made.number)).rejects.toMatchObject({ kind: 'missing' })
  expect(countTokenCalls()).toBe(1)
})

test('a token is renewed before it expires, and when Zoom has revoked it', async () => {
  const zoom = open()
  await zoom.listInstances('1')
  now += 3_539_000
  await zoom.listInstances('1')
  expect(countTokenCalls()).toBe(1)
  now += 2000
  await zoom.listInstances('1')
  expect(countTokenCalls()).toBe(2)
  server.revoke()
  await zoom.listInstances('1')
  expect(countTokenCalls()).toBe(3)
})

test('a token that Zoom rejects twice is not renewed again', async () => {
  server.failWith(({ path }) =>
    path.startsWith('/v2') ? { status: 401, body: { code: 124, message: 'Invalid access token.' } } : undefined,
  )
  await expect(open().listInstances('1')).rejects.toMatchObject({ kind: 'refused', message: 'Zoom refused: Invalid access token.' })
  expect(server.calls).toHaveLength(4)
})

test('if Zoom gives no token for the moment, the next call asks for one again', async () => {
  const zoom = open()
  server.failWith(({ path }) => (path.startsWith('/oauth') ? { status: 429 } : undefined))
  await expect(zoom.listInstances('1')).rejects.toMatchObject({ kind: 'later' })
  server.failWith(() => undefined)
  await expect(zoom.listInstances('1')).resolves.toEqual([])
})

test('a 429 gives the time to wait, in seconds or as a date', async () => {
  const zoom = open()
  const busy = (value: string) => server.failWith(() => ({ status: 429, headers: { 'retry-after': value }, body: { message: 'Too many' } }))
  await zoom.listInstances('1')
  busy('7')
  await expect(zoom.listInstances('1')).rejects.toMatchObject({ kind: 'later', retryAfter: 7 })
  busy(new Date(Date.now() + 3_600_000).toISOString())
  const failure: unknown = await zoom.listInstances('1').catch((error: unknown) => error)
  expect((failure as { retryAfter: number }).retryAfter).toBeGreaterThan(3500)
})

test('temporary failures are distinguished from permanent ones, and neither contains a secret', async () => {
  const failed = async (answer: Parameters<typeof server.failWith>[0], credentials = account) => {
    server.failWith(answer)
    return createZoom(credentials, server.where)
      .createMeeting(plan)
      .catch((error: unknown) => error)
  }
  const scope = 'Invalid access token, does not contain scopes:[meeting:write:meeting].'
  const onApi = (status: number, body?: object) => (call: { path: string }) => (call.path.startsWith('/v2') ? { status, body } : undefined)
  const failures = [
    await failed(onApi(503)),
    await failed(onApi(200, { nothing: 1 })),
    await failed(() => ({ status: 200, drop: true })),
    await failed(onApi(400, { code: 4711, message: scope })),
    await failed(() => undefined, { ...account, clientSecret: 'wrong' }),
  ]
  expect(failures).toMatchObject([
    { kind: 'later' },
    { kind: 'later' },
    { kind: 'later', message: 'Zoom did not answer.' },
    { kind: 'refused', message: `Zoom refused: ${scope}` },
    { kind: 'refused', message: 'Zoom does not accept the account of this server.' },
  ])
  expect(failures.map((failure) => (failure as Error).stack).join()).not.toMatch(/planted|482913|token-/)
})

test('redirects to other hosts are not followed', async () => {
  const elsewhere = await zoomServer()
  try {
    for (const place of ['/oauth', '/v2']) {
      for (const status of [302, 307]) {
        const headers = { location: `${elsewhere.where.oauth}/stolen` }
        server.failWith(({ path }) => (path.startsWith(place) ? { status, headers } : undefined))
        await expect(open().createMeeting(plan)).rejects.toMatchObject({ kind: 'refused', message: `Zoom refused: answer ${status}` })
      }
    }
    expect(elsewhere.calls).toEqual([])
  } finally {
    await elsewhere.close()
  }
})

test('lists are read completely, page by page', async () => {
  const zoom = open()
  for (let index = 0; index < 5; index++) await zoom.createMeeting({ ...plan, reference: `LMS session ${index}` })
  await expect(zoom.findMeeting('LMS session 4')).resolves.toMatchObject({ passcode: '482913' })
  await expect(zoom.findMeeting('LMS session 9')).resolves.toBeNull()
  const uuid = '/ajXp112//QmuoKj4854875=='
  const person = (index: number) => ({
    id: '',
    user_id: String(index),
    name: `P${index}`,
    user_email: '',
    join_time: plan.startsAt,
    leave_time: plan.startsAt,
  })
  server.participants.set(uuid, [0, 1, 2, 3, 4].map(person))
  const seen = await zoom.listParticipants(uuid)
  expect(seen.map(({ name }) => name)).toEqual(['P0', 'P1', 'P2', 'P3', 'P4'])
  expect(server.calls.at(-1)!.path).toContain('/report/meetings/%252FajXp112%252F%252FQmuoKj4854875%253D%253D/participants?')
})
