/** The gradebook in SQL: its columns, a page of its students, and their work. The rule for totals is in rules/totals.ts; SQL repeats it for sorting. */
import { and, asc, eq, inArray, isNull, ne, not, sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { isOver } from '@lms/contract/rules/owed-work'
import { getWeight, isMissingCounted, type MissingCounts } from '@lms/contract/rules/totals'
import { enrolledIn, unlockedWeek } from '#access/conditions.ts'
import { shownMarks, shownStatus } from '#access/held-marks.ts'
import type { Db } from '#db/drizzle.ts'
import { isFound, paged, total, type Page } from '#db/page.ts'
import { assignments, submissions } from '#db/schema/assignments.ts'
import { courses, enrolments, memberships, weeks } from '#db/schema/courses.ts'
import { userColumns, users } from '#db/schema/users.ts'
import { isExcused } from '#access/exceptions.ts'
import { enrolmentOf, fallsDueAt, isOwing as isOwingWork, joinEnrolment } from '#access/owed-work.ts'

export const findMarkSettings = async (db: Db, courseId: string) =>
  (
    await db
      .select({ missingCounts: courses.missingCounts, showMedians: courses.showMedians })
      .from(courses)
      .where(eq(courses.id, courseId))
  )[0]!

/** Published assignments in the order of the weeks, including locked ones. */
export async function listColumns(db: Db, courseId: string, missingCounts: MissingCounts, now: Date) {
  const found = await db
    .select({
      id: assignments.id,
      title: assignments.title,
      weekId: assignments.weekId,
      weekNumber: weeks.number,
      status: assignments.status,
      availableFrom: assignments.availableFrom,
      dueAt: assignments.dueAt,
      closesAt: assignments.closesAt,
      closedAt: assignments.closedAt,
      latePolicy: assignments.latePolicy,
      maxAttempts: assignments.maxAttempts,
      holdMarks: assignments.holdMarks,
      maxMarks: assignments.maxMarks,
      weight: assignments.weight,
      isOpen: unlockedWeek(now),
    })
    .from(assignments)
    .innerJoin(weeks, eq(weeks.id, assignments.weekId))
    .where(and(eq(assignments.courseId, courseId), isNull(assignments.deletedAt), ne(assignments.status, 'DRAFT'), isNull(weeks.deletedAt)))
    .orderBy(asc(weeks.number), sql`${assignments.dueAt} asc nulls last`, asc(assignments.createdAt), asc(assignments.id))
  return found.map((column) => ({ ...column, missingCounts }))
}
export type Column = Awaited<ReturnType<typeof listColumns>>[number]

/** The columns as rows `c` of a statement; `due` and `counts` of missing work, for students without an extension. */
function columnRows(columns: readonly Column[], now: Date): SQL {
  const rows = columns.map((column) => ({
    id: column.id,
    max: column.maxMarks,
    weight: getWeight(column),
    due: column.isOpen && isOver(column, now.getTime()),
    counts: isMissingCounted(column, column.missingCounts, now.getTime()),
    due_at: column.dueAt,
    closes_at: column.closesAt,
    closed_at: column.closedAt,
    closed: column.status === 'CLOSED',
    until: column.missingCounts,
  }))
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(id uuid, max float8, weight float8, due boolean, counts boolean,
    due_at timestamptz, closes_at timestamptz, closed_at timestamptz, closed boolean, until text)`
}

/** Held marks only count for staff. */
type View = 'staff' | 'students'
const work = sql`submissions`
const marksFor = {
  staff: sql`status, marks::float8 as marks`,
  students: sql`${shownStatus(work)} as status, ${shownMarks(work)} as marks`,
}

/** The work `s` of one student on the assignment `c` and the exception `x`, looked up one by one (OFFSET 0): a join would read all submissions. */
const joinWork = (student: SQL, view: View = 'staff') =>
  sql`left join lateral (select ${marksFor[view]}, attempt from submissions where assignment_id = c.id and student_id = ${student} offset 0) s on true
    left join lateral (select due_at, closes_at, excused_at from assignment_exceptions where assignment_id = c.id and student_id = ${student} offset 0) x on true`
const [c, x] = [sql`c`, sql`x`]
/** Nothing was submitted for the assignment `c`, which the student with the enrolment `e` owes. */
const isOwing = (e: SQLWrapper) => isOwingWork({ a: c, x, s: sql`s`, e })
/** Whether the student still has time: until the due time, or until it closes. */
const hasTime = (until: SQL, now: Date) =>
  sql`coalesce(not c.closed and ${until} >= date_trunc('minute', ${now.toISOString()}::timestamptz), false)`
const isMissing = (e: SQLWrapper, now: Date) => sql`(c.due and not ${isMarked} and ${isOwing(e)} and not ${hasTime(fallsDueAt(c, x), now)})`
const countsAsMissing = (now: Date) =>
  sql`(c.counts and not ${hasTime(sql`case c.until when 'CLOSED' then greatest(x.due_at, x.closes_at) else x.due_at end`, now)})`
const isMarked = sql`coalesce(s.status in ('GRADED', 'RETURNED'), false)`

/** In percent; null if nothing counts. */
const selectTotal = (columns: readonly Column[], now: Date, student: SQL, e: SQLWrapper, view: View = 'staff'): SQL => sql`(
  select 100 * sum(case when ${isMarked} and c.max > 0 then coalesce(s.marks, 0) / c.max else 0 end * c.weight) / nullif(sum(c.weight), 0)
  from ${columnRows(columns, now)} ${joinWork(student, view)}
  where x.excused_at is null and (s.status = 'GRADED' or (${countsAsMissing(now)} and (s.status = 'RETURNED' or (not ${isMarked} and ${isOwing(e)})))))`

export interface StudentFilter {
  courseId: string
  search?: string | undefined
  state?: 'missing' | 'to-grade' | undefined
  stateIn?: string | undefined
}

const student = sql`${users.id}`

function toCondition({ courseId, search, state, stateIn }: StudentFilter, columns: readonly Column[], now: Date): SQL | undefined {
  const condition = { missing: isMissing(enrolments, now), 'to-grade': sql`s.status = 'SUBMITTED' and x.excused_at is null` }
  const within = stateIn ? columns.filter(({ id }) => id === stateIn) : columns
  return and(
    enrolledIn(courseId),
    search ? isFound(users.searchText, search) : undefined,
    state && sql`exists (select from ${columnRows(within, now)} ${joinWork(student)} where ${condition[state]})`,
  )
}

const columnsOfStudent = { student: { ...userColumns(users), email: users.email }, enrolled: enrolments.periods }
const inClass = eq(users.id, memberships.userId)
const enrolment = enrolmentOf(memberships.courseId, memberships.userId)

export interface GradebookFilter extends StudentFilter, Page {
  sort: 'name' | '-name' | 'total' | '-total' | 'mark' | '-mark'
  sortIn?: string | undefined
}

export function listGradebookStudents(db: Db, filter: GradebookFilter, columns: readonly Column[], now: Date) {
  const where = toCondition(filter, columns, now)
  const keys = {
    name: sql`${users.name}`,
    total: selectTotal(columns, now, student, enrolments),
    mark: sql`(select marks from submissions where assignment_id = ${filter.sortIn ?? null} and student_id = ${student} and status in ('GRADED', 'RETURNED'))`,
  }
  const key = keys[filter.sort.replace('-', '') as keyof typeof keys]
  const order = filter.sort.startsWith('-') ? sql`${key} desc nulls last` : sql`${key} asc nulls last`
  return paged(
    (limit, offset) =>
      db
        .select(columnsOfStudent)
        .from(memberships)
        .innerJoin(users, inClass)
        .leftJoin(enrolments, enrolment)
        .where(where)
        .orderBy(order, asc(users.name), asc(users.id))
        .limit(limit)
        .offset(offset),
    () => db.select(total).from(memberships).innerJoin(users, inClass).leftJoin(enrolments, enrolment).where(where),
    filter,
  )
}

/** The next students by name, for a file. */
export const listStudentsAfter = (
  db: Db,
  filter: StudentFilter,
  columns: readonly Column[],
  now: Date,
  after: { name: string; id: string } | undefined,
  limit: number,
) =>
  db
    .select(columnsOfStudent)
    .from(memberships)
    .innerJoin(users, inClass)
    .leftJoin(enrolments, enrolment)
    .where(and(toCondition(filter, columns, now), after && sql`(${users.name}, ${users.id}) > (${after.name}, ${after.id})`))
    .orderBy(asc(users.name), asc(users.id))
    .limit(limit)

/** Undefined if they are not a student of the course. */
export const findEnrolment = async (db: Db, courseId: string, userId: string) =>
  (
    await db
      .select({ enrolled: enrolments.periods })
      .from(memberships)
      .innerJoin(users, inClass)
      .leftJoin(enrolments, enrolment)
      .where(and(enrolledIn(courseId), eq(users.id, userId)))
  )[0]

export interface AssignmentSummary {
  id: string
  graded: number
  toGrade: number
  missing: number
  median: number | null
  lowest: number | null
  highest: number | null
  spread: number[]
}

const withStudents = (courseId: string) => sql`students as (
  select u.id, e.user_id, e.since, e.periods from memberships m join users u on u.id = m.user_id
    ${joinEnrolment(sql`m.course_id`, sql`m.user_id`)}
  where m.course_id = ${courseId} and m.role = 'STUDENT' and m.status = 'ACTIVE' and u.role = 'USER' and u.deleted_at is null)`

/** Of each assignment, over the whole class; read once, whatever the number of students. */
export async function summarizeAssignments(
  db: Db,
  courseId: string,
  columns: readonly Column[],
  now: Date,
  view: View = 'staff',
): Promise<AssignmentSummary[]> {
  const fifth = (place: number) =>
    sql`count(*) filter (where w.is_graded and least(floor(5 * w.marks / greatest(w.max, 0.01)), 4) = ${place}::float8)`
  const { rows } = await db.execute<AssignmentSummary & Record<string, unknown>>(sql`
    with ${withStudents(courseId)}, w as (
      select c.id, c.max, ${isMissing(sql`st`, now)} as is_missing, s.marks,
        coalesce(s.status = 'GRADED', false) and x.excused_at is null as is_graded,
        coalesce(s.status = 'SUBMITTED', false) and x.excused_at is null as is_waiting
      from ${columnRows(columns, now)} cross join students st ${joinWork(sql`st.id`, view)})
    select w.id, (count(*) filter (where w.is_graded))::int as graded, (count(*) filter (where w.is_waiting))::int as "toGrade",
      (count(*) filter (where w.is_missing))::int as missing,
      round((percentile_cont(0.5) within group (order by w.marks) filter (where w.is_graded))::numeric, 2)::float8 as median,
      min(w.marks) filter (where w.is_graded) as lowest, max(w.marks) filter (where w.is_graded) as highest,
      array[${sql.join([0, 1, 2, 3, 4].map(fifth), sql`, `)}]::int[] as spread
    from w group by w.id`)
  return rows
}

/** Of all existing totals of the class. */
export async function findMedianTotal(db: Db, courseId: string, columns: readonly Column[], now: Date, view: View = 'staff') {
  const { rows } = await db.execute<{ median: number | null; count: number }>(sql`
    with ${withStudents(courseId)}
    select round(percentile_cont(0.5) within group (order by t.total)::numeric, 6)::float8 as median, count(t.total)::int as count
    from students st cross join lateral (select ${selectTotal(columns, now, sql`st.id`, sql`st`, view)} as total) t`)
  return rows[0]!
}

/** Longest waiting for a mark, of students of the course. */
export async function findOldestToGrade(db: Db, courseId: string, columns: readonly Column[]) {
  if (columns.length === 0) return null
  const [found] = await db
    .select({ submissionId: submissions.id, assignmentId: submissions.assignmentId, weekId: assignments.weekId })
    .from(submissions)
    .innerJoin(assignments, eq(assignments.id, submissions.assignmentId))
    .innerJoin(memberships, and(eq(memberships.userId, submissions.studentId), eq(memberships.courseId, courseId)))
    .innerJoin(users, inClass)
    .where(
      and(
        eq(submissions.status, 'SUBMITTED'),
        inArray(
          submissions.assignmentId,
          columns.map(({ id }) => id),
        ),
        enrolledIn(courseId),
        not(isExcused(submissions.assignmentId, submissions.studentId)),
      ),
    )
    .orderBy(asc(submissions.submittedAt), asc(submissions.id))
    .limit(1)
  return found ?? null
}

export const updateSettings = (
  db: Db,
  courseId: string,
  values: { missingCounts?: MissingCounts | undefined; showMedians?: boolean | undefined },
) => db.update(courses).set(values).where(eq(courses.id, courseId))

/** The ids that are assignments of the course. */
export async function updateWeights(db: Db, courseId: string, weights: readonly { assignmentId: string; weight: number | null }[]) {
  const { rows } = await db.execute<{ id: string }>(sql`
    update assignments a set weight = w.weight
    from jsonb_to_recordset(${JSON.stringify(weights)}::jsonb) as w("assignmentId" uuid, weight numeric)
    where a.id = w."assignmentId" and a.course_id = ${courseId} and a.deleted_at is null returning a.id`)
  return rows.map(({ id }) => id)
}
