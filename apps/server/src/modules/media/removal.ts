/** Sessions of a deleted week or course: members get an email, and the Zoom meetings are cancelled (decision 0018). */

import type { Context } from '#call/handler.ts'
import type { Db } from '#db/client.ts'
import { raiseRevisions } from '#modules/media/queries.ts'
import { sendAllCancelled } from '#modules/media/session-emails.ts'
import { syncMeetingJob, zoomQueue } from '#modules/media/zoom/meeting.ts'
import { clearLinksOf, cancelMeetingsOf, requestMeetingsOf } from '#modules/media/zoom/queries.ts'
import { addJobs } from '#services/jobs.ts'

/** The Zoom meetings of a week or course that is deleted or restored: one job each, in the same transaction (decision 0017). */
async function discardMeetings(db: Db, within: { courseId: string; weekId?: string }): Promise<void> {
  const meetings = await cancelMeetingsOf(db, within)
  await clearLinksOf(
    db,
    meetings.map(({ mediaId }) => mediaId),
  )
  await addJobs(db, syncMeetingJob, meetings, { queue: zoomQueue })
}

/** For sessions without a pasted link: theirs are created by Zoom. */
const requestMeetings = async (db: Db, within: { courseId: string; weekId?: string }, now: Date): Promise<void> =>
  addJobs(db, syncMeetingJob, await requestMeetingsOf(db, within, now), { queue: zoomQueue })

/** Call it before the deletion, with the course locked: of two concurrent deletions, the second finds nothing. */
export async function cancelSessions(ctx: Context, within: { courseId: string; weekId?: string }): Promise<void> {
  await sendAllCancelled(ctx, within)
  await raiseRevisions(ctx.db, within)
  await discardMeetings(ctx.db, within)
}

/**
 * After restoring their week or course: calendars accept the sessions again, and future ones whose meetings were deleted get new ones.
 * Nobody is emailed.
 */
export async function restoreSessions(ctx: Context, within: { courseId: string; weekId?: string }): Promise<void> {
  await raiseRevisions(ctx.db, within)
  if (ctx.services.zoom) await requestMeetings(ctx.db, within, ctx.now())
}
