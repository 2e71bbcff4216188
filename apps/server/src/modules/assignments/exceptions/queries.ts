/** Exceptions for students of an assignment, in SQL. */

import { and, eq, inArray, sql } from 'drizzle-orm'
import { effectiveClosesAt, effectiveDueAt, joinException } from '#access/exceptions.ts'
import { isOwing, joinEnrolment } from '#access/owed-work.ts'
import type { Db } from '#db/client.ts'
import { assignmentExceptions } from '#db/schema/assignments.ts'
import { stamp } from '#db/schema/columns.ts'
import { courses, courseStudents } from '#db/schema/courses.ts'

/** Those of these users who are students of the course. */
export async function listStudentsAmong(db: Db, courseId: string, ids: readonly string[]) {
  const found = await db
    .select({ id: courseStudents.userId })
    .from(courseStudents)
    .where(and(eq(courseStudents.courseId, courseId), inArray(courseStudents.userId, [...ids])))
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
    select student.id, student.name, student.email, student.time_zone as "timeZone", student.status = 'ACTIVE' and student.email is not null and opt_out.user_id is null as "isReachable",
      ${stamp(sql`exception.reminded_at`)} as "remindedAt", ${stamp(effectiveDueAt(sql`assignment`, sql`exception`))} as "dueAt",
      ${stamp(effectiveClosesAt(sql`assignment`, sql`exception`))} as "closesAt"
    from assignments assignment join users student on student.id = any(${sql.param([...studentIds])}::uuid[])
    ${joinException(sql`assignment.id`, sql`student.id`)} ${joinEnrolment(sql`assignment.course_id`, sql`student.id`)}
    left join submissions submission on submission.assignment_id = assignment.id and submission.student_id = student.id
    left join email_opt_outs opt_out on opt_out.user_id = student.id and opt_out.course_id = assignment.course_id
    where assignment.id = ${assignmentId} and ${isOwing({ assignment: sql`assignment`, exception: sql`exception`, submission: sql`submission`, enrolment: sql`enrolment` })}
    order by student.name, student.id`)
  return rows
}

export const findCourseNames = async (db: Db, id: string) =>
  (await db.select({ title: courses.title, timeZone: courses.timeZone }).from(courses).where(eq(courses.id, id)))[0]!
