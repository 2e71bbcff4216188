/** Submissions in SQL. */

import { and, desc, eq, isNull, lt, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { withEnrolment } from '@lms/contract/rules/owed-work'
import type { Answer } from '@lms/contract/submissions'
import { isWeekOf, unlockedWeek } from '#access/conditions.ts'
import { exceptionColumns, exceptionToJoin, exceptionOfWork, ownTerms } from '#access/exceptions.ts'
import { enrolmentToJoin } from '#access/owed-work.ts'
import { arrayPlaceholder, prepared, valueFor, type Db } from '#db/drizzle.ts'
import { paged, total, type Page } from '#db/page.ts'
import { assignmentExceptions, assignments, submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { courses, enrolments, weeks } from '#db/schema/courses.ts'
import { files } from '#db/schema/media.ts'
import { userColumns, users } from '#db/schema/users.ts'
import { markTerms } from '#modules/submissions/marks/queries.ts'

const grader = alias(users, 'grader')
const recorder = alias(users, 'recorder')

/** The assignment's facts needed to submit or grade. */
const termColumns = {
  id: assignments.id,
  title: assignments.title,
  courseId: assignments.courseId,
  weekId: assignments.weekId,
  questions: assignments.questions,
  maxMarks: assignments.maxMarks,
  status: assignments.status,
  availableFrom: assignments.availableFrom,
  dueAt: assignments.dueAt,
  closesAt: assignments.closesAt,
  closedAt: assignments.closedAt,
  latePolicy: assignments.latePolicy,
  maxAttempts: assignments.maxAttempts,
  holdMarks: assignments.holdMarks,
  questionsVersion: assignments.questionsVersion,
  timeZone: courses.timeZone,
  week: { published: weeks.published, unlockAt: weeks.unlockAt },
}

const { placeholder } = sql
const isOpenAssignment = and(sql`${assignments.status} <> 'DRAFT'`, isNull(assignments.deletedAt), unlockedWeek(placeholder('now')))

const termsInWeek = (db: Db) =>
  db
    .select(termColumns)
    .from(assignments)
    .innerJoin(weeks, eq(weeks.id, assignments.weekId))
    .innerJoin(courses, eq(courses.id, assignments.courseId))

const openAssignment = prepared((db) => termsInWeek(db).where(and(eq(assignments.id, placeholder('id')), isOpenAssignment)))

/** An assignment that students may know of: published, in a published and unlocked week. */
export const findOpenAssignment = async (db: Db, id: string, now: Date) => (await openAssignment(db, { id, now: now.toISOString() }))[0]

const sharedAssignment = prepared((db) =>
  termsInWeek(db)
    .where(
      and(
        eq(assignments.id, placeholder('assignmentId')),
        isOpenAssignment,
        eq(assignments.courseId, placeholder('courseId')),
        isWeekOf(assignments.courseId),
      ),
    )
    .for('share', { of: assignments }),
)
/**
 * The same by its path, for submitting: locked against changes and deletion until the transaction ends. It may have moved since the page
 * was opened that names its week.
 */
export const shareOpenAssignment = async (db: Db, place: Record<'assignmentId' | 'courseId' | 'weekId', string>, now: Date) =>
  (await sharedAssignment(db, { ...place, now: now.toISOString() }))[0]

const openAssignmentOf = prepared((db) =>
  termsInWeek(db).where(
    and(
      sql`${assignments.id} = coalesce((select submission.assignment_id from submissions submission where submission.id = ${placeholder('id')} and submission.student_id = ${placeholder('studentId')}), ${placeholder('id')})`,
      isOpenAssignment,
    ),
  ),
)

/** The same by its own id, or by that of the student's submission. */
export const findOpenAssignmentOf = async (db: Db, id: string, studentId: string, now: Date) =>
  (await openAssignmentOf(db, { id, studentId, now: now.toISOString() }))[0]

const terms = prepared((db) =>
  db
    .select({
      ...termColumns,
      ...ownTerms,
      reopenedUntil: assignmentExceptions.reopenedUntil,
      markTerms,
      isDeleted: sql<boolean>`(${assignments.deletedAt} is not null or ${weeks.deletedAt} is not null)`,
      enrolled: enrolments.periods,
    })
    .from(assignments)
    .innerJoin(weeks, eq(weeks.id, assignments.weekId))
    .innerJoin(courses, eq(courses.id, assignments.courseId))
    .leftJoin(assignmentExceptions, exceptionToJoin(placeholder('studentId')))
    .leftJoin(enrolments, enrolmentToJoin(assignments.courseId, sql`${placeholder('studentId')}::uuid`))
    .where(eq(assignments.id, placeholder('assignmentId'))),
)
/** The assignment of a submission as it applies to its student, even if it is closed or deleted, alone or with its week. */
export async function findAssignmentForStudent(db: Db, { assignmentId, studentId }: { assignmentId: string; studentId: string }) {
  const { enrolled, ...found } = (await terms(db, { assignmentId, studentId }))[0]!
  return withEnrolment(found, enrolled)
}

const ownSubmission = prepared((db, isMeasured: boolean) =>
  db
    .select({
      work: submissions,
      exception: exceptionColumns,
      submittedBytes: isMeasured
        ? sql<number>`(select coalesce(sum(octet_length(attempt.answers::text)), 0)::int from submission_attempts attempt where attempt.submission_id = ${submissions.id})`
        : sql<number>`0`,
      enrolled: enrolments.periods,
      student: userColumns(users),
    })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.studentId))
    .leftJoin(assignmentExceptions, exceptionOfWork)
    .leftJoin(enrolments, enrolmentToJoin(submissions.courseId, submissions.studentId))
    .where(and(eq(submissions.assignmentId, placeholder('assignmentId')), eq(submissions.studentId, placeholder('studentId'))))
    .for('update', { of: submissions }),
)

