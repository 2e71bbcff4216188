/** What a user did and got, from where it is stored: work, marks, attendance, posts, emails, visits. One statement. */

import { sql, type SQL } from 'drizzle-orm'
import { isStudentRole } from '@lms/contract/policy'
import type { UserAction } from '@lms/contract/users'
import { unlockedWeek } from '#access/conditions.ts'
import { isExcused } from '#access/exceptions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { limitTo, paged, pageShape, type Page, type PageShape } from '#db/page.ts'
import { stamp } from '#db/schema/columns.ts'
import type { Viewer } from '#modules/courses/course-page/queries.ts'
import { isWithin, getReachOverUser, type Reach } from '#modules/courses/of-person/queries.ts'

const userId = sql.placeholder('userId')

/** Each part selects: type, subject, course, week, title, attempt, late, attendance, marks, maximum, coverage, by, error, at. */
const posted = sql`
    select 'DISCUSSION', d.id, d.course_id, null::uuid, d.title, null::int, false, null, null::float8, null::float8, null::float8, null, null, d.created_at
    from discussions d where d.author_id = ${userId} and d.deleted_at is null
    union all
    select 'COMMENT', d.id, d.course_id, null, d.title, null, false, null, null, null, null, null, null, k.created_at
    from comments k join discussions d on d.id = k.discussion_id and d.deleted_at is null
    where k.author_id = ${userId} and k.deleted_at is null`
const emailed = sql`
    select 'EMAIL', m.id, m.course_id, null::uuid, e.subject, null::int, false, null, null::float8, null::float8, null::float8, sender.name,
      case e.state when 'FAILED' then coalesce(e.last_error, '') end, coalesce(e.sent_at, e.created_at)
    from emails e join course_emails m on m.id = e.batch_id join users sender on sender.id = m.sender_id
    where e.user_id = ${userId} and e.kind = 'COURSE' and e.state in ('SENT', 'FAILED')`
const visited = sql`
    select 'VISIT', u.id, null, null, u.name, null, false, null, null, null, null, null, null, u.last_seen_at from users u where u.id = ${userId} and u.last_seen_at is not null
    union all
    select 'SIGN_IN', s.id, null, null, '', null, false, null, null, null, null, null, null, s.created_at from sessions s where s.user_id = ${userId}`

/** Submitted and marked work, and more time for it. */
function workParts(isStudent: boolean): SQL[] {
  const open = isStudent ? sql`and a.status <> 'DRAFT' and ${unlockedWeek(sql.placeholder('now'))}` : sql``
  const fromWork = sql`submissions s join submission_attempts t on t.submission_id = s.id join assignments a on a.id = s.assignment_id and a.deleted_at is null
      join weeks on weeks.id = a.week_id and weeks.deleted_at is null`
  const submitted = sql`
    select 'SUBMISSION' as type, s.id as subject, s.course_id, null::uuid as week_id, a.title, t.attempt, t.late, null as attendance,
      null::float8 as marks, null::float8 as max_marks, null::float8 as coverage, null as by, null as error, t.submitted_at as at
    from ${fromWork}
    where s.student_id = ${userId} and not (t.attempt = 1 and s.recorded_by is not null) ${open}`
  const graded = sql`
    select 'GRADED', s.id, s.course_id, null, a.title, t.attempt, false, null, t.marks::float8, a.max_marks::float8, null, grader.name, null, t.graded_at
    from ${fromWork} left join users grader on grader.id = t.graded_by
    where s.student_id = ${userId} and t.graded_at is not null ${isStudent ? sql`and not s.is_held and not t.is_held and not ${isExcused(sql`s.assignment_id`, sql`s.student_id`)}` : sql``} ${open}`
  const extended = sql`
    select 'EXTENDED', a.id, a.course_id, a.week_id, a.title, null, false, null, null, null, null, giver.name, null, x.extended_at
    from assignment_exceptions x join assignments a on a.id = x.assignment_id and a.deleted_at is null
      join weeks on weeks.id = a.week_id and weeks.deleted_at is null left join users giver on giver.id = x.extended_by
    where x.student_id = ${userId} and x.extended_at is not null ${open}`
  return [submitted, graded, extended]
}

