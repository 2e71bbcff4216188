/** Work submitted outside LMS, in SQL. */

import { randomUUIDv7 } from 'node:crypto'
import { and, asc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '#db/drizzle.ts'
import { assignmentExceptions, submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { courseStudents } from '#db/schema/courses.ts'

type Place = { assignmentId: string; courseId: string }

/** What decides the moves of work (rules/work.ts). */
const work = {
  status: submissions.status,
  attempt: submissions.attempt,
  isHeld: submissions.isHeld,
  gradedBy: submissions.gradedBy,
  recordedBy: submissions.recordedBy,
}

/** Those of these users who are students of the course, and what decides whether work can be recorded for them. */
export const listStudentsToRecord = (db: Db, { assignmentId, courseId }: Place, ids: readonly string[]) =>
  db
    .select({
      id: courseStudents.userId,
      work,
      isExcused: sql<boolean>`(${assignmentExceptions.excusedAt} is not null)`,
    })
    .from(courseStudents)
    .leftJoin(submissions, and(eq(submissions.studentId, courseStudents.userId), eq(submissions.assignmentId, assignmentId)))
    .leftJoin(
      assignmentExceptions,
      and(eq(assignmentExceptions.studentId, courseStudents.userId), eq(assignmentExceptions.assignmentId, assignmentId)),
    )
    .where(and(eq(courseStudents.courseId, courseId), inArray(courseStudents.userId, [...ids])))

type Recorded = { submissionId: string; assignmentId: string; studentId: string }

/**
 * Inserts a first attempt without answers for each; what a student is writing stays their draft, and when they saved it. Returns the recorded submissions: students
 * who submit at the same moment are skipped.
 */
export async function insertRecorded(
  db: Db,
  work: readonly { assignmentId: string; studentId: string }[],
  { actorId, now }: { actorId: string; now: Date },
): Promise<Recorded[]> {
  if (work.length === 0) return []
  const given = JSON.stringify(
    work.map(({ assignmentId, studentId }) => ({ id: randomUUIDv7(), assignment_id: assignmentId, student_id: studentId })),
  )
  const at = sql`${now.toISOString()}::timestamptz`
  const { rows } = await db.execute<Recorded>(sql`
    with recorded as (
      insert into submissions as submission (id, assignment_id, course_id, student_id, questions_version, status, attempt, submitted_at,
        effective_submitted_at, recorded_by, version, created_at, updated_at)
      select given.id, assignment.id, assignment.course_id, given.student_id, assignment.questions_version, 'SUBMITTED', 1, ${at}, ${at}, ${actorId}, 1, ${at}, ${at}
      from jsonb_to_recordset(${given}::jsonb) as given (id uuid, assignment_id uuid, student_id uuid)
      join assignments assignment on assignment.id = given.assignment_id
      order by given.assignment_id, given.student_id
      on conflict (assignment_id, student_id) do update set questions_version = excluded.questions_version, status = 'SUBMITTED',
        attempt = 1, submitted_at = ${at}, effective_submitted_at = ${at}, recorded_by = excluded.recorded_by, version = submission.version + 1
      where submission.attempt = 0
      returning id, assignment_id, student_id, questions_version),
    attempts as (
      insert into submission_attempts (submission_id, attempt, answers, questions_version, submitted_at, late)
      select id, 1, '[]', questions_version, ${at}, false from recorded)
    select id as "submissionId", assignment_id as "assignmentId", student_id as "studentId" from recorded`)
  return rows
}

/** The submissions of these students with a recorded attempt, locked. */
export const lockRecorded = (db: Db, { assignmentId, courseId }: Place, studentIds: readonly string[]) =>
  db
    .select({ id: submissions.id, work })
    .from(submissions)
    .where(
      and(
        eq(submissions.assignmentId, assignmentId),
        eq(submissions.courseId, courseId),
        inArray(submissions.studentId, [...studentIds]),
        isNotNull(submissions.recordedBy),
      ),
    )
    .orderBy(asc(submissions.id))
    .for('update')

/** Restores the state before they were recorded: only saved drafts stay. They must be locked. */
export async function deleteRecorded(db: Db, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const chosen = inArray(submissions.id, [...ids])
  await db.delete(submissions).where(and(chosen, eq(submissions.draftVersion, 0)))
  const drafts = await db
    .update(submissions)
    .set({
      status: 'DRAFT',
      attempt: 0,
      submittedAt: null,
      effectiveSubmittedAt: null,
      recordedBy: null,
      questionMarks: [],
      feedback: null,
      version: sql`${submissions.version} + 1`,
    })
    .where(chosen)
    .returning({ id: submissions.id })
  const draftIds = drafts.map(({ id }) => id)
  await db.delete(submissionAttempts).where(inArray(submissionAttempts.submissionId, draftIds))
}
