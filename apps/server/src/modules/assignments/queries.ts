/** Assignments in SQL. */
import { and, asc, eq, gte, isNull, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { AssignmentRow, OwnWork, WorkCounts } from '@lms/contract/assignments'
import { purgeBefore } from '@lms/contract/rules/deletion'
import { isSeen, unlockedWeek } from '#access/conditions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { paged, pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'
import { assignmentExceptions, assignments, submissions } from '#db/schema/assignments.ts'
import { stamp } from '#db/schema/columns.ts'
import { courses, enrolments, weeks } from '#db/schema/courses.ts'
import { shownMarks, shownStatus } from '#access/held-marks.ts'
import { exceptionOf, isExcused, ownDueAt, ownTerms } from '#access/exceptions.ts'
import { enrolmentOf, fallsDueAt, isMissing, isOwed, isSettled, isToDo } from '#access/owed-work.ts'

const { placeholder } = sql
const now = sql`${placeholder('now')}::timestamptz`

/** Neither the assignment nor its week is deleted. */
export const isAssignment = (id: string | Placeholder) =>
  and(
    eq(assignments.id, id),
    isNull(assignments.deletedAt),
    sql`exists (select 1 from weeks w where w.id = ${assignments.weekId} and w.deleted_at is null)`,
  )

export const findAssignment = async (db: Db, id: string) => (await db.select().from(assignments).where(isAssignment(id)))[0]

const assignmentInWeek = prepared((db) =>
  db
    .select({ assignment: assignments, isOpen: unlockedWeek(placeholder('now')) })
    .from(assignments)
    .innerJoin(weeks, and(eq(weeks.id, assignments.weekId), isNull(weeks.deletedAt)))
    .where(and(eq(assignments.id, placeholder('id')), isNull(assignments.deletedAt))),
)
/** An assignment, and whether its week is open to students. */
export const findAssignmentInWeek = async (db: Db, id: string, now: Date) => (await assignmentInWeek(db, { id, now: now.toISOString() }))[0]

export const insertAssignment = async (db: Db, values: typeof assignments.$inferInsert) =>
  (await db.insert(assignments).values(values).returning())[0]!

/** Locked, so that concurrent changes of its times are validated one after the other. */
export const lockAssignment = async (db: Db, id: string) => (await db.select().from(assignments).where(isAssignment(id)).for('update'))[0]

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
    .where(and(eq(assignments.id, id), isRestorable(purgeBefore(now).toISOString()), isInWeek))
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

const own = { a: assignments, x: assignmentExceptions, s: submissions, e: enrolments, isOpen: unlockedWeek(placeholder('now')) }

/**
 * The work `submissions` of one user with the exception `assignmentExceptions` as columns. Marks are shown once they are
 * given and released, unless the user is excused. All columns are expressions: Drizzle turns plain columns of a joined table into null if there is no row.
 */
const ownWork = {
  submissionId: sql<string | null>`${submissions.id}`,
  status: sql<OwnWork['status']>`${shownStatus(submissions)}`,
  late: sql<boolean>`coalesce(${submissions.late}, false)`,
  missing: sql<boolean>`${isMissing(own, now)}`,
  beforeJoining,
  submittedAt: sql<string | null>`${submissions.submittedAt}`.mapWith(submissions.submittedAt),
  attempt: sql<number>`coalesce(${submissions.attempt}, 0)`,
  marks: sql<number | null>`(case when not ${ownTerms.isExcused} then ${shownMarks(submissions)} end)`,
  isExtended: sql<boolean>`coalesce(${ownDueAt} > ${assignments.dueAt}, false)`,
  isExcused: ownTerms.isExcused,
}
/** Of the user `userId`. */
const joins = {
  work: and(eq(submissions.assignmentId, assignments.id), eq(submissions.studentId, placeholder('userId'))),
  exception: exceptionOf(placeholder('userId')),
  enrolment: enrolmentOf(assignments.courseId, sql`${placeholder('userId')}::uuid`),
}

const oneOwnWork = prepared((db) =>
  db
    .select({ work: ownWork, status: ownTerms.status, dueAt: ownTerms.dueAt, closesAt: ownTerms.closesAt })
    .from(assignments)
    .innerJoin(weeks, eq(weeks.id, assignments.weekId))
    .leftJoin(submissions, joins.work)
    .leftJoin(assignmentExceptions, joins.exception)
    .leftJoin(enrolments, joins.enrolment)
    .where(eq(assignments.id, placeholder('assignmentId'))),
)
/** With the times that apply to the student. */
export const findOwnWork = async (db: Db, assignmentId: string, userId: string, at: Date) =>
  (await oneOwnWork(db, { assignmentId, userId, now: at.toISOString() }))[0]!

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
  status: ownTerms.status,
  dueAt: ownTerms.dueAt,
  closesAt: ownTerms.closesAt,
  maxMarks: assignments.maxMarks,
  courseId: assignments.courseId,
  courseTitle: courses.title,
  isArchived: sql<boolean>`(${courses.status} = 'ARCHIVED')`,
  students: courses.studentCount,
  weekId: assignments.weekId,
  weekNumber: weeks.number,
  deletedAt: assignments.deletedAt,
}

/** Deleted individually, not with its week or course, within the last 30 days. */
const isRestorable = (since: string | Placeholder) => gte(assignments.deletedAt, since)

export interface OwnFilter {
  courseId?: string | undefined
  state?: 'OPEN' | 'TO_GRADE' | undefined
  dueBefore?: string | undefined
  sort: 'dueAt' | '-dueAt' | 'todo'
}

