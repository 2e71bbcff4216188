/** Fetching who was in a meeting, once it is over: it completes what Zoom told at the time, or stands in for it. */
import type { Dependencies } from '#http/mount.ts'
import { recordPresence, type Presence } from '#modules/attendance/presence/record.ts'
import { isNear, lastReportAttempt, reportDelay } from '#modules/attendance/presence/rules.ts'
import { fetchReportJob, zoomQueue } from '#modules/media/zoom/meeting.ts'
import { lockEndedSession } from '#modules/media/zoom/queries.ts'
import { addJob, type Task } from '#services/jobs.ts'
import { ZoomFailure, type Participant, type Zoom } from '#services/zoom.ts'

/** Without `uuid`, all parts of the meeting that lie around the planned time. */
interface Wanted {
  mediaId: string
  uuid?: string
  attempt: number
}

export const reportTasks = (ground: Dependencies): Record<string, Task> => ({
  [fetchReportJob]: (payload) => fetchReport(ground, payload as Wanted),
})

async function fetchReport(ground: Dependencies, wanted: Wanted): Promise<void> {
  const { database, services, now } = ground
  const session = await lockEndedSession(database.db, wanted)
  if (!session || !services.zoom) return
  try {
    const parts = wanted.uuid ? [{ uuid: wanted.uuid, startedAt: undefined }] : await partsOf(services.zoom, session)
    for (const { uuid, startedAt } of parts) {
      const sightings = (await services.zoom.listParticipants(uuid)).flatMap((participant) => sightingsOf(uuid, participant))
      await database.transaction(async (db) => {
        const current = await lockEndedSession(db, wanted)
        if (current) await recordPresence(db, current, { sightings, startedAt, endedAt: lastOf(sightings) }, now())
      })
    }
  } catch (error) {
    if (!(error instanceof ZoomFailure)) throw error
    await tryLater(ground, wanted, error)
  }
}

const partsOf = async (zoom: Zoom, session: { number: string; startsAt: string; durationMinutes: number }) =>
  (await zoom.listInstances(session.number)).filter(({ startedAt }) => isNear(session, startedAt))

/** People in the waiting room have not come in. */
function sightingsOf(uuid: string, { id, user_id, name, user_email, join_time, leave_time, status }: Participant): Presence[] {
  if (status === 'in_waiting_room') return []
  const who = { connection: `${uuid} ${user_id || id} ${join_time}`, name, email: user_email }
  return [
    { ...who, kind: 'JOIN', at: join_time },
    { ...who, kind: 'LEAVE', at: leave_time },
  ]
}

const lastOf = (sightings: readonly Presence[]) =>
  sightings
    .map(({ at }) => new Date(at).toISOString())
    .toSorted()
    .at(-1)

/** Zoom has no report at first, and none at all of a meeting that nobody entered. */
async function tryLater({ database, now }: Dependencies, { attempt, ...wanted }: Wanted, failure: ZoomFailure): Promise<void> {
  if (attempt >= lastReportAttempt) return
  const runAt = new Date(now().getTime() + Math.max(reportDelay(attempt), (failure.retryAfter ?? 0) * 1000))
  await addJob(database.db, fetchReportJob, { ...wanted, attempt: attempt + 1 }, { runAt, queue: zoomQueue })
}
