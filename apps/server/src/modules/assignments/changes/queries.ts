/** Changes of assignments with submitted work, in SQL. */
import { randomUUIDv7 } from 'node:crypto'
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { StoredQuestion } from '@lms/contract/assignments'
import type { Answer } from '@lms/contract/submissions'
import type { Db } from '#db/client.ts'
import { assignmentExceptions, assignmentQuestionVersions, assignments, submissions } from '#db/schema/assignments.ts'
import { enrolments } from '#db/schema/courses.ts'
import { userColumns, users } from '#db/schema/users.ts'
import { exceptionOfWork } from '#access/exceptions.ts'
import { enrolmentOf, isFormer, joinEnrolment } from '#access/owed-work.ts'
import type { QuestionUsage, Work } from '#modules/assignments/changes/rules.ts'

/** The number of students who have submitted, and of all students; `hasWork`: anybody submitted, including those who have left. */
export async function countSubmitted(db: Db, assignment: { id: string; courseId: string }) {
  const { rows } = await db.execute<{ students: number; submitted: number; hasWork: boolean }>(sql`
    select c.student_count as students, (count(s.id) filter (where not ${isFormer(sql`e`)}))::int as submitted, count(s.id) > 0 as "hasWork"
    from courses c left join submissions s on s.assignment_id = ${assignment.id} and s.attempt > 0
      ${joinEnrolment(sql`s.course_id`, sql`s.student_id`)}
    where c.id = ${assignment.courseId} group by c.id`)
  return rows[0]!
}

/** The answers of all attempts to each question that was ever answered or marked; choices are counted for these questions. */
export async function listUsage(db: Db, assignmentId: string, choiceIds: readonly string[]): Promise<QuestionUsage[]> {
  const { rows } = await db.execute<QuestionUsage & Record<string, unknown>>(sql`
    with given as (
      select s.id, x ->> 'questionId' as question_id, x -> 'value' as value
      from submissions s join submission_attempts a on a.submission_id = s.id cross join jsonb_array_elements(a.answers) x
      where s.assignment_id = ${assignmentId} and s.attempt > 0),
    options as (
      select distinct g.id, g.question_id, v.option from given g
      cross join lateral (
        select g.value #>> '{}' as option where jsonb_typeof(g.value) = 'string'
        union all select e from jsonb_array_elements_text(case jsonb_typeof(g.value) when 'array' then g.value else '[]' end) e) v
      where g.question_id = any(${sql.param(choiceIds)}::text[]) and v.option <> ''),
    choices as (
      select question_id, jsonb_agg(jsonb_build_object('option', option, 'count', n)) as choices
      from (select question_id, option, count(*)::int as n from options group by question_id, option) c group by question_id),
    highest as (
      select m ->> 'questionId' as question_id, max((m ->> 'marks')::float8) as marks
      from submissions s cross join jsonb_array_elements(s.question_marks) m where s.assignment_id = ${assignmentId} group by 1)
    select question_id as "questionId", count(distinct g.id)::int as answers, coalesce(max(c.choices::text)::jsonb, '[]') as choices,
      max(h.marks) as "highestMarks"
    from given g full join highest h using (question_id) left join choices c using (question_id) group by question_id`)
  return rows
}

/** The questions before each of their changes, oldest first: all versions, or these. */
export const listQuestionVersions = (db: Db, assignmentId: string, versions?: number[]) =>
  db
    .select({ version: assignmentQuestionVersions.version, questions: assignmentQuestionVersions.questions })
    .from(assignmentQuestionVersions)
    .where(
      and(
        eq(assignmentQuestionVersions.assignmentId, assignmentId),
        versions ? inArray(assignmentQuestionVersions.version, versions) : undefined,
      ),
    )
    .orderBy(assignmentQuestionVersions.version)

export const insertQuestionVersion = (db: Db, values: { assignmentId: string; version: number; questions: StoredQuestion[] }) =>
  db.insert(assignmentQuestionVersions).values(values)

