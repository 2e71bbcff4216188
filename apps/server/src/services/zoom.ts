/**
 * Zoom's API with the server's own account: server-to-server OAuth, meetings, and participant reports.
 * Sources: developers.zoom.us/docs/internal-apps/s2s-oauth, /docs/api/meetings, /docs/api/rate-limits.
 */

import { z } from 'zod'
import type { ZoomAccount } from '#config.ts'

export interface MeetingPlan {
  title: string
  startsAt: string
  durationMinutes: number
  timeZone: string
  /** Null: Zoom generates one, or keeps its current one. */
  passcode: string | null
  waitingRoom: boolean
  /** Written into the meeting's agenda, so that a meeting can be found if the response to its creation was lost. */
  reference: string
}

/**
 * `later`: may work at another time (no response, too many requests, an error at Zoom) · `missing`: Zoom has no such meeting ·
 * `refused`: will not work until someone changes something. The message is a sentence for staff and contains no secret.
 */
export class ZoomFailure extends Error {
  readonly kind: 'later' | 'missing' | 'refused'
  /** Seconds that Zoom asks to wait. */
  readonly retryAfter: number | undefined
  constructor(kind: ZoomFailure['kind'], message: string, retryAfter?: number) {
    super(message)
    this.kind = kind
    this.retryAfter = retryAfter
  }
}

const Token = z.object({ access_token: z.string(), expires_in: z.number() })
const ErrorBody = z.object({ message: z.string() }).partial()
/** Meeting numbers have 10 or 11 digits. */
const Number_ = z.union([z.string(), z.number()]).transform(String)
const Meeting = z.object({
  id: Number_,
  join_url: z.url({ protocol: /^https$/ }),
  start_url: z.url({ protocol: /^https$/ }).optional(),
  password: z.string().optional(),
})
const MeetingList = z.object({
  next_page_token: z.string().default(''),
  meetings: z.array(z.object({ id: Number_, agenda: z.string().default('') })).default([]),
})
const InstanceList = z.object({
  meetings: z.array(z.object({ uuid: z.string(), start_time: z.iso.datetime({ offset: true }) })).default([]),
})
/** Zoom leaves fields empty that it may not reveal, above all email addresses of guests. */
const Participants = z.object({
  next_page_token: z.string().default(''),
  participants: z.array(
    z.object({
      id: z.string().default(''),
      user_id: Number_.default(''),
      name: z.string().default(''),
      user_email: z.string().default(''),
      join_time: z.iso.datetime({ offset: true }),
      leave_time: z.iso.datetime({ offset: true }),
      status: z.string().optional(),
    }),
  ),
})
export type Participant = z.infer<typeof Participants>['participants'][number]

/** Seconds before its expiry that a token is renewed: using it takes time too. */
const expiryMarginSeconds = 60
/** Milliseconds. */
const timeoutMs = 15_000

interface Where {
  oauth: string
  api: string
  now: () => number
}
const zoomItself: Where = { oauth: 'https://zoom.us', api: 'https://api.zoom.us/v2', now: Date.now }

export type Zoom = ReturnType<typeof createZoom>

