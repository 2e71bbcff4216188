/** Changes of assignments with submitted work, in SQL. */
import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { StoredQuestion } from '@lms/contract/assignments'
import type { Answer } from '@lms/contract/submissions'
import type { Db } from '#db/client.ts'
import { assignmentExceptions, assignmentQuestionVersions, assignments, submissions } from '#db/schema/assignments.ts'
import { enrolments } from '#db/schema/courses.ts'
import { userColumns, users } from '#db/schema/users.ts'
import { exceptionColumns, exceptionOfWork } from '#access/exceptions.ts'
import { enrolmentOf, isFormer, joinEnrolment } from '#access/owed-work.ts'
import type { QuestionUsage } from '#modules/assignments/changes/rules.ts'

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
      questionsVersion: submissions.questionsVersion,
      isHeld: submissions.isHeld,
      status: submissions.status,
      attempt: submissions.attempt,
      late: submissions.late,
      marks: submissions.marks,
      deduction: submissions.deduction,
      isFinal: submissions.isFinal,
      questionMarks: submissions.questionMarks,
      gradedBy: submissions.gradedBy,
      gradedAt: submissions.gradedAt,
      feedback: submissions.feedback,
      effectiveSubmittedAt: submissions.effectiveSubmittedAt,
      recordedBy: submissions.recordedBy,
      exception: exceptionColumns,
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
/** Who changed the assignment last, and when. */
export async function findLastEditor(db: Db, assignmentId: string) {
  const [found] = await db
    .select({ name: users.name, updatedAt: assignments.updatedAt, version: assignments.version })
    .from(assignments)
    .leftJoin(users, eq(users.id, assignments.updatedBy))
    .where(eq(assignments.id, assignmentId))
  return found!
}
