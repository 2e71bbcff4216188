/** Updates a session's Zoom meeting when the session is created, changed or deleted: a row and a job, in the same transaction. */

import { getSessionEnd } from '@lms/contract/rules/session-window'
import { problem } from '#call/problems.ts'
import type { Db } from '#db/client.ts'
import { cancelMeeting, requestMeeting } from '#modules/media/zoom/queries.ts'
import { addJob } from '#services/jobs.ts'
import { ZoomFailure, type Zoom } from '#services/zoom.ts'

export const syncMeetingJob = 'zoom.sync'
export const fetchReportJob = 'zoom.report'

/** Zoom limits request rates, and two jobs of one meeting must not run at once: one job at a time, across all processes. */
export const zoomQueue = 'zoom'

/** Milliseconds after the planned end: by then Zoom has its report, whether it sent an end event or not. */
const reportAfterMs = 60 * 60_000

/** Makes the meeting follow the session; `session` null: there is to be none. */
export async function scheduleReport(
  db: Db,
  mediaId: string,
  session: { startsAt: string; durationMinutes: number | null } | null,
): Promise<void> {
  if (session) await requestMeeting(db, mediaId)
  else if (!(await cancelMeeting(db, mediaId))) return
  await addJob(db, syncMeetingJob, { mediaId }, { key: `${syncMeetingJob}:${mediaId}`, queue: zoomQueue })
  if (!session) return
  const runAt = new Date(getSessionEnd(session) + reportAfterMs)
  await addJob(db, fetchReportJob, { mediaId, attempt: 0 }, { key: `${fetchReportJob}:${mediaId}`, queue: zoomQueue, runAt })
}

/** The start link for staff, requested on click: Zoom's own host links expire after two hours. */
type Session = { startUrl: string | null; joinUrl: string | null }

/** Throws `conflict` if there is no link yet, and `unavailable` if Zoom does not respond. */
export async function getStartUrl(
  zoom: Zoom | undefined,
  session: Session,
  meeting: { number: string | null } | undefined,
): Promise<string> {
  const pasted = session.startUrl ?? session.joinUrl
  // If the server no longer uses Zoom, the stored link is the best available.
  if (!meeting || !zoom) return pasted ?? noWayIn('No link is set for this session. Edit it and add one.')
  if (!meeting.number) return noWayIn('The Zoom meeting is not created yet. Try again in a moment.')
  try {
    return (await zoom.startUrl(meeting.number)) ?? session.joinUrl ?? noWayIn('Zoom gives no host link for this meeting.')
  } catch (error) {
    if (!(error instanceof ZoomFailure)) throw error
    if (error.kind === 'missing') return noWayIn('Someone deleted the meeting at Zoom. Save the session to create a new one.')
    throw problem('unavailable', { detail: `${error.message} Try again in a moment.`, retryAfter: error.retryAfter ?? 10 })
  }
}

function noWayIn(detail: string): never {
  throw problem('conflict', { detail })
}