/** Submitted work with its answers to these questions; locked if it is to be marked again, so that nobody grades it concurrently. */
export function listWork(
  db: Db,
  assignmentId: string,
  questionIds: string[],
  { lock, studentIds }: { lock: boolean; studentIds?: string[] },
) {
  const answers = sql<Answer[]>`coalesce((select jsonb_agg(x) from jsonb_array_elements(${submissions.answers}) x
    where x ->> 'questionId' = any(${sql.param(questionIds)}::text[])), '[]')`
  const work = db
    .select({
      id: submissions.id,
      student: userColumns(users),
      answers,
      courseId: submissions.courseId,
      studentId: submissions.studentId,
      version: submissions.version,
      isHeld: submissions.isHeld,
      status: submissions.status,
      late: submissions.late,
      marks: submissions.marks,
      deduction: submissions.deduction,
      isFinal: submissions.isFinal,
      questionMarks: submissions.questionMarks,
      gradedBy: submissions.gradedBy,
      effectiveSubmittedAt: submissions.effectiveSubmittedAt,
      recordedBy: submissions.recordedBy,
      exception: {
        dueAt: assignmentExceptions.dueAt,
        closesAt: assignmentExceptions.closesAt,
        excusedAt: assignmentExceptions.excusedAt,
      },
      enrolled: enrolments.periods,
      isFormer: isFormer(enrolments),
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.studentId))
    .leftJoin(assignmentExceptions, exceptionOfWork)
    .leftJoin(enrolments, enrolmentOf(submissions.courseId, submissions.studentId))
    .where(
      and(
        eq(submissions.assignmentId, assignmentId),
        gt(submissions.attempt, 0),
        studentIds ? inArray(submissions.studentId, studentIds) : undefined,
      ),
    )
    .orderBy(submissions.id)
  return lock ? work.for('update', { of: submissions }) : work
}

export type ListedWork = Awaited<ReturnType<typeof listWork>>[number]
export type Change = { work: ListedWork; after: Pick<Work, 'marks' | 'deduction' | 'late' | 'questionMarks'> }

/** Saves the new marks in the submission, its current attempt and the history, one statement each. */
export async function updateRegraded(db: Db, changes: Change[], by: { actorId: string; now: Date }): Promise<void> {
  if (changes.length === 0) return
  const rows = JSON.stringify(
    changes.map(({ work, after }) => ({
      id: work.id,
      change_id: randomUUIDv7(),
      marks: after.marks,
      deduction: after.deduction,
      late: after.late,
      question_marks: after.questionMarks,
    })),
  )
  const given = sql`jsonb_to_recordset(${rows}::jsonb) as n (id uuid, change_id uuid, marks numeric, deduction numeric, late boolean, question_marks jsonb)`
  const now = sql`${by.now.toISOString()}::timestamptz`
  // The history first, while the submissions still contain their earlier marks.
  await db.execute(sql`
    insert into grade_changes (id, submission_id, changed_by, changed_at, action, old_marks, new_marks, old_feedback, new_feedback)
    select n.change_id, s.id, ${by.actorId}, ${now}, 'REMARK', s.marks, n.marks, s.feedback, s.feedback
    from ${given} join submissions s on s.id = n.id where s.marks is distinct from n.marks`)
  await db.execute(sql`
    update submission_attempts a set marks = n.marks, deduction = n.deduction, late = n.late, question_marks = n.question_marks
    from ${given} join submissions s on s.id = n.id where a.submission_id = s.id and a.attempt = s.attempt`)
  await db.execute(sql`
    update submissions s set marks = n.marks, deduction = n.deduction, late = n.late, question_marks = n.question_marks,
      version = s.version + 1, updated_at = case when s.is_held then s.updated_at else ${now} end
    from ${given} where s.id = n.id`)
}

/** Who changed the assignment last, and when. */
export async function findLastEditor(db: Db, assignmentId: string) {
  const [found] = await db
    .select({ name: users.name, updatedAt: assignments.updatedAt, version: assignments.version })
    .from(assignments)
    .leftJoin(users, eq(users.id, assignments.updatedBy))
    .where(eq(assignments.id, assignmentId))
  return found!
}
