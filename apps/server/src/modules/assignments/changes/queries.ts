/** Changes of assignments with submitted work, in SQL. */

import { and, eq, gt, inArray, sql } from 'drizzle-orm'
import type { StoredQuestion } from '@lms/contract/assignments'
import type { Answer } from '@lms/contract/submissions'
import { exceptionColumns, exceptionOfWork } from '#access/exceptions.ts'
import { enrolmentToJoin, isFormer, joinEnrolment } from '#access/owed-work.ts'
import { arrayPlaceholder, prepared, type Db } from '#db/drizzle.ts'
import { assignmentExceptions, assignmentQuestionVersions, submissions } from '#db/schema/assignments.ts'
import { courses, enrolments } from '#db/schema/courses.ts'
import { userColumns, users } from '#db/schema/users.ts'
import type { QuestionUsage } from '#modules/assignments/changes/rules.ts'

const { placeholder } = sql
const assignmentId = placeholder('assignmentId')
const courseId = placeholder('courseId')

const submittedCounts = prepared((db) =>
  db.execute<{ students: number; submitted: number; hasWork: boolean }>(sql`
    select course.student_count as students, (count(submission.id) filter (where not ${isFormer(sql`enrolment`)}))::int as submitted, count(submission.id) > 0 as "hasWork"
    from courses course left join submissions submission on submission.assignment_id = ${assignmentId} and submission.attempt > 0 ${joinEnrolment(courseId, sql`submission.student_id`)}
    where course.id = ${courseId} group by course.id`),
)
/** The number of students who have submitted, and of all students; `hasWork`: anybody submitted, including those who have left. */
export const countSubmitted = async (db: Db, { id, courseId }: { id: string; courseId: string }) =>
  (await submittedCounts(db, { assignmentId: id, courseId })).rows[0]!

const choices = sql`,
    options as (
      select distinct answer.id, answer.question_id, chosen.option from given answer
      cross join lateral (
        select answer.value #>> '{}' as option where jsonb_typeof(answer.value) = 'string'
        union all select element from jsonb_array_elements_text(case jsonb_typeof(answer.value) when 'array' then answer.value else '[]' end) element) chosen
      where answer.question_id = ${arrayPlaceholder('choiceIds', 'text')} and chosen.option <> ''),
    choices as (
      select question_id, jsonb_agg(jsonb_build_object('option', option, 'count', times)) as choices
      from (select question_id, option, count(*)::int as times from options group by question_id, option) counted group by question_id)`

const usage = prepared((db, hasChoices: boolean) =>
  db.execute<QuestionUsage & Record<string, unknown>>(sql`
    with given as (
      select submission.id, answer ->> 'questionId' as question_id, answer -> 'value' as value
      from submissions submission join submission_attempts attempt on attempt.submission_id = submission.id cross join jsonb_array_elements(attempt.answers) answer
      where submission.assignment_id = ${assignmentId} and submission.attempt > 0),
    highest as (
      select mark ->> 'questionId' as question_id, max((mark ->> 'marks')::float8) as marks
      from submissions submission cross join jsonb_array_elements(submission.question_marks) mark where submission.assignment_id = ${assignmentId} group by 1) ${hasChoices ? choices : sql``}
    select question_id as "questionId", count(distinct answer.id)::int as answers,
      ${hasChoices ? sql`coalesce(max(counted.choices::text)::jsonb, '[]')` : sql`'[]'::jsonb`} as choices, max(best.marks) as "highestMarks"
    from given answer full join highest best using (question_id) ${hasChoices ? sql`left join choices counted using (question_id)` : sql``} group by question_id`),
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
  const answers = sql<Answer[]>`coalesce((select jsonb_agg(answer) from jsonb_array_elements(${submissions.answers}) answer
    where answer ->> 'questionId' = any(${sql.param(questionIds)}::text[])), '[]')`
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
