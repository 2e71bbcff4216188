/** Who counts as a student of a course: active, with an account that is there and is still a student's (decision 0002). */
import { and, eq, inArray, isNull, type Placeholder } from 'drizzle-orm'
import { courses, memberships } from '#db/schema/courses.ts'
import type { Db } from '#db/client.ts'
import { users } from '#db/schema/users.ts'

/** For rows of `memberships` with their `users`; of several courses, or of one. */
export const enrolledIn = (courseId: string | string[] | Placeholder) =>
  and(
    Array.isArray(courseId) ? inArray(memberships.courseId, courseId) : eq(memberships.courseId, courseId),
    eq(memberships.role, 'STUDENT'),
    eq(memberships.status, 'ACTIVE'),
    eq(users.role, 'USER'),
    isNull(users.deletedAt),
  )

/** How many these are: triggers keep the number. */
export const countStudentsOfCourse = (db: Db, courseId: string) =>
  db.select({ total: courses.studentCount }).from(courses).where(eq(courses.id, courseId))

export async function isEnrolledStudent(db: Db, courseId: string, userId: string): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(enrolledIn(courseId), eq(users.id, userId)))
  return found.length > 0
}
