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
    select 'DISCUSSION', discussion.id, discussion.course_id, null::uuid, discussion.title, null::int, false, null, null::float8, null::float8, null::float8, null, null, discussion.created_at
    from discussions discussion where discussion.author_id = ${userId} and discussion.deleted_at is null
    union all
    select 'COMMENT', discussion.id, discussion.course_id, null, discussion.title, null, false, null, null, null, null, null, null, comment.created_at
    from comments comment join discussions discussion on discussion.id = comment.discussion_id and discussion.deleted_at is null
    where comment.author_id = ${userId} and comment.deleted_at is null`
const emailed = sql`
    select 'EMAIL', message.id, message.course_id, null::uuid, email.subject, null::int, false, null, null::float8, null::float8, null::float8, sender.name,
      case email.state when 'FAILED' then coalesce(email.last_error, '') end, coalesce(email.sent_at, email.created_at)
    from emails email join course_emails message on message.id = email.batch_id join users sender on sender.id = message.sender_id
    where email.user_id = ${userId} and email.kind = 'COURSE' and email.state in ('SENT', 'FAILED')`
const visited = sql`
    select 'VISIT', account.id, null, null, account.name, null, false, null, null, null, null, null, null, account.last_seen_at from users account where account.id = ${userId} and account.last_seen_at is not null
    union all
    select 'SIGN_IN', session.id, null, null, '', null, false, null, null, null, null, null, null, session.created_at from sessions session where session.user_id = ${userId}`

/** Submitted and marked work, and more time for it. */
function workParts(isStudent: boolean): SQL[] {
  const open = isStudent ? sql`and assignment.status <> 'DRAFT' and ${unlockedWeek(sql.placeholder('now'))}` : sql``
  const fromWork = sql`submissions submission join submission_attempts attempt on attempt.submission_id = submission.id join assignments assignment on assignment.id = submission.assignment_id and assignment.deleted_at is null
      join weeks on weeks.id = assignment.week_id and weeks.deleted_at is null`
  const submitted = sql`
    select 'SUBMISSION' as type, submission.id as subject, submission.course_id, null::uuid as week_id, assignment.title, attempt.attempt, attempt.late, null as attendance,
      null::float8 as marks, null::float8 as max_marks, null::float8 as coverage, null as by, null as error, attempt.submitted_at as at
    from ${fromWork}
    where submission.student_id = ${userId} and not (attempt.attempt = 1 and submission.recorded_by is not null) ${open}`
  const graded = sql`
    select 'GRADED', submission.id, submission.course_id, null, assignment.title, attempt.attempt, false, null, attempt.marks::float8, assignment.max_marks::float8, null, grader.name, null, attempt.graded_at
    from ${fromWork} left join users grader on grader.id = attempt.graded_by
    where submission.student_id = ${userId} and attempt.graded_at is not null ${isStudent ? sql`and not submission.is_held and not attempt.is_held and not ${isExcused(sql`submission.assignment_id`, sql`submission.student_id`)}` : sql``} ${open}`
  const extended = sql`
    select 'EXTENDED', assignment.id, assignment.course_id, assignment.week_id, assignment.title, null, false, null, null, null, null, giver.name, null, exception.extended_at
    from assignment_exceptions exception join assignments assignment on assignment.id = exception.assignment_id and assignment.deleted_at is null
      join weeks on weeks.id = assignment.week_id and weeks.deleted_at is null left join users giver on giver.id = exception.extended_by
    where exception.student_id = ${userId} and exception.extended_at is not null ${open}`
  return [submitted, graded, extended]
}

/** What was watched and joined, and other marks of attendance. */
function attendanceParts(isStudent: boolean): SQL[] {
  const openWeek = isStudent ? sql`and ${unlockedWeek(sql.placeholder('now'))}` : sql``
  const fromRecords = sql`attendance record join weeks on weeks.id = record.week_id and weeks.deleted_at is null left join media media_item on media_item.id = record.session_id
      left join users marker on marker.id = record.marked_by`
  const title = sql`coalesce(media_item.title, weeks.title)`
  const watched = sql`
    select 'WATCHED', record.session_id, record.course_id, record.week_id, ${title}, null, false, null, null, null, record.coverage, null, null, coalesce(record.watched_at, record.updated_at)
    from ${fromRecords} where record.user_id = ${userId} and (record.watched_at is not null or record.coverage > 0) ${openWeek}`
  const joined = sql`
    select 'JOINED', record.session_id, record.course_id, record.week_id, ${title}, null, coalesce(record.status = 'LATE', false), null, null, null, null, null, null, record.joined_at
    from ${fromRecords} where record.user_id = ${userId} and record.joined_at is not null ${openWeek}`
  // Marks made by joining or watching are left out: the two parts above list them.
  const marked = sql`
    select 'ATTENDANCE', record.session_id, record.course_id, record.week_id, ${title}, null, false, record.status, null, null, null, marker.name, null, coalesce(record.marked_at, record.updated_at)
    from ${fromRecords}
    where record.user_id = ${userId} and record.status is not null and not (record.source = 'JOIN' and record.joined_at is not null) and not (record.source = 'VIDEO' and record.watched_at is not null) ${openWeek}`
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
  sql`actions action left join courses course on course.id = action.course_id where action.course_id is null or (course.deleted_at is null and ${isWithin(reach)})`

const actionPage = prepared((db, isStudent: boolean, reach: Reach, kind: Kind | undefined, window: PageShape) =>
  db.execute<UserAction & { total: number }>(sql`
    with ${actionsOf(isStudent, kind)}, found as materialized (select action.*, course.title as course_title from ${seen(reach)})
    select action.type, action.subject as "subjectId", action.title, case when action.course_id is not null then json_build_object('id', action.course_id, 'title', action.course_title) end as course, action.week_id as "weekId",
      action.attempt, action.late, action.attendance, action.marks, action.max_marks as "maxMarks", action.coverage, action.by, action.error, ${stamp(sql`action.at`)} as at, (select count(*)::int from found) as total
    from found action order by action.at desc, action.type, action.subject ${limitTo(window)}`),
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
