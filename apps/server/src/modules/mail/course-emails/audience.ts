/** Recipients of an email to a course: the rules of `sendTo` in one statement, with the reason for each, and who is excluded. */

import { sql, type SQL } from 'drizzle-orm'
import type { AudienceRule, AudiencePreview, LeftOutReason, Recipient, Why } from '@lms/contract/course-emails'
import type { FieldError } from '@lms/contract/problems'
import { parseAudience, readsOnCoursePage, type Audience } from '@lms/contract/rules/course-emails'
import { noticeEmails } from '@lms/contract/rules/notices'
import { roleInCourse } from '#access/conditions.ts'
import { isExcused, joinException } from '#access/exceptions.ts'
import { isOwing, joinEnrolment } from '#access/owed-work.ts'
import type { Db } from '#db/client.ts'
import { isFound } from '#db/page.ts'
import { stamp } from '#db/schema/columns.ts'

export interface AudienceOf {
  courseId: string
  senderId: string
  /** Entries of `sendTo`. */
  to: readonly string[]
  except: readonly string[]
  isAnnouncement: boolean
  now: Date
}

const parseAudiences = (to: readonly string[]): Audience[] => to.flatMap((entry) => parseAudience(entry) ?? [])

const announcements = noticeEmails.ANNOUNCEMENT

/** Members `m` of the course with their account `u`, in the role that counts. */
const fromMembers = (courseId: string, statuses: SQL) => sql`memberships m
  join users u on u.id = m.user_id and u.deleted_at is null and m.role = ${roleInCourse(sql`u.role`)}
  where m.course_id = ${courseId} and m.status in (${statuses})`
const accountColumns = sql`u.id, u.name, u.email, u.status, u.profile_image, u.last_seen_at, u.search_text,
  coalesce(u.preferences ->> ${announcements.preference}::text, ${announcements.default}) as announcements`
const memberColumns = sql`${accountColumns}, case when m.status = 'ACTIVE' then m.role else 'APPLICANT' end as part`
const outsiderColumns = sql`${accountColumns}, 'SENDER'::text as part`
const activeStatus = sql`'ACTIVE'`
/** Applicants can be selected individually. */
const anyState = sql`'ACTIVE', 'PENDING', 'WAITLISTED'`

function ruleSelect(rule: Audience, { courseId, senderId, now }: AudienceOf): SQL | undefined {
  const select = (why: Why, condition: SQL, statuses = activeStatus) =>
    sql`select ${memberColumns}, ${why}::text as why from ${fromMembers(courseId, statuses)} and ${condition}`
  const student = sql`m.role = 'STUDENT'`
  switch (rule.kind) {
    case 'ALL':
      return select('MEMBER', sql`true`)
    case 'STUDENTS':
      return select('STUDENT', student)
    case 'TRAINERS':
      return select('TRAINER', sql`m.role = 'TRAINER'`)
    case 'PENDING':
      return select('PENDING', student, sql`'PENDING'`)
    case 'ME':
      return sql`select ${outsiderColumns}, 'ME'::text as why from users u where u.id = ${senderId} and u.deleted_at is null`
    case 'NOT_SUBMITTED':
      return sql`select ${memberColumns}, case when s.draft is null then 'NOT_STARTED' else 'DRAFT_SAVED' end as why
        from assignments a cross join memberships m
        join users u on u.id = m.user_id and u.deleted_at is null and u.role = 'USER'
        left join submissions s on s.assignment_id = a.id and s.student_id = m.user_id
        ${joinException(sql`a.id`, sql`m.user_id`)} ${joinEnrolment(sql`a.course_id`, sql`m.user_id`)}
        where a.id = ${rule.assignmentId} and a.course_id = ${courseId} and a.deleted_at is null
          and m.course_id = ${courseId} and m.status = 'ACTIVE' and ${student}
          and ${isOwing({ a: sql`a`, x: sql`exception`, s: sql`s`, e: sql`enrolment` })}`
    case 'UNGRADED':
      return select(
        'UNGRADED',
        sql`${student} and u.id in (select s.student_id from submissions s join assignments a on a.id = s.assignment_id
          where a.id = ${rule.assignmentId} and a.course_id = ${courseId} and a.deleted_at is null and s.status = 'SUBMITTED'
            and not ${isExcused(sql`s.assignment_id`, sql`s.student_id`)})`,
      )
    case 'ABSENT':
      return select(
        'ABSENT',
        sql`${student} and u.id in (select t.user_id from attendance t where t.week_id = ${rule.weekId} and t.course_id = ${courseId}
          and t.status = 'ABSENT' ${rule.mediaId ? sql`and t.session_id = ${rule.mediaId}` : sql``})`,
      )
    case 'INACTIVE':
      return select(
        'INACTIVE',
        sql`${student} and coalesce(u.last_seen_at, '-infinity') < ${now.toISOString()}::timestamptz - make_interval(days => ${rule.days})`,
      )
    default:
      return undefined
  }
}

