/** Marks by staff, and undoing them, in SQL. */

import { and, eq, sql } from 'drizzle-orm'
import type { AttendanceRecord } from '@lms/contract/attendance-record'
import { watchedThreshold } from '@lms/contract/attendance-rules'
import type { Db } from '#db/client.ts'
import { attendance, type ReplacedRecord } from '#db/schema/attendance.ts'
import { actAs } from '#modules/attendance/history.ts'

export interface RecordInput {
  sessionId: string
  userId: string
  status: AttendanceRecord['status']
  remark: string | null
  /** When the record was marked that this one replaces, null if it was not marked; undefined: whatever it is. */
  seen?: string | null | undefined
}

/** Marks of a record that can be undone, one after the other. */
const mostReplaced = 20
export const nothing: ReplacedRecord = {
  status: null,
  source: 'VIDEO',
  remark: null,
  marked_by: null,
  marked_at: null,
  watched_at: null,
  objected_at: null,
  objection: null,
}
export const present = sql`jsonb_build_object('status', ${attendance.status}, 'source', ${attendance.source}, 'remark', ${attendance.remark},
  'marked_by', ${attendance.markedBy}, 'marked_at', ${attendance.markedAt}, 'watched_at', ${attendance.watchedAt},
  'objected_at', ${attendance.objectedAt}, 'objection', ${attendance.objection})`
/** Room for one more. */
export const replacedWithoutFirst = sql`(case when jsonb_array_length(${attendance.replaced}) < ${mostReplaced} then ${attendance.replaced}
  else ${attendance.replaced} - 0 end)`
/** Playback that was measured, not the student's own word. */
const isMeasured = sql`coalesce(${attendance.coverage} >= ${watchedThreshold}, false)`

/**
 * Marks by staff replace earlier ones, which are kept for undoing. What was measured stays: clearing a mark clears "watched" only where
 * that is the student's own word. A student's objection is answered by any of them. What other staff have marked since it was seen is kept. Always in one order, so that concurrent marking
 * cannot deadlock. Returns which records were written.
 */
export async function updateRecords(
  db: Db,
  at: { courseId: string; weekId: string },
  marks: readonly RecordInput[],
  by: { markedBy: string; now: Date },
) {
  const markedAt = by.now.toISOString()
  const mark = { ...at, source: 'STAFF' as const, markedBy: by.markedBy, markedAt, updatedAt: markedAt, replaced: [nothing] }
  const rows = marks.map(({ seen: _seen, ...one }) => ({ ...one, ...mark }))
  const inOrder = rows.toSorted((a, b) => (`${a.sessionId}${a.userId}` < `${b.sessionId}${b.userId}` ? -1 : 1))
  return db
    .insert(attendance)
    .values(inOrder)
    .onConflictDoUpdate({
      target: [attendance.sessionId, attendance.userId],
      set: {
        status: sql`excluded.status`,
        source: sql`excluded.source`,
        remark: sql`excluded.remark`,
        markedBy: sql`excluded.marked_by`,
        markedAt: sql`excluded.marked_at`,
        watchedAt: sql`case when excluded.status is not null or ${isMeasured} then ${attendance.watchedAt} end`,
        objectedAt: null,
        objection: null,
        replaced: sql`${replacedWithoutFirst} || ${present}`,
      },
      setWhere: sql`not ${isUnseen(marks)}`,
    })
    .returning({ sessionId: attendance.sessionId, userId: attendance.userId })
}

/** Whether other staff have marked a record since it was seen, with another status or note. A cleared one is as good as none. */
function isUnseen(marks: readonly RecordInput[]) {
  const cell = sql`(excluded.session_id || ' ' || excluded.user_id)`
  const seen = Object.fromEntries(
    marks.flatMap(({ sessionId, userId, seen: at }) => (at === undefined ? [] : [[`${sessionId} ${userId}`, at] as const])),
  )
  const known = sql`${JSON.stringify(seen)}::jsonb`
  return sql`(${attendance.source} = 'STAFF' and ${attendance.markedBy} <> excluded.marked_by and jsonb_exists(${known}, ${cell})
    and ${attendance.markedAt} is distinct from (${known} ->> ${cell})::timestamptz
    and coalesce(${attendance.status}, ${known} ->> ${cell}) is not null
    and (${attendance.status}, ${attendance.remark}) is distinct from (excluded.status, excluded.remark))`
}

const isOwnMark = (of: { weekId: string; markedBy: string; markedAt: string }) =>
  and(
    eq(attendance.weekId, of.weekId),
    eq(attendance.source, 'STAFF'),
    eq(attendance.markedBy, of.markedBy),
    eq(attendance.markedAt, of.markedAt),
    sql`jsonb_array_length(${attendance.replaced}) > 0`,
  )!

/** Restores the records before marks that nobody has replaced. Returns which were restored. */
export async function restoreRecords(
  db: Db,
  cells: readonly { sessionId: string; userId: string }[],
  of: { weekId: string; markedBy: string; markedAt: string },
) {
  const before = sql`(${attendance.replaced} -> -1)`
  const text = (key: keyof ReplacedRecord) => sql`(${before} ->> ${sql.raw(`'${key}'`)})`
  const list = (key: 'sessionId' | 'userId') => sql`${sql.param(cells.map((cell) => cell[key]))}::uuid[]`
  await actAs(db, of.markedBy)
  // Locked in the order in which records are written.
  const found = sql`(select session_id, user_id from attendance
    where (session_id, user_id) in (select * from unnest(${list('sessionId')}, ${list('userId')})) and ${isOwnMark(of)}
    order by session_id, user_id for update)`
  return db
    .update(attendance)
    .set({
      status: sql`${text('status')}`,
      source: sql`${text('source')}`,
      remark: sql`${text('remark')}`,
      markedBy: sql`${text('marked_by')}::uuid`,
      markedAt: sql`${text('marked_at')}::timestamptz`,
      // It may have been watched since.
      watchedAt: sql`coalesce(${attendance.watchedAt}, ${text('watched_at')}::timestamptz)`,
      // So may the student have objected again.
      objectedAt: sql`coalesce(${attendance.objectedAt}, ${text('objected_at')}::timestamptz)`,
      objection: sql`coalesce(${attendance.objection}, ${text('objection')})`,
      replaced: sql`${attendance.replaced} - -1`,
    })
    .where(sql`(${attendance.sessionId}, ${attendance.userId}) in ${found}`)
    .returning({ sessionId: attendance.sessionId, userId: attendance.userId })
}
