/** Recipients of an email to a course: the rules of `sendTo` in one statement, with the reason for each, and who is excluded. */

import { sql, type SQL } from 'drizzle-orm'
import type { AudienceRule, AudiencePreview, LeftOutReason, Recipient, Why } from '@lms/contract/course-emails'
import type { FieldError } from '@lms/contract/problems'
import { parseAudience, readsOnCoursePage, type Audience } from '@lms/contract/rules/course-emails'
import { noticeEmails } from '@lms/contract/rules/notices'
import { roleInCourse } from '#access/conditions.ts'
import { isExcused, joinException } from '#access/exceptions.ts'
import { fromUnwatched, hasStarted } from '#access/owed-media.ts'
import { isOwing } from '#access/owed-work.ts'
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

type Part = Exclude<Recipient['part'], 'SENDER'>
/** The people of a course: a `member` with their `account`. */
const fromPeople = (part: Part, courseId: string): SQL =>
  ({
    STUDENT: sql`course_students member join users account on account.id = member.user_id where member.course_id = ${courseId}`,
    TRAINER: sql`course_staff member join users account on account.id = member.user_id where member.course_id = ${courseId}`,
    APPLICANT: sql`memberships member
      join users account on account.id = member.user_id and account.deleted_at is null and member.role = ${roleInCourse(sql`account.role`)}
      where member.course_id = ${courseId} and member.status in ('PENDING', 'WAITLISTED')`,
  })[part]
/** Applicants can be selected individually. */
const allParts: Part[] = ['STUDENT', 'TRAINER', 'APPLICANT']

const columnsOf = (part: Recipient['part']): SQL => sql`account.id, account.name, account.email, account.status, account.profile_image,
  account.last_seen_at, account.search_text, coalesce(account.preferences ->> ${announcements.preference}::text, ${announcements.default}) as announcements,
  ${part}::text as part`

/** Students who owe the work, and whether they have started it. */
const selectOwing = (assignmentId: string, courseId: string): SQL => sql`
  select ${columnsOf('STUDENT')}, case when submission.draft is null then 'NOT_STARTED' else 'DRAFT_SAVED' end as why
  from assignments assignment join course_students enrolment on enrolment.course_id = assignment.course_id
  join users account on account.id = enrolment.user_id
  left join submissions submission on submission.assignment_id = assignment.id and submission.student_id = enrolment.user_id
  ${joinException(sql`assignment.id`, sql`enrolment.user_id`)}
  where assignment.id = ${assignmentId} and assignment.course_id = ${courseId} and assignment.deleted_at is null
    and ${isOwing({ assignment: sql`assignment`, exception: sql`exception`, submission: sql`submission`, enrolment: sql`enrolment` })}`

/** Students who have a recording to watch, and whether they have started. */
const selectUnwatched = (mediaId: string, courseId: string, now: Date): SQL => sql`
  select ${columnsOf('STUDENT')}, unwatched.why
  from (select enrolment.user_id, case when ${hasStarted(sql`record`)} then 'IN_PROGRESS' else 'NOT_STARTED' end as why
    from ${fromUnwatched({ mediaId, courseId, now: now.toISOString() })}) unwatched
  join users account on account.id = unwatched.user_id`

const isUngraded = (assignmentId: string, courseId: string): SQL => sql`account.id in (select submission.student_id
  from submissions submission join assignments assignment on assignment.id = submission.assignment_id
  where assignment.id = ${assignmentId} and assignment.course_id = ${courseId} and assignment.deleted_at is null
    and submission.status = 'SUBMITTED' and not ${isExcused(sql`submission.assignment_id`, sql`submission.student_id`)})`

const wasAbsent = ({ weekId, mediaId }: Extract<Audience, { kind: 'ABSENT' }>, courseId: string): SQL => sql`account.id in (
  select record.user_id from attendance record where ${mediaId ? sql`record.session_id = ${mediaId}` : sql`record.week_id = ${weekId}`}
    and record.course_id = ${courseId} and record.status = 'ABSENT')`

const isInactive = (days: number, now: Date): SQL =>
  sql`coalesce(account.last_seen_at, '-infinity') < ${now.toISOString()}::timestamptz - make_interval(days => ${days})`