const userIdsIn = (rules: Audience[]) => rules.flatMap((rule) => (rule.kind === 'PERSON' ? [rule.userId] : []))
const addressesIn = (rules: Audience[]) => rules.flatMap((rule) => (rule.kind === 'ADDRESS' ? [rule.email] : []))

/** Each user of the audience once, selected individually or by the first matching rule, and why they would be excluded: `id, why, reason`. */
function selectAudience(of: AudienceOf): SQL {
  const rules = parseAudiences(of.to)
  const [ids, addresses] = [userIdsIn(rules), addressesIn(rules)]
  const selects = [
    ...(ids.length > 0
      ? [
          sql`select ${memberColumns}, 'CHOSEN'::text as why from ${fromMembers(of.courseId, anyState)} and u.id = any(${sql.param(ids)}::uuid[])`,
        ]
      : []),
    ...(addresses.length > 0
      ? [
          sql`select ${memberColumns}, 'CHOSEN'::text as why from ${fromMembers(of.courseId, anyState)} and u.email = any(${sql.param(addresses)}::text[])`,
        ]
      : []),
  ]
  selects.push(...rules.flatMap((rule) => ruleSelect(rule, of) ?? []))
  if (selects.length === 0) selects.push(sql`select ${outsiderColumns}, null::text as why from users u where false`)
  // A single select returns each user once.
  const found =
    selects.length === 1
      ? selects[0]!
      : sql`select distinct on (id) * from (${sql.join(
          selects.map((select, place) => sql`select *, ${place}::int as place from (${select}) x`),
          sql` union all `,
        )}) named order by id, place`
  return sql`
    select found.id, found.why, found.name, found.email, found.profile_image, found.last_seen_at, found.part, found.search_text,
      case when found.why = 'ME' then null when found.status = 'SUSPENDED' then 'SUSPENDED' when found.status = 'INVITED' then 'INVITED'
        when o.user_id is not null then 'OPTED_OUT'
        ${of.isAnnouncement ? sql`when found.announcements in ('DAILY', 'NEVER') then 'ANNOUNCEMENTS_' || found.announcements` : sql``} end as reason
    from (${found}) found
    left join email_opt_outs o on o.user_id = found.id and o.course_id = ${of.courseId}
    where found.id <> all(${sql.param([...of.except])}::uuid[])`
}

type Found = { userId: string; name: string; email: string; part: Recipient['part']; reason: LeftOutReason | null }

/** Everyone, including those excluded. */
export async function listAudience(db: Db, of: AudienceOf): Promise<Found[]> {
  const { rows } = await db.execute<Found & Record<string, unknown>>(
    sql`select id as "userId", name, email, part, reason from (${selectAudience(of)}) audience order by id`,
  )
  return rows
}

/** Whether anyone gets the email, or reads the announcement on the course page. */
export const hasReaders = (audience: readonly Found[], isAnnouncement: boolean): boolean =>
  audience.some(({ reason }) => reason === null || (isAnnouncement && readsOnCoursePage(reason)))

const leftOutReasons: readonly string[] = [
  'OPTED_OUT',
  'SUSPENDED',
  'INVITED',
  'ANNOUNCEMENTS_DAILY',
  'ANNOUNCEMENTS_NEVER',
] satisfies LeftOutReason[]
const isReason = (word: Why | LeftOutReason): word is LeftOutReason => leftOutReasons.includes(word)

/** The number for each reason, and the first `limit` names that a search finds. For excluded users the rule that matched does not matter. */
export async function groupAudience(db: Db, of: AudienceOf, { limit, search }: { limit: number; search?: string | undefined }) {
  const isNamed = search ? sql`and ${isFound(sql`a.search_text`, search)}` : sql``
  const { rows } = await db.execute<{ word: Why | LeftOutReason; count: number; people: Recipient[] }>(sql`
    with audience as materialized (select *, coalesce(reason, why) as word from (${selectAudience(of)}) x),
    groups as (select word, count(*)::int as count from audience group by word)
    select word, count, coalesce((
      select json_agg(json_build_object('id', id, 'name', name, 'email', email, 'profileImageUrl', '/images/' || profile_image,
        'lastSeenAt', ${stamp(sql`last_seen_at`)}, 'part', part) order by name, id)
      from (select * from audience a where a.word = g.word ${isNamed} order by a.name, a.id limit ${limit}) first), '[]') as people
    from groups g order by count desc, word`)
  const groups = rows.flatMap(({ word, ...rest }) => (isReason(word) ? [] : [{ why: word, ...rest }]))
  const leftOut = rows.flatMap(({ word, ...rest }) => (isReason(word) ? [{ reason: word, ...rest }] : []))
  return { groups, leftOut, count: groups.reduce((sum, { count }) => sum + count, 0) }
}

