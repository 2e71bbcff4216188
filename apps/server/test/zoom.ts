/**
 * A server of our own that answers as Zoom's published API does, for what the product asks of it; it fails on demand.
 * Sources: developers.zoom.us/docs/api/meetings, /docs/api/rate-limits, /docs/internal-apps/s2s-oauth.
 */

import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Meeting {
  id: number
  topic: string
  start_time: string
  duration: number
  timezone: string
  agenda: string
  password: string
  settings: { waiting_room: boolean }
}
interface Answer {
  status: number
  body?: unknown
  headers?: Record<string, string>
  /** Does what was asked, and hangs up instead of answering. */
  drop?: boolean
}
export interface ZoomCall {
  method: string
  path: string
  authorization: string
  body: Record<string, unknown>
}

export const account = { accountId: 'account-1', clientId: 'client-1', clientSecret: 'planted-client-secret', webhookSecret: 'hook-secret' }
const basic = `Basic ${Buffer.from(`${account.clientId}:${account.clientSecret}`).toString('base64')}`

export async function zoomServer({ tokenLife = 3600, pageSize = 300 }: { tokenLife?: number; pageSize?: number } = {}) {
  const calls: ZoomCall[] = []
  const meetings = new Map<string, Meeting>()
  const participants = new Map<string, object[]>()
  const instances: { uuid: string; start_time: string }[] = []
  const tokens = new Set<string>()
  let [lastToken, lastNumber] = [0, 85_746_065_000]
  /** Answers in place of the next call that it does not return undefined for. */
  let fail: (call: ZoomCall) => Answer | undefined = () => undefined

  const hostLink = (id: string) => `https://zoom.example/s/${id}?zak=planted-host-link-${calls.length}`
  const shown = (meeting: Meeting) => ({
    ...meeting,
    join_url: `https://zoom.example/j/${meeting.id}`,
    start_url: hostLink(String(meeting.id)),
  })
  const paged = <K extends string>(url: URL, key: K, all: object[]) => {
    const from = Number(url.searchParams.get('next_page_token') || 0)
    const next = from + pageSize < all.length ? String(from + pageSize) : ''
    return { status: 200, body: { page_size: pageSize, next_page_token: next, [key]: all.slice(from, from + pageSize) } }
  }
  const gone: Answer = { status: 404, body: { code: 3001, message: 'Meeting does not exist: 1.' } }

  function answer(call: ZoomCall, url: URL): Answer {
    if (url.pathname === '/oauth/token') {
      const isRight = call.authorization === basic && url.searchParams.get('account_id') === account.accountId
      if (!isRight || url.searchParams.get('grant_type') !== 'account_credentials')
        return { status: 400, body: { reason: 'Bad Request', error: 'invalid_client' } }
      const token = `token-${++lastToken}`
      tokens.add(token)
      return { status: 200, body: { access_token: token, token_type: 'bearer', expires_in: tokenLife, scope: 'meeting:write:admin' } }
    }
    if (!tokens.has(call.authorization.replace('Bearer ', '')))
      return { status: 401, body: { code: 124, message: 'Invalid access token.' } }
    const [, collection = '', id = '', part] = url.pathname.replace('/v2', '').split('/')
    if (collection === 'users' && call.method === 'GET') return paged(url, 'meetings', [...meetings.values()])
    if (collection === 'users') {
      const made = { password: 'zoomMade1', ...call.body, id: ++lastNumber } as unknown as Meeting
      meetings.set(String(made.id), made)
      return { status: 201, body: shown(made) }
    }
    if (collection === 'past_meetings') return { status: 200, body: { meetings: instances } }
    if (collection === 'report') {
      const uuid = decodeURIComponent(part!.includes('%25') ? decodeURIComponent(part!) : part!)
      const seen = participants.get(uuid)
      return seen ? paged(url, 'participants', seen) : gone
    }
    const meeting = meetings.get(id)
    if (!meeting) return gone
    if (call.method === 'GET') return { status: 200, body: shown(meeting) }
    if (call.method === 'DELETE') meetings.delete(id)
    else meetings.set(id, { ...meeting, ...call.body })
    return { status: 204 }
  }

  const server = createServer((request, response) => {
    void bodyOf(request).then((body): void => {
      const url = new URL(request.url ?? '/', 'http://zoom')
      const call = { method: request.method ?? '', path: request.url ?? '', authorization: request.headers.authorization ?? '', body }
      calls.push(call)
      const forced = fail(call)
      const reply = forced && !forced.drop ? forced : answer(call, url)
      if (forced?.drop) {
        request.socket.destroy()
        return
      }
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
      response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    where: { oauth: origin, api: `${origin}/v2` },
    calls,
    meetings,
    participants,
    instances,
    /** Ends every token that was given out. */
    revoke: () => tokens.clear(),
    failWith: (next: typeof fail) => void (fail = next),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>) : {}
}
