/** A user's activity, from where it is stored: submissions, marks, posts. One statement. */

import { sql } from 'drizzle-orm'
import { isStudentRole } from '@lms/contract/policy'
import type { UserAction } from '@lms/contract/users'
import { unlockedWeek } from '#access/conditions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { limitTo, paged, pageShape, type Page, type PageShape } from '#db/page.ts'
import { stamp } from '#db/schema/columns.ts'
import type { Viewer } from '#modules/courses/course-page/queries.ts'
import { isWithin, getReachOverUser, type Reach } from '#modules/courses/of-person/queries.ts'

const userId = sql.placeholder('userId')

function actionsOf(isStudent: boolean) {
  const open = isStudent ? sql`and a.status <> 'DRAFT' and ${unlockedWeek(sql.placeholder('now'))}` : sql``
  return sql`
    select 'SUBMISSION' as type, s.id as subject, s.course_id, null::uuid as week_id, a.title, t.attempt, t.late, null as attendance, t.submitted_at as at
    from submissions s join submission_attempts t on t.submission_id = s.id join assignments a on a.id = s.assignment_id and a.deleted_at is null
      join weeks on weeks.id = a.week_id and weeks.deleted_at is null
    where s.student_id = ${userId} and not (t.attempt = 1 and s.recorded_by is not null) ${open}
    union all
    select 'ATTENDANCE', t.session_id, t.course_id, t.week_id, coalesce(md.title, weeks.title), null, false, t.status, coalesce(t.marked_at, t.updated_at)
    from attendance t join weeks on weeks.id = t.week_id and weeks.deleted_at is null left join media md on md.id = t.session_id
    where t.user_id = ${userId} and t.status is not null ${isStudent ? sql`and ${unlockedWeek(sql.placeholder('now'))}` : sql``}
    union all
    select 'DISCUSSION', d.id, d.course_id, null, d.title, null, false, null, d.created_at
    from discussions d where d.author_id = ${userId} and d.deleted_at is null
    union all
    select 'COMMENT', d.id, d.course_id, null, d.title, null, false, null, k.created_at
    from comments k join discussions d on d.id = k.discussion_id and d.deleted_at is null
    where k.author_id = ${userId} and k.deleted_at is null`
}

const seen = (reach: Reach) => sql`actions e join courses c on c.id = e.course_id and c.deleted_at is null where ${isWithin(reach)}`

const actionPage = prepared((db, isStudent: boolean, reach: Reach, window: PageShape) =>
  db.execute<UserAction & { total: number }>(sql`
    with actions as (${actionsOf(isStudent)}), found as materialized (select e.*, c.title as course_title from ${seen(reach)})
    select e.type, e.subject as "subjectId", e.title, json_build_object('id', e.course_id, 'title', e.course_title) as course, e.week_id as "weekId",
      e.attempt, e.late, e.attendance, ${stamp(sql`e.at`)} as at, (select count(*)::int from found) as total
    from found e order by e.at desc, e.type, e.subject ${limitTo(window)}`),
)
const actionTotal = prepared((db, isStudent: boolean, reach: Reach) =>
  db.execute<{ total: number }>(sql`with actions as (${actionsOf(isStudent)}) select count(*)::int as total from ${seen(reach)}`),
)

/** Within the courses in which the viewer may see the user, including those they have left; students only see what is open to them. */
export function listActivity(db: Db, person: Viewer, viewer: Viewer, now: Date, page: Page) {
  const values = { userId: person.id, viewerId: viewer.id, now: now.toISOString() }
  const shape = [isStudentRole(viewer.role), getReachOverUser(person, viewer)] as const
  return paged(
    async (limit, offset) => (await actionPage(db, { ...values, offset }, ...shape, pageShape(limit, offset))).rows,
    async () => (await actionTotal(db, values, ...shape)).rows,
    page,
  )
}
