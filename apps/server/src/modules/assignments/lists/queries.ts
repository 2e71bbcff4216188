/** Assignments in lists, with a student's own work or the counts of the class. */

import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import type { AssignmentRow, OwnWork, WorkCounts } from '@lms/contract/assignments'
import { purgeBefore } from '@lms/contract/rules/deletion'
import { classGroups, ownGroups, type ClassGroup, type OwnGroup } from '@lms/contract/rules/work-groups'
import { isSeen, membersOf, unlockedWeek } from '#access/conditions.ts'
import { exceptionToJoin, isExcused, ownDueAt, ownTerms } from '#access/exceptions.ts'
import { shownMarks, shownStatus } from '#access/held-marks.ts'
import { enrolmentToJoin, fallsDueAt, isMissing, isOwed, isSettled, isToDo } from '#access/owed-work.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { paged, pageShape, skipped, total, totalOfAll, type Page, type PageShape } from '#db/page.ts'
import { assignmentExceptions, assignments, submissions } from '#db/schema/assignments.ts'
import { mapNullable, stamp } from '#db/schema/columns.ts'
import { courses, enrolments, weeks } from '#db/schema/courses.ts'
import { classGroup, countToGrade, isDueSoon, isToGrade, ownGroup, waitingSince } from '#modules/assignments/lists/groups.ts'
import { isRestorable } from '#modules/assignments/queries.ts'

const { placeholder } = sql
const now = sql`${placeholder('now')}::timestamptz`

const beforeJoining = sql<boolean>`(not ${isOwed(enrolments, fallsDueAt(assignments, assignmentExceptions))})`

