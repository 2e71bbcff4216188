/** Join and leave events in SQL. */

import { eq, sql } from 'drizzle-orm'
import { accountOfStudent } from '#access/conditions.ts'
import type { Db } from '#db/client.ts'
import { attendance, attendanceEvents } from '#db/schema/attendance.ts'
import { courseStudents } from '#db/schema/courses.ts'
import { zoomMeetings } from '#db/schema/media.ts'
import { users } from '#db/schema/users.ts'
import type { JoinEvent, Student, Presence } from '#modules/attendance/zoom-attendance/rules.ts'

export const listStudentsToMatch = (db: Db, courseId: string): Promise<Student[]> =>
  db
    .select({ id: users.id, name: users.name, email: users.email })
    .from(courseStudents)
    .innerJoin(users, accountOfStudent())
    .where(eq(courseStudents.courseId, courseId))

export type UserJoinEvent = JoinEvent & { userId: string; matchedByName: boolean }

/** Known events are ignored. */
export const insertJoinEvents = async (db: Db, sessionId: string, moments: readonly UserJoinEvent[]) => {
  if (moments.length === 0) return
  const list = (key: keyof UserJoinEvent) => sql.param(moments.map((moment) => moment[key]))
  await db.execute(sql`
    insert into attendance_events (session_id, user_id, connection, kind, at, matched_by_name)
    select ${sessionId}::uuid, moment.* from unnest(${list('userId')}::uuid[], ${list('connection')}::text[], ${list('kind')}::text[], ${list('at')}::timestamptz[], ${list('matchedByName')}::boolean[]) moment
    order by 2, 3, 4, 5
    on conflict do nothing`)
}

export const listJoinEvents = (db: Db, sessionId: string) =>
  db
    .select({
      userId: attendanceEvents.userId,
      connection: attendanceEvents.connection,
      kind: attendanceEvents.kind,
      at: attendanceEvents.at,
      matchedByName: attendanceEvents.matchedByName,
    })
    .from(attendanceEvents)
    .where(eq(attendanceEvents.sessionId, sessionId))

export const updateSessionWindow = (db: Db, mediaId: string, held: { startedAt: string | null; endedAt: string | null }) =>
  db.update(zoomMeetings).set(held).where(eq(zoomMeetings.mediaId, mediaId))

type Place = { id: string; courseId: string; weekId: string }

/**
 * Stores what Zoom saw with every record. It sets the status unless staff have, and overrides a status
 * set by a click on Join, but never one earned by watching the recording (decision 0009).
 */
export async function updatePresence(db: Db, { id, courseId, weekId }: Place, seen: readonly (Presence & { userId: string })[], now: Date) {
  if (seen.length === 0) return
  const at = now.toISOString()
  const rows = seen
    .toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
    .map((verdict) => ({
      ...verdict,
      sessionId: id,
      courseId,
      weekId,
      source: 'ZOOM' as const,
      markedBy: null,
      markedAt: verdict.status && at,
      updatedAt: at,
    }))
  const { status, source } = attendance
  const isTaken = sql`(${status} is null or ${source} <> 'STAFF') and (excluded.status is not null or (${status} is not null and ${source} in ('JOIN', 'ZOOM')))`
  const taken = (column: 'status' | 'source' | 'marked_by') =>
    sql`case when ${isTaken} then excluded.${sql.identifier(column)} else attendance.${sql.identifier(column)} end`
  await db
    .insert(attendance)
    .values(rows)
    .onConflictDoUpdate({
      target: [attendance.sessionId, attendance.userId],
      set: {
        status: taken('status'),
        source: taken('source'),
        markedBy: taken('marked_by'),
        // Setting the same status again keeps its time.
        markedAt: sql`case when ${isTaken} and (${status} is distinct from excluded.status or ${source} <> 'ZOOM') then excluded.marked_at else ${attendance.markedAt} end`,
        joinedAt: sql`least(${attendance.joinedAt}, excluded.joined_at)`,
        minutes: sql`excluded.minutes`,
        matchedByName: sql`excluded.matched_by_name`,
      },
    })
}