/** What was watched and joined, and other marks of attendance. */
function attendanceParts(isStudent: boolean): SQL[] {
  const openWeek = isStudent ? sql`and ${unlockedWeek(sql.placeholder('now'))}` : sql``
  const fromRecords = sql`attendance t join weeks on weeks.id = t.week_id and weeks.deleted_at is null left join media md on md.id = t.session_id
      left join users marker on marker.id = t.marked_by`
  const title = sql`coalesce(md.title, weeks.title)`
  const watched = sql`
    select 'WATCHED', t.session_id, t.course_id, t.week_id, ${title}, null, false, null, null, null, t.coverage, null, null, coalesce(t.watched_at, t.updated_at)
    from ${fromRecords} where t.user_id = ${userId} and (t.watched_at is not null or t.coverage > 0) ${openWeek}`
  const joined = sql`
    select 'JOINED', t.session_id, t.course_id, t.week_id, ${title}, null, coalesce(t.status = 'LATE', false), null, null, null, null, null, null, t.joined_at
    from ${fromRecords} where t.user_id = ${userId} and t.joined_at is not null ${openWeek}`
  // Marks made by joining or watching are left out: the two parts above list them.
  const marked = sql`
    select 'ATTENDANCE', t.session_id, t.course_id, t.week_id, ${title}, null, false, t.status, null, null, null, marker.name, null, coalesce(t.marked_at, t.updated_at)
    from ${fromRecords}
    where t.user_id = ${userId} and t.status is not null and not (t.source = 'JOIN' and t.joined_at is not null) and not (t.source = 'VIDEO' and t.watched_at is not null) ${openWeek}`
  return [watched, joined, marked]
}

type Kind = 'WORK' | 'ATTENDANCE' | 'MESSAGES'
const named = sql`(type, subject, course_id, week_id, title, attempt, late, attendance, marks, max_marks, coverage, by, error, at)`
function actionsOf(isStudent: boolean, kind: Kind | undefined) {
  const parts = { WORK: workParts(isStudent), ATTENDANCE: attendanceParts(isStudent), MESSAGES: [posted, emailed] }
  const wanted = kind ? parts[kind] : [...Object.values(parts).flat(), visited]
  return sql`actions ${named} as (${sql.join(wanted, sql` union all `)})`
}

/** Visits belong to no course. */
const seen = (reach: Reach) =>
  sql`actions e left join courses c on c.id = e.course_id where e.course_id is null or (c.deleted_at is null and ${isWithin(reach)})`

const actionPage = prepared((db, isStudent: boolean, reach: Reach, kind: Kind | undefined, window: PageShape) =>
  db.execute<UserAction & { total: number }>(sql`
    with ${actionsOf(isStudent, kind)}, found as materialized (select e.*, c.title as course_title from ${seen(reach)})
    select e.type, e.subject as "subjectId", e.title, case when e.course_id is not null then json_build_object('id', e.course_id, 'title', e.course_title) end as course, e.week_id as "weekId",
      e.attempt, e.late, e.attendance, e.marks, e.max_marks as "maxMarks", e.coverage, e.by, e.error, ${stamp(sql`e.at`)} as at, (select count(*)::int from found) as total
    from found e order by e.at desc, e.type, e.subject ${limitTo(window)}`),
)
const actionTotal = prepared((db, isStudent: boolean, reach: Reach, kind: Kind | undefined) =>
  db.execute<{ total: number }>(sql`with ${actionsOf(isStudent, kind)} select count(*)::int as total from ${seen(reach)}`),
)

/** Within the courses in which the viewer may see the user, including those they have left; students only see what is open to them. */
export function listActivity(db: Db, person: Viewer, viewer: Viewer, now: Date, { kind, ...page }: Page & { kind?: Kind | undefined }) {
  const values = { userId: person.id, viewerId: viewer.id, now: now.toISOString() }
  const shape = [isStudentRole(viewer.role), getReachOverUser(person, viewer), kind] as const
  return paged(
    async (limit, offset) => (await actionPage(db, { ...values, offset }, ...shape, pageShape(limit, offset))).rows,
    async () => (await actionTotal(db, values, ...shape)).rows,
    page,
  )
}
