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
  const given = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, change_id uuid, status text, marks numeric,
    deduction numeric, is_final boolean, question_marks jsonb, feedback text, graded_by uuid, graded_at timestamptz, is_held boolean, held_attempts jsonb, late boolean)`
  const at = sql`${now.toISOString()}::timestamptz`
  // The history first, while the submissions still contain their earlier marks. Marking again often changes only the lateness.
  await db.execute(sql`
    insert into grade_changes (id, submission_id, changed_by, changed_at, action, old_marks, new_marks, old_feedback, new_feedback)
    select n.change_id, s.id, ${actorId}, ${at}, ${action}, s.marks, n.marks, s.feedback, n.feedback
    from ${given} join submissions s on s.id = n.id where ${action} <> 'REMARK' or s.marks is distinct from n.marks`)
  const outcome = sql`marks = n.marks, deduction = n.deduction, question_marks = n.question_marks, feedback = n.feedback,
    graded_by = n.graded_by, graded_at = n.graded_at, is_held = n.is_held`
  await db.execute(sql`
    update submission_attempts a set ${outcome}, late = coalesce(n.late, a.late)
    from ${given} join submissions s on s.id = n.id where a.submission_id = s.id and a.attempt = s.attempt`)
  const { rows: shown } = await db.execute<{ id: string; attempts: number[] }>(sql`
    with shown as (
      update submission_attempts a set is_held = false
      from ${given} where a.submission_id = n.id and a.is_held and n.status in ('GRADED', 'RETURNED') and not n.is_held
      returning a.submission_id, a.attempt)
    select submission_id as id, array_agg(attempt) as attempts from shown group by submission_id`)
  if (changes.some(({ heldAttempts = [] }) => heldAttempts.length > 0))
    await db.execute(sql`
      update submission_attempts a set is_held = true
      from ${given} where a.submission_id = n.id and n.held_attempts @> to_jsonb(a.attempt)`)
  // The last change determines how students' courses are sorted: a held mark does not update it.
  await db.execute(sql`
    update submissions s set ${outcome}, late = coalesce(n.late, s.late), is_final = n.is_final, status = n.status, version = s.version + 1,
      updated_at = case when n.is_held or s.is_held and n.status = 'SUBMITTED' then s.updated_at else ${at} end
    from ${given} where s.id = n.id`)
  return new Map(shown.map(({ id, attempts }) => [id, attempts]))
}

type Released = Pick<Stored, 'id' | 'courseId' | 'studentId' | 'version'> & { marks: number; isExcused: boolean }

/** Releases held marks of all students or some, including excused ones. A released mark can no longer be undone. */
export async function releaseHeldMarks(db: Db, place: HeldPlace, studentIds: readonly string[] | undefined, now: Date) {
  const among = studentIds ? sql`and s.student_id = any(${sql.param([...studentIds])}::uuid[])` : sql``
  // A concurrent release waits here and then finds nothing held.
  const { rows } = await db.execute<Released>(sql`
    with chosen as (select s.id, ${isExcusedFrom} as is_excused from ${fromHeldMarks(place)} ${among} order by s.id for update of s)
    update submissions s set is_held = false, updated_at = ${now.toISOString()}::timestamptz from chosen where s.id = chosen.id
    returning s.id, s.course_id as "courseId", s.student_id as "studentId", s.version, s.marks::float8 as marks, chosen.is_excused as "isExcused"`)
  if (rows.length === 0) return []
  const ids = sql`any(${sql.param(rows.map(({ id }) => id))}::uuid[])`
  await db.execute(sql`update submission_attempts set is_held = false where submission_id = ${ids} and is_held`)
  await db.execute(sql`delete from last_grades where submission_id = ${ids}`)
  return rows
}