/** The people whom a rule selects, each with the reason: one select for each part of the course that they may have. */
function ruleSelects(rule: Audience, { courseId, senderId, now }: AudienceOf): SQL[] {
  const select = (part: Part, why: Why, condition = sql`true`) =>
    sql`select ${columnsOf(part)}, ${why}::text as why from ${fromPeople(part, courseId)} and ${condition}`
  switch (rule.kind) {
    case 'ALL':
      return [select('STUDENT', 'MEMBER'), select('TRAINER', 'MEMBER')]
    case 'STUDENTS':
      return [select('STUDENT', 'STUDENT')]
    case 'TRAINERS':
      return [select('TRAINER', 'TRAINER')]
    case 'PENDING':
      return [select('APPLICANT', 'PENDING', sql`member.status = 'PENDING'`)]
    case 'ME':
      return [
        sql`select ${columnsOf('SENDER')}, 'ME'::text as why from users account where account.id = ${senderId} and account.deleted_at is null`,
      ]
    case 'NOT_SUBMITTED':
      return [selectOwing(rule.assignmentId, courseId)]
    case 'UNGRADED':
      return [select('STUDENT', 'UNGRADED', isUngraded(rule.assignmentId, courseId))]
    case 'NOT_WATCHED':
      return [selectUnwatched(rule.mediaId, courseId, now)]
    case 'ABSENT':
      return [select('STUDENT', 'ABSENT', wasAbsent(rule, courseId))]
    case 'INACTIVE':
      return [select('STUDENT', 'INACTIVE', isInactive(rule.days, now))]
    default:
      return []
  }
}

/** People selected one by one, in whichever part of the course they are. */
const selectChosen = (courseId: string, condition: SQL): SQL[] =>
  allParts.map((part) => sql`select ${columnsOf(part)}, 'CHOSEN'::text as why from ${fromPeople(part, courseId)} and ${condition}`)

const userIdsIn = (rules: Audience[]) => rules.flatMap((rule) => (rule.kind === 'PERSON' ? [rule.userId] : []))
const addressesIn = (rules: Audience[]) => rules.flatMap((rule) => (rule.kind === 'ADDRESS' ? [rule.email] : []))

