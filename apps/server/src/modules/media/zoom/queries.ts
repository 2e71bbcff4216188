/** Zoom meetings in SQL. */

import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { defaultMinutes } from '@lms/contract/rules/session-window'
import type { Db } from '#db/client.ts'
import { media, zoomMeetings } from '#db/schema/media.ts'

export type MeetingRow = typeof zoomMeetings.$inferSelect

/** The meeting of a media item, if it should have one. */
export async function findMeeting(db: Db, mediaId: string): Promise<MeetingRow | undefined> {
  const [found] = await db
    .select()
    .from(zoomMeetings)
    .where(and(eq(zoomMeetings.mediaId, mediaId), ne(zoomMeetings.state, 'TO_DELETE')))
  return found
}

/** A media item with its meeting, both locked in the same order as in handlers. */
export async function lockWithMeeting(db: Db, mediaId: string) {
  const [item] = await db.select().from(media).where(eq(media.id, mediaId)).for('update')
  const [meeting] = await db.select().from(zoomMeetings).where(eq(zoomMeetings.mediaId, mediaId)).for('update')
  return item && meeting ? { item, meeting } : undefined
}

/** Requests a meeting for the media item, to be created or changed. */
export const requestMeeting = (db: Db, mediaId: string) =>
  db
    .insert(zoomMeetings)
    .values({ mediaId })
    .onConflictDoUpdate({ target: zoomMeetings.mediaId, set: { state: 'PENDING', reason: null, attempts: 0 } })

/** Whether there was one. */
export async function cancelMeeting(db: Db, mediaId: string): Promise<boolean> {
  const deleted = await db
    .update(zoomMeetings)
    .set({ state: 'TO_DELETE', reason: null, attempts: 0 })
    .where(eq(zoomMeetings.mediaId, mediaId))
    .returning({ mediaId: zoomMeetings.mediaId })
  return deleted.length > 0
}

/** The same for all sessions of a course, or of one week of it. */
export async function cancelMeetingsOf(db: Db, { courseId, weekId }: { courseId: string; weekId?: string }) {
  const sessions = db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.courseId, courseId), weekId ? eq(media.weekId, weekId) : undefined))
  return db
    .update(zoomMeetings)
    .set({ state: 'TO_DELETE', reason: null, attempts: 0 })
    .where(and(inArray(zoomMeetings.mediaId, sessions), ne(zoomMeetings.state, 'TO_DELETE')))
    .returning({ mediaId: zoomMeetings.mediaId })
}

/** Removes the links of meetings that are about to be deleted. */
export const clearLinksOf = (db: Db, mediaIds: string[]) =>
  db.update(media).set({ joinUrl: null, meetingId: null, startUrl: null }).where(inArray(media.id, mediaIds))

/** Requests meetings for all future sessions without a link, in a course or one week of it. */
export async function requestMeetingsOf(db: Db, { courseId, weekId }: { courseId: string; weekId?: string }, now: Date) {
  const { rows } = await db.execute<{ mediaId: string }>(sql`
    insert into zoom_meetings (media_id)
    select media_item.id from media media_item join weeks week on week.id = media_item.week_id and week.deleted_at is null
    where media_item.course_id = ${courseId} ${weekId ? sql`and media_item.week_id = ${weekId}` : sql``} and media_item.type = 'LIVE' and media_item.deleted_at is null
      and media_item.join_url is null and media_item.starts_at + coalesce(media_item.duration_minutes, ${defaultMinutes}) * interval '1 minute' > ${now.toISOString()}::timestamptz
    on conflict (media_id) do update set state = 'PENDING', reason = null, attempts = 0
    returning media_id as "mediaId"`)
  return rows
}

export const updateMeetingRow = (db: Db, mediaId: string, values: Partial<typeof zoomMeetings.$inferInsert>) =>
  db.update(zoomMeetings).set(values).where(eq(zoomMeetings.mediaId, mediaId))

export const deleteMeetingRow = (db: Db, mediaId: string) => db.delete(zoomMeetings).where(eq(zoomMeetings.mediaId, mediaId))

/** Stores the links for students and staff. */
export const updateJoinInfo = (db: Db, mediaId: string, way: { joinUrl: string; meetingId: string; passcode: string | null }) =>
  db.update(media).set(way).where(eq(media.id, mediaId))

const heldColumns = {
  id: media.id,
  courseId: media.courseId,
  weekId: sql<string>`${media.weekId}`,
  startsAt: sql<string>`${media.startsAt}`.mapWith(media.startsAt),
  durationMinutes: sql<number>`coalesce(${media.durationMinutes}, ${defaultMinutes})`,
  number: sql<string>`${zoomMeetings.number}`,
  startedAt: zoomMeetings.startedAt,
  endedAt: zoomMeetings.endedAt,
}
export type EndedSession = Awaited<ReturnType<typeof lockEndedSession>> & object

/** The session that a meeting belongs to, locked, so that its events are stored one after the other. */
export async function lockEndedSession(db: Db, by: { number: string } | { mediaId: string }) {
  const [found] = await db
    .select(heldColumns)
    .from(zoomMeetings)
    .innerJoin(media, eq(media.id, zoomMeetings.mediaId))
    .where(
      and(
        'number' in by ? eq(zoomMeetings.number, by.number) : and(eq(media.id, by.mediaId), sql`${zoomMeetings.number} is not null`),
        isNull(media.deletedAt),
        sql`${media.weekId} is not null and ${media.startsAt} is not null`,
      ),
    )
    .for('update', { of: zoomMeetings })
  return found
}
