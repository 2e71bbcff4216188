/** What happens to the sessions of a deleted week or course: members get a mail, and the Zoom meetings are cancelled (decision 0018). */
import type { Context } from '#http/handler.ts'
import { sendAllCancelled } from '#modules/media/session-emails.ts'
import { discardMeetings, requestMeetings } from '#modules/media/zoom/removal.ts'

/** To be called before the deletion, with the course locked: of two who delete at once, the second finds nothing any more. */
export async function cancelSessions(ctx: Context, within: { courseId: string; weekId?: string }): Promise<void> {
  await sendAllCancelled(ctx, within)
  await discardMeetings(ctx.db, within)
}

/** After their week or course was restored: sessions to come whose meetings were deleted get new ones. Nobody is mailed. */
export async function restoreMeetings(ctx: Context, within: { courseId: string; weekId?: string }): Promise<void> {
  if (ctx.services.zoom) await requestMeetings(ctx.db, within, ctx.now())
}