/** The sizes of the simple audiences, including excluded users. The number of students is maintained by triggers; the others are few. */
export async function countOptions(db: Db, courseId: string): Promise<AudiencePreview['options']> {
  const { rows } = await db.execute<Omit<AudiencePreview['options'], 'all'>>(sql`
    select c.student_count as students,
      (select count(*)::int from ${fromMembers(courseId, activeStatus)} and m.role = 'TRAINER') as trainers,
      (select count(*)::int from ${fromMembers(courseId, sql`'PENDING'`)} and m.role = 'STUDENT') as pending
    from courses c where c.id = ${courseId}`)
  const { students, trainers, pending } = rows[0]!
  return { all: students + trainers, students, trainers, pending }
}

/** Validates `sendTo`: forms that do not exist, and items that are not part of the course. `isList`: it was sent as a list. */
export async function audienceErrors(db: Db, courseId: string, to: readonly string[], isList: boolean): Promise<FieldError[]> {
  const entries = to.map((entry, index) => ({ pointer: isList ? `/sendTo/${index}` : '/sendTo', rule: parseAudience(entry) }))
  const rules = parseAudiences(to)
  const texts = (values: string[]) => sql.param([...new Set(values)])
  const assignmentIds = rules.flatMap((rule) => ('assignmentId' in rule ? [rule.assignmentId] : []))
  const absent = rules.flatMap((rule) => (rule.kind === 'ABSENT' ? [rule] : []))
  const { rows } = await db.execute<{ value: string }>(sql`
    select id::text as value from assignments where id = any(${texts(assignmentIds)}::uuid[]) and course_id = ${courseId} and deleted_at is null
    union all
    select id::text from weeks where id = any(${texts(absent.map(({ weekId }) => weekId))}::uuid[]) and course_id = ${courseId} and deleted_at is null
    union all
    select id::text from media where id = any(${texts(absent.flatMap(({ mediaId }) => mediaId ?? []))}::uuid[]) and course_id = ${courseId} and deleted_at is null
    union all
    select u.id::text from ${fromMembers(courseId, anyState)} and u.id = any(${texts(userIdsIn(rules))}::uuid[])
    union all
    select u.email from ${fromMembers(courseId, anyState)} and u.email = any(${texts(addressesIn(rules))}::text[])`)
  const known = new Set(rows.map(({ value }) => value))
  return entries.flatMap(({ pointer, rule }) => {
    const detail = getError(rule, known)
    return detail ? [{ pointer, detail }] : []
  })
}

function getError(rule: Audience | undefined, known: ReadonlySet<string>): string | undefined {
  if (!rule) return 'Not a group, a person or an email address'
  if ('assignmentId' in rule) return known.has(rule.assignmentId) ? undefined : 'No such assignment in this course'
  if (rule.kind === 'ABSENT') {
    if (!known.has(rule.weekId)) return 'No such week in this course'
    return rule.mediaId && !known.has(rule.mediaId) ? 'No such session in this course' : undefined
  }
  if (rule.kind === 'PERSON') return known.has(rule.userId) ? undefined : 'Not a member of this course'
  if (rule.kind === 'ADDRESS') return known.has(rule.email) ? undefined : 'Not the email of a member of this course'
  return undefined
}

/** Describes the rules of several audiences: the titles of what they name; individual users are one entry. */
export async function describeAudiences(db: Db, audiences: readonly (readonly string[])[]): Promise<AudienceRule[][]> {
  const all = audiences.map(parseAudiences)
  const ids = all
    .flat()
    .flatMap((rule) => ('assignmentId' in rule ? [rule.assignmentId] : rule.kind === 'ABSENT' ? [rule.mediaId ?? rule.weekId] : []))
  const wanted = sql.param([...new Set(ids)])
  const { rows } =
    ids.length === 0
      ? { rows: [] }
      : await db.execute<{ id: string; title: string }>(sql`
          select id, title from assignments where id = any(${wanted}::uuid[])
          union all select id, 'week ' || number from weeks where id = any(${wanted}::uuid[])
          union all select id, title from media where id = any(${wanted}::uuid[])`)
  const titleOf = (id: string) => rows.find((row) => row.id === id)?.title ?? null
  return all.map((rules) => {
    const named = rules.flatMap((rule): AudienceRule[] => {
      if (rule.kind === 'PERSON' || rule.kind === 'ADDRESS') return []
      const title =
        'assignmentId' in rule ? titleOf(rule.assignmentId) : rule.kind === 'ABSENT' ? titleOf(rule.mediaId ?? rule.weekId) : null
      return [{ kind: rule.kind, title, days: rule.kind === 'INACTIVE' ? rule.days : null }]
    })
    return named.length < rules.length ? [...named, { kind: 'PEOPLE', title: null, days: null }] : named
  })
}
