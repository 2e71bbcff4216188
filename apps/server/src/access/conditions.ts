/** SQL conditions that modules share: which membership counts (decision 0002), who may see a course, which weeks are unlocked. */

import { and, eq, isNull, ne, sql, type Placeholder, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { prepared, type Db } from '#db/drizzle.ts'
import { courses, courseStudents, memberships, weeks } from '#db/schema/courses.ts'
import { users } from '#db/schema/users.ts'

/** The role in courses that an account's role allows; other memberships of that user do not count. */
export const roleInCourse = (role: SQLWrapper): SQL => sql`case ${role} when 'USER' then 'STUDENT' else 'TRAINER' end`

/** Whether students see the course: a draft stays unseen when it is archived. The second is for a statement with courses `course`. */
export const isSeen = and(ne(courses.status, 'DRAFT'), eq(courses.isArchivedDraft, false))
export const isSeenCourse = sql`(course.status <> 'DRAFT' and not course.is_archived_draft)`

/** For joins of `memberships` with `users` and a course: the active membership that counts. */
export const memberOf = (courseId: PgColumn | Placeholder) =>
  and(
    eq(memberships.courseId, courseId),
    eq(memberships.userId, users.id),
    eq(memberships.role, roleInCourse(users.role)),
    eq(memberships.status, 'ACTIVE'),
  )

/** Whether user `userId` teaches course `courseId`. */
export const teaches = (userId: SQLWrapper | string, courseId: SQLWrapper | string) =>
  sql<boolean>`exists (select from course_staff staff where staff.course_id = ${courseId} and staff.user_id = ${userId})`

/**
 * The accounts `users` of `course_students`, for joins. Their role follows from the view: it is named so that lists by name, which are
 * most, come from an index that begins with it.
 */
export const accountOfStudent = (userId: SQLWrapper = courseStudents.userId) =>
  and(eq(users.id, userId), eq(users.role, 'USER'), isNull(users.deletedAt))

/** The views of those who are in a course in one role. */
export const membersOf = { STUDENT: sql`course_students`, TRAINER: sql`course_staff` }

/** Their number in the course `courseId` of a statement, maintained by triggers. */
export const classSize = sql<number>`(select student_count from ${courses} where id = ${sql.placeholder('courseId')})`
const studentCount = prepared((db) => db.execute<{ total: number }>(sql`select ${classSize} as total`))
export const countStudentsOfCourse = async (db: Db, courseId: string) => (await studentCount(db, { courseId })).rows

const enrolledStudent = prepared((db) =>
  db
    .select({ id: courseStudents.userId })
    .from(courseStudents)
    .where(and(eq(courseStudents.courseId, sql.placeholder('courseId')), eq(courseStudents.userId, sql.placeholder('userId')))),
)
export const isEnrolledStudent = async (db: Db, courseId: string, userId: string): Promise<boolean> =>
  (await enrolledStudent(db, { courseId, userId })).length > 0

/** Nobody else on a waiting list moves up, is counted before others, or has a position. */
export const canMoveUp = sql`${users.role} = 'USER' and ${users.status} = 'ACTIVE' and ${users.deletedAt} is null`

/** For content of a published and unlocked week; null for a deleted week. */
export const isOpen = (week: { published: boolean; unlockAt: string | null } | null, now: Date): boolean =>
  week !== null && week.published && (week.unlockAt === null || new Date(week.unlockAt) <= now)

/** The same for a row of `weeks`, or of that table by another name. `course_items` has the same rule for items. */
export const unlockedWeek = (now: Date | Placeholder | SQL, week: SQLWrapper = weeks) =>
  sql<boolean>`(${week}.deleted_at is null and ${week}.published and (${week}.unlock_at is null or ${week}.unlock_at <= ${now instanceof Date ? now.toISOString() : now}::timestamptz))`

/** Whether the value `weekId` is a week of a course. An item is named with its week, but may have moved to another one since, and the empty week may be deleted. */
export const isWeekOf = (courseId: SQLWrapper) =>
  sql`exists (select from ${weeks} named where named.id = ${sql.placeholder('weekId')} and named.course_id = ${courseId})`
