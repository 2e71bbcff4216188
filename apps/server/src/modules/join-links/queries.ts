/** Join links in SQL. */

import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Person } from '@lms/contract/values'
import { isSeen } from '#access/conditions.ts'
import type { Db } from '#db/client.ts'
import { courses, courseStaff, joinLinks } from '#db/schema/courses.ts'
import { imageUrl, userColumns, users } from '#db/schema/users.ts'

const linkColumns = { token: joinLinks.token, code: joinLinks.code, isActive: joinLinks.isActive }

export async function findLink(db: Db, courseId: string) {
  const [found] = await db.select(linkColumns).from(joinLinks).where(eq(joinLinks.courseId, courseId))
  return found
}

type NewLink = Pick<typeof joinLinks.$inferInsert, 'token' | 'code' | 'createdBy' | 'createdAt'>

/** Undefined if another course has the code. */
export async function replaceLink(db: Db, courseId: string, values: NewLink) {
  const taken = await db.select({ courseId: joinLinks.courseId }).from(joinLinks).where(eq(joinLinks.code, values.code))
  if (taken.length > 0) return undefined
  const [saved] = await db
    .insert(joinLinks)
    .values({ courseId, ...values })
    .onConflictDoUpdate({ target: joinLinks.courseId, set: { ...values, isActive: true } })
    .returning(linkColumns)
  return saved
}

export async function updateLink(db: Db, courseId: string, isActive: boolean) {
  const [saved] = await db.update(joinLinks).set({ isActive }).where(eq(joinLinks.courseId, courseId)).returning(linkColumns)
  return saved
}

/** The course that a valid token or code belongs to. */
export async function findCourseOfLink(db: Db, tokenOrCode: string) {
  const [found] = await db
    .select({
      id: courses.id,
      title: courses.title,
      coverImageUrl: imageUrl(courses.coverImage),
      description: courses.description,
      startsOn: courses.startsOn,
      isSeen: sql<boolean>`${isSeen}`,
      status: courses.status,
      enrolment: courses.enrolment,
      seats: courses.seats,
      studentCount: courses.studentCount,
      endsOn: courses.endsOn,
      timeZone: courses.timeZone,
    })
    .from(joinLinks)
    .innerJoin(courses, and(eq(courses.id, joinLinks.courseId), isNull(courses.deletedAt)))
    .where(and(or(eq(joinLinks.token, tokenOrCode), eq(joinLinks.code, tokenOrCode)), joinLinks.isActive))
  return found
}

export const listTrainers = (db: Db, courseId: string): Promise<Person[]> =>
  db
    .select(userColumns(users))
    .from(courseStaff)
    .innerJoin(users, eq(users.id, courseStaff.userId))
    .where(eq(courseStaff.courseId, courseId))
    .orderBy(users.name, users.id)
