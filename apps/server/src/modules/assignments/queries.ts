/** Assignments in SQL. */
import { and, asc, eq, isNull, lte, sql, type Placeholder, type SQL } from 'drizzle-orm'
import type { AssignmentRow, OwnWork, WorkCounts } from '@lms/contract/assignments'
import { unlockedWeek } from '#access/week.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { paged, total, type Page } from '#db/page.ts'
import { assignments, submissions } from '#db/schema/assignments.ts'
import { stamp } from '#db/schema/columns.ts'
import { courses, weeks } from '#db/schema/courses.ts'

/** One that is not deleted, nor is its week. */
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

/** An assignment, and whether its week lies open to students. */
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

/** Locked, so that two who change its times are checked one after the other. */
export async function lockAssignment(db: Db, id: string) {
  const [found] = await db.select().from(assignments).where(isAssignment(id)).for('update')
  return found
}

/** Keys that are undefined stay as they are. */
export async function updateAssignmentRow(
  db: Db,
  id: string,
  values: { [K in keyof typeof assignments.$inferInsert]?: (typeof assignments.$inferInsert)[K] | undefined },
) {
  // Without a value there is nothing to set, and SQL knows no empty update.
  const [row] = await db
    .update(assignments)
    .set({ ...values, id })
    .where(eq(assignments.id, id))
    .returning()
  return row!
}

/**
 * The work `submissions` of one person as its own columns; marks are shown once they are given, and it is missing once the
 * minute in which it is due is over. All of them are expressions:
 * of a joined table's columns Drizzle makes null where there is no row.
 */
const ownWork = (now: Date) => ({
  submissionId: sql<string | null>`${submissions.id}`,
  status: sql<OwnWork['status']>`${submissions.status}`,
  late: sql<boolean>`coalesce(${submissions.late}, false)`,
  missing: sql<boolean>`(coalesce(${submissions.attempt}, 0) = 0 and coalesce(${assignments.dueAt} < date_trunc('minute', ${now.toISOString()}::timestamptz), false))`,
  submittedAt: sql<string | null>`${submissions.submittedAt}`.mapWith(submissions.submittedAt),
  attempt: sql<number>`coalesce(${submissions.attempt}, 0)`,
  marks: sql<number | null>`(case when ${submissions.status} in ('GRADED', 'RETURNED') then ${submissions.marks} end)::float8`,
})
const workOf = (studentId: string) => and(eq(submissions.assignmentId, assignments.id), eq(submissions.studentId, studentId))

export async function findOwnWork(db: Db, assignmentId: string, studentId: string, now: Date): Promise<OwnWork> {
  const [found] = await db
    .select(ownWork(now))
    .from(assignments)
    .leftJoin(submissions, workOf(studentId))
    .where(eq(assignments.id, assignmentId))
  return found!
}

/** Those who look: a student sees published work in open weeks and their own part, staff everything and how the class stands. */
export type Onlooker = { studentId: string } | 'staff'

/** Of a submission `w`. */
const oldest = sql`json_build_object('submissionId', w.id, 'submittedAt', ${stamp(sql`w.submitted_at`)})`

type Counts = Omit<WorkCounts, 'students'>
const noWork: Counts = { submitted: 0, toGrade: 0, graded: 0, late: 0, oldest: null }

/**
 * The work of each of these assignments, so that the numbers are those of the grading screen: classes and submissions are read once.
 * `is true` keeps PostgreSQL from making a join of the test for students: it expects few rows of that, and would look up one by one.
 */
const workCounts = prepared((db) =>
  db.execute<{ id: string; counts: Counts }>(sql`
    with students as materialized (
      select m.course_id, m.user_id from memberships m join users u on u.id = m.user_id and u.role = 'USER' and u.deleted_at is null
      where m.course_id = any(${sql.placeholder('courseIds')}::uuid[]) and m.role = 'STUDENT' and m.status = 'ACTIVE')
    select w.assignment_id as id, json_build_object('submitted', count(*) filter (where w.attempt > 0), 'toGrade', count(*) filter (where w.status = 'SUBMITTED'),
      'graded', count(*) filter (where w.status = 'GRADED'), 'late', count(*) filter (where w.late),
      'oldest', (array_agg(${oldest} order by w.submitted_at, w.student_id) filter (where w.status = 'SUBMITTED'))[1]) as counts
    from submissions w
    where w.assignment_id = any(${sql.placeholder('ids')}::uuid[]) and ((w.course_id, w.student_id) in (select * from students)) is true
    group by w.assignment_id`),
)

