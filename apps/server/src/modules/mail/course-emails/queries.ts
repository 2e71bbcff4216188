/** Emails to courses in SQL: the log, deliveries, and opting out. */

import { and, desc, eq, isNull, sql, type Placeholder } from 'drizzle-orm'
import type { CourseEmail, Delivery, Recipient } from '@lms/contract/course-emails'
import { isStudentRole, isTrainerRole, isAdminRole, membershipRole, type Role } from '@lms/contract/policy'
import { isSeen, roleInCourse, teaches } from '#access/conditions.ts'
import { arrayPlaceholder, prepared, type Db } from '#db/drizzle.ts'
import { limitTo, paged, pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'
import { hasImage, stamp } from '#db/schema/columns.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { courseEmails, emailOptOuts, emails, signingKey } from '#db/schema/mail.ts'
import { userColumns, users } from '#db/schema/users.ts'
import { readUnsubscribeToken } from '#modules/mail/course-emails/unsubscribe-token.ts'
import { toMailJobKey } from '#modules/mail/queries.ts'

const { placeholder } = sql

type Row = typeof courseEmails.$inferSelect
export type StoredEmail = Row & { sender: { id: string; name: string; profileImageUrl: string | null } }
export type Counts = CourseEmail['counts']

export async function insertCourseEmail(db: Db, values: typeof courseEmails.$inferInsert): Promise<string> {
  const [made] = await db.insert(courseEmails).values(values).returning({ id: courseEmails.id })
  return made!.id
}

const columns = { email: courseEmails, sender: userColumns(users) }
const toStoredEmail = ({ email, sender }: { email: Row; sender: StoredEmail['sender'] }): StoredEmail => ({ ...email, sender })

const ofCourse = eq(courseEmails.courseId, placeholder('courseId'))
const emailPage = prepared((db, window: PageShape) =>
  db
    .select(columns)
    .from(courseEmails)
    .innerJoin(users, eq(users.id, courseEmails.senderId))
    .where(ofCourse)
    .orderBy(desc(courseEmails.sendAt), desc(courseEmails.id))
    .limit(window.size)
    .offset(window.isFirst ? 0 : skipped),
)
const emailTotal = prepared((db) => db.select(total).from(courseEmails).where(ofCourse))
/** Scheduled emails are first, because their time is in the future. */
export async function listEmailsOf(db: Db, courseId: string, page: Page) {
  const fetch = (limit: number, offset: number) => emailPage(db, { courseId, offset }, pageShape(limit, offset))
  const { items, ...rest } = await paged(fetch, () => emailTotal(db, { courseId }), page)
  return { ...rest, items: items.map(toStoredEmail) }
}

const oneEmail = prepared((db) =>
  db
    .select(columns)
    .from(courseEmails)
    .innerJoin(users, eq(users.id, courseEmails.senderId))
    .where(and(eq(courseEmails.id, placeholder('id')), ofCourse)),
)
export async function findCourseEmail(db: Db, courseId: string, id: string): Promise<StoredEmail | undefined> {
  const [found] = await oneEmail(db, { courseId, id })
  return found && toStoredEmail(found)
}

/** Locked: sending, changing and cancelling it wait for each other. */
export async function lockCourseEmail(db: Db, id: string): Promise<Row | undefined> {
  const [found] = await db.select().from(courseEmails).where(eq(courseEmails.id, id)).for('update')
  return found
}

export const updateCourseEmailRow = (db: Db, id: string, values: Partial<Row>) =>
  db.update(courseEmails).set(values).where(eq(courseEmails.id, id))

export const deleteCourseEmail = (db: Db, id: string) => db.delete(courseEmails).where(eq(courseEmails.id, id))

/** The file keys that are images of an email to the course, other than `exceptId`. */
export async function listPicturesOf(db: Db, courseId: string, keys: readonly string[], exceptId?: string): Promise<Set<string>> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select picture.key from unnest(${sql.param([...keys])}::text[]) picture (key)
    where exists (select from course_emails message where message.course_id = ${courseId} and ${hasImage(sql`message.body`, sql`picture.key`)} ${exceptId ? sql`and message.id <> ${exceptId}` : sql``})`)
  return new Set(rows.map(({ key }) => key))
}

/** The number of mails of the email `message` that could not be written. */
const givenUp = sql`case when message.cancel_reason is null then 0 else cardinality(message.waiting) end`

const deliveryCounts = prepared((db) =>
  db.execute<{ id: string } & Counts>(sql`
    select message.id, count(*) filter (where email.state = 'QUEUED')::int + case when message.cancel_reason is null then cardinality(message.waiting) else 0 end as queued,
      count(*) filter (where email.state = 'SENT')::int as sent, count(*) filter (where email.state = 'FAILED')::int + ${givenUp} as failed,
      count(*) filter (where email.state = 'SKIPPED')::int as "leftOut"
    from course_emails message left join emails email on email.batch_id = message.id where message.id = ${arrayPlaceholder('ids')} group by message.id`),
)
/** For each email, the number of messages in each state; users excluded from the start are not counted. */
export async function countDeliveries(db: Db, ids: readonly string[]): Promise<Map<string, Counts>> {
  const { rows } = await deliveryCounts(db, { ids })
  return new Map(rows.map(({ id, ...counts }) => [id, counts]))
}

const failedOfCourse = prepared((db) =>
  db.execute<{ failed: number }>(sql`
    select (select count(*)::int from emails email join course_emails message on message.id = email.batch_id where message.course_id = ${placeholder('courseId')} and email.state = 'FAILED')
      + (select coalesce(sum(${givenUp}), 0)::int from course_emails message where message.course_id = ${placeholder('courseId')} and message.waiting <> '{}') as failed`),
)
export const countFailed = async (db: Db, courseId: string): Promise<number> => (await failedOfCourse(db, { courseId })).rows[0]!.failed

const namesOf = prepared((db) =>
  db.execute<{ id: string; name: string }>(sql`select id, name from users where id = ${arrayPlaceholder('ids')} order by name, id`),
)
export async function listNames(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = ids.length > 0 ? (await namesOf(db, { ids })).rows : []
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Messages of a batch, and the excluded users. */
const deliveries = sql`(
  select email.user_id, email.id as mail_id, case email.state when 'SKIPPED' then 'LEFT_OUT' else email.state end as state, email.to_address,
    case when email.state = 'SKIPPED' then email.last_error end as reason, case when email.state in ('QUEUED', 'FAILED') then email.last_error end as answer,
    email.delayed_by, email.sent_at
  from emails email where email.batch_id = ${placeholder('id')} and email.user_id is not null
  union all
  select waiting_user.user_id, null, case when message.cancel_reason is null then 'QUEUED' else 'FAILED' end, null, null, message.cancel_reason, null, null
  from course_emails message cross join unnest(message.waiting) waiting_user (user_id) where message.id = ${placeholder('id')}
  union all
  select (omitted ->> 'userId')::uuid, null, 'LEFT_OUT', null, omitted ->> 'reason', null, null, null
  from course_emails message cross join jsonb_array_elements(message.left_out) omitted where message.id = ${placeholder('id')}) delivery`
const deliveryOrder = sql`array_position(array['FAILED', 'QUEUED', 'LEFT_OUT', 'SENT'], delivery.state), account.name, account.id`
type DeliveryState = Delivery['state'] | undefined
const inState = (state: DeliveryState) => (state ? sql`where delivery.state = ${state}` : sql``)

const deliveryPage = prepared((db, state: DeliveryState, window: PageShape) =>
  db.execute<Delivery & Record<string, unknown>>(sql`
    select json_build_object('id', account.id, 'name', account.name, 'profileImageUrl', '/images/' || account.profile_image, 'email', coalesce(delivery.to_address, account.email)) as person,
      delivery.state, delivery.reason, delivery.answer, delivery.delayed_by as "delayedBy", ${stamp(sql`delivery.sent_at`)} as "sentAt",
      ${stamp(sql`(select job.run_at from graphile_worker.jobs job where delivery.state = 'QUEUED' and job.key = ${toMailJobKey('')}::text || delivery.mail_id)`)} as "nextAttemptAt"
    from (select delivery.* from ${deliveries} join users account on account.id = delivery.user_id ${inState(state)} order by ${deliveryOrder} ${limitTo(window)}) delivery
    join users account on account.id = delivery.user_id order by ${deliveryOrder}`),
)
const deliveryTotal = prepared((db, state: DeliveryState) =>
  db.execute<{ total: number }>(sql`select count(*)::int as total from ${deliveries} ${inState(state)}`),
)
export const listDeliveriesOf = (db: Db, id: string, { state, ...page }: Page & { state?: DeliveryState }) =>
  paged(
    async (limit, offset) => (await deliveryPage(db, { id, offset }, state, pageShape(limit, offset))).rows,
    async () => (await deliveryTotal(db, { id }, state)).rows,
    page,
  )

/** Queues failed messages again, to the addresses that users have now; returns what their jobs need. */
export async function requeueFailed(db: Db, id: string, userIds: readonly string[] | undefined, now: Date) {
  const { rows } = await db.execute<{ id: string; attempt: number }>(sql`
    update emails set state = 'QUEUED', to_address = coalesce((select email from users where id = user_id), to_address), last_error = null, delayed_by = null, created_at = ${now.toISOString()}::timestamptz
    where batch_id = ${id} and state = 'FAILED' ${userIds ? sql`and user_id = any(${sql.param([...userIds])}::uuid[])` : sql``}
    returning id, attempts as attempt`)
  return rows
}

/** Of these users those that still exist. */
export async function listReaders(db: Db, courseId: string, userIds: readonly string[]) {
  const { rows } = await db.execute<{ userId: string; name: string; email: string; part: Recipient['part'] }>(sql`
    select account.id as "userId", account.name, account.email, case when membership.user_id is null then 'SENDER' when membership.status = 'ACTIVE' then membership.role else 'APPLICANT' end as part
    from users account left join memberships membership on membership.course_id = ${courseId} and membership.user_id = account.id and membership.role = ${roleInCourse(sql`account.role`)}
      and membership.status in ('ACTIVE', 'PENDING', 'WAITLISTED')
    where account.id = any(${sql.param(userIds)}::uuid[]) and account.deleted_at is null and account.email is not null order by account.id`)
  return rows
}

/** Who learns that an email could not be sent: its sender, the course's trainers, and super admins. */
export async function listResponsible(db: Db, { courseId, senderId }: Pick<Row, 'courseId' | 'senderId'>): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select account.id from users account where account.status = 'ACTIVE' and account.deleted_at is null and (account.id = ${senderId} or account.role = 'SUPER_ADMIN'
      or account.role = 'TRAINER' and ${teaches(sql`account.id`, courseId)})`)
  return rows.map(({ id }) => id)
}

