/** Notices in SQL. */

import { lt, sql, type SQL } from 'drizzle-orm'
import type { Preferences } from '@lms/contract/preferences'
import type { NoticeKind, NoticeSubject } from '@lms/contract/rules/notices'
import { isOver, isVisible, mayOpen, repliesSince, unreadNotices } from '#access/notices.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { limitTo, pageShape, type PageShape } from '#db/page.ts'
import { risingId } from '#db/rising-id.ts'
import { stamp } from '#db/schema/columns.ts'
import { notices } from '#db/schema/notices.ts'
import { toReader } from '#modules/notices/rules.ts'

const { placeholder } = sql

/** Authors of the first hundred comments of a REPLY notice. */
const repliersOf = (notice: SQL) => sql`(select reply.author_id as id from ${repliesSince(notice)} limit 100)`
/** To be joined: the first of those comments that still exists. */
const firstReply = sql`lateral (select reply.id, reply.author_id from ${repliesSince(sql`notice`)} order by reply.created_at, reply.id limit 1) first on true`

type Wanted = {
  userId: string
  courseId: string
}

const recipients = prepared((db) =>
  db.execute<Wanted & { isMember: boolean; isOptedOut: boolean; preferences: Preferences; timeZone: string }>(sql`
    select account.id as "userId", course.id as "courseId", ${mayOpen} as "isMember",
      exists (select from email_opt_outs opt_out where opt_out.user_id = account.id and opt_out.course_id = course.id) as "isOptedOut", account.preferences, coalesce(account.time_zone, course.time_zone) as "timeZone"
    from (select distinct user_id, course_id from unnest(${placeholder('userIds')}::uuid[], ${placeholder('courseIds')}::uuid[]) wanted (user_id, course_id)) wanted
    join users account on account.id = wanted.user_id and account.deleted_at is null
    join courses course on course.id = wanted.course_id and course.deleted_at is null`),
)
/** The users, with the settings that decide when they are emailed. */
export async function listRecipients(db: Db, wanted: readonly Wanted[]) {
  const values = { userIds: wanted.map(({ userId }) => userId), courseIds: wanted.map(({ courseId }) => courseId) }
  return (await recipients(db, values)).rows
}

export type NoticeRow = {
  userId: string
  courseId: string | null
  kind: NoticeKind
  groupKey: string
  sourceId: string
  actorId: string | null
  subject: NoticeSubject
  createdAt: string
  emailAt: string | null
}

const noticesInsert = prepared((db) =>
  db.execute(sql`
    insert into notices (id, user_id, kind, course_id, group_key, source_id, actor_id, subject, created_at, email_at)
    select id, "userId", kind, "courseId", "groupKey", "sourceId", "actorId", subject, "createdAt", "emailAt"
    from jsonb_to_recordset(${placeholder('rows')}::jsonb) given (id uuid, "userId" uuid, kind text, "courseId" uuid, "groupKey" text,
      "sourceId" text, "actorId" uuid, subject jsonb, "createdAt" timestamptz, "emailAt" timestamptz)
    on conflict (user_id, source_id) do nothing`),
)
/** Inserted in one statement, in their order: of several with one source a user gets the first. */
export async function insertNotices(db: Db, rows: readonly NoticeRow[]): Promise<void> {
  await noticesInsert(db, { rows: JSON.stringify(rows.map((row) => ({ id: risingId(), ...row }))) })
}

