/** Submissions in SQL. */
import { and, asc, desc, eq, ilike, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { isPast } from '@lms/contract/rules/late-policy'
import type { Answer } from '@lms/contract/submissions'
import { isStudentOf } from '#access/students.ts'
import { openWeek } from '#access/week.ts'
import type { Db } from '#db/client.ts'
import { assignments, markChanges, submissionAttempts, submissions } from '#db/schema/assignments.ts'
import { courses, memberships, weeks } from '#db/schema/courses.ts'
import { files } from '#db/schema/media.ts'
import { personOf, users } from '#db/schema/users.ts'
import { containing, paged, total, type Page } from '#db/page.ts'

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

/** An assignment that students may know of: published, in a published and unlocked week. */
export async function findOpenAssignment(db: Db, id: string, now: Date, within?: { courseId: string; weekId: string }) {
  const [found] = await db
    .select(terms)
    .from(assignments)
    .innerJoin(weeks, eq(weeks.id, assignments.weekId))
    .where(
      and(
        eq(assignments.id, id),
        sql`${assignments.status} <> 'DRAFT'`,
        isNull(assignments.deletedAt),
        openWeek(now),
        within && eq(assignments.courseId, within.courseId),
        within && eq(assignments.weekId, within.weekId),
      ),
    )
  return found
}

/** The assignment of a submission, also once it is closed, or gone: deleted, or with its week. */
export async function findTermsOf(db: Db, assignmentId: string) {
  const [found] = await db
    .select({ ...terms, isGone: sql<boolean>`(${assignments.deletedAt} is not null or ${weeks.deletedAt} is not null)` })
    .from(assignments)
    .innerJoin(weeks, eq(weeks.id, assignments.weekId))
    .where(eq(assignments.id, assignmentId))
  return found!
}

/** A student's own row on an assignment, made if there is none, and locked: parallel writes of one person take turns. */
export async function lockOwnSubmission(db: Db, assignment: { id: string; courseId: string }, studentId: string) {
  await db
    .insert(submissions)
    .values({ assignmentId: assignment.id, courseId: assignment.courseId, studentId })
    .onConflictDoNothing({ target: [submissions.assignmentId, submissions.studentId] })
  const [row] = await db
    .select()
    .from(submissions)
    .where(and(eq(submissions.assignmentId, assignment.id), eq(submissions.studentId, studentId)))
    .for('update')
  return row!
}

export async function lockSubmission(db: Db, id: string) {
  const [row] = await db.select().from(submissions).where(eq(submissions.id, id)).for('update')
  return row
}

export async function findSubmission(db: Db, id: string) {
  const [row] = await db
    .select({ submission: submissions, student: personOf(users), grader: personOf(grader) })
    .from(submissions)
    .innerJoin(users, eq(users.id, submissions.studentId))
    .leftJoin(grader, eq(grader.id, submissions.gradedBy))
    .where(eq(submissions.id, id))
  return row
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

export const updateDraft = (db: Db, id: string, draft: Answer[], now: Date) =>
  db
    .update(submissions)
    .set({ draft, draftVersion: sql`${submissions.draftVersion} + 1`, updatedAt: now.toISOString() })
    .where(eq(submissions.id, id))

type Outcome = Pick<typeof submissions.$inferInsert, 'marks' | 'questionMarks' | 'deduction' | 'feedback' | 'gradedBy' | 'gradedAt'>

/** Hands in: the row shows the new attempt, and the attempt is kept for good. */
export async function insertAttempt(
  db: Db,
  id: string,
  attempt: Outcome & {
    attempt: number
    answers: Answer[]
    submittedAt: string
    countsAt: string
    late: boolean
    status: 'SUBMITTED' | 'GRADED'
  },
) {
  const { status, countsAt, ...kept } = attempt
  const version = sql`${submissions.version} + 1`
  const draftVersion = sql`${submissions.draftVersion} + 1`
  await db
    .update(submissions)
    .set({ ...kept, status, countsAt, draft: null, draftVersion, version, updatedAt: attempt.submittedAt })
    .where(eq(submissions.id, id))
  await db.insert(submissionAttempts).values({ submissionId: id, ...kept })
}

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

export interface RosterFilter extends Page {
  courseId: string
  assignmentId: string
  dueAt: string | null
  now: Date
  status: 'all' | 'to-grade' | 'graded' | 'returned' | 'missing' | 'not-submitted'
  late: boolean | undefined
  search: string | undefined
  sort: 'name' | '-name' | 'submittedAt' | '-submittedAt' | 'marks' | '-marks'
}

const handedIn = sql`coalesce(${submissions.attempt}, 0) > 0`
const toGrade = sql`${submissions.status} = 'SUBMITTED'`
const graded = sql`${submissions.status} = 'GRADED'`
const late = sql`coalesce(${submissions.late}, false)`
/** Due, and nothing handed in. */
const missing = ({ dueAt, now }: RosterFilter) => (isPast(dueAt, now.getTime()) ? sql`not ${handedIn}` : sql`false`)

const work = ({ assignmentId }: RosterFilter) =>
  and(eq(submissions.studentId, memberships.userId), eq(submissions.assignmentId, assignmentId))

function filtered(filter: RosterFilter): SQL | undefined {
  const byStatus = {
    all: undefined,
    'to-grade': toGrade,
    graded,
    returned: sql`${submissions.status} = 'RETURNED'`,
    missing: missing(filter),
    'not-submitted': sql`not ${handedIn}`,
  }
  return and(
    byStatus[filter.status],
    filter.late === undefined ? undefined : eq(late, filter.late),
    filter.search ? ilike(users.name, containing(filter.search)) : undefined,
  )
}

const order = { name: users.name, submittedAt: submissions.submittedAt, marks: submissions.marks }

/** One page of the roster: each enrolled student once, with or without work. */
export function listRoster(db: Db, filter: RosterFilter) {
  const column = order[filter.sort.replace('-', '') as keyof typeof order]
  const direction = filter.sort.startsWith('-') ? sql`${column} desc nulls last` : sql`${column} asc nulls last`
  return paged(
    (limit, offset) =>
      db
        .select({
          student: personOf(users),
          submissionId: submissions.id,
          status: submissions.status,
          late: sql<boolean>`${late}`,
          missing: sql<boolean>`${missing(filter)}`,
          attempt: sql<number>`coalesce(${submissions.attempt}, 0)`,
          submittedAt: submissions.submittedAt,
          effectiveSubmittedAt: sql<string | null>`coalesce(${submissions.countsAt}, ${submissions.submittedAt})`.mapWith(
            submissions.submittedAt,
          ),
          marks: submissions.marks,
          gradedAt: submissions.gradedAt,
        })
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .leftJoin(submissions, work(filter))
        .where(and(isStudentOf(filter.courseId), filtered(filter)))
        .orderBy(direction, asc(users.id))
        .limit(limit)
        .offset(offset),
    () =>
      db
        .select(total)
        .from(memberships)
        .innerJoin(users, eq(users.id, memberships.userId))
        .leftJoin(submissions, work(filter))
        .where(and(isStudentOf(filter.courseId), filtered(filter))),
    filter,
  )
}

/** How many rows each tab of the roster has. */
export async function countRoster(db: Db, filter: RosterFilter) {
  const count = (condition: SQL) => sql<number>`(count(*) filter (where ${condition}))::int`
  const [row] = await db
    .select({ all: count(sql`true`), toGrade: count(toGrade), graded: count(graded), late: count(late), missing: count(missing(filter)) })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .leftJoin(submissions, work(filter))
    .where(isStudentOf(filter.courseId))
  return row!
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
    openWeek(now),
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