/** The course and the sender as they are when the email is sent. */
export async function findCourseAndSender(db: Db, courseId: string, senderId: string) {
  const [found] = await db
    .select({
      title: courses.title,
      timeZone: courses.timeZone,
      status: courses.status,
      isDeleted: sql<boolean>`${courses.deletedAt} is not null`,
      sender: { name: users.name, email: users.email, role: users.role, status: users.status },
      teaches: teaches(users.id, courses.id),
    })
    .from(courses)
    .innerJoin(users, eq(users.id, senderId))
    .where(eq(courses.id, courseId))
  if (!found) return undefined
  const { teaches: isTrainer, ...rest } = found
  const { role, status, email } = found.sender
  return { ...rest, maySend: email !== null && status === 'ACTIVE' && (isAdminRole(role) || (isTrainer && isTrainerRole(role))) }
}
export type Circumstances = NonNullable<Awaited<ReturnType<typeof findCourseAndSender>>>

/** Whether a message of a batch may still be sent: its recipient is in the course and has not opted out. */
export async function findReader(db: Db, batchId: string, userId: string) {
  const { rows } = await db.execute<{ courseId: string; isOpen: boolean; isMember: boolean; isOptedOut: boolean }>(sql`
    select course.id as "courseId", course.deleted_at is null and course.status <> 'ARCHIVED' as "isOpen",
      message.sender_id = ${userId} or exists (select 1 from memberships membership join users account on account.id = membership.user_id and membership.role = ${roleInCourse(sql`account.role`)}
        where membership.course_id = course.id and membership.user_id = ${userId} and membership.status in ('ACTIVE', 'PENDING', 'WAITLISTED')
          and account.status <> 'SUSPENDED' and account.deleted_at is null) as "isMember",
      message.sender_id <> ${userId} and exists (select 1 from email_opt_outs opt_out where opt_out.course_id = course.id and opt_out.user_id = ${userId}) as "isOptedOut"
    from course_emails message join courses course on course.id = message.course_id where message.id = ${batchId}`)
  return rows[0]
}