/**
 * A student's own row for an assignment, created if missing, and locked: concurrent writes of one user wait for each other. The exception is
 * read after the assignment is locked, so that an extension granted in the meantime is included. Adds up the texts of its attempts if
 * `isMeasured`.
 */
export async function lockOwnSubmission(db: Db, assignment: { id: string; courseId: string }, studentId: string, isMeasured = false) {
  const own = { assignmentId: assignment.id, studentId }
  const [found] = await ownSubmission(db, own, isMeasured)
  if (found) return found
  await db
    .insert(submissions)
    .values({ ...own, courseId: assignment.courseId })
    .onConflictDoNothing({ target: [submissions.assignmentId, submissions.studentId] })
  return (await ownSubmission(db, own, isMeasured))[0]!
}

const assignmentShare = prepared((db) =>
  db
    .select({ id: assignments.id })
    .from(assignments)
    .where(
      sql`${assignments.id} = (select submission.assignment_id from submissions submission where submission.id = ${placeholder('id')})`,
    )
    .for('share'),
)
const lockedSubmission = prepared((db) =>
  db
    .select()
    .from(submissions)
    .where(eq(submissions.id, placeholder('id')))
    .for('update'),
)

/**
 * For changing marks: locks the assignment against changes and deletion too. The assignment comes first, in
 * the same order as when submitting and changing an assignment.
 */
export async function lockSubmission(db: Db, id: string) {
  await assignmentShare(db, { id })
  return (await lockedSubmission(db, { id }))[0]
}

const submissionWithPeople = prepared((db) =>
  db
    .select({ submission: submissions, student: userColumns(users), grader: userColumns(grader), recorder: userColumns(recorder) })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.studentId))
    .leftJoin(grader, eq(grader.id, submissions.gradedBy))
    .leftJoin(recorder, eq(recorder.id, submissions.recordedBy))
    .where(eq(submissions.id, placeholder('id'))),
)
export const findSubmission = async (db: Db, id: string) => (await submissionWithPeople(db, { id }))[0]

const findPeople = prepared((db) =>
  db
    .select(userColumns(users))
    .from(users)
    .where(sql`${users.id} = ${arrayPlaceholder('ids')}`),
)

