/** How far users have read, in SQL. */

import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { ReadMarks } from '@lms/contract/discussions'
import { arrayPlaceholder, prepared, type Db } from '#db/drizzle.ts'
import { stamp } from '#db/schema/columns.ts'
import { enrolments, memberships } from '#db/schema/courses.ts'
import { comments, discussionReads, discussions } from '#db/schema/discussions.ts'
import { users } from '#db/schema/users.ts'

const actor = sql.placeholder('actorId')

/** When the actor joined a course: posts from before are not new to them; admins join no course. */
export const joinedAt = (courseId: SQLWrapper) =>
  sql<string>`(select coalesce(max(coalesce(lower(enrolment.periods), membership.created_at)), (select account.created_at from ${users} account where account.id = ${actor}))
  from ${memberships} membership left join ${enrolments} enrolment on enrolment.user_id = membership.user_id and enrolment.course_id = membership.course_id and membership.role = 'STUDENT' where membership.course_id = ${courseId} and membership.user_id = ${actor} and membership.status = 'ACTIVE')`

/** More new comments than this are not counted: nobody needs the exact number then. */
const mostCounted = 100

const newSince = (until: SQL) => sql`select 1 from ${comments} fresh
  where fresh.discussion_id = ${discussions.id} and fresh.deleted_at is null and fresh.created_at > ${until} and fresh.author_id <> ${actor}`
const isUnreadSince = (until: SQL, hasNew: SQL) => sql<boolean>`(${discussions.lastActivityAt} > ${until}
  and ((${discussions.createdAt} > ${until} and ${discussions.authorId} <> ${actor}) or ${hasNew}))`

/** For statements with `reader`, as are the next two. */
export const readUntil = sql<string>`reader.read_until`
export const newCount = sql<number>`reader.new_count`
export const isUnread = isUnreadSince(readUntil, sql`reader.new_count > 0`)

/** What is new to the actor, for statements with the value `actorId` on rows of `discussions` in courses that they joined at `joined`. */
export function newsSince(joined: SQL) {
  const findReadUntil = sql`coalesce((select seen.read_until from ${discussionReads} seen
    where seen.user_id = ${actor} and seen.discussion_id = ${discussions.id}), ${joined})`
  const readerOf = (most: number) => sql`(
      select seen.read_until, case when ${discussions.lastActivityAt} > seen.read_until
        then (select count(*)::int from (${newSince(sql`seen.read_until`)} limit ${sql.raw(String(most))}) counted) else 0 end as new_count
      from (select ${findReadUntil} as read_until offset 0) seen offset 0) reader`
  return {
    /** To be joined: how far a discussion was read, and what is new, looked up once per row however often the statement uses it. */
    reader: readerOf(mostCounted),
    /** The same for many rows: only whether something is new. */
    finder: readerOf(1),
    /** For conditions of statements without `reader`. */
    isUnreadRow: sql<boolean>`exists (select from (select ${findReadUntil} as read_until offset 0) seen
      where ${isUnreadSince(sql`seen.read_until`, sql`exists (${newSince(sql`seen.read_until`)})`)})`,
  }
}

/** Of the course `courseId`, which is a value of the statement too. */
export const { reader, isUnreadRow } = newsSince(joinedAt(sql.placeholder('courseId')))

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

type Marked = ReadMarks['marks'][number]

const { isUnreadRow: isUnreadAnywhere } = newsSince(joinedAt(discussions.courseId))

const allRead = prepared((db) =>
  db.execute<Marked>(sql`
    with unread as (
      select ${discussions.id} as id, (select seen.read_until from ${discussionReads} seen
        where seen.user_id = ${actor} and seen.discussion_id = ${discussions.id}) as former
      from ${discussions}
      where ${discussions.courseId} = ${arrayPlaceholder('courseIds')} and ${discussions.deletedAt} is null and ${isUnreadAnywhere}
    ), marked as (
      insert into ${discussionReads} (user_id, discussion_id, read_until)
      select ${actor}::uuid, id, ${sql.placeholder('until')}::timestamptz from unread order by id
      on conflict (user_id, discussion_id) do update set read_until = greatest(discussion_reads.read_until, excluded.read_until))
    select id as "discussionId", ${stamp(sql`former`)} as "readUntil" from unread`),
)
type AllRead = { courseIds: readonly string[]; actorId: string; until: string }
/** Marks all discussions of courses that have something new; returns how far each was read before. */
export const saveAllRead = async (db: Db, values: AllRead): Promise<Marked[]> => (await allRead(db, values)).rows

const formerMarks = sql`jsonb_to_recordset(${sql.placeholder('marks')}::jsonb) former ("discussionId" uuid, "readUntil" timestamptz)`
const isMarked = sql`seen.user_id = ${actor} and seen.discussion_id = former."discussionId" and seen.read_until = ${sql.placeholder('until')}::timestamptz`
const marksRestored = prepared((db) =>
  db.execute<{ restored: number }>(sql`
    with opened as (
      update ${discussionReads} seen set read_until = former."readUntil"
      from ${formerMarks} where ${isMarked} and former."readUntil" is not null returning 1
    ), unopened as (
      delete from ${discussionReads} seen using ${formerMarks} where ${isMarked} and former."readUntil" is null returning 1)
    select ((select count(*) from opened) + (select count(*) from unopened))::int as restored`),
)
/** Undoes it where nothing was read since; returns in how many discussions. */
export const restoreReadMarks = async (db: Db, actorId: string, { marks, until }: ReadMarks): Promise<number> =>
  (await marksRestored(db, { actorId, until, marks: JSON.stringify(marks) })).rows[0]!.restored
