/** What happens to the sessions of a deleted week or course: members get a mail, and the Zoom meetings are cancelled (decision 0018). */
import type { Context } from '#http/handler.ts'
import { sendAllCancelled } from '#modules/media/session-emails.ts'
import type { Db } from '#db/client.ts'
import { syncMeetingJob, zoomQueue } from '#modules/media/zoom/meeting.ts'
import { clearLinksOf, cancelMeetingsOf, requestMeetingsOf } from '#modules/media/zoom/queries.ts'
import { addJobs } from '#services/jobs.ts'

/** The meetings at Zoom of a week or a course that is deleted or restored: a job for each, in the same transaction (decision 0017). */
async function discardMeetings(db: Db, within: { courseId: string; weekId?: string }): Promise<void> {
  const meetings = await cancelMeetingsOf(db, within)
  await clearLinksOf(
    db,
    meetings.map(({ mediaId }) => mediaId),
  )
  await addJobs(db, syncMeetingJob, meetings, { queue: zoomQueue })
}

/** For sessions without a link, which nobody pasted then: those are made by Zoom. */
const requestMeetings = async (db: Db, within: { courseId: string; weekId?: string }, now: Date): Promise<void> =>
  addJobs(db, syncMeetingJob, await requestMeetingsOf(db, within, now), { queue: zoomQueue })

/** To be called before the deletion, with the course locked: of two who delete at once, the second finds nothing any more. */
export async function cancelSessions(ctx: Context, within: { courseId: string; weekId?: string }): Promise<void> {
  await sendAllCancelled(ctx, within)
  await discardMeetings(ctx.db, within)
}

/** After their week or course was restored: sessions to come whose meetings were deleted get new ones. Nobody is mailed. */
export async function restoreMeetings(ctx: Context, within: { courseId: string; weekId?: string }): Promise<void> {
  if (ctx.services.zoom) await requestMeetings(ctx.db, within, ctx.now())
}
