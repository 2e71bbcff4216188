/** Submissions in SQL. */
import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Answer } from '@lms/contract/submissions'
import { unlockedWeek } from '#access/week.ts'
import { prepared, valueFor, type Db } from '#db/drizzle.ts'
import { assignments, markChanges, submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { courses, memberships, weeks } from '#db/schema/courses.ts'
import { files } from '#db/schema/media.ts'
import { personOf, users } from '#db/schema/users.ts'
import { paged, total, type Page } from '#db/page.ts'

const grader = alias(users, 'grader')

/** What a decision about handing in or grading needs of the assignment. */
const terms = {
  id: assignments.id,
  courseId: assignments.courseId,
  weekId: assignments.weekId,
  questions: assignments.questions,
  maxMarks: assignments.maxMarks,
  status: assignments.status,
  availableFrom: assignments.availableFrom,
  dueAt: assignments.dueAt,
  closesAt: assignments.closesAt,
  latePolicy: assignments.latePolicy,
  maxAttempts: assignments.maxAttempts,
}

const { placeholder } = sql
const isOpenAssignment = and(sql`${assignments.status} <> 'DRAFT'`, isNull(assignments.deletedAt), unlockedWeek(placeholder('now')))

const openAssignment = prepared((db, isWithin: boolean) =>
  db
    .select(terms)
    .from(assignments)
    .innerJoin(weeks, eq(weeks.id, assignments.weekId))
    .where(
      and(
        eq(assignments.id, placeholder('id')),
        isOpenAssignment,
        isWithin ? eq(assignments.courseId, placeholder('courseId')) : undefined,
        isWithin ? eq(assignments.weekId, placeholder('weekId')) : undefined,
      ),
    ),
)

/** An assignment that students may know of: published, in a published and unlocked week. */
export const findOpenAssignment = async (db: Db, id: string, now: Date, within?: { courseId: string; weekId: string }) =>
  (await openAssignment(db, { id, ...within, now: now.toISOString() }, within !== undefined))[0]

const openAssignmentOf = prepared((db) =>
  db
    .select(terms)
    .from(assignments)
    .innerJoin(weeks, eq(weeks.id, assignments.weekId))
    .where(
      and(
        sql`${assignments.id} = coalesce((select s.assignment_id from submissions s where s.id = ${placeholder('id')} and s.student_id = ${placeholder('studentId')}), ${placeholder('id')})`,
        isOpenAssignment,
      ),
    ),
)

/** The same by its own id, or by that of the student's submission. */
export const findOpenAssignmentOf = async (db: Db, id: string, studentId: string, now: Date) =>
  (await openAssignmentOf(db, { id, studentId, now: now.toISOString() }))[0]

/** The assignment of a submission, also once it is closed, or gone: deleted, or with its week. */
export async function findTermsOf(db: Db, assignmentId: string) {
  const [found] = await db
    .select({ ...terms, isGone: sql<boolean>`(${assignments.deletedAt} is not null or ${weeks.deletedAt} is not null)` })
    .from(assignments)
    .innerJoin(weeks, eq(weeks.id, assignments.weekId))
    .where(eq(assignments.id, assignmentId))
  return found!
}

const ownSubmission = prepared((db) =>
  db
    .select()
    .from(submissions)
    .where(and(eq(submissions.assignmentId, placeholder('assignmentId')), eq(submissions.studentId, placeholder('studentId'))))
    .for('update'),
)

/** A student's own row on an assignment, made if there is none, and locked: parallel writes of one person take turns. */
export async function lockOwnSubmission(db: Db, assignment: { id: string; courseId: string }, studentId: string) {
  const own = { assignmentId: assignment.id, studentId }
  const [row] = await ownSubmission(db, own)
  if (row) return row
  await db
    .insert(submissions)
    .values({ ...own, courseId: assignment.courseId })
    .onConflictDoNothing({ target: [submissions.assignmentId, submissions.studentId] })
  return (await ownSubmission(db, own))[0]!
}

export async function lockSubmission(db: Db, id: string) {
  const [row] = await db.select().from(submissions).where(eq(submissions.id, id)).for('update')
  return row
}

const submissionWithPeople = prepared((db) =>
  db
    .select({ submission: submissions, student: personOf(users), grader: personOf(grader) })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.studentId))
    .leftJoin(grader, eq(grader.id, submissions.gradedBy))
    .where(eq(submissions.id, placeholder('id'))),
)
export const findSubmission = async (db: Db, id: string) => (await submissionWithPeople(db, { id }))[0]

