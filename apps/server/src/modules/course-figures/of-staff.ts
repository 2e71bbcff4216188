/** What courses ask of their staff, each counted as by the list that it leads to: one statement for a page of courses. */

import { sql } from 'drizzle-orm'
import type { StaffFigures } from '@lms/contract/course-figures'
import { arrayPlaceholder, prepared, type Db } from '#db/drizzle.ts'
import { stamp } from '#db/schema/columns.ts'
import { waitingWork } from '#modules/assignments/lists/groups.ts'
import { endsAt, openRegisters } from '#modules/attendance/registers/open.ts'
import { waitingCourses } from '#modules/signup-forms/responses/queries.ts'

const courseIds = arrayPlaceholder('courseIds')
const now = sql`${sql.placeholder('now')}::timestamptz`

/** Of the rows of a CTE for each course. */
const waiting = (name: string) => {
  const one = sql.raw(name)
  return sql`json_build_object('count', coalesce(${one}.count, 0), 'oldestAt', ${stamp(sql`${one}.oldest_at`)})`
}

const staffFigures = prepared((db) =>
  db.execute<StaffFigures & { courseId: string } & Record<string, unknown>>(sql`
    with work as (
      select assignment.course_id, count(*)::int as count, min(waiting.submitted_at) as oldest_at
      from assignments assignment join weeks week on week.id = assignment.week_id and week.deleted_at is null
      cross join lateral (select submission.submitted_at from ${waitingWork(sql`assignment`)}) waiting
      where assignment.course_id = ${courseIds} and assignment.deleted_at is null group by assignment.course_id),
    registers as (select course.id as course_id, count(*)::int as count, min(session.starts_at) as oldest_at from ${openRegisters('listed')} group by course.id),
    sign_ups as (
      select course.id as course_id, count(*)::int as count, min(response.sent_at) as oldest_at from ${waitingCourses} and course.id = ${courseIds} group by course.id)
    select course.id as "courseId", ${waiting('work')} as "toGrade", ${waiting('registers')} as "openRegisters", ${waiting('sign_ups')} as "signUps",
      case when next.id is not null then json_build_object('id', next.id, 'weekId', next.week_id, 'title', next.title,
        'startsAt', ${stamp(sql`next.starts_at`)}, 'durationMinutes', next.duration_minutes) end as "nextSession"
    from unnest(${sql.placeholder('courseIds')}::uuid[]) course (id)
    left join work on work.course_id = course.id left join registers on registers.course_id = course.id left join sign_ups on sign_ups.course_id = course.id
    left join lateral (
      select session.* from media session join weeks week on week.id = session.week_id and week.deleted_at is null
      where session.course_id = course.id and session.type = 'LIVE' and session.deleted_at is null and ${endsAt} > ${now}
      order by session.starts_at, session.id limit 1) next on true`),
)

/** For somebody who teaches these courses. */
export async function listStaffFigures(db: Db, actorId: string, courseIds: string[], at: Date): Promise<Map<string, StaffFigures>> {
  if (courseIds.length === 0) return new Map()
  const { rows } = await staffFigures(db, { actorId, courseIds, now: at.toISOString() })
  return new Map(rows.map(({ courseId, ...figures }) => [courseId, figures]))
}
