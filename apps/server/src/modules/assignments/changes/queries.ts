/** Changes of assignments with submitted work, in SQL. */

import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { StoredQuestion } from '@lms/contract/assignments'
import type { Answer } from '@lms/contract/submissions'
import { exceptionColumns, exceptionOfWork } from '#access/exceptions.ts'
import { enrolmentToJoin, isFormer, joinEnrolment } from '#access/owed-work.ts'
import { arrayPlaceholder, prepared, type Db } from '#db/drizzle.ts'
import { assignmentExceptions, assignmentQuestionVersions, assignments, submissions } from '#db/schema/assignments.ts'
import { courses, enrolments } from '#db/schema/courses.ts'
import { userColumns, users } from '#db/schema/users.ts'
import type { QuestionUsage } from '#modules/assignments/changes/rules.ts'

const { placeholder } = sql
const assignmentId = placeholder('assignmentId')
const courseId = placeholder('courseId')

const submittedCounts = prepared((db) =>
  db.execute<{ students: number; submitted: number; hasWork: boolean }>(sql`
    select c.student_count as students, (count(s.id) filter (where not ${isFormer(sql`e`)}))::int as submitted, count(s.id) > 0 as "hasWork"
    from courses c left join submissions s on s.assignment_id = ${assignmentId} and s.attempt > 0 ${joinEnrolment(courseId, sql`s.student_id`)}
    where c.id = ${courseId} group by c.id`),
)
/** The number of students who have submitted, and of all students; `hasWork`: anybody submitted, including those who have left. */
export const countSubmitted = async (db: Db, { id, courseId }: { id: string; courseId: string }) =>
  (await submittedCounts(db, { assignmentId: id, courseId })).rows[0]!

const choices = sql`,
    options as (
      select distinct g.id, g.question_id, v.option from given g
      cross join lateral (
        select g.value #>> '{}' as option where jsonb_typeof(g.value) = 'string'
        union all select e from jsonb_array_elements_text(case jsonb_typeof(g.value) when 'array' then g.value else '[]' end) e) v
      where g.question_id = ${arrayPlaceholder('choiceIds', 'text')} and v.option <> ''),
    choices as (
      select question_id, jsonb_agg(jsonb_build_object('option', option, 'count', n)) as choices
      from (select question_id, option, count(*)::int as n from options group by question_id, option) c group by question_id)`

const usage = prepared((db, hasChoices: boolean) =>
  db.execute<QuestionUsage & Record<string, unknown>>(sql`
    with given as (
      select s.id, x ->> 'questionId' as question_id, x -> 'value' as value
      from submissions s join submission_attempts a on a.submission_id = s.id cross join jsonb_array_elements(a.answers) x
      where s.assignment_id = ${assignmentId} and s.attempt > 0),
    highest as (
      select m ->> 'questionId' as question_id, max((m ->> 'marks')::float8) as marks
      from submissions s cross join jsonb_array_elements(s.question_marks) m where s.assignment_id = ${assignmentId} group by 1) ${hasChoices ? choices : sql``}
    select question_id as "questionId", count(distinct g.id)::int as answers,
      ${hasChoices ? sql`coalesce(max(c.choices::text)::jsonb, '[]')` : sql`'[]'::jsonb`} as choices, max(h.marks) as "highestMarks"
    from given g full join highest h using (question_id) ${hasChoices ? sql`left join choices c using (question_id)` : sql``} group by question_id`),
)
/** The answers of all attempts to each question that was ever answered or marked; choices are counted for these questions. */
export const listUsage = async (db: Db, assignmentId: string, choiceIds: readonly string[]): Promise<QuestionUsage[]> =>
  (await usage(db, { assignmentId, choiceIds }, choiceIds.length > 0)).rows

const questionVersions = prepared((db, isSome: boolean) =>
  db
    .select({ version: assignmentQuestionVersions.version, questions: assignmentQuestionVersions.questions })
    .from(assignmentQuestionVersions)
    .where(
      and(
        eq(assignmentQuestionVersions.assignmentId, assignmentId),
        isSome ? sql`${assignmentQuestionVersions.version} = ${arrayPlaceholder('versions', 'int')}` : undefined,
      ),
    )
    .orderBy(assignmentQuestionVersions.version),
)
/** The questions before each of their changes, oldest first: all versions, or these. */
export const listQuestionVersions = (db: Db, assignmentId: string, versions?: number[]) =>
  questionVersions(db, { assignmentId, ...(versions && { versions }) }, versions !== undefined)

export const insertQuestionVersion = (db: Db, values: { assignmentId: string; version: number; questions: StoredQuestion[] }) =>
  db.insert(assignmentQuestionVersions).values(values)

/** Submitted work with its answers to these questions; locked if it is to be marked again, so that nobody grades it concurrently. */
export function listWork(
  db: Db,
  assignmentIds: string[],
  questionIds: string[],
  { lock, studentIds }: { lock: boolean; studentIds?: string[] },
) {
  const answers = sql<Answer[]>`coalesce((select jsonb_agg(x) from jsonb_array_elements(${submissions.answers}) x
    where x ->> 'questionId' = any(${sql.param(questionIds)}::text[])), '[]')`
  const work = db
    .select({
      id: submissions.id,
      assignmentId: submissions.assignmentId,
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
      timeZone: courses.timeZone,
      recordedBy: submissions.recordedBy,
      exception: exceptionColumns,
      enrolled: enrolments.periods,
      isFormer: isFormer(enrolments),
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.studentId))
    .innerJoin(courses, eq(courses.id, submissions.courseId))
    .leftJoin(assignmentExceptions, exceptionOfWork)
    .leftJoin(enrolments, enrolmentToJoin(submissions.courseId, submissions.studentId))
    .where(
      and(
        inArray(submissions.assignmentId, assignmentIds),
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