const people = prepared((db) =>
  db
    .select(personOf(users))
    .from(users)
    .where(sql`${users.id} = any(${placeholder('ids')}::uuid[])`),
)

/** A submission that is at hand, with its people. */
export async function withPeople(db: Db, submission: typeof submissions.$inferSelect) {
  const { studentId, gradedBy } = submission
  const found = await people(db, { ids: [studentId, ...(gradedBy ? [gradedBy] : [])] })
  const person = (id: string | null) => found.find((one) => one.id === id)
  return { submission, student: person(studentId)!, grader: person(gradedBy) ?? null }
}

export const listAttemptsBefore = (db: Db, submissionId: string, attempt: number) =>
  db
    .select({ attempt: submissionAttempts, grader: personOf(grader) })
    .from(submissionAttempts)
    .leftJoin(grader, eq(grader.id, submissionAttempts.gradedBy))
    .where(and(eq(submissionAttempts.submissionId, submissionId), lt(submissionAttempts.attempt, attempt)))
    .orderBy(desc(submissionAttempts.attempt))

/** Files of these keys that the person uploaded and that passed verification. */
export const listReadyFiles = (db: Db, ownerId: string, keys: string[]) =>
  db
    .select({ key: files.key, name: files.name, contentType: files.contentType, size: files.size })
    .from(files)
    .where(and(eq(files.ownerId, ownerId), eq(files.status, 'READY'), sql`${files.key} = any(${sql.param(keys)}::text[])`))

const draftUpdate = prepared((db) =>
  db
    .update(submissions)
    .set({
      draft: valueFor(submissions.draft, 'draft'),
      draftVersion: sql`${submissions.draftVersion} + 1`,
      updatedAt: valueFor(submissions.updatedAt, 'now'),
    })
    .where(eq(submissions.id, placeholder('id')))
    .returning(),
)
export const updateDraft = async (db: Db, id: string, draft: Answer[], now: Date) =>
  (await draftUpdate(db, { id, draft, now: now.toISOString() }))[0]!

type Outcome = Pick<typeof submissions.$inferInsert, 'marks' | 'questionMarks' | 'deduction' | 'feedback' | 'gradedBy' | 'gradedAt'>

const attemptInsert = prepared((db, isGraded: boolean) => {
  const columns = submissions
  const kept = {
    attempt: valueFor(columns.attempt, 'attempt'),
    answers: valueFor(columns.answers, 'answers'),
    submittedAt: valueFor(columns.submittedAt, 'submittedAt'),
    late: valueFor(columns.late, 'late'),
    questionMarks: valueFor(columns.questionMarks, 'questionMarks'),
    deduction: valueFor(columns.deduction, 'deduction'),
    marks: isGraded ? valueFor(columns.marks, 'marks') : null,
    gradedAt: isGraded ? valueFor(columns.gradedAt, 'gradedAt') : null,
    gradedBy: null,
    feedback: null,
  }
  const attempt = db.$with('attempt').as(
    db
      .insert(submissionAttempts)
      .values({ submissionId: sql`${placeholder('id')}::uuid`, ...kept })
      .returning({ id: submissionAttempts.submissionId }),
  )
  return db
    .with(attempt)
    .update(submissions)
    .set({
      ...kept,
      status: isGraded ? 'GRADED' : 'SUBMITTED',
      countsAt: valueFor(columns.countsAt, 'countsAt'),
      draft: null,
      draftVersion: sql`${submissions.draftVersion} + 1`,
      version: sql`${submissions.version} + 1`,
      updatedAt: valueFor(columns.updatedAt, 'submittedAt'),
    })
    .where(eq(submissions.id, placeholder('id')))
    .returning()
})

