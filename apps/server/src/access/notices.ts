/** Which notices a user sees, in SQL. */

import { sql, type SQL } from 'drizzle-orm'
import { isSeenCourse, roleInCourse } from '#access/conditions.ts'
import { notices } from '#db/schema/notices.ts'

// What a notice is about is looked up by its key (OFFSET 0): for a hundred notices, PostgreSQL would rather hash all comments and memberships of a small school.

/** Whether user `u` may open course `c`: admins all, members theirs, students no drafts. */
export const mayOpen = sql`(u.role in ('ADMIN', 'SUPER_ADMIN') or (${isSeenCourse} or u.role <> 'USER') and exists (
  select from memberships m where m.course_id = c.id and m.user_id = u.id and m.role = ${roleInCourse(sql`u.role`)} and m.status = 'ACTIVE' offset 0))`
/** The comments of a REPLY notice: the one that it was created for, and those added until it was read. */
export const repliesSince = (notice: SQL) => sql`comments r
  where ${notice}.kind = 'REPLY' and r.discussion_id = (${notice}.subject ->> 'discussionId')::uuid
  and r.created_at >= (select own.created_at from comments own where own.id = (${notice}.subject ->> 'commentId')::uuid)
  and r.created_at <= coalesce(${notice}.read_at, 'infinity') and r.author_id <> ${notice}.user_id and r.deleted_at is null`
const isCommentDeleted = (notice: SQL) =>
  sql`exists (select from comments m where m.id = (${notice}.subject ->> 'commentId')::uuid and m.deleted_at is not null offset 0)`
/** Of a RESPONSE notice, whether its sender no longer waits for a decision, such as one who was added by hand, or deleted. */
const isSettled = (notice: SQL) =>
  sql`(${notice}.kind = 'RESPONSE' and not exists (select from signup_forms f join signup_responses r on r.form_id = f.id
    where f.course_id = ${notice}.course_id and r.user_id = ${notice}.actor_id and r.status = 'PENDING' offset 0))`
/** It no longer holds: neither shown nor counted. */
export const isOver = (notice: SQL) => sql`(${isCommentDeleted(notice)} or ${isSettled(notice)})`
/**
 * Of a notice, its user `u` and course `c`. Declined users are not members but still see the decision. Notices about deleted content are
 * hidden: of a row, the newest that is left represents it.
 */
export const isVisible = (
  notice = sql`n`,
) => sql`(${notice}.course_id is null or c.deleted_at is null and (${notice}.kind = 'FORM' or ${mayOpen}))
  and not exists (select from discussions d where d.id = (${notice}.subject ->> 'discussionId')::uuid and d.deleted_at is not null offset 0)
  and not exists (select from assignments a where a.id = (${notice}.subject ->> 'assignmentId')::uuid and a.deleted_at is not null offset 0)
  and not exists (select from media m where m.id = (${notice}.subject ->> 'mediaId')::uuid and m.deleted_at is not null offset 0)
  and (not ${isOver(notice)} or exists (select from ${repliesSince(notice)}))`

/** Whether a user's unread REPLY notice of this group waits for its email: later events are added to it until then. */
export const hasWaitingReply = (userId: SQL, groupKey: SQL) => sql`exists (select from ${notices} n
  where n.user_id = ${userId} and n.group_key = ${groupKey} and n.kind = 'REPLY' and n.read_at is null and n.email_at is not null)`

/** Unread rows of a user's notification menu, up to 100. */
export const unreadNotices = (userId: SQL) => sql<number>`(select count(*)::int from (
  select distinct n.group_key from notices n join users u on u.id = n.user_id left join courses c on c.id = n.course_id
  where n.user_id = ${userId} and n.read_at is null and ${isVisible()} limit 100) unread)`
