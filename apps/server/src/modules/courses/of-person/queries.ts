/** The courses of one person, as far as the viewer may see them. */

import { sql, type SQL } from 'drizzle-orm'
import type { MyCourse } from '@lms/contract/courses'
import { isAdminRole, isTeaching, membershipRole, type MembershipRole } from '@lms/contract/policy'
import type { AttendanceRate } from '@lms/contract/rules/attendance-rate'
import { isSeenCourse, membersOf } from '#access/conditions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { listRates } from '#modules/attendance/rates.ts'
import type { Viewer } from '#modules/courses/course-page/queries.ts'
import { listPercentages } from '#modules/courses/progress/queries.ts'

/** Which courses of a user the viewer may see: admins all, trainers those they teach, students their own. */
export type Reach = 'all' | MembershipRole
export const getReachOverUser = (person: Viewer, viewer: Viewer): Reach => {
  if (isAdminRole(viewer.role)) return 'all'
  return person.id === viewer.id ? membershipRole(viewer.role) : 'TRAINER'
}
/** For courses `course`, with the placeholder `viewerId`. */
export const isWithin = (reach: Reach): SQL => {
  if (reach === 'all') return sql`true`
  const isMember = sql`exists (select from ${membersOf[reach]} viewer where viewer.course_id = course.id and viewer.user_id = ${sql.placeholder('viewerId')})`
  return reach === 'STUDENT' ? sql`${isSeenCourse} and ${isMember}` : isMember
}

type PersonCourse = Pick<MyCourse, 'id' | 'title'> & {
  role: MembershipRole
  percentage: number | null
  attendance: AttendanceRate | null
}

const coursesOfPerson = prepared((db, reach: Reach, role: MembershipRole) =>
  db.execute<Pick<PersonCourse, 'id' | 'title' | 'role'>>(sql`
    select course.id, course.title, ${role} as role
    from ${membersOf[role]} person join courses course on course.id = person.course_id and course.deleted_at is null
    where person.user_id = ${sql.placeholder('userId')} and ${isWithin(reach)}
    order by course.title, course.id`),
)

export async function listCoursesOfPerson(db: Db, person: Viewer, viewer: Viewer, now: Date): Promise<PersonCourse[]> {
  const role = membershipRole(person.role)
  const { rows } = await coursesOfPerson(db, { userId: person.id, viewerId: viewer.id }, getReachOverUser(person, viewer), role)
  const ids = rows.map(({ id }) => id)
  if (isTeaching({ role })) return rows.map((course) => ({ ...course, percentage: null, attendance: null }))
  const [done, rates] = [await listPercentages(db, person.id, ids, now), await listRates(db, ids, person.id, now)]
  return rows.map((course) => ({
    ...course,
    percentage: done.get(course.id) ?? 0,
    attendance: rates.get(course.id) ?? null,
  }))
}
