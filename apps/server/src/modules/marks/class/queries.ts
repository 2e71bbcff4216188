/** The class of a course in SQL: all its work, and a page of its students. The rule for totals is in rules/totals.ts; SQL repeats it. */

import { and, asc, eq, inArray, not, sql, type SQL } from 'drizzle-orm'
import { isOver } from '@lms/contract/rules/owed-work'
import { getWeight, isMissingCounted } from '@lms/contract/rules/totals'
import { accountOfStudent } from '#access/conditions.ts'
import { isExcused } from '#access/exceptions.ts'
import { shownMarks, shownStatus } from '#access/held-marks.ts'
import { isClosed, isMissing, isOver as isOverInSql, isOwing } from '#access/owed-work.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { isFound, paged, pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'
import { submissions } from '#db/schema/assignments.ts'
import { courseStudents } from '#db/schema/courses.ts'
import { userColumns, users } from '#db/schema/users.ts'
import type { Column } from '#modules/marks/queries.ts'

const { placeholder } = sql
// The subselects hide the values: otherwise PostgreSQL would plan again for each class, which takes a third of the time.
export const courseId = sql`(select ${placeholder('courseId')}::uuid)`
export const ofColumns = sql`any((select ${placeholder('ids')})::uuid[])`
export const now = sql`${placeholder('now')}::timestamptz`

/** The columns `assignment` of a statement; `due` and `counts` of missing work, for students without an extension. */
const toColumnRows = (columns: readonly Column[], at: Date): string =>
  JSON.stringify(
    columns.map((column) => ({
      id: column.id,
      max: column.maxMarks,
      weight: getWeight(column),
      due: column.isOpen && isOver(column, at.getTime()),
      counts: isMissingCounted(column, column.missingCounts, at.getTime()),
      due_at: column.dueAt,
      closes_at: column.closesAt,
      closed_at: column.closedAt,
      status: column.status,
      open: column.isOpen,
      until: column.missingCounts,
    })),
  )
export interface Asked {
  courseId: string
  columns: readonly Column[]
  now: Date
}
/** The values of `classWork`. */
export const toValues = (asked: Asked) => ({
  courseId: asked.courseId,
  columns: toColumnRows(asked.columns, asked.now),
  ids: asked.columns.map(({ id }) => id),
  now: asked.now.toISOString(),
})

/** Held marks only count for staff. */
export type View = 'staff' | 'students'
const work = sql`submissions`
const marksFor = {
  staff: sql`status, marks::float8 as marks`,
  students: sql`${shownStatus(work)} as status, ${shownMarks(work)} as marks`,
}

const [assignment, exception, submission, student] = [sql`assignment`, sql`exception`, sql`submission`, sql`student`]
const isMarked = sql`coalesce(submission.status in ('GRADED', 'RETURNED'), false)`
const owes = isOwing({ assignment, exception, submission, enrolment: student })
// Nobody's time is over before that of the class.
const missing = isMissing({ assignment, exception, submission, enrolment: student, isOpen: sql`assignment.due` }, now)
const countsAsMissing = sql`(assignment.counts and case assignment.until when 'CLOSED' then ${isClosed(assignment, exception, now)} else ${isOverInSql(assignment, exception, now)} end)`
const isCounted = sql`(assignment.open and exception.excused_at is null and case when ${isMarked}
  then submission.marks is not null and (submission.status = 'GRADED' or ${countsAsMissing}) else ${countsAsMissing} and ${owes} end)`

/**
 * The `work` of every student on every column, as clauses of `with`. Each table is read once and joined by hashing, which PostgreSQL
 * cannot know to be better: it would look up every pair of student and assignment.
 */
export const classWork = (view: View) => sql`
  assignment as materialized (select * from jsonb_to_recordset(${placeholder('columns')}::jsonb) as assignment(id uuid, max float8, weight float8, due boolean,
    counts boolean, due_at timestamptz, closes_at timestamptz, closed_at timestamptz, status text, open boolean, until text)),
  student as materialized (
    select user_id, since, periods from course_students where course_id = ${courseId}),
  work as materialized (
    select assignment.id, assignment.max, assignment.weight, student.user_id as student_id, submission.id as submission_id, submission.submitted_at, submission.marks, ${isMarked} as is_marked,
      case when submission.marks is not null then least(floor(5 * submission.marks / greatest(assignment.max, 0.01)), 4) end as fifth,
      coalesce(submission.status = 'GRADED', false) and exception.excused_at is null as is_graded,
      coalesce(submission.status = 'SUBMITTED', false) and exception.excused_at is null as is_waiting,
      ${missing} as is_missing, ${isCounted} as is_counted
    from assignment cross join student
    left join (
      select id, assignment_id, student_id, submitted_at, attempt, ${marksFor[view]} from submissions
      where assignment_id = ${ofColumns} offset 0) submission on submission.assignment_id = assignment.id and submission.student_id = student.user_id
    left join (
      select assignment_id, student_id, due_at, closes_at, reopened_until, excused_at from assignment_exceptions
      where assignment_id = ${ofColumns} offset 0) exception on exception.assignment_id = assignment.id and exception.student_id = student.user_id
    where submission.id is not null or assignment.due or assignment.counts)`

