/** Closing and reopening the register of a live session, in SQL. */

import { and, eq, isNull, sql } from 'drizzle-orm'
import type { ClosedRegister } from '@lms/contract/attendance-record'
import { defaultMinutes } from '@lms/contract/rules/session-window'
import { isOwed } from '#access/owed-work.ts'
import type { Db } from '#db/client.ts'
import { attendance } from '#db/schema/attendance.ts'
import { media } from '#db/schema/media.ts'
import { userColumns, users } from '#db/schema/users.ts'
import { actAs } from '#modules/attendance/history.ts'
import { nothing, present, replacedWithoutFirst } from '#modules/attendance/staff-marks.ts'

/** A live session, locked: two people who close its register wait for each other. */
export async function lockRegister(db: Db, courseId: string, mediaId: string) {
  const [found] = await db
    .select({ startsAt: media.startsAt, closedAt: media.registerClosedAt })
    .from(media)
    .where(and(eq(media.id, mediaId), eq(media.courseId, courseId), eq(media.type, 'LIVE'), isNull(media.deletedAt)))
    .for('update')
  return found
}

/** Null while it is open. */
export async function findClosed(db: Db, mediaId: string): Promise<ClosedRegister | null> {
  const [found] = await db
    .select({ at: media.registerClosedAt, by: userColumns(users) })
    .from(media)
    .leftJoin(users, eq(users.id, media.registerClosedBy))
    .where(eq(media.id, mediaId))
  return found?.at ? { at: found.at, by: found.by } : null
}

/** Students who were enrolled at the time and are not marked become absent. In one order, so that concurrent marking cannot deadlock. Returns their number. */
export async function closeRegister(db: Db, mediaId: string, by: { actorId: string; now: Date }): Promise<number> {
  const at = sql`${by.now.toISOString()}::timestamptz`
  await db.update(media).set({ registerClosedAt: by.now.toISOString(), registerClosedBy: by.actorId }).where(eq(media.id, mediaId))
  const endsAt = sql`(session.starts_at + coalesce(session.duration_minutes, ${defaultMinutes}) * interval '1 minute')`
  const { rowCount } = await db.execute(sql`
    insert into attendance (session_id, user_id, course_id, week_id, status, source, marked_by, marked_at, updated_at, replaced)
    select session.id, student.user_id, session.course_id, session.week_id, 'ABSENT', 'REGISTER', ${by.actorId}::uuid, ${at}, ${at}, ${JSON.stringify([nothing])}::jsonb
    from media session join course_students student on student.course_id = session.course_id and ${isOwed(sql`student`, endsAt)}
    where session.id = ${mediaId} and not exists (
      select from attendance record where record.session_id = session.id and record.user_id = student.user_id and record.status is not null)
    order by student.user_id
    on conflict (session_id, user_id) do update set status = excluded.status, source = excluded.source, remark = null,
      marked_by = excluded.marked_by, marked_at = excluded.marked_at, replaced = ${replacedWithoutFirst} || ${present}
      where attendance.status is null`)
  return rowCount ?? 0
}

const ofRegister = (mediaId: string) => eq(attendance.sessionId, mediaId)

/** Those who became absent by closing are not marked again; what a person marked since stays. Returns their number. */
export async function reopenRegister(db: Db, mediaId: string, actorId: string): Promise<number> {
  await actAs(db, actorId)
  await db.update(media).set({ registerClosedAt: null, registerClosedBy: null }).where(eq(media.id, mediaId))
  const { rowCount } = await db
    .update(attendance)
    .set({
      status: null,
      source: sql`coalesce(${attendance.replaced} -> -1 ->> 'source', 'VIDEO')`,
      markedBy: null,
      markedAt: null,
      replaced: sql`${attendance.replaced} - -1`,
    })
    .where(and(ofRegister(mediaId), eq(attendance.source, 'REGISTER')))
  // Undoing a mark that replaced such an absence must not bring it back.
  await db
    .update(attendance)
    .set({
      replaced: sql`(select jsonb_agg(case when one ->> 'source' = 'REGISTER' then ${JSON.stringify(nothing)}::jsonb else one end order by place)
        from jsonb_array_elements(${attendance.replaced}) with ordinality as replaced(one, place))`,
    })
    .where(and(ofRegister(mediaId), sql`${attendance.replaced} @> '[{"source": "REGISTER"}]'`))
  return rowCount ?? 0
}