/** As `reason` in `Delivery`. */
export const setSkipped = (db: Db, id: string, reason: 'LEFT' | 'COURSE' | 'OPTED_OUT') =>
  db.update(emails).set({ state: 'SKIPPED', lastError: reason, delayedBy: null, html: '', text: '' }).where(eq(emails.id, id))

export type Viewer = { id: string; role: Role }

export const isMember = (viewer: { id: string | Placeholder; role: Role }) =>
  and(eq(memberships.userId, viewer.id), eq(memberships.role, membershipRole(viewer.role)), eq(memberships.status, 'ACTIVE'))

export async function findSigningKey(db: Db): Promise<string> {
  const [found] = await db.select({ key: signingKey.key }).from(signingKey)
  return found!.key
}

/** A user's courses, and whether they opted out of their emails. */
export const listSubscriptions = (db: Db, viewer: Viewer) =>
  db
    .select({ courseId: courses.id, title: courses.title, isStopped: sql<boolean>`${emailOptOuts.userId} is not null` })
    .from(memberships)
    .innerJoin(courses, eq(courses.id, memberships.courseId))
    .leftJoin(emailOptOuts, and(eq(emailOptOuts.userId, memberships.userId), eq(emailOptOuts.courseId, courses.id)))
    .where(and(isMember(viewer), isNull(courses.deletedAt), isStudentRole(viewer.role) ? isSeen : undefined))
    .orderBy(courses.title, courses.id)

