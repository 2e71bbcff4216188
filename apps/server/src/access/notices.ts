/** Which notices a user sees, in SQL. */

import { sql, type SQL } from 'drizzle-orm'
import { isSeenCourse, roleInCourse } from '#access/conditions.ts'
import { notices } from '#db/schema/notices.ts'

// What a notice is about is looked up by its key (OFFSET 0): for a hundred notices, PostgreSQL would rather hash all comments and memberships of a small school.

/** Whether the user `account` may open the `course`: admins all, members theirs, students no drafts. */
export const mayOpen = sql`(account.role in ('ADMIN', 'SUPER_ADMIN') or (${isSeenCourse} or account.role <> 'USER') and exists (
  select from memberships membership where membership.course_id = course.id and membership.user_id = account.id and membership.role = ${roleInCourse(sql`account.role`)} and membership.status = 'ACTIVE' offset 0))`
/** The comments of a REPLY notice: the one that it was created for, and those added until it was read. */
export const repliesSince = (notice: SQL) => sql`comments reply
  where ${notice}.kind = 'REPLY' and reply.discussion_id = (${notice}.subject ->> 'discussionId')::uuid
  and reply.created_at >= (select own.created_at from comments own where own.id = (${notice}.subject ->> 'commentId')::uuid)
  and reply.created_at <= coalesce(${notice}.read_at, 'infinity') and reply.author_id <> ${notice}.user_id and reply.deleted_at is null`
const isCommentDeleted = (notice: SQL) =>
  sql`exists (select from comments comment where comment.id = (${notice}.subject ->> 'commentId')::uuid and comment.deleted_at is not null offset 0)`
/** Of a RESPONSE notice, whether its sender no longer waits for a decision, such as one who was added by hand, or deleted. */
const isSettled = (notice: SQL) =>
  sql`(${notice}.kind = 'RESPONSE' and not exists (select from signup_forms form join signup_responses response on response.form_id = form.id
    where form.course_id = ${notice}.course_id and response.user_id = ${notice}.actor_id and response.status = 'PENDING' offset 0))`
/** It no longer holds: neither shown nor counted. */
export const isOver = (notice: SQL) => sql`(${isCommentDeleted(notice)} or ${isSettled(notice)})`
/**
 * Of a notice, its user `account` and its `course`. Declined users are not members but still see the decision. Notices about deleted content are
 * hidden: of a row, the newest that is left represents it.
 */
export const isVisible = (
  notice = sql`notice`,
) => sql`(${notice}.course_id is null or course.deleted_at is null and (${notice}.kind = 'FORM' or ${mayOpen}))
  and not exists (select from discussions discussion where discussion.id = (${notice}.subject ->> 'discussionId')::uuid and discussion.deleted_at is not null offset 0)
  and not exists (select from assignments assignment where assignment.id = (${notice}.subject ->> 'assignmentId')::uuid and assignment.deleted_at is not null offset 0)
  and not exists (select from media media_item where media_item.id = (${notice}.subject ->> 'mediaId')::uuid and media_item.deleted_at is not null offset 0)
  and (not ${isOver(notice)} or exists (select from ${repliesSince(notice)}))`

/** Whether a user's unread REPLY notice of this group waits for its email: later events are added to it until then. */
export const hasWaitingReply = (userId: SQL, groupKey: SQL) => sql`exists (select from ${notices} notice
  where notice.user_id = ${userId} and notice.group_key = ${groupKey} and notice.kind = 'REPLY' and notice.read_at is null and notice.email_at is not null)`

/** Unread rows of a user's notification menu, up to 100. */
export const unreadNotices = (userId: SQL) => sql<number>`(select count(*)::int from (
  select distinct notice.group_key from notices notice join users account on account.id = notice.user_id left join courses course on course.id = notice.course_id
  where notice.user_id = ${userId} and notice.read_at is null and ${isVisible()} limit 100) unread)`