/** Who is notified of what waits for staff of the course: its trainers, or the administrators if it has none. */
export async function listStaffOf(db: Db, courseId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with trainers as (
      select users.id from course_staff staff join users on users.id = staff.user_id and users.status = 'ACTIVE'
      where staff.course_id = ${courseId})
    select id from trainers
    union all select id from users where role in ('ADMIN', 'SUPER_ADMIN') and status = 'ACTIVE' and deleted_at is null
      and not exists (select from trainers)`)
  return rows.map(({ id }) => id)
}

/** Those of the groups with a notice that its user has neither read nor been emailed. */
export async function listWaitingGroups(db: Db, some: readonly { userId: string; groupKey: string }[]): Promise<Set<string>> {
  if (some.length === 0) return new Set()
  const { rows } = await db.execute<{ groupKey: string }>(sql`
    select distinct notice.group_key as "groupKey" from notices notice
    join unnest(${sql.param(some.map(({ userId }) => userId))}::uuid[], ${sql.param(some.map(({ groupKey }) => groupKey))}::text[]) wanted (user_id, group_key)
      on notice.user_id = wanted.user_id and notice.group_key = wanted.group_key
    where notice.read_at is null and notice.email_at is not null`)
  return new Set(rows.map(({ groupKey }) => groupKey))
}

/** Deletes notices that no longer hold, such as those of an undone decision. */
export const deleteNotices = (db: Db, userIds: readonly string[], groupKey: string) =>
  db.execute(sql`delete from notices where user_id = any(${sql.param(userIds)}::uuid[]) and group_key = ${groupKey}`)

/** Deletes the notices that these users caused. */
export const deleteNoticesBy = (db: Db, actorIds: readonly string[], { courseId, groupKey }: { courseId: string; groupKey: string }) =>
  db.execute(sql`
    delete from notices where course_id = ${courseId} and group_key = ${groupKey} and actor_id = any(${sql.param(actorIds)}::uuid[])`)

/** Deletes notices by source, such as those of undone marks. */
export const deleteNoticesOf = (db: Db, some: readonly { userId: string; sourceId: string }[]) =>
  db.execute(sql`
    delete from notices notice
    using unnest(${sql.param(some.map(({ userId }) => userId))}::uuid[], ${sql.param(some.map(({ sourceId }) => sourceId))}::text[]) unwanted (user_id, source_id)
    where notice.user_id = unwanted.user_id and notice.source_id = unwanted.source_id`)

/** Deletes the notices of everybody about an announcement that is no longer shown. */
export const deleteNoticesInGroup = (db: Db, courseId: string, groupKey: string) =>
  db.execute(sql`delete from notices where course_id = ${courseId} and group_key = ${groupKey}`)

/** Deletes notices of mentions that were taken out of a post. */
export const deleteUnreadMentions = (db: Db, userIds: readonly string[], sourceId: string) =>
  db.execute(sql`delete from notices
    where user_id = any(${sql.param(userIds)}::uuid[]) and source_id = ${sourceId} and kind = 'MENTION' and read_at is null`)

const unreadRows = prepared((db) => db.execute<{ unread: number }>(sql`select ${unreadNotices(sql`${placeholder('userId')}`)} as unread`))
export const countUnread = async (db: Db, userId: string): Promise<number> => (await unreadRows(db, { userId })).rows[0]!.unread

/** With `firstReply`; the actor is joined by `actorId`. */
const actorId = sql`coalesce(first.author_id, notice.actor_id)`
/** Titles and weeks as they are now: things are renamed and moved. */
const subjectNow = sql`notice.subject
  || coalesce((select jsonb_build_object('title', assignment.title, 'weekId', assignment.week_id) from assignments assignment where assignment.id = (notice.subject ->> 'assignmentId')::uuid), '{}')
  || coalesce((select jsonb_build_object('title', media_item.title, 'weekId', media_item.week_id) from media media_item where media_item.id = (notice.subject ->> 'mediaId')::uuid), '{}')
  || coalesce((select jsonb_build_object('title', discussion.title) from discussions discussion where discussion.id = (notice.subject ->> 'discussionId')::uuid), '{}')
  || case when notice.kind in ('FORM', 'RESPONSE', 'TEACHING') then jsonb_build_object('title', course.title) else '{}' end
  || case when first.id is null then '{}' else jsonb_build_object('commentId', first.id) end`
const columns = sql`notice.id, notice.kind, account.name as "readerName", ${subjectNow} as subject, ${stamp(sql`notice.created_at`)} as "createdAt", case when course.id is not null then jsonb_build_object('id', course.id, 'title', course.title) end as course,
  case when actor.id is not null then jsonb_build_object('id', actor.id, 'name', actor.name, 'profileImageUrl', '/images/' || actor.profile_image) end as actor`

type ShownNotice = {
  id: string
  kind: NoticeKind
  subject: NoticeSubject
  createdAt: string
  /** Null: about an account. */
  course: { id: string; title: string } | null
  actor: { id: string; name: string; profileImageUrl: string | null } | null
  readerName: string
}

/** Notice `sibling` is shown in the same row as `notice`. */
const isOfRow = sql`sibling.user_id = notice.user_id and sibling.group_key = notice.group_key and sibling.read_at is not distinct from notice.read_at`

const reader = sql`${placeholder('userId')}`
const noticePage = prepared((db, isAfter: boolean, window: PageShape) =>
  db.execute<ShownNotice & { isRead: boolean; otherActors: number }>(sql`
    with page as (
      select notice.id from notices notice join users account on account.id = notice.user_id left join courses course on course.id = notice.course_id
      where notice.user_id = ${reader} and ${isVisible()} ${isAfter ? sql`and notice.id < ${placeholder('after')}` : sql``}
        and not exists (select from notices other where other.user_id = notice.user_id and other.group_key = notice.group_key
          and (other.read_at is null, other.id) > (notice.read_at is null, notice.id) and ${isVisible(sql`other`)})
      order by notice.id desc ${limitTo(window)})
    select ${columns}, notice.read_at is not null as "isRead", (
      select count(distinct other.id)::int from (
        select sibling.actor_id as id from notices sibling
        where ${isOfRow} and not ${isOver(sql`sibling`)}
        union all select replier.id from notices sibling cross join lateral ${repliersOf(sql`sibling`)} replier where ${isOfRow}) other
      where other.id <> ${actorId}) as "otherActors"
    from page join notices notice on notice.id = page.id join users account on account.id = notice.user_id left join courses course on course.id = notice.course_id
      left join ${firstReply} left join users actor on actor.id = ${actorId}
    order by notice.id desc`),
)
/** The newest unread notice of each group, else the newest, newest first; `next` continues after the last one. */
export async function listNoticesOf(db: Db, userId: string, { limit, after }: { limit: number; after?: string | undefined }) {
  const { rows } = await noticePage(db, { userId, after }, after !== undefined, pageShape(limit + 1, 0))
  const items = rows.slice(0, limit).map(toReader)
  return { items, next: rows.length > limit ? items.at(-1)!.id : null }
}

const markRead = (db: Db, which: SQL, now: Date) =>
  db.execute(sql`
    update notices set read_at = ${now.toISOString()}::timestamptz
    where id in (select notice.id from notices notice where notice.read_at is null and ${which} order by notice.id for update)`)

/** Including the older ones of their groups. */
export const markGroupsRead = (db: Db, userId: string, ids: readonly string[], now: Date) =>
  markRead(
    db,
    sql`notice.user_id = ${userId} and exists (select from notices chosen
      where chosen.id = any(${sql.param(ids)}::uuid[]) and chosen.user_id = notice.user_id and chosen.group_key = notice.group_key and notice.id <= chosen.id)`,
    now,
  )

/** Whatever came after `shownAt` was not seen: neither later notices nor replies that joined an earlier one. */
export const markAllRead = (db: Db, userId: string, { upTo, shownAt }: { upTo: string; shownAt?: string | undefined }, now: Date) => {
  const isUnseen = sql`exists (select from ${repliesSince(sql`notice`)} and reply.created_at > ${shownAt ?? now.toISOString()}::timestamptz)`
  return markRead(db, sql`notice.user_id = ${userId} and notice.id <= ${upTo} and not ${isUnseen}`, now)
}

type Until = { until: string }

const isOfDiscussion = sql`notice.kind in ('REPLY', 'MENTION')`

/** The replies and mentions of a discussion, or of all discussions of courses, of which nothing was written later. */
export const markDiscussionsRead = (
  db: Db,
  userId: string,
  { courseIds, discussionId, until }: { courseIds: readonly string[]; discussionId?: string } & Until,
  now: Date,
) =>
  markRead(
    db,
    sql`notice.user_id = ${userId} and notice.course_id = any(${sql.param(courseIds)}::uuid[]) and ${isOfDiscussion}
      ${discussionId === undefined ? sql`` : sql`and notice.subject ->> 'discussionId' = ${discussionId}`}
      and not exists (select from comments comment where comment.id = (notice.subject ->> 'commentId')::uuid and comment.created_at > ${until}::timestamptz)
      and not exists (select from ${repliesSince(sql`notice`)} and reply.created_at > ${until}::timestamptz)`,
    now,
  )

/** Undoes it: of those that were marked in that moment. */
export const restoreDiscussionNotices = (db: Db, userId: string, markedAt: string) =>
  db.execute(sql`
    update notices set read_at = null where id in (select notice.id from notices notice
      where notice.user_id = ${userId} and notice.read_at = ${markedAt}::timestamptz and ${isOfDiscussion} order by notice.id for update)`)

/** The other notices about what was shown at a time: assignments, media, emails to a course, users, sign-ups to decide; a course for what is new in it. */
export const updateNoticesToRead = (db: Db, userId: string, { ids, until }: { ids: readonly string[] } & Until, now: Date) => {
  const among = (id: SQL) => sql`${id} = any(${sql.param(ids)}::text[])`
  return markRead(
    db,
    sql`notice.user_id = ${userId} and notice.created_at <= ${until}::timestamptz and (${among(sql`notice.subject ->> 'assignmentId'`)}
      or ${among(sql`notice.subject ->> 'mediaId'`)} or ${among(sql`notice.subject ->> 'emailId'`)} or ${among(sql`notice.subject ->> 'userId'`)}
      or notice.kind = 'RESPONSE' and ${among(sql`split_part(notice.source_id, ':', 2)`)} or notice.kind in ('FORM', 'TEACHING') and ${among(sql`notice.course_id::text`)}
      or notice.kind = 'WORK' and notice.subject ->> 'others' is not null and ${among(sql`notice.course_id::text`)})`,
    now,
  )
}

/** Claims the notices to be emailed now to some users, who are locked too. Each notice is claimed once. */
export async function lockNoticesToEmail(db: Db, now: Date, people: number): Promise<string[]> {
  const isDue = sql`email_at <= ${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<{ id: string }>(sql`
    update notices set email_at = null
    where ${isDue} and user_id in (select user_id from notices where ${isDue} group by user_id order by user_id limit ${people})
    returning id`)
  return rows.map(({ id }) => id)
}

/** Those of the notices that are still relevant, with their recipients; grouped by user, oldest first. */
export async function listForEmail(db: Db, ids: readonly string[]) {
  const { rows } = await db.execute<
    ShownNotice & {
      course: { id: string; title: string }
      userId: string
      address: string
      preferences: Preferences
      groupKey: string
      repliers: string[]
    }
  >(sql`
    select ${columns}, account.id as "userId", account.email as address, account.preferences, notice.group_key as "groupKey", array${repliersOf(sql`notice`)} as repliers
    from notices notice join users account on account.id = notice.user_id join courses course on course.id = notice.course_id
      left join ${firstReply} left join users actor on actor.id = ${actorId}
    where notice.id = any(${sql.param(ids)}::uuid[]) and notice.read_at is null and account.status = 'ACTIVE' and account.email is not null and ${isVisible()}
      and (notice.kind in ('MARKS', 'FORM') or not exists (select from email_opt_outs opt_out where opt_out.user_id = notice.user_id and opt_out.course_id = notice.course_id))
    order by account.id, notice.id`)
  return rows.map(toReader)
}

/** Milliseconds: about a term. */
const retentionMs = 90 * 86_400_000

export const deleteOldNotices = (db: Db, now: Date) =>
  db.delete(notices).where(lt(notices.createdAt, new Date(now.getTime() - retentionMs).toISOString()))
