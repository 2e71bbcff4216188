/** How far users have read, in SQL. */

import { sql, type SQL } from 'drizzle-orm'
import { prepared, type Db } from '#db/drizzle.ts'
import { enrolments, memberships } from '#db/schema/courses.ts'
import { comments, discussionReads, discussions } from '#db/schema/discussions.ts'
import { users } from '#db/schema/users.ts'

const actor = sql.placeholder('actorId')

/** Posts from before a user first joined the course are not new to them; admins join no course. */
const joined = sql`(select coalesce(max(coalesce(lower(enrolment.periods), membership.created_at)), (select account.created_at from ${users} account where account.id = ${actor}))
  from ${memberships} membership left join ${enrolments} enrolment on enrolment.user_id = membership.user_id and enrolment.course_id = membership.course_id and membership.role = 'STUDENT' where membership.course_id = ${sql.placeholder('courseId')} and membership.user_id = ${actor} and membership.status = 'ACTIVE')`

/** For statements with the values `actorId` and `courseId`, on rows of `discussions`. */
const findReadUntil = sql`coalesce((select seen.read_until from ${discussionReads} seen
  where seen.user_id = ${actor} and seen.discussion_id = ${discussions.id}), ${joined})`

/** More new comments than this are not counted: nobody needs the exact number then. */
const mostCounted = 100

const newSince = (until: SQL) => sql`select 1 from ${comments} fresh
  where fresh.discussion_id = ${discussions.id} and fresh.deleted_at is null and fresh.created_at > ${until} and fresh.author_id <> ${actor}`
const isUnreadSince = (until: SQL, hasNew: SQL) => sql<boolean>`(${discussions.lastActivityAt} > ${until}
  and ((${discussions.createdAt} > ${until} and ${discussions.authorId} <> ${actor}) or ${hasNew}))`

/** To be joined: how far the reader has read a discussion, and what is new to them, looked up once per row however often the statement uses it. */
export const reader = sql`(
  select seen.read_until, case when ${discussions.lastActivityAt} > seen.read_until
    then (select count(*)::int from (${newSince(sql`seen.read_until`)} limit ${sql.raw(String(mostCounted))}) counted) else 0 end as new_count
  from (select ${findReadUntil} as read_until offset 0) seen offset 0) reader`
/** For statements with `reader`, as are the next two. */
export const readUntil = sql<string>`reader.read_until`
export const newCount = sql<number>`reader.new_count`
export const isUnread = isUnreadSince(readUntil, sql`reader.new_count > 0`)
/** For conditions of statements without `reader`. */
export const isUnreadRow = sql<boolean>`exists (select from (select ${findReadUntil} as read_until offset 0) seen
  where ${isUnreadSince(sql`seen.read_until`, sql`exists (${newSince(sql`seen.read_until`)})`)})`

const readMark = prepared((db) =>
  db
    .insert(discussionReads)
    .values({ userId: actor, discussionId: sql.placeholder('discussionId'), readUntil: sql.placeholder('until') })
    .onConflictDoUpdate({
      target: [discussionReads.userId, discussionReads.discussionId],
      set: { readUntil: sql`greatest(${discussionReads.readUntil}, excluded.read_until)` },
    }),
)

/** Only moves forward: another device may have read further. */
export const updateReadUntil = (db: Db, values: { actorId: string; discussionId: string; until: string }) => readMark(db, values)

/** Marks all discussions of a course that have something new. */
export const saveAllRead = (db: Db, { courseId, actorId, until }: { courseId: string; actorId: string; until: string }) =>
  db.execute(sql`
    insert into ${discussionReads} (user_id, discussion_id, read_until)
    select ${actorId}::uuid, discussion.id, ${until}::timestamptz
    from ${discussions} discussion
    left join ${discussionReads} seen on seen.discussion_id = discussion.id and seen.user_id = ${actorId}
    where discussion.course_id = ${courseId} and discussion.deleted_at is null and (seen.read_until is null or discussion.last_activity_at > seen.read_until)
    order by discussion.id
    on conflict (user_id, discussion_id) do update set read_until = greatest(discussion_reads.read_until, excluded.read_until)`)