const sortOrders = {
  week: [asc(weeks.number), sql`${ownDueAt} asc nulls last`],
  dueAt: [sql`${ownDueAt} asc nulls last`],
  '-dueAt': [sql`${ownDueAt} desc nulls last`],
  todo: [isSettled(own), sql`case when not ${isSettled(own)} then ${ownDueAt} end asc nulls last`, sql`${ownDueAt} desc nulls last`],
}

const isIn = {
  OPEN: sql`${assignments.status} <> 'DRAFT' and not ${rowColumns.isArchived} and ${isToDo(own, now)}`,
  TO_GRADE: isToGrade,
}

type Role = 'TRAINER' | 'STUDENT'
/** The parts of a filter that change the statement. */
interface Shape {
  isStudent: boolean
  /** Only courses that the user belongs to. */
  role: Role | undefined
  isOfCourse: boolean
  state: OwnFilter['state']
  hasDueBefore: boolean
  isDeleted: boolean
  sort: keyof typeof sortOrders
}

function toCondition({ isStudent, role, isOfCourse, state, hasDueBefore, isDeleted }: Shape): SQL | undefined {
  const isMember = sql`exists (select 1 from memberships m where m.course_id = ${assignments.courseId} and m.user_id = ${placeholder('userId')} and m.role = ${role} and m.status = 'ACTIVE')`
  return and(
    isDeleted ? isRestorable(placeholder('restorableSince')) : isNull(assignments.deletedAt),
    role && isMember,
    role === 'STUDENT' ? isSeen : undefined,
    isOfCourse ? eq(assignments.courseId, placeholder('courseId')) : undefined,
    hasDueBefore ? sql`${ownDueAt} <= ${placeholder('dueBefore')}` : undefined,
    // Students do not see the counts of the class.
    state === 'TO_GRADE' && isStudent ? sql`false` : state && isIn[state],
    isStudent ? and(sql`${assignments.status} <> 'DRAFT'`, unlockedWeek(placeholder('now'))) : undefined,
  )
}

const rowPage = prepared((db, shape: Shape, window: PageShape) =>
  db
    .select({ ...rowColumns, own: ownWork })
    .from(assignments)
    .innerJoin(courses, and(eq(courses.id, assignments.courseId), isNull(courses.deletedAt)))
    .innerJoin(weeks, and(eq(weeks.id, assignments.weekId), isNull(weeks.deletedAt)))
    .leftJoin(submissions, shape.isStudent ? joins.work : sql`false`)
    .leftJoin(assignmentExceptions, shape.isStudent ? joins.exception : sql`false`)
    .leftJoin(enrolments, shape.isStudent ? joins.enrolment : sql`false`)
    .where(toCondition(shape))
    .orderBy(...sortOrders[shape.sort], asc(assignments.id))
    .limit(window.size)
    .offset(window.isFirst ? 0 : skipped),
)
const rowTotal = prepared((db, shape: Shape) =>
  db
    .select(total)
    .from(assignments)
    .innerJoin(courses, and(eq(courses.id, assignments.courseId), isNull(courses.deletedAt)))
    .innerJoin(weeks, and(eq(weeks.id, assignments.weekId), isNull(weeks.deletedAt)))
    .leftJoin(submissions, shape.isStudent ? joins.work : sql`false`)
    .leftJoin(assignmentExceptions, shape.isStudent ? joins.exception : sql`false`)
    .leftJoin(enrolments, shape.isStudent ? joins.enrolment : sql`false`)
    .where(toCondition(shape)),
)

type RowValues = { userId?: string | undefined; courseId?: string | undefined; dueBefore?: string | undefined }

async function listRows(db: Db, shape: Shape, given: RowValues, page: Page, at: Date) {
  const values = {
    userId: undefined,
    dueBefore: undefined,
    ...given,
    now: at.toISOString(),
    restorableSince: purgeBefore(at).toISOString(),
  }
  const { items, ...rest } = await paged(
    (limit, offset) => rowPage(db, { ...values, offset }, shape, pageShape(limit, offset)),
    () => rowTotal(db, values, shape),
    page,
  )
  const counts = shape.isStudent ? undefined : await countWork(db, items)
  return {
    ...rest,
    items: items.map(({ own, students, ...item }): AssignmentRow => ({
      ...item,
      work: shape.isStudent ? own : null,
      counts: counts ? { students, ...(counts.get(item.id) ?? noWork) } : null,
    })),
  }
}

/** Of all courses that the user belongs to; of every course if `role` is undefined. */
export function listOwnAssignments(db: Db, { id, role }: { id: string; role: Role | undefined }, filter: Page & OwnFilter, at: Date) {
  const { courseId, state, dueBefore, sort } = filter
  const kind = { isStudent: role === 'STUDENT', role, isOfCourse: courseId !== undefined, hasDueBefore: dueBefore !== undefined }
  return listRows(db, { ...kind, state, sort, isDeleted: false }, { userId: id, courseId, dueBefore }, filter, at)
}

/** Of one course, in the order of its weeks. */
export function listAssignmentsOf(
  db: Db,
  courseId: string,
  onlooker: Onlooker,
  { deleted = false, ...page }: Page & { deleted?: boolean | undefined },
  at: Date,
) {
  const isStudent = onlooker !== 'staff'
  const kind = { isStudent, role: undefined, isOfCourse: true, state: undefined, hasDueBefore: false } as const
  const userId = isStudent ? onlooker.studentId : undefined
  return listRows(db, { ...kind, isDeleted: deleted, sort: 'week' }, { courseId, userId }, page, at)
}
