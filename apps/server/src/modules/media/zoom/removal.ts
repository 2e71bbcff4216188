/** The meetings at Zoom of a week or a course that is deleted or restored: a job for each, in the same transaction (decision 0017). */
import type { Db } from '#db/client.ts'
import { syncMeetingJob, zoomQueue } from '#modules/media/zoom/meeting.ts'
import { clearLinksOf, cancelMeetingsOf, requestMeetingsOf } from '#modules/media/zoom/queries.ts'
import { addJobs } from '#services/jobs.ts'

export async function discardMeetings(db: Db, within: { courseId: string; weekId?: string }): Promise<void> {
  const meetings = await cancelMeetingsOf(db, within)
  await clearLinksOf(
    db,
    meetings.map(({ mediaId }) => mediaId),
  )
  await addJobs(db, syncMeetingJob, meetings, { queue: zoomQueue })
}

/** For sessions without a link, which nobody pasted then: those are made by Zoom. */
export const requestMeetings = async (db: Db, within: { courseId: string; weekId?: string }, now: Date): Promise<void> =>
  addJobs(db, syncMeetingJob, await requestMeetingsOf(db, within, now), { queue: zoomQueue })