/** `where` is for tests, which have their own server. */
export function createZoom(account: ZoomAccount, where: Partial<Where> = {}) {
  const { oauth, api, now } = { ...zoomItself, ...where }
  let token: Promise<{ value: string; until: number }> | undefined

  async function fetchToken() {
    const query = new URLSearchParams({ grant_type: 'account_credentials', account_id: account.accountId })
    const credentials = Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64')
    const response = await fetchFromZoom(`${oauth}/oauth/token?${String(query)}`, {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
    })
    if (response.status >= 400 && response.status < 500 && response.status !== 429)
      throw new ZoomFailure('refused', 'Zoom does not accept the account of this server.')
    const { access_token, expires_in } = await read(response, Token)
    return { value: access_token, until: now() + (expires_in - expiryMarginSeconds) * 1000 }
  }

  async function currentToken(): Promise<string> {
    let found = await (token ??= fetchToken()).catch(forget)
    if (found.until <= now()) found = await (token = fetchToken()).catch(forget)
    return found.value
  }
  const forget = (error: unknown): never => {
    token = undefined
    throw error
  }

  async function send(method: string, path: string, body?: object, isSecond = false): Promise<Response> {
    const authorization = `Bearer ${await currentToken()}`
    const json = body && { headers: { authorization, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const response = await fetchFromZoom(`${api}${path}`, { method, headers: { authorization }, ...json })
    if (response.status !== 401 || isSecond) return response
    // A token may be revoked before it expires after an hour.
    token = undefined
    return send(method, path, body, true)
  }
  const get = async <T>(path: string, shape: z.ZodType<T>): Promise<T> => read(await send('GET', path), shape)
  const change = async (method: string, path: string, body?: object) => {
    const response = await send(method, path, body)
    if (!response.ok) throw await toFailure(response)
  }
  const meeting = (number: string) => get(`/meetings/${encodeURIComponent(number)}`, Meeting)

  return {
    createMeeting: async (plan: MeetingPlan) =>
      toMeeting(await read(await send('POST', '/users/me/meetings', { type: 2, ...toBody(plan) }), Meeting)),
    updateMeeting: (number: string, plan: MeetingPlan) => change('PATCH', `/meetings/${encodeURIComponent(number)}`, toBody(plan)),
    deleteMeeting: (number: string) => change('DELETE', `/meetings/${encodeURIComponent(number)}`),
    getMeeting: async (number: string) => toMeeting(await meeting(number)),
    /** Null if there is none with this reference. */
    findMeeting: async (reference: string) => {
      for await (const { meetings } of pages('/users/me/meetings?type=scheduled', MeetingList, get)) {
        const found = meetings.find(({ agenda }) => agenda.includes(reference))
        if (found) return toMeeting(await meeting(found.id))
      }
      return null
    },
    /** Valid for two hours (for an account signed in at Zoom: ninety days), so it is requested when needed. */
    startUrl: async (number: string) => (await meeting(number)).start_url,
    listInstances: async (number: string) =>
      (await get(`/past_meetings/${encodeURIComponent(number)}/instances`, InstanceList)).meetings.map(({ uuid, start_time }) => ({
        uuid,
        startedAt: start_time,
      })),
    /** Participants of one part of a meeting. Available some minutes after the end. */
    listParticipants: async (uuid: string): Promise<Participant[]> => {
      const all: Participant[] = []
      for await (const { participants } of pages(`/report/meetings/${encodeMeetingId(uuid)}/participants`, Participants, get))
        all.push(...participants)
      return all
    },
  }
}

const toMeeting = ({ id, join_url, password }: z.infer<typeof Meeting>) => ({ number: id, joinUrl: join_url, passcode: password || null })

/** Meeting ids may contain slashes; Zoom wants those encoded twice. */
const encodeMeetingId = (uuid: string) => (/^\/|\/\//.test(uuid) ? encodeURIComponent(encodeURIComponent(uuid)) : encodeURIComponent(uuid))

async function* pages<T extends { next_page_token: string }>(
  path: string,
  shape: z.ZodType<T>,
  get: (path: string, shape: z.ZodType<T>) => Promise<T>,
) {
  let next = ''
  do {
    const query = new URLSearchParams({ page_size: '300', ...(next && { next_page_token: next }) })
    const page = await get(`${path}${path.includes('?') ? '&' : '?'}${String(query)}`, shape)
    yield page
    next = page.next_page_token
  } while (next)
}

const toBody = ({ title, startsAt, durationMinutes, timeZone, passcode, waitingRoom, reference }: MeetingPlan) => ({
  topic: title,
  start_time: new Date(startsAt).toISOString().replace(/\.\d+/, ''),
  duration: durationMinutes,
  timezone: timeZone,
  agenda: reference,
  ...(passcode && { password: passcode }),
  settings: { waiting_room: waitingRoom, join_before_host: false, mute_upon_entry: true },
})

/** Redirects are not followed: only Zoom is to see the request. Source: OWASP ASVS 5.0, V15.3.2. */
const fetchFromZoom = (url: string, init: RequestInit) =>
  fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) }).catch(() => {
    throw new ZoomFailure('later', 'Zoom did not answer.')
  })

async function read<T>(response: Response, shape: z.ZodType<T>): Promise<T> {
  if (!response.ok) throw await toFailure(response)
  const parsed = shape.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success) throw new ZoomFailure('later', 'Zoom answered something that this server does not understand.')
  return parsed.data
}

async function toFailure(response: Response): Promise<ZoomFailure> {
  const { status } = response
  if (status === 429)
    return new ZoomFailure('later', 'Zoom takes no more requests at the moment.', parseSeconds(response.headers.get('retry-after')))
  if (status >= 500) return new ZoomFailure('later', 'Zoom has trouble of its own.')
  const message = ErrorBody.safeParse(await response.json().catch(() => ({}))).data?.message ?? ''
  if (status === 404) return new ZoomFailure('missing', 'Zoom has no such meeting any more.')
  return new ZoomFailure('refused', `Zoom refused: ${message.slice(0, 200) || `answer ${status}`}`)
}

/** Seconds, or the instant after which to retry (Zoom sends that for its daily limits). */
function parseSeconds(header: string | null): number | undefined {
  if (!header) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : undefined
}