/** Of assignments where anything was written. */
async function countWork(db: Db, rows: readonly { id: string; courseId: string }[]) {
  if (rows.length === 0) return new Map<string, Counts>()
  const found = await workCounts(db, { ids: rows.map(({ id }) => id), courseIds: [...new Set(rows.map(({ courseId }) => courseId))] })
  return new Map(found.rows.map(({ id, counts }) => [id, counts]))
}

/** Whether a student of the course waits for marks. */
const isToGrade = sql`exists (
  select 1 from ${submissions} s join memberships m on m.course_id = s.course_id and m.user_id = s.student_id and m.role = 'STUDENT' and m.status = 'ACTIVE'
    join users u on u.id = m.user_id and u.role = 'USER' and u.deleted_at is null
  where s.assignment_id = ${assignments.id} and s.status = 'SUBMITTED')`

const row = {
  id: assignments.id,
  title: assignments.title,
  status: assignments.status,
  dueAt: assignments.dueAt,
  closesAt: assignments.closesAt,
  maxMarks: assignments.maxMarks,
  courseId: assignments.courseId,
  courseTitle: courses.title,
  students: courses.studentCount,
  weekId: assignments.weekId,
  weekNumber: weeks.number,
}

interface Wanted {
  within: SQL | undefined
  onlooker: Onlooker
  order: SQL[]
  now: Date
}

async function listRows(db: Db, { within, onlooker, order, now }: Wanted, page: Page) {
  const studentId = onlooker === 'staff' ? undefined : onlooker.studentId
  const visible = studentId && and(sql`${assignments.status} <> 'DRAFT'`, unlockedWeek(now))
  const wanted = and(isNull(assignments.deletedAt), within, visible || undefined)
  const fetch = (limit: number, offset: number) =>
    db
      .select({ ...row, own: ownWork(now) })
      .from(assignments)
      .innerJoin(courses, and(eq(courses.id, assignments.courseId), isNull(courses.deletedAt)))
      .innerJoin(weeks, and(eq(weeks.id, assignments.weekId), isNull(weeks.deletedAt)))
      .leftJoin(submissions, studentId ? workOf(studentId) : sql`false`)
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

/** Handed in and not given back: of staff, who hand in nothing, nothing is. */
const isDone = sql`coalesce(${submissions.status} in ('SUBMITTED', 'GRADED'), false)`
const orders = {
  dueAt: [sql`${assignments.dueAt} asc nulls last`],
  '-dueAt': [sql`${assignments.dueAt} desc nulls last`],
  todo: [isDone, sql`case when not ${isDone} then ${assignments.dueAt} end asc nulls last`, sql`${assignments.dueAt} desc nulls last`],
}

const isIn = (state: OwnFilter['state'], now: Date) =>
  state &&
  {
    OPEN: sql`${assignments.status} = 'PUBLISHED' and not ${isDone} and (${assignments.closesAt} is null or ${assignments.closesAt} > ${now.toISOString()}::timestamptz)`,
    TO_GRADE: isToGrade,
  }[state]

/** Of all courses that the person belongs to; of every course where `role` is undefined. */
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
    page.dueBefore ? lte(assignments.dueAt, page.dueBefore) : undefined,
    // How the class stands is nothing for students.
    page.state === 'TO_GRADE' && person.role === 'STUDENT' ? sql`false` : isIn(page.state, now),
  )
  const onlooker = person.role === 'STUDENT' ? { studentId: person.id } : 'staff'
  return listRows(db, { within: wanted, onlooker, order: [...orders[page.sort], asc(assignments.id)], now }, page)
}

/** Of one course, in the order of its weeks. */
export function listAssignmentsOf(db: Db, courseId: string, onlooker: Onlooker, page: Page, now: Date) {
  const order = [asc(weeks.number), sql`${assignments.dueAt} asc nulls last`, asc(assignments.id)]
  return listRows(db, { within: eq(assignments.courseId, courseId), onlooker, order, now }, page)
}