/** In percent; null if nothing counts. */
export const totals = sql`select student_id,
    100 * sum(case when is_marked and max > 0 then coalesce(marks, 0) / max else 0 end * weight) filter (where is_counted)
      / nullif(sum(weight) filter (where is_counted), 0) as total
  from work group by student_id`
/** To be joined: the total of each student, `student_id` and `total`, as staff see it. */
export const totalsOfClass = sql`(with ${classWork('staff')} ${totals})`

export interface StudentFilter {
  courseId: string
  search?: string | undefined
  state?: 'missing' | 'to-grade' | undefined
  stateIn?: string | undefined
}
/** What of a filter changes the statement, not only its values. */
type FilterShape = { isSearch: boolean; state: StudentFilter['state']; isIn: boolean }
const shapeOf = ({ search, state, stateIn }: StudentFilter): FilterShape => ({
  isSearch: Boolean(search),
  state,
  isIn: state !== undefined && stateIn !== undefined,
})

const inState = { missing: sql`is_missing`, 'to-grade': sql`is_waiting` }

function toCondition({ isSearch, state, isIn }: FilterShape): SQL | undefined {
  const within = isIn ? sql` and id = ${placeholder('stateIn')}::uuid` : sql``
  return and(
    eq(courseStudents.courseId, placeholder('courseId')),
    isSearch ? isFound(users.searchText, placeholder('search')) : undefined,
    // `is true`: hashed once, and not looked through for each student as a join may be.
    state && sql`(${users.id} in (with ${classWork('staff')} select student_id from work where ${inState[state]}${within})) is true`,
  )
}

const columnsOfStudent = { student: { ...userColumns(users), email: users.email }, enrolled: courseStudents.periods }
const inClass = accountOfStudent()

export interface GradebookFilter extends StudentFilter, Page {
  sort: 'name' | '-name' | 'total' | '-total' | 'mark' | '-mark'
  sortIn?: string | undefined
}

const keys = { name: sql`${users.name}`, total: sql`totals.total`, mark: sql`${submissions.marks}` }
const markOfStudent = and(
  eq(submissions.assignmentId, placeholder('sortIn')),
  eq(submissions.studentId, users.id),
  inArray(submissions.status, ['GRADED', 'RETURNED']),
  not(isExcused(submissions.assignmentId, submissions.studentId)),
)

const studentPage = prepared((db, filter: FilterShape, sort: GradebookFilter['sort'], window: PageShape) => {
  const by = sort.replace('-', '') as keyof typeof keys
  const order = (key: SQL) => (sort.startsWith('-') ? sql`${key} desc nulls last` : sql`${key} asc nulls last`)
  const all = db
    .select({ id: users.id, key: keys[by].as('key') })
    .from(courseStudents)
    .innerJoin(users, inClass)
    .$dynamic()
  if (by === 'total') all.leftJoin(sql`${totalsOfClass} totals`, sql`totals.student_id = ${users.id}`)
  if (by === 'mark') all.leftJoin(submissions, markOfStudent)
  const page = all
    .where(toCondition(filter))
    .orderBy(order(keys[by]), asc(users.name), asc(users.id))
    .limit(window.size)
    .offset(window.isFirst ? 0 : skipped)
    .as('page')
  return db
    .select(columnsOfStudent)
    .from(page)
    .innerJoin(users, eq(users.id, page.id))
    .innerJoin(courseStudents, and(eq(courseStudents.courseId, courseId), eq(courseStudents.userId, page.id)))
    .orderBy(order(sql`${page.key}`), asc(users.name), asc(users.id))
})
const studentTotal = prepared((db, filter: FilterShape) =>
  db.select(total).from(courseStudents).innerJoin(users, inClass).where(toCondition(filter)),
)

/** `students`: their number in the course. */
export function listGradebookStudents(db: Db, filter: GradebookFilter, asked: Asked & { students: number }) {
  const { search, stateIn, sort, sortIn } = filter
  const shape = shapeOf(filter)
  const values = { ...toValues(asked), search, stateIn, sortIn }
  const isAll = !shape.isSearch && !shape.state
  return paged(
    (limit, offset) => studentPage(db, { ...values, offset }, shape, sort, pageShape(limit, offset)),
    async () => (isAll ? [{ total: asked.students }] : studentTotal(db, values, shape)),
    filter,
  )
}

const nextStudents = prepared((db, filter: FilterShape, isFirst: boolean, limit: number) =>
  db
    .select(columnsOfStudent)
    .from(courseStudents)
    .innerJoin(users, inClass)
    .where(
      and(
        toCondition(filter),
        isFirst ? undefined : sql`(${users.name}, ${users.id}) > (${placeholder('name')}::text, ${placeholder('id')}::uuid)`,
      ),
    )
    .orderBy(asc(users.name), asc(users.id))
    .limit(limit),
)

/** The next students by name, for a file. */
export function listStudentsAfter(
  db: Db,
  filter: StudentFilter,
  asked: Asked,
  after: { name: string; id: string } | undefined,
  limit: number,
) {
  const { search, stateIn } = filter
  return nextStudents(db, { ...toValues(asked), search, stateIn, ...after }, shapeOf(filter), after === undefined, limit)
}
