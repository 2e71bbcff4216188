/** Exceptions for students of an assignment, in SQL. */

import { and, eq, inArray, sql } from 'drizzle-orm'
import { enrolledIn } from '#access/conditions.ts'
import { effectiveClosesAt, effectiveDueAt, joinException } from '#access/exceptions.ts'
import { isOwing, joinEnrolment } from '#access/owed-work.ts'
import type { Db } from '#db/client.ts'
import { assignmentExceptions } from '#db/schema/assignments.ts'
import { stamp } from '#db/schema/columns.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { users } from '#db/schema/users.ts'

/** Those of these users who are students of the course. */
export async function listStudentsAmong(db: Db, courseId: string, ids: readonly string[]) {
  const found = await db
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .where(and(enrolledIn(courseId), inArray(users.id, [...ids])))
  return new Set(found.map(({ id }) => id))
}

type Values = Partial<Omit<typeof assignmentExceptions.$inferInsert, 'assignmentId' | 'studentId'>>

/** Sets the same values for all of these students; fields that are not given stay. */
export const saveExceptions = (db: Db, assignmentId: string, studentIds: readonly string[], values: Values) =>
  db
    .insert(assignmentExceptions)
    .values(studentIds.map((studentId) => ({ assignmentId, studentId, ...values })))
    .onConflictDoUpdate({ target: [assignmentExceptions.assignmentId, assignmentExceptions.studentId], set: values })

interface Reminded {
  id: string
  name: string
  email: string | null
  /** Null: the course’s. */
  timeZone: string | null
  isReachable: boolean
  remindedAt: string | null
  /** For this student, like `closesAt`. */
  dueAt: string | null
  closesAt: string | null
}

/** Those of these students who owe the work and submitted nothing. */
export async function listWithoutWork(db: Db, assignmentId: string, studentIds: readonly string[]) {
  const { rows } = await db.execute<Reminded & Record<string, unknown>>(sql`
    select u.id, u.name, u.email, u.time_zone as "timeZone", u.status = 'ACTIVE' and u.email is not null and o.user_id is null as "isReachable",
      ${stamp(sql`x.reminded_at`)} as "remindedAt", ${stamp(effectiveDueAt(sql`a`, sql`x`))} as "dueAt",
      ${stamp(effectiveClosesAt(sql`a`, sql`x`))} as "closesAt"
    from assignments a join users u on u.id = any(${sql.param([...studentIds])}::uuid[])
    ${joinException(sql`a.id`, sql`u.id`)} ${joinEnrolment(sql`a.course_id`, sql`u.id`)}
    left join submissions s on s.assignment_id = a.id and s.student_id = u.id
    left join email_opt_outs o on o.user_id = u.id and o.course_id = a.course_id
    where a.id = ${assignmentId} and ${isOwing({ a: sql`a`, x: sql`x`, s: sql`s`, e: sql`e` })}
    order by u.name, u.id`)
  return rows
}

export const findCourseNames = async (db: Db, id: string) =>
  (await db.select({ title: courses.title, timeZone: courses.timeZone }).from(courses).where(eq(courses.id, id)))[0]!