/** Each user of the audience once, selected individually or by the first matching rule, and why they would be excluded: `id, why, reason`. */
function selectAudience(of: AudienceOf): SQL {
  const rules = parseAudiences(of.to)
  const [ids, addresses] = [userIdsIn(rules), addressesIn(rules)]
  const selects = [
    ...(ids.length > 0 ? selectChosen(of.courseId, sql`account.id = any(${sql.param(ids)}::uuid[])`) : []),
    ...(addresses.length > 0 ? selectChosen(of.courseId, sql`account.email = any(${sql.param(addresses)}::text[])`) : []),
    ...rules.flatMap((rule) => ruleSelects(rule, of)),
  ]
  if (selects.length === 0) selects.push(sql`select ${columnsOf('SENDER')}, null::text as why from users account where false`)
  // A single select returns each user once.
  const found =
    selects.length === 1
      ? selects[0]!
      : sql`select distinct on (id) * from (${sql.join(
          selects.map((select, place) => sql`select *, ${place}::int as place from (${select}) selected`),
          sql` union all `,
        )}) named order by id, place`
  return sql`
    select found.id, found.why, found.name, found.email, found.profile_image, found.last_seen_at, found.part, found.search_text,
      case when found.why = 'ME' then null when found.status = 'SUSPENDED' then 'SUSPENDED' when found.status = 'INVITED' then 'INVITED'
        when opt_out.user_id is not null then 'OPTED_OUT'
        ${of.isAnnouncement ? sql`when found.announcements in ('DAILY', 'NEVER') then 'ANNOUNCEMENTS_' || found.announcements` : sql``} end as reason
    from (${found}) found
    left join email_opt_outs opt_out on opt_out.user_id = found.id and opt_out.course_id = ${of.courseId}
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
  const isNamed = search ? sql`and ${isFound(sql`member.search_text`, search)}` : sql``
  const { rows } = await db.execute<{ word: Why | LeftOutReason; count: number; people: Recipient[] }>(sql`
    with audience as materialized (select *, coalesce(reason, why) as word from (${selectAudience(of)}) selected),
    groups as (select word, count(*)::int as count from audience group by word)
    select word, count, coalesce((
      select json_agg(json_build_object('id', id, 'name', name, 'email', email, 'profileImageUrl', '/images/' || profile_image,
        'lastSeenAt', ${stamp(sql`last_seen_at`)}, 'part', part) order by name, id)
      from (select * from audience member where member.word = one.word ${isNamed} order by member.name, member.id limit ${limit}) first), '[]') as people
    from groups one order by count desc, word`)
  const groups = rows.flatMap(({ word, ...rest }) => (isReason(word) ? [] : [{ why: word, ...rest }]))
  const leftOut = rows.flatMap(({ word, ...rest }) => (isReason(word) ? [{ reason: word, ...rest }] : []))
  return { groups, leftOut, count: groups.reduce((sum, { count }) => sum + count, 0) }
}

/** The sizes of the simple audiences, including excluded users. The number of students is maintained by triggers; the others are few. */
export async function countOptions(db: Db, courseId: string): Promise<AudiencePreview['options']> {
  const { rows } = await db.execute<Omit<AudiencePreview['options'], 'all'>>(sql`
    select course.student_count as students, (select count(*)::int from ${fromPeople('TRAINER', courseId)}) as trainers,
      (select count(*)::int from ${fromPeople('APPLICANT', courseId)} and member.status = 'PENDING') as pending
    from courses course where course.id = ${courseId}`)
  const { students, trainers, pending } = rows[0]!
  return { all: students + trainers, students, trainers, pending }
}

/** Validates `sendTo`: forms that do not exist, and items that are not part of the course. `isList`: it was sent as a list. */
export async function audienceErrors(db: Db, courseId: string, to: readonly string[], isList: boolean): Promise<FieldError[]> {
  const entries = to.map((entry, index) => ({ pointer: isList ? `/sendTo/${index}` : '/sendTo', rule: parseAudience(entry) }))
  const rules = parseAudiences(to)
  const texts = (values: string[]) => sql.param([...new Set(values)])
  const assignmentIds = rules.flatMap((rule) => ('assignmentId' in rule ? [rule.assignmentId] : []))
  const chosen = (condition: SQL) => sql.join(selectChosen(courseId, condition), sql` union all `)
  const weekIds = rules.flatMap((rule) => ('weekId' in rule ? [rule.weekId] : []))
  const mediaIds = rules.flatMap((rule) => ('mediaId' in rule ? (rule.mediaId ?? []) : []))
  const { rows } = await db.execute<{ value: string }>(sql`
    select id::text as value from assignments where id = any(${texts(assignmentIds)}::uuid[]) and course_id = ${courseId} and deleted_at is null
    union all
    select id::text from weeks where id = any(${texts(weekIds)}::uuid[]) and course_id = ${courseId} and deleted_at is null
    union all
    select id::text from media where id = any(${texts(mediaIds)}::uuid[]) and course_id = ${courseId} and deleted_at is null
    union all
    select chosen.id::text from (${chosen(sql`account.id = any(${texts(userIdsIn(rules))}::uuid[])`)}) chosen
    union all
    select chosen.email from (${chosen(sql`account.email = any(${texts(addressesIn(rules))}::text[])`)}) chosen`)
  const known = new Set(rows.map(({ value }) => value))
  return entries.flatMap(({ pointer, rule }) => {
    const detail = getError(rule, known)
    return detail ? [{ pointer, detail }] : []
  })
}

function getError(rule: Audience | undefined, known: ReadonlySet<string>): string | undefined {
  if (!rule) return 'Not a group, a person or an email address'
  if ('assignmentId' in rule) return known.has(rule.assignmentId) ? undefined : 'No such assignment in this course'
  if (rule.kind === 'NOT_WATCHED') return known.has(rule.mediaId) ? undefined : 'No such recording in this course'
  if (rule.kind === 'ABSENT') {
    if (!known.has(rule.weekId)) return 'No such week in this course'
    return rule.mediaId && !known.has(rule.mediaId) ? 'No such session in this course' : undefined
  }
  if (rule.kind === 'PERSON') return known.has(rule.userId) ? undefined : 'Not a member of this course'
  if (rule.kind === 'ADDRESS') return known.has(rule.email) ? undefined : 'Not the email of a member of this course'
  return undefined
}

/** The id of what gives a rule its title. */
function namedIn(rule: Audience): string | null {
  if ('assignmentId' in rule) return rule.assignmentId
  if (rule.kind === 'NOT_WATCHED') return rule.mediaId
  return rule.kind === 'ABSENT' ? (rule.mediaId ?? rule.weekId) : null
}

/** Describes the rules of several audiences: the titles of what they name; individual users are one entry. */
export async function describeAudiences(db: Db, audiences: readonly (readonly string[])[]): Promise<AudienceRule[][]> {
  const all = audiences.map(parseAudiences)
  const ids = all.flat().flatMap((rule) => namedIn(rule) ?? [])
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
      const id = namedIn(rule)
      return [{ kind: rule.kind, title: id === null ? null : titleOf(id), days: rule.kind === 'INACTIVE' ? rule.days : null }]
    })
    return named.length < rules.length ? [...named, { kind: 'PEOPLE', title: null, days: null }] : named
  })
}
