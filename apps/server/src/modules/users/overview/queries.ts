/** What the overview of a user adds to the statements of other modules. */

import { sql } from 'drizzle-orm'
import { isAdminRole, membershipRole, type MembershipRole } from '@lms/contract/policy'
import type { EnrolmentPeriod } from '@lms/contract/rules/owed-work'
import { membersOf } from '#access/conditions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { courseStudents } from '#db/schema/courses.ts'
import type { Viewer } from '#modules/courses/course-page/queries.ts'
import { getReachOverUser, isWithin, type Reach } from '#modules/courses/of-person/queries.ts'

const userId = sql.placeholder('userId')

interface Place {
  id: string
  title: string
  role: MembershipRole
  endsOn: string | null
  timeZone: string
  trainers: string[]
  enrolled: EnrolmentPeriod[] | null
}
/** The periods as PostgreSQL writes them. */
type Row = Omit<Place, 'enrolled'> & { periods: string | null }

const places = prepared((db, reach: Reach, role: MembershipRole) =>
  db.execute<Row & Record<string, unknown>>(sql`
    select course.id, course.title, ${role} as role, course.ends_on as "endsOn", course.time_zone as "timeZone", ${role === 'STUDENT' ? sql`person.periods` : sql`null`} as periods,
      coalesce((select json_agg(trainer.name order by trainer.name) from course_staff staff join users trainer on trainer.id = staff.user_id
        where staff.course_id = course.id), '[]') as trainers
    from ${membersOf[role]} person join courses course on course.id = person.course_id and course.deleted_at is null
    where person.user_id = ${userId} and ${isWithin(reach)}
    order by course.title, course.id`),
)
/** The courses that the user takes or teaches, as far as the viewer may see them. */
export async function listPlaces(db: Db, user: Viewer, viewer: Viewer): Promise<Place[]> {
  const values = { userId: user.id, viewerId: viewer.id }
  const { rows } = await places(db, values, getReachOverUser(user, viewer), membershipRole(user.role))
  return rows.map(({ periods, ...place }) => ({
    ...place,
    enrolled: periods === null ? null : (courseStudents.periods.mapFromDriverValue(periods) as EnrolmentPeriod[]),
  }))
}

const emailCounts = prepared((db, reach: Reach) =>
  db.execute<{ sent: number; failed: number }>(sql`
    select (count(*) filter (where email.state = 'SENT'))::int as sent, (count(*) filter (where email.state = 'FAILED'))::int as failed
    from emails email join course_emails message on message.id = email.batch_id join courses course on course.id = message.course_id and course.deleted_at is null
    where email.user_id = ${userId} and email.kind = 'COURSE' and ${isWithin(reach)}`),
)
export const countCourseEmails = async (db: Db, user: Viewer, viewer: Viewer) =>
  (await emailCounts(db, { userId: user.id, viewerId: viewer.id }, isAdminRole(viewer.role) ? 'all' : 'TRAINER')).rows[0]!
