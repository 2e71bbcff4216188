/** Assignments in SQL. */
import { and, asc, eq, gte, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { AssignmentRow, OwnWork, WorkCounts } from '@lms/contract/assignments'
import { purgeBefore } from '@lms/contract/rules/deletion'
import { unlockedWeek } from '#access/conditions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { paged, total, type Page } from '#db/page.ts'
import { assignmentExceptions, assignments, submissions } from '#db/schema/assignments.ts'
import { stamp } from '#db/schema/columns.ts'
import { courses, enrolments, weeks } from '#db/schema/courses.ts'
import { shownMarks, shownStatus } from '#access/held-marks.ts'
import { exceptionOf, isExcused, ownClosesAt, ownDueAt, ownTerms } from '#access/exceptions.ts'
import { enrolmentOf, fallsDueAt, isDone, isMissing, isOwed } from '#access/owed-work.ts'

/** Neither the assignment nor its week is deleted. */
export const isAssignment = (id: string | Placeholder) =>
  and(
    eq(assignments.id, id),
    isNull(assignments.deletedAt),
    sql`exists (select 1 from weeks w where w.id = ${assignments.weekId} and w.deleted_at is null)`,
  )

export async function findAssignment(db: Db, id: string) {
  const [found] = await db.select().from(assignments).where(isAssignment(id))
  return found
}

/** An assignment, and whether its week is open to students. */
export async function findAssignmentInWeek(db: Db, id: string, now: Date) {
  const [found] = await db
    .select({ assignment: assignments, isOpen: unlockedWeek(now) })
    .from(assignments)
    .innerJoin(weeks, and(eq(weeks.id, assignments.weekId), isNull(weeks.deletedAt)))
    .where(and(eq(assignments.id, id), isNull(assignments.deletedAt)))
  return found
}

export async function insertAssignment(db: Db, values: typeof assignments.$inferInsert) {
  const [made] = await db.insert(assignments).values(values).returning()
  return made!
}

/** Locked, so that concurrent changes of its times are validated one after the other. */
export async function lockAssignment(db: Db, id: string) {
  const [found] = await db.select().from(assignments).where(isAssignment(id)).for('update')
  return found
}

/** The same, if it is of this course. */
export async function lockInCourse(db: Db, courseId: string, id: string) {
  const found = await lockAssignment(db, id)
  return found?.courseId === courseId ? found : undefined
}

/** Soft delete: it can be restored for 30 days. Undefined if it does not exist. */
export async function deleteAssignmentRow(db: Db, id: string, now: Date) {
  const [found] = await db.update(assignments).set({ deletedAt: now.toISOString() }).where(isAssignment(id)).returning()
  return found
}

/** A deleted assignment that can be restored, because its week exists. */
export async function lockDeletedAssignment(db: Db, id: string, now: Date) {
  const isInWeek = sql`exists (select 1 from weeks w where w.id = ${assignments.weekId} and w.deleted_at is null)`
  const [found] = await db
    .select()
    .from(assignments)
    .where(and(eq(assignments.id, id), isRestorable(now), isInWeek))
    .for('update')
  return found
}

/** Undefined fields stay unchanged. */
export async function updateAssignmentRow(
  db: Db,
  id: string,
  values: { [K in keyof typeof assignments.$inferInsert]?: (typeof assignments.$inferInsert)[K] | undefined },
) {
  // SQL does not allow an update without values.
  const [row] = await db
    .update(assignments)
    .set({ ...values, id })
    .where(eq(assignments.id, id))
    .returning()
  return row!
}

const beforeJoining = sql<boolean>`(not ${isOwed(enrolments, fallsDueAt(assignments, assignmentExceptions))})`

/**
 * The work `submissions` of one user with the exception `assignmentExceptions` as columns. Marks are shown once they are
 * given and released. All columns are expressions: Drizzle turns plain columns of a joined table into null if there is no row.
 */
const ownWork = (now: Date) => ({
  submissionId: sql<string | null>`${submissions.id}`,
  status: sql<OwnWork['status']>`${shownStatus(submissions)}`,
  late: sql<boolean>`coalesce(${submissions.late}, false)`,
  missing: sql<boolean>`${isMissing({ a: assignments, x: assignmentExceptions, s: submissions, e: enrolments }, sql`${now.toISOString()}::timestamptz`)}`,
  beforeJoining,
  submittedAt: sql<string | null>`${submissions.submittedAt}`.mapWith(submissions.submittedAt),
  attempt: sql<number>`coalesce(${submissions.attempt}, 0)`,
  marks: sql<number | null>`${shownMarks(submissions)}`,
  isExtended: sql<boolean>`coalesce(${ownDueAt} > ${assignments.dueAt}, false)`,
  isExcused: ownTerms.isExcused,
})
const workOf = (studentId: string) => and(eq(submissions.assignmentId, assignments.id), eq(submissions.studentId, studentId))

/** With the times that apply to the student. */
export async function findOwnWork(db: Db, assignmentId: string, studentId: string, now: Date) {
  const [found] = await db
    .select({ work: ownWork(now), dueAt: ownTerms.dueAt, closesAt: ownTerms.closesAt })
    .from(assignments)
    .leftJoin(submissions, workOf(studentId))
    .leftJoin(assignmentExceptions, exceptionOf(studentId))
    .leftJoin(enrolments, enrolmentOf(assignments.courseId, studentId))
    .where(eq(assignments.id, assignmentId))
  return found!
}

/** The viewer: a student sees published work in open weeks and their own submission, staff see everything and the counts of the class. */
export type Onlooker = { studentId: string } | 'staff'

/** Of a submission `w`. */
const oldestSubmission = sql`json_build_object('submissionId', w.id, 'submittedAt', ${stamp(sql`w.submitted_at`)})`

type Counts = Omit<WorkCounts, 'students'>
const noWork: Counts = { submitted: 0, toGrade: 0, graded: 0, late: 0, oldest: null }

/**
 * The work on each of these assignments, counted as on the grading screen; memberships and submissions are read once.
 * `is true` keeps PostgreSQL from turning the test for students into a join: it expects few rows and would use a nested loop.
 */
const workCounts = prepared((db) =>
  db.execute<{ id: string; counts: Counts }>(sql`
    with students as materialized (
      select m.course_id, m.user_id from memberships m join users u on u.id = m.user_id and u.role = 'USER' and u.deleted_at is null
      where m.course_id = any(${sql.placeholder('courseIds')}::uuid[]) and m.role = 'STUDENT' and m.status = 'ACTIVE')
    select w.assignment_id as id, json_build_object('submitted', count(*) filter (where w.attempt > 0), 'toGrade', count(*) filter (where w.status = 'SUBMITTED'),
      'graded', count(*) filter (where w.status = 'GRADED'), 'late', count(*) filter (where w.late),
      'oldest', (array_agg(${oldestSubmission} order by w.submitted_at, w.student_id) filter (where w.status = 'SUBMITTED'))[1]) as counts
    from submissions w
    where w.assignment_id = any(${sql.placeholder('ids')}::uuid[]) and ((w.course_id, w.student_id) in (select * from students)) is true
      and not ${isExcused(sql`w.assignment_id`, sql`w.student_id`)}
    group by w.assignment_id`),
)

/** Of assignments that have any submission row. */
async function countWork(db: Db, rows: readonly { id: string; courseId: string }[]) {
  if (rows.length === 0) return new Map<string, Counts>()
  const found = await workCounts(db, { ids: rows.map(({ id }) => id), courseIds: [...new Set(rows.map(({ courseId }) => courseId))] })
  return new Map(found.rows.map(({ id, counts }) => [id, counts]))
}

/** Whether a student of the course is waiting for marks. */
const isToGrade = sql`exists (
  select 1 from ${submissions} s join memberships m on m.course_id = s.course_id and m.user_id = s.student_id and m.role = 'STUDENT' and m.status = 'ACTIVE'
    join users u on u.id = m.user_id and u.role = 'USER' and u.deleted_at is null
  where s.assignment_id = ${assignments.id} and s.status = 'SUBMITTED'
    and not ${isExcused(sql`s.assignment_id`, sql`s.student_id`)})`

const rowColumns = {
  id: assignments.id,
  title: assignments.title,
  status: assignments.status,
  dueAt: ownTerms.dueAt,
  closesAt: ownTerms.closesAt,
  maxMarks: assignments.maxMarks,
  courseId: assignments.courseId,
  courseTitle: courses.title,
  students: courses.studentCount,
  weekId: assignments.weekId,
  weekNumber: weeks.number,
  deletedAt: assignments.deletedAt,
}

interface Wanted {
  within: SQL | undefined
  onlooker: Onlooker
  order: SQL[]
  now: Date
  /** Lists restorable assignments instead of existing ones. */
  deleted?: boolean | undefined
}

/** Deleted individually, not with its week or course, within the last 30 days. */
const isRestorable = (now: Date) => gte(assignments.deletedAt, purgeBefore(now).toISOString())

async function listRows(db: Db, { within, onlooker, order, now, deleted }: Wanted, page: Page) {
  const studentId = onlooker === 'staff' ? undefined : onlooker.studentId
  const visible = studentId && and(sql`${assignments.status} <> 'DRAFT'`, unlockedWeek(now))
  const wanted = and(deleted ? isRestorable(now) : isNull(assignments.deletedAt), within, visible || undefined)
  const exception = studentId ? exceptionOf(studentId) : sql`false`
  const enrolment = studentId ? enrolmentOf(assignments.courseId, studentId) : sql`false`
  const fetch = (limit: number, offset: number) =>
    db
      .select({ ...rowColumns, own: ownWork(now) })
      .from(assignments)
      .innerJoin(courses, and(eq(courses.id, assignments.courseId), isNull(courses.deletedAt)))
      .innerJoin(weeks, and(eq(weeks.id, assignments.weekId), isNull(weeks.deletedAt)))
      .leftJoin(submissions, studentId ? workOf(studentId) : sql`false`)
      .leftJoin(assignmentExceptions, exception)
      .leftJoin(enrolments, enrolment)
      .where(wanted)
      .orderBy(...order)
      .limit(limit)
      .offset(offset)
  const count = () =>
    db
      .select(total)
      .from(assignments)
      .innerJoin(courses, and(eq(courses.id, assignments.courseId), isNull(courses.deletedAt)))
      .innerJoin(weeks, and(eq(weeks.id, assignments.weekId), isNull(weeks.deletedAt)))
      .leftJoin(submissions, studentId ? workOf(studentId) : sql`false`)
      .leftJoin(assignmentExceptions, exception)
      .leftJoin(enrolments, enrolment)
      .where(wanted)
  const { items, ...rest } = await paged(fetch, count, page)
  const counts = studentId ? undefined : await countWork(db, items)
  return {
    ...rest,
    items: items.map(({ own, students, ...item }): AssignmentRow => ({
      ...item,
      work: studentId ? own : null,
      counts: counts ? { students, ...(counts.get(item.id) ?? noWork) } : null,
    })),
  }
}

export interface OwnFilter {
  courseId?: string | undefined
  state?: 'OPEN' | 'TO_GRADE' | undefined
  dueBefore?: string | undefined
  sort: 'dueAt' | '-dueAt' | 'todo'
}

/** Done, or nothing that is owed. False for staff, who submit nothing. */
const isSettled = sql`(${isDone(submissions)} or ${ownTerms.isExcused}
  or (${beforeJoining} and coalesce(${submissions.attempt}, 0) = 0))`
const sortOrders = {
  dueAt: [sql`${ownDueAt} asc nulls last`],
  '-dueAt': [sql`${ownDueAt} desc nulls last`],
  todo: [isSettled, sql`case when not ${isSettled} then ${ownDueAt} end asc nulls last`, sql`${ownDueAt} desc nulls last`],
}

const isIn = (state: OwnFilter['state'], now: Date) =>
  state &&
  {
    OPEN: sql`${assignments.status} = 'PUBLISHED' and not ${isSettled} and (${ownClosesAt} is null or ${ownClosesAt} > ${now.toISOString()}::timestamptz)`,
    TO_GRADE: isToGrade,
  }[state]

/** Of all courses that the user belongs to; of every course if `role` is undefined. */
export function listOwnAssignments(
  db: Db,
  person: { id: string; role: 'TRAINER' | 'STUDENT' | undefined },
  page: Page & OwnFilter,
  now: Date,
) {
  const isMember = sql`exists (select 1 from memberships m where m.course_id = ${assignments.courseId} and m.user_id = ${person.id} and m.role = ${person.role} and m.status = 'ACTIVE')`
  const within =
    person.role === undefined ? undefined : person.role === 'TRAINER' ? isMember : and(isMember, sql`${courses.status} <> 'DRAFT'`)
  const wanted = and(
    within,
    page.courseId ? eq(assignments.courseId, page.courseId) : undefined,
    page.dueBefore ? sql`${ownDueAt} <= ${page.dueBefore}` : undefined,
    // Students do not see the counts of the class.
    page.state === 'TO_GRADE' && person.role === 'STUDENT' ? sql`false` : isIn(page.state, now),
  )
  const onlooker = person.role === 'STUDENT' ? { studentId: person.id } : 'staff'
  return listRows(db, { within: wanted, onlooker, order: [...sortOrders[page.sort], asc(assignments.id)], now }, page)
}

/** Of one course, in the order of its weeks. */
export function listAssignmentsOf(
  db: Db,
  courseId: string,
  onlooker: Onlooker,
  { deleted, ...page }: Page & { deleted?: boolean | undefined },
  now: Date,
) {
  const order = [asc(weeks.number), sql`${ownDueAt} asc nulls last`, asc(assignments.id)]
  return listRows(db, { within: eq(assignments.courseId, courseId), onlooker, order, now, deleted }, page)
}