const own = {
  assignment: assignments,
  exception: assignmentExceptions,
  submission: submissions,
  enrolment: enrolments,
  isOpen: unlockedWeek(placeholder('now')),
}

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
  submittedAt: mapNullable(sql`${submissions.submittedAt}`, submissions.submittedAt),
  attempt: sql<number>`coalesce(${submissions.attempt}, 0)`,
  marks: sql<number | null>`(case when not ${ownTerms.isExcused} then ${shownMarks(submissions)} end)`,
  isExtended: sql<boolean>`coalesce(${ownDueAt} > ${assignments.dueAt}, false)`,
  isExcused: ownTerms.isExcused,
}
/** Of the user `userId`. */
const joins = {
  work: and(eq(submissions.assignmentId, assignments.id), eq(submissions.studentId, placeholder('userId'))),
  exception: exceptionToJoin(placeholder('userId')),
  enrolment: enrolmentToJoin(assignments.courseId, sql`${placeholder('userId')}::uuid`),
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

/** Of a `submission`. */
const oldestSubmission = sql`json_build_object('submissionId', submission.id, 'submittedAt', ${stamp(sql`submission.submitted_at`)})`

type Counts = Omit<WorkCounts, 'students'>
const noWork: Counts = { submitted: 0, toGrade: 0, graded: 0, late: 0, oldest: null }

/**
 * The work on each of these assignments, counted as on the grading screen; enrolments and submissions are read once.
 * `is true` keeps PostgreSQL from turning the test for students into a join: it expects few rows and would use a nested loop.
 */
const workCounts = prepared((db) =>
  db.execute<{ id: string; counts: Counts }>(sql`
    with students as materialized (
      select student.course_id, student.user_id from course_students student where student.course_id = any(${sql.placeholder('courseIds')}::uuid[]))
    select submission.assignment_id as id, json_build_object('submitted', count(*) filter (where submission.attempt > 0), 'toGrade', count(*) filter (where submission.status = 'SUBMITTED'),
      'graded', count(*) filter (where submission.status = 'GRADED'), 'late', count(*) filter (where submission.late),
      'oldest', (array_agg(${oldestSubmission} order by submission.submitted_at, submission.student_id) filter (where submission.status = 'SUBMITTED'))[1]) as counts
    from submissions submission
    where submission.assignment_id = any(${sql.placeholder('ids')}::uuid[]) and ((submission.course_id, submission.student_id) in (select * from students)) is true
      and not ${isExcused(sql`submission.assignment_id`, sql`submission.student_id`)}
    group by submission.assignment_id`),
)

/** Of assignments that have any submission row. */
async function countWork(db: Db, rows: readonly { id: string; courseId: string }[]) {
  if (rows.length === 0) return new Map<string, Counts>()
  const found = await workCounts(db, { ids: rows.map(({ id }) => id), courseIds: [...new Set(rows.map(({ courseId }) => courseId))] })
  return new Map(found.rows.map(({ id, counts }) => [id, counts]))
}

const isArchived = sql<boolean>`(${courses.status} = 'ARCHIVED')`

/** Columns of joined tables as SQL: `ofList` joins them where drizzle's types do not see it, and would make them `never`. */
const rowColumns = {
  id: assignments.id,
  title: assignments.title,
  status: ownTerms.status,
  dueAt: ownTerms.dueAt,
  closesAt: ownTerms.closesAt,
  maxMarks: assignments.maxMarks,
  courseId: assignments.courseId,
  courseTitle: sql<string>`${courses.title}`,
  isArchived,
  students: sql<number>`${courses.studentCount}`,
  weekId: assignments.weekId,
  weekNumber: sql<number>`${weeks.number}`,
  deletedAt: assignments.deletedAt,
}

export interface OwnFilter {
  courseId?: string | undefined
  state?: 'OPEN' | 'TO_GRADE' | undefined
  group?: OwnGroup | ClassGroup | undefined
  dueBefore?: string | undefined
  sort: 'dueAt' | '-dueAt' | 'todo' | 'waiting'
}

const sortOrders = {
  week: [asc(weeks.number), sql`${ownDueAt} asc nulls last`],
  dueAt: [sql`${ownDueAt} asc nulls last`],
  '-dueAt': [sql`${ownDueAt} desc nulls last`],
  todo: [isSettled(own), sql`case when not ${isSettled(own)} then ${ownDueAt} end asc nulls last`, sql`${ownDueAt} desc nulls last`],
  waiting: [sql`${waitingSince(assignments)} asc nulls last`],
}

const isIn = {
  OPEN: sql`${assignments.status} <> 'DRAFT' and not ${isArchived} and ${isToDo(own, now)}`,
  TO_GRADE: isToGrade(assignments),
}

type Role = 'TRAINER' | 'STUDENT'
/** The parts of a filter that change the statement. */
interface Shape {
  isStudent: boolean
  /** Only courses that the user belongs to. */
  role: Role | undefined
  isOfCourse: boolean
  state: OwnFilter['state']
  hasGroup: boolean
  hasDueBefore: boolean
  isDeleted: boolean
  sort: keyof typeof sortOrders
}

const groupOf = (isStudent: boolean) => (isStudent ? ownGroup({ ...own, isArchived }, now) : classGroup(assignments, now))

function toCondition({ isStudent, role, isOfCourse, state, hasGroup, hasDueBefore, isDeleted }: Shape): SQL | undefined {
  return and(
    isDeleted ? isRestorable(placeholder('restorableSince')) : isNull(assignments.deletedAt),
    role &&
      sql`exists (select from ${membersOf[role]} member where member.course_id = ${assignments.courseId} and member.user_id = ${placeholder('userId')})`,
    role === 'STUDENT' ? isSeen : undefined,
    isOfCourse ? eq(assignments.courseId, placeholder('courseId')) : undefined,
    hasDueBefore ? sql`${ownDueAt} <= ${placeholder('dueBefore')}` : undefined,
    hasGroup ? sql`${groupOf(isStudent)} = ${placeholder('group')}` : undefined,
    // Students do not see the counts of the class.
    state === 'TO_GRADE' && isStudent ? sql`false` : state && isIn[state],
    isStudent ? and(sql`${assignments.status} <> 'DRAFT'`, unlockedWeek(placeholder('now'))) : undefined,
  )
}

/** A statement on `assignments` gets the rows of a list, with the work of a student. */
const ofList = <T extends PgSelect>(statement: T, shape: Shape): T =>
  statement
    .innerJoin(courses, and(eq(courses.id, assignments.courseId), isNull(courses.deletedAt)))
    .innerJoin(weeks, and(eq(weeks.id, assignments.weekId), isNull(weeks.deletedAt)))
    .leftJoin(submissions, shape.isStudent ? joins.work : sql`false`)
    .leftJoin(assignmentExceptions, shape.isStudent ? joins.exception : sql`false`)
    .leftJoin(enrolments, shape.isStudent ? joins.enrolment : sql`false`)
    .where(toCondition(shape)) as unknown as T

const rowPage = prepared((db, shape: Shape, window: PageShape) =>
  ofList(
    db
      .select({ ...rowColumns, own: ownWork, total: shape.role || shape.isOfCourse ? totalOfAll : sql<null>`null` })
      .from(assignments)
      .$dynamic(),
    shape,
  )
    .orderBy(...sortOrders[shape.sort], asc(assignments.id))
    .limit(window.size)
    .offset(window.isFirst ? 0 : skipped),
)
/** How many rows there are, in each group or in all. */
const rowCounts = prepared((db, shape: Shape, by: 'group' | 'all') =>
  ofList(
    db
      .select({
        ...total,
        group: by === 'group' ? groupOf(shape.isStudent) : sql<string>`''`,
        dueSoon: sql<number>`${by === 'group' && shape.isStudent ? sql`count(*) filter (where not ${isArchived} and ${isToDo(own, now)} and ${isDueSoon(own, now)})` : sql`0`}::int`,
        toGrade: sql<number>`${by === 'group' && !shape.isStudent ? sql`sum(${countToGrade(assignments)})` : sql`0`}::int`,
      })
      .from(assignments)
      .$dynamic(),
    shape,
  ).groupBy(by === 'group' ? sql`2` : sql`()`),
)

type RowValues = {
  userId?: string | undefined
  courseId?: string | undefined
  group?: string | undefined
  dueBefore?: string | undefined
}

const toValues = (given: RowValues, at: Date) => ({
  userId: undefined,
  group: undefined,
  dueBefore: undefined,
  ...given,
  now: at.toISOString(),
  restorableSince: purgeBefore(at).toISOString(),
})

async function listRows(db: Db, shape: Shape, given: RowValues, page: Page, at: Date) {
  const values = toValues(given, at)
  const { items, ...rest } = await paged(
    (limit, offset) => rowPage(db, { ...values, offset }, shape, pageShape(limit, offset)),
    () => rowCounts(db, values, shape, 'all'),
    page,
  )
  const counts = shape.isStudent ? undefined : await countWork(db, items)
  return {
    ...rest,
    items: items.map(({ own, students, total: _, ...item }): AssignmentRow => ({
      ...item,
      work: shape.isStudent ? own : null,
      counts: counts ? { students, ...(counts.get(item.id) ?? noWork) } : null,
    })),
  }
}

type Caller = { id: string; role: Role | undefined }
const toShape = ({ role }: Caller, { courseId, state, group, dueBefore, sort }: OwnFilter): Shape => ({
  isStudent: role === 'STUDENT',
  role,
  isOfCourse: courseId !== undefined,
  state,
  hasGroup: group !== undefined,
  hasDueBefore: dueBefore !== undefined,
  isDeleted: false,
  // Students do not see who waits for a mark.
  sort: role === 'STUDENT' && sort === 'waiting' ? 'dueAt' : sort,
})

/** Of all courses that the user belongs to; of every course if `role` is undefined. */
export function listOwnAssignments(db: Db, caller: Caller, filter: Page & OwnFilter, at: Date) {
  const { courseId, group, dueBefore } = filter
  return listRows(db, toShape(caller, filter), { userId: caller.id, courseId, group, dueBefore }, filter, at)
}

/** In the order of the list. */
export async function countOwnAssignments(db: Db, caller: Caller, courseId: string | undefined, at: Date) {
  const shape = toShape(caller, { courseId, sort: 'dueAt' })
  const rows = await rowCounts(db, toValues({ userId: caller.id, courseId }, at), shape, 'group')
  const sum = (key: 'dueSoon' | 'toGrade') => rows.reduce((all, row) => all + row[key], 0)
  const groups = [...ownGroups, ...classGroups].flatMap((group) => {
    const count = rows.find((row) => row.group === group)?.total
    return count === undefined ? [] : [{ group, count }]
  })
  return { groups, dueSoon: sum('dueSoon'), toGrade: sum('toGrade') }
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
  const kind = { isStudent, role: undefined, isOfCourse: true, state: undefined, hasGroup: false, hasDueBefore: false } as const
  const userId = isStudent ? onlooker.studentId : undefined
  return listRows(db, { ...kind, isDeleted: deleted, sort: 'week' }, { courseId, userId }, page, at)
}
