/** Fetches the participants of a meeting once it is over, which replace the events that Zoom sent of them. */

import type { Dependencies } from '#call/dependencies.ts'
import type { Db } from '#db/client.ts'
import {
  insertJoinEvents,
  listJoinEvents,
  listStudentsToMatch,
  updateSessionWindow,
  updatePresence,
} from '#modules/attendance/zoom-attendance/queries.ts'
import {
  isNear,
  lastReportAttempt,
  reportDelay,
  createMatcher,
  getStatus,
  reportedConnection,
  type JoinEvent,
} from '#modules/attendance/zoom-attendance/rules.ts'
import { fetchReportJob, zoomQueue } from '#modules/media/zoom/meeting.ts'
import { lockEndedSession, type EndedSession } from '#modules/media/zoom/queries.ts'
import { addJob, type Task } from '#services/jobs.ts'
import { ZoomFailure, type Participant, type Zoom } from '#services/zoom.ts'

/** A participant, as named by Zoom. */
export type Presence = JoinEvent & { email: string; name: string }

interface MeetingEvents {
  sightings?: readonly Presence[]
  startedAt?: string | undefined
  endedAt?: string | undefined
}

/** `session` is locked. The parts of a meeting count as one: it started with the first and ended with the last. */
export async function recordPresence(
  db: Db,
  session: EndedSession,
  { sightings = [], startedAt, endedAt }: MeetingEvents,
  now: Date,
): Promise<void> {
  const near = (at: string | undefined) => (at && isNear(session, at) ? new Date(at).toISOString() : null)
  const held = { ...session, startedAt: getEarlier(session.startedAt, near(startedAt)), endedAt: getLater(session.endedAt, near(endedAt)) }
  await updateSessionWindow(db, session.id, { startedAt: held.startedAt, endedAt: held.endedAt })
  const match = sightings.length > 0 ? createMatcher(await listStudentsToMatch(db, session.courseId)) : () => undefined
  const known = sightings.flatMap(({ email, name, connection, kind, at }) => {
    const matched = near(at) && match({ email, name })
    return matched ? [{ ...matched, connection, kind, at }] : []
  })
  await insertJoinEvents(db, session.id, known)
  const concerned = new Set(known.map(({ userId }) => userId))
  const isAboutAll = startedAt !== undefined || endedAt !== undefined
  const moments = (await listJoinEvents(db, session.id)).filter(({ userId }) => isAboutAll || concerned.has(userId))
  const seen = [...Map.groupBy(moments, ({ userId }) => userId)].flatMap(([userId, own]) => {
    const verdict = getStatus(own, held, now)
    return verdict ? [{ userId, ...verdict }] : []
  })
  await updatePresence(db, session, seen, now)
}

const getEarlier = (one: string | null, other: string | null) => (one && other ? (one < other ? one : other) : (one ?? other))
const getLater = (one: string | null, other: string | null) => (one && other ? (one > other ? one : other) : (one ?? other))

/** Without `uuid`, all parts of the meeting around the planned time. */
interface Wanted {
  mediaId: string
  uuid?: string
  attempt: number
}

export const reportTasks = (deps: Dependencies): Record<string, Task> => ({
  [fetchReportJob]: (payload) => fetchReport(deps, payload as Wanted),
})

async function fetchReport(deps: Dependencies, wanted: Wanted): Promise<void> {
  const { database, services, now } = deps
  const session = await lockEndedSession(database.db, wanted)
  if (!session || !services.zoom) return
  try {
    const parts = wanted.uuid ? [{ uuid: wanted.uuid, startedAt: undefined }] : await listParts(services.zoom, session)
    for (const { uuid, startedAt } of parts) {
      const sightings = (await services.zoom.listParticipants(uuid)).flatMap((participant) => toSightings(uuid, participant))
      await database.transaction(async (db) => {
        const current = await lockEndedSession(db, wanted)
        if (current) await recordPresence(db, current, { sightings, startedAt, endedAt: findLast(sightings) }, now())
      })
    }
  } catch (error) {
    if (!(error instanceof ZoomFailure)) throw error
    await tryLater(deps, wanted, error)
  }
}

const listParts = async (zoom: Zoom, session: { number: string; startsAt: string; durationMinutes: number }) =>
  (await zoom.listInstances(session.number)).filter(({ startedAt }) => isNear(session, startedAt))

/** People in the waiting room were not in the meeting. */
function toSightings(uuid: string, { id, user_id, name, user_email, join_time, leave_time, status }: Participant): Presence[] {
  if (status === 'in_waiting_room') return []
  const who = { connection: reportedConnection(uuid, `${user_id || id} ${join_time}`), name, email: user_email }
  return [
    { ...who, kind: 'JOIN', at: join_time },
    { ...who, kind: 'LEAVE', at: leave_time },
  ]
}

const findLast = (sightings: readonly Presence[]) =>
  sightings
    .map(({ at }) => new Date(at).toISOString())
    .toSorted()
    .at(-1)

/** Zoom has no report at first, and none at all for a meeting that nobody entered. */
async function tryLater({ database, now }: Dependencies, { attempt, ...wanted }: Wanted, failure: ZoomFailure): Promise<void> {
  if (attempt >= lastReportAttempt) return
  const runAt = new Date(now().getTime() + Math.max(reportDelay(attempt), (failure.retryAfter ?? 0) * 1000))
  await addJob(database.db, fetchReportJob, { ...wanted, attempt: attempt + 1 }, { runAt, queue: zoomQueue })
}
