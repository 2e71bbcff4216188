/** What happens to a session's meeting at Zoom when the session is made, changed or deleted: a row and a job, in the same transaction. */
import type { Db } from '#db/client.ts'
import { cancelMeeting, requestMeeting } from '#modules/media/zoom/queries.ts'
import { addJob } from '#services/jobs.ts'

export const syncMeetingJob = 'zoom.sync'
export const fetchReportJob = 'zoom.report'

/** Zoom limits how often it is asked, and two jobs of one meeting must not cross: one after the other, over all processes. */
export const zoomQueue = 'zoom'

/** Milliseconds after the planned end: by then Zoom has its report, whether it told us of the end or not. */
const reportAfter = 60 * 60_000

/** The meeting follows the session; `session` null: there is to be none. */
export async function scheduleReport(
  db: Db,
  mediaId: string,
  session: { startsAt: string; durationMinutes: number } | null,
): Promise<void> {
  if (session) await requestMeeting(db, mediaId)
  else if (!(await cancelMeeting(db, mediaId))) return
  await addJob(db, syncMeetingJob, { mediaId }, { key: `${syncMeetingJob}:${mediaId}`, queue: zoomQueue })
  if (!session) return
  const runAt = new Date(Date.parse(session.startsAt) + session.durationMinutes * 60_000 + reportAfter)
  await addJob(db, fetchReportJob, { mediaId, attempt: 0 }, { key: `${fetchReportJob}:${mediaId}`, queue: zoomQueue, runAt })
}