/** The course of a link in an email, and whether its recipient has opted out; undefined if user or course is deleted. */
export async function findSubscription(db: Db, { userId, courseId }: { userId: string; courseId: string }) {
  const [found] = await db
    .select({ courseTitle: courses.title, isStopped: sql<boolean>`${emailOptOuts.userId} is not null` })
    .from(courses)
    .innerJoin(users, and(eq(users.id, userId), isNull(users.deletedAt)))
    .leftJoin(emailOptOuts, and(eq(emailOptOuts.userId, userId), eq(emailOptOuts.courseId, courseId)))
    .where(and(eq(courses.id, courseId), isNull(courses.deletedAt)))
  return found
}

export async function setOptOut(db: Db, { userId, courseId }: { userId: string; courseId: string }, isStopped: boolean): Promise<void> {
  if (isStopped) await db.insert(emailOptOuts).values({ userId, courseId }).onConflictDoNothing()
  else await db.delete(emailOptOuts).where(and(eq(emailOptOuts.userId, userId), eq(emailOptOuts.courseId, courseId)))
}

/** One-click unsubscribe (RFC 8058); false if the token is not signed by us. */
export async function stopByToken(db: Db, token: string): Promise<boolean> {
  const reader = readUnsubscribeToken(await findSigningKey(db), token)
  if (!reader || !(await findSubscription(db, reader))) return false
  await setOptOut(db, reader, true)
  return true
}
