/** Notifies staff of responses that wait for a decision, until somebody decides. */

import type { Db } from '#db/client.ts'
import { notify } from '#modules/notices/notify.ts'
import { deleteNoticesBy, listStaffOf } from '#modules/notices/queries.ts'
import type { Response } from '#modules/signup-forms/queries.ts'

const groupKey = (courseId: string): string => `responses:${courseId}`

export async function notifyReviewers(
  db: Db,
  { id: courseId, title }: { id: string; title: string },
  { id, userId, sentAt }: Pick<Response, 'id' | 'userId' | 'sentAt'>,
  now: Date,
): Promise<void> {
  const keys = { groupKey: groupKey(courseId), sourceId: `response:${id}:${sentAt}` }
  const userIds = await listStaffOf(db, courseId)
  await notify(db, [{ kind: 'RESPONSE', courseId, ...keys, actorId: userId, subject: { title }, userIds }], now)
}

export const deleteReviewNotices = (db: Db, courseId: string, userIds: readonly string[]) =>
  deleteNoticesBy(db, userIds, { courseId, groupKey: groupKey(courseId) })