/** Submits: updates the row and stores the attempt permanently. `marks` is null where the work must be graded by hand. */
export const insertAttempt = async (
  db: Db,
  id: string,
  attempt: {
    attempt: number
    answers: Answer[]
    submittedAt: string
    countsAt: string
    late: boolean
    questionMarks: { questionId: string; marks: number }[]
    deduction: number
    marks: number | null
    gradedAt: string | null
  },
) => (await attemptInsert(db, { id, ...attempt }, attempt.marks !== null))[0]!

/** Grades or returns: the row, its current attempt, and the trail of changes. */
export async function updateMarks(
  db: Db,
  before: typeof submissions.$inferSelect,
  outcome: Outcome & { gradedBy: string; gradedAt: string; marks: number; feedback: string | null },
  action: 'GRADE' | 'RETURN',
) {
  await db
    .update(submissions)
    .set({
      ...outcome,
      status: action === 'GRADE' ? 'GRADED' : 'RETURNED',
      version: sql`${submissions.version} + 1`,
      updatedAt: outcome.gradedAt,
    })
    .where(eq(submissions.id, before.id))
  await db
    .update(submissionAttempts)
    .set(outcome)
    .where(and(eq(submissionAttempts.submissionId, before.id), eq(submissionAttempts.attempt, before.attempt)))
  await db.insert(markChanges).values({
    submissionId: before.id,
    changedBy: outcome.gradedBy,
    changedAt: outcome.gradedAt,
    action,
    oldMarks: before.marks,
    newMarks: outcome.marks,
    oldFeedback: before.feedback,
    newFeedback: outcome.feedback,
  })
}

/** A student's own work, newest first: of what they may still look at, in courses that they are still enrolled in. */
export function listOwnSubmissions(db: Db, studentId: string, page: Page, now: Date) {
  const enrolled = and(
    eq(memberships.courseId, courses.id),
    eq(memberships.userId, studentId),
    eq(memberships.role, 'STUDENT'),
    eq(memberships.status, 'ACTIVE'),
  )
  const mine = and(
    eq(submissions.studentId, studentId),
    isNull(assignments.deletedAt),
    sql`${assignments.status} <> 'DRAFT'`,
    unlockedWeek(now),
    isNull(courses.deletedAt),
    sql`${courses.status} <> 'DRAFT'`,
  )
  return paged(
    (limit, offset) =>
      db
        .select({
          id: submissions.id,
          assignmentId: assignments.id,
          assignmentTitle: assignments.title,
          courseId: courses.id,
          courseTitle: courses.title,
          weekId: assignments.weekId,
          status: submissions.status,
          late: submissions.late,
          attempt: submissions.attempt,
          submittedAt: submissions.submittedAt,
          marks: submissions.marks,
          maxMarks: assignments.maxMarks,
          feedback: submissions.feedback,
          gradedAt: submissions.gradedAt,
        })
        .from(submissions)
        .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
        .innerJoin(weeks, eq(weeks.id, assignments.weekId))
        .innerJoin(courses, eq(courses.id, submissions.courseId))
        .innerJoin(memberships, enrolled)
        .where(mine)
        .orderBy(sql`${submissions.submittedAt} desc nulls first`, desc(submissions.id))
        .limit(limit)
        .offset(offset),
    () =>
      db
        .select(total)
        .from(submissions)
        .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
        .innerJoin(weeks, eq(weeks.id, assignments.weekId))
        .innerJoin(courses, eq(courses.id, submissions.courseId))
        .innerJoin(memberships, enrolled)
        .where(mine),
    page,
  )
}