type Student = Pick<typeof users.$inferSelect, 'id' | 'name'> & { profileImageUrl: string | null }
/** An existing submission of a student with its other users. */
export async function addSubmissionPeople(db: Db, submission: typeof submissions.$inferSelect, student: Student) {
  const { gradedBy, recordedBy } = submission
  const ids = [gradedBy, recordedBy].filter((id) => id !== null)
  const found = ids.length > 0 ? await findPeople(db, { ids }) : []
  const person = (id: string | null) => found.find((one) => one.id === id) ?? null
  return { submission, student, grader: person(gradedBy), recorder: person(recordedBy) }
}

export function listAttemptsBefore(db: Db, { id, attempt }: { id: string; attempt: number }, page: Page) {
  const isEarlier = and(eq(submissionAttempts.submissionId, id), lt(submissionAttempts.attempt, attempt))
  const fetch = (limit: number, offset: number) =>
    db
      .select({ attempt: submissionAttempts, grader: userColumns(grader) })
      .from(submissionAttempts)
      .leftJoin(grader, eq(grader.id, submissionAttempts.gradedBy))
      .where(isEarlier)
      .orderBy(desc(submissionAttempts.attempt))
      .limit(limit)
      .offset(offset)
  return paged(fetch, () => db.select(total).from(submissionAttempts).where(isEarlier), page)
}

/** The keys that are verified files uploaded by the user. */
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

const attemptInsert = prepared((db, isGraded: boolean, isShown: boolean, hasMark: boolean) => {
  const columns = submissions
  const values = {
    attempt: valueFor(columns.attempt, 'attempt'),
    answers: valueFor(columns.answers, 'answers'),
    questionsVersion: valueFor(columns.questionsVersion, 'questionsVersion'),
    submittedAt: valueFor(columns.submittedAt, 'submittedAt'),
    late: valueFor(columns.late, 'late'),
    questionMarks: valueFor(columns.questionMarks, 'questionMarks'),
    deduction: valueFor(columns.deduction, 'deduction'),
    marks: hasMark ? valueFor(columns.marks, 'marks') : null,
    gradedAt: isGraded ? valueFor(columns.gradedAt, 'gradedAt') : null,
    isHeld: valueFor(columns.isHeld, 'isHeld'),
    gradedBy: null,
    feedback: null,
  }
  const attempt = db.$with('attempt').as(
    db
      .insert(submissionAttempts)
      .values({ submissionId: sql`${placeholder('id')}::uuid`, ...values })
      .returning({ id: submissionAttempts.submissionId }),
  )
  // Together with the mark, students see those of earlier attempts: releasing only looks at held submissions.
  const shown = db.$with('shown').as(
    db
      .update(submissionAttempts)
      .set({ isHeld: false })
      .where(and(eq(submissionAttempts.submissionId, placeholder('id')), submissionAttempts.isHeld))
      .returning({ id: submissionAttempts.submissionId }),
  )
  return db
    .with(...(isShown ? [attempt, shown] : [attempt]))
    .update(submissions)
    .set({
      ...values,
      isFinal: false,
      status: isGraded ? 'GRADED' : 'SUBMITTED',
      effectiveSubmittedAt: valueFor(columns.effectiveSubmittedAt, 'effectiveSubmittedAt'),
      draft: null,
      draftVersion: sql`${submissions.draftVersion} + 1`,
      version: sql`${submissions.version} + 1`,
      updatedAt: valueFor(columns.updatedAt, 'submittedAt'),
    })
    .where(eq(submissions.id, placeholder('id')))
    .returning()
})

interface NewAttempt {
  attempt: number
  answers: Answer[]
  questionsVersion: number
  submittedAt: string
  effectiveSubmittedAt: string
  late: boolean
  questionMarks: { questionId: string; marks: number }[]
  deduction: number
  marks: number | null
  gradedAt: string | null
  isHeld: boolean
}
/** Submits: saves the row and the attempt. `gradedAt` is null if the work must be graded manually. */
export async function insertAttempt(db: Db, id: string, attempt: NewAttempt) {
  const isGraded = attempt.gradedAt !== null
  return (await attemptInsert(db, { id, ...attempt }, isGraded, isGraded && !attempt.isHeld, attempt.marks !== null))[0]!
}
