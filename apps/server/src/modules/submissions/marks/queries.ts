/** Saving and releasing marks in SQL: one statement each for the history, the attempts and the submissions, whatever their number. */

import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { ownDueAt } from '#access/exceptions.ts'
import { fromHeldMarks, isExcusedFrom, type HeldPlace } from '#access/held-marks.ts'
import type { Db } from '#db/drizzle.ts'
import { assignments, type GradeAction, type submissions } from '#db/schema/assignments.ts'

type Stored = typeof submissions.$inferSelect
export type NewMark = Pick<
  Stored,
  'id' | 'marks' | 'deduction' | 'isFinal' | 'questionMarks' | 'feedback' | 'gradedBy' | 'gradedAt' | 'isHeld'
> & {
  status: Exclude<Stored['status'], 'DRAFT'>
  /** Absent: it stays. */
  late?: boolean
  /** Earlier attempts whose marks are hidden again, after undoing a change that had shown them. */
  heldAttempts?: number[]
}

/**
 * Of an assignment with a student's exception: what a mark depends on. If it has changed since a mark was replaced, that mark cannot be
 * restored: it may be above the maximum, or have another deduction.
 */
export const markTerms = sql<string>`hashtextextended(jsonb_build_array(${assignments.questions}, ${assignments.maxMarks}, ${assignments.latePolicy}, ${ownDueAt})::text, 0)::text`

/**
 * Grades, returns, marks again or restores marks: the submission, its current attempt, and the history. The submissions must be locked.
 * Returns, by submission, the earlier attempts that were held and become visible to students.
 */
export async function saveMarks(
  db: Db,
  changes: readonly NewMark[],
  { action, actorId, now }: { action: GradeAction; actorId: string; now: Date },
): Promise<Map<string, number[]>> {
  if (changes.length === 0) return new Map()
  const rows = changes.map((change) => ({
    id: change.id,
    change_id: randomUUIDv7(),
    status: change.status,
    marks: change.marks,
    deduction: change.deduction,
    is_final: change.isFinal,
    question_marks: change.questionMarks,
    feedback: change.feedback,
    graded_by: change.gradedBy,
    graded_at: change.gradedAt,
    is_held: change.isHeld,
    held_attempts: change.heldAttempts ?? [],
    late: change.late ?? null,
  }))
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (id uuid, change_id uuid, status text, marks numeric,
    deduction numeric, is_final boolean, question_marks jsonb, feedback text, graded_by uuid, graded_at timestamptz, is_held boolean, held_attempts jsonb, late boolean)`
  const at = sql`${now.toISOString()}::timestamptz`
  // The history first, while the submissions still contain their earlier marks. Marking again often changes only the lateness.
  await db.execute(sql`
    insert into grade_changes (id, submission_id, changed_by, changed_at, action, old_marks, new_marks, old_feedback, new_feedback)
    select given.change_id, submission.id, ${actorId}, ${at}, ${action}, submission.marks, given.marks, submission.feedback, given.feedback
    from ${given} join submissions submission on submission.id = given.id where ${action} <> 'REMARK' or submission.marks is distinct from given.marks`)
  const outcome = sql`marks = given.marks, deduction = given.deduction, question_marks = given.question_marks, feedback = given.feedback,
    graded_by = given.graded_by, graded_at = given.graded_at, is_held = given.is_held`
  await db.execute(sql`
    update submission_attempts attempt set ${outcome}, late = coalesce(given.late, attempt.late)
    from ${given} join submissions submission on submission.id = given.id where attempt.submission_id = submission.id and attempt.attempt = submission.attempt`)
  const { rows: shown } = await db.execute<{ id: string; attempts: number[] }>(sql`
    with shown as (
      update submission_attempts attempt set is_held = false
      from ${given} where attempt.submission_id = given.id and attempt.is_held and given.status in ('GRADED', 'RETURNED') and not given.is_held
      returning attempt.submission_id, attempt.attempt)
    select submission_id as id, array_agg(attempt) as attempts from shown group by submission_id`)
  if (changes.some(({ heldAttempts = [] }) => heldAttempts.length > 0))
    await db.execute(sql`
      update submission_attempts attempt set is_held = true
      from ${given} where attempt.submission_id = given.id and given.held_attempts @> to_jsonb(attempt.attempt)`)
  // The last change determines how students' courses are sorted: a held mark does not update it.
  await db.execute(sql`
    update submissions submission set ${outcome}, late = coalesce(given.late, submission.late), is_final = given.is_final, status = given.status, version = submission.version + 1,
      updated_at = case when given.is_held or submission.is_held and given.status = 'SUBMITTED' then submission.updated_at else ${at} end
    from ${given} where submission.id = given.id`)
  return new Map(shown.map(({ id, attempts }) => [id, attempts]))
}

type Released = Pick<Stored, 'id' | 'courseId' | 'studentId' | 'version'> & { marks: number; isExcused: boolean }

/** Releases held marks of all students or some, including excused ones. A released mark can no longer be undone. */
export async function releaseHeldMarks(db: Db, place: HeldPlace, studentIds: readonly string[] | undefined, now: Date) {
  const among = studentIds ? sql`and submission.student_id = any(${sql.param([...studentIds])}::uuid[])` : sql``
  // A concurrent release waits here and then finds nothing held.
  const { rows } = await db.execute<Released>(sql`
    with chosen as (select submission.id, ${isExcusedFrom} as is_excused from ${fromHeldMarks(place)} ${among} order by submission.id for update of submission)
    update submissions submission set is_held = false, updated_at = ${now.toISOString()}::timestamptz from chosen where submission.id = chosen.id
    returning submission.id, submission.course_id as "courseId", submission.student_id as "studentId", submission.version, submission.marks::float8 as marks, chosen.is_excused as "isExcused"`)
  if (rows.length === 0) return []
  const ids = sql`any(${sql.param(rows.map(({ id }) => id))}::uuid[])`
  await db.execute(sql`update submission_attempts set is_held = false where submission_id = ${ids} and is_held`)
  await db.execute(sql`delete from last_grades where submission_id = ${ids}`)
  return rows
}
