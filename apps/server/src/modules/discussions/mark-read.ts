/** “Mark all as read”, of one course or of several, with what its undo needs. */

import { mostReadMarks } from '@lms/contract/discussions'
import type { Context } from '#call/handler.ts'
import { saveAllRead } from '#modules/discussions/reads.ts'
import { untilNow } from '#modules/discussions/rules.ts'
import { countUnread, markDiscussionsRead } from '#modules/notices/queries.ts'

/** Discussions, and notices of them. */
export async function markCoursesRead(ctx: Context, courseIds: readonly string[], requested: string) {
  const { db, actor } = ctx
  const now = ctx.now()
  const until = untilNow(requested, now)
  const marks = await saveAllRead(db, { courseIds, actorId: actor.id, until })
  await markDiscussionsRead(db, actor.id, { courseIds, until }, now)
  return {
    unreadNotices: await countUnread(db, actor.id),
    undo: marks.length <= mostReadMarks ? { until, markedAt: now.toISOString(), marks } : null,
  }
}
