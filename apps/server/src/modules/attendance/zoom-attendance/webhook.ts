/** Zoom's webhook events: joins, leaves, and the end of a meeting. Repeated, late or out-of-order events change nothing. */

import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Dependencies } from '#call/dependencies.ts'
import { recordPresence, type Presence } from '#modules/attendance/zoom-attendance/report.ts'
import { fetchReportJob, zoomQueue } from '#modules/media/zoom/meeting.ts'
import { lockEndedSession } from '#modules/media/zoom/queries.ts'
import { addJob } from '#services/jobs.ts'

/** Maximum age of a message in seconds, in either direction: older ones may be replayed. */
const maxAgeSeconds = 300

const hmac = (secret: string, text: string | Buffer) => createHmac('sha256', secret).update(text).digest('hex')

/** Source: developers.zoom.us/docs/api/webhooks, "Verify with Zoom's header". */
export function isFromZoom(secret: string, raw: Buffer, signature: unknown, timestamp: unknown, now: Date): boolean {
  if (typeof signature !== 'string' || typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > maxAgeSeconds) return false
  const expected = Buffer.from(`v0=${hmac(secret, Buffer.concat([Buffer.from(`v0:${timestamp}:`), raw]))}`)
  const given = Buffer.from(signature)
  return given.length === expected.length && timingSafeEqual(given, expected)
}

const dateTime = z.iso.datetime({ offset: true })
const optionalText = z.union([z.string(), z.number()]).transform(String).default('')
const Participant = z.object({
  user_id: optionalText,
  participant_uuid: optionalText,
  user_name: optionalText,
  email: optionalText,
  join_time: dateTime.optional(),
  leave_time: dateTime.optional(),
})
const meetingFields = { id: z.union([z.string(), z.number()]).transform(String), uuid: z.string() }
const Event = z.discriminatedUnion('event', [
  z.object({ event: z.literal('endpoint.url_validation'), payload: z.object({ plainToken: z.string().max(500) }) }),
  z.object({
    event: z.enum(['meeting.participant_joined', 'meeting.participant_left']),
    payload: z.object({ object: z.object({ ...meetingFields, participant: Participant }) }),
  }),
  z.object({
    event: z.literal('meeting.ended'),
    payload: z.object({ object: z.object({ ...meetingFields, start_time: dateTime.optional(), end_time: dateTime.optional() }) }),
  }),
])
type Event = z.infer<typeof Event>

/** Milliseconds after the end until the report is requested. */
const reportAfterMs = 5 * 60_000

/** The response to a message from Zoom. Unknown and unneeded messages are accepted and ignored, or Zoom would resend them. */
export async function receiveEvent(deps: Dependencies, secret: string, body: unknown): Promise<object> {
  const parsed = Event.safeParse(body)
  if (!parsed.success) return {}
  const { data } = parsed
  if (data.event === 'endpoint.url_validation') {
    const { plainToken } = data.payload
    return { plainToken, encryptedToken: hmac(secret, plainToken) }
  }
  await recordEvent(deps, data)
  return {}
}

async function recordEvent(
  { database, now }: Dependencies,
  { event, payload }: Exclude<Event, { event: 'endpoint.url_validation' }>,
): Promise<void> {
  const { id, uuid } = payload.object
  await database.transaction(async (db) => {
    const session = await lockEndedSession(db, { number: id })
    if (!session) return
    if (event !== 'meeting.ended')
      return recordPresence(db, session, { sightings: toSighting(event, uuid, payload.object.participant) }, now())
    const endedAt = payload.object.end_time ?? now().toISOString()
    await recordPresence(db, session, { startedAt: payload.object.start_time, endedAt }, now())
    const runAt = new Date(now().getTime() + reportAfterMs)
    const key = `${fetchReportJob}:${session.id}:${uuid}`
    await addJob(db, fetchReportJob, { mediaId: session.id, uuid, attempt: 0 }, { runAt, key, queue: zoomQueue })
  })
}

function toSighting(event: string, uuid: string, participant: z.infer<typeof Participant>): Presence[] {
  const isComing = event === 'meeting.participant_joined'
  const when = isComing ? participant.join_time : participant.leave_time
  const { user_id, participant_uuid, user_name, email } = participant
  return when
    ? [{ connection: `${uuid} ${user_id} ${participant_uuid}`, kind: isComing ? 'JOIN' : 'LEAVE', at: when, name: user_name, email }]
    : []
}
