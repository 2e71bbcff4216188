/** The list of an assignment's submissions in SQL: each student of the course once, with or without work. */

import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import { accountOfStudent, unlockedWeek } from '#access/conditions.ts'
import { isExcused } from '#access/exceptions.ts'
import { heldCount } from '#access/held-marks.ts'
import { fallsDueAt, fallsDueForClass, isOver, isOverForClass, isOwed, isOwing } from '#access/owed-work.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { isFound, paged, pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'
import { assignmentExceptions, assignments, submissions } from '#db/schema/assignments.ts'
import { mapNullable } from '#db/schema/columns.ts'
import { courses, courseStudents, weeks } from '#db/schema/courses.ts'
import { userColumns, users } from '#db/schema/users.ts'
import { isAssignment } from '#modules/assignments/queries.ts'
import { asNumber, isGradedWithoutNames, withoutReason } from '#modules/submissions/grading/hidden-names.ts'

export interface RosterFilter extends Page {
  courseId: string
  assignmentId: string
  now: Date
  status: 'all' | 'to-grade' | 'graded' | 'returned' | 'missing' | 'not-submitted' | 'excused' | 'before-joining'
  late: boolean | undefined
  search: string | undefined
  sort: 'name' | '-name' | 'state' | '-state' | 'submittedAt' | '-submittedAt' | 'marks' | '-marks'
  /** The caller, who may have names hidden. */
  userId: string
}

/** The parts of a filter that change the statement. */
interface Shape extends Pick<RosterFilter, 'status' | 'late' | 'sort'> {
  /** Names are hidden from the caller. */
  isHidden: boolean
  isSearch: boolean
  /** Its time is over, except for students who have more, and its week is open: work that was not submitted is missing. */
  isOver: boolean
  /** Some joined after it fell due, and submitted nothing. */
  hasLateJoiners: boolean
  /** All rows of the page have work in one state, or marks. */
  isOfWork: boolean
}

const { placeholder } = sql
const late = sql`coalesce(${submissions.late}, false)`
const excused = sql`(${assignmentExceptions.excusedAt} is not null)`
const now = sql`${placeholder('now')}::timestamptz`
const without = sql`(coalesce(${submissions.attempt}, 0) = 0 and not ${excused})`
const owed = isOwed(courseStudents, fallsDueAt(assignments, assignmentExceptions))
const over = isOver(assignments, assignmentExceptions, now)
const owing = ({ hasLateJoiners }: Shape) => (hasLateJoiners ? sql`(${without} and ${owed})` : without)
const beforeJoining = ({ hasLateJoiners }: Shape) => (hasLateJoiners ? sql`(${without} and not ${owed})` : sql`false`)
const missing = (shape: Shape) => (shape.isOver ? sql`(${owing(shape)} and ${over})` : sql`false`)
const notSubmitted = (shape: Shape) => (shape.isOver ? sql`(${owing(shape)} and not ${over})` : owing(shape))
const exception = and(
  eq(assignmentExceptions.studentId, courseStudents.userId),
  eq(assignmentExceptions.assignmentId, placeholder('assignmentId')),
)
/** Like the others, a left join: PostgreSQL leaves out those that the shape does not need. */
const terms = eq(assignments.id, placeholder('assignmentId'))
const work = and(eq(submissions.studentId, courseStudents.userId), eq(submissions.assignmentId, placeholder('assignmentId')))

function wanted(shape: Shape): SQL | undefined {
  const { status, late: isLate, isSearch } = shape
  const byStatus = {
    all: undefined,
    'to-grade': sql`${submissions.status} = 'SUBMITTED' and not ${excused}`,
    graded: sql`${submissions.status} = 'GRADED' and not ${excused}`,
    returned: sql`${submissions.status} = 'RETURNED' and not ${excused}`,
    missing: missing(shape),
    'not-submitted': notSubmitted(shape),
    excused,
    'before-joining': beforeJoining(shape),
  }
  return and(
    eq(courseStudents.courseId, placeholder('courseId')),
    byStatus[status],
    isLate === undefined ? undefined : eq(late, isLate),
    isSearch ? isFound(users.searchText, placeholder('search')) : undefined,
  )
}

const studentNumber = sql<
  number | null
>`(select number from student_numbers where assignment_id = ${placeholder('assignmentId')} and student_id = ${users.id})`
/** The mark of excused work counts nowhere, and sorts nothing. */
const marks = mapNullable(sql`case when not ${excused} then ${submissions.marks} end`, submissions.marks)
const columns = { name: users.name, submittedAt: submissions.submittedAt, marks }
const stateRank = (shape: Shape) => sql`case when ${excused} then 6 when ${submissions.status} = 'SUBMITTED' then 1
  when ${submissions.status} = 'RETURNED' then 4 when ${submissions.status} = 'GRADED' then 5 when ${beforeJoining(shape)} then 7 when ${missing(shape)} then 2 else 3 end`
const isWaiting = sql`${submissions.status} = 'SUBMITTED'`
const orderOf = (shape: Shape) => {
  const { sort, isHidden } = shape
  // Sorting by name would reveal whose number is whose.
  const shown = isHidden ? { ...columns, name: studentNumber } : columns
  if (sort === 'state' || sort === '-state') {
    const rank = sort === 'state' ? asc(stateRank(shape)) : desc(stateRank(shape))
    const waitingSince = sql`case when ${isWaiting} then ${submissions.submittedAt} end`
    return [rank, asc(waitingSince), sql`case when not coalesce(${isWaiting}, false) then ${shown.name} end`, asc(users.id)]
  }
  const column = shown[sort.replace('-', '') as keyof typeof columns]
  // Matches an index, read in either direction.
  return sort.startsWith('-') ? [sql`${column} desc nulls last`, desc(users.id)] : [sql`${column} asc nulls last`, asc(users.id)]
}

/** The ids of a page of all matching students. */
const pageOfStudents = (db: Db, shape: Shape, window: PageShape) =>
  db
    .select({ id: users.id })
    .from(courseStudents)
    .innerJoin(users, accountOfStudent())
    .leftJoin(assignments, terms)
    .leftJoin(submissions, work)
    .leftJoin(assignmentExceptions, exception)
    .where(wanted(shape))
    .orderBy(...orderOf(shape))
    .limit(window.size)
    .offset(window.isFirst ? 0 : skipped)
    .as('page')

const states = { 'to-grade': 'SUBMITTED', graded: 'GRADED', returned: 'RETURNED' } as const
/** All students by state, waiting ones first. */
const stateOf = ({ status, sort }: Shape) => states[status as keyof typeof states] ?? (sort === 'state' ? 'SUBMITTED' : undefined)

/**
 * The same for work in a state, or with marks if no state is given. Starts with the submissions, in index order if
 * there is one, and looks up students until the page is full: OFFSET 0 keeps PostgreSQL from starting with the whole class.
 */
function pageOfWork(shape: Shape, { size, isFirst }: PageShape) {
  const { sort, late: isLate, isSearch } = shape
  const state = stateOf(shape)
  const column = /marks|name/.exec(sort)?.[0] ?? 'time'
  const direction = sql.raw(sort.startsWith('-') ? 'desc' : 'asc')
  return sql`(
    select student.id
    from ${submissions} cross join lateral (
      select ${users.id}, ${users.name} from ${courseStudents} join ${users} on ${accountOfStudent()}
      where ${courseStudents.courseId} = ${placeholder('courseId')} and ${courseStudents.userId} = ${submissions.studentId}
      ${isSearch ? sql`and ${isFound(users.searchText, placeholder('search'))}` : sql``} offset 0) student
    where ${submissions.assignmentId} = ${placeholder('assignmentId')}
      and ${state ? sql`${submissions.status} = ${sql.raw(`'${state}'`)}` : sql`${submissions.marks} is not null`}
      and not ${isExcused(submissions.assignmentId, submissions.studentId)}
      ${isLate === undefined ? sql`` : sql`and ${submissions.late} = ${isLate}`}
    order by ${{ marks: submissions.marks, name: sql`student.name`, time: submissions.submittedAt }[column]!} ${direction}, ${submissions.studentId} ${direction}
    limit ${sql.raw(String(size))} offset ${isFirst ? sql`0` : skipped}) page`
}

const rosterPage = prepared((db, shape: Shape, window: PageShape) =>
  db
    .select({
      student: { ...userColumns(users), email: users.email },
      number: shape.isHidden ? studentNumber : sql<null>`null`,
      submissionId: submissions.id,
      status: submissions.status,
      late: sql<boolean>`${late}`,
      missing: sql<boolean>`${missing(shape)}`,
      beforeJoining: sql<boolean>`${beforeJoining(shape)}`,
      attempt: sql<number>`coalesce(${submissions.attempt}, 0)`,
      submittedAt: submissions.submittedAt,
      effectiveSubmittedAt: submissions.effectiveSubmittedAt,
      isRecorded: sql<boolean>`(${submissions.recordedBy} is not null and ${submissions.attempt} = 1)`,
      marks,
      gradedAt: submissions.gradedAt,
      isHeld: sql<boolean>`coalesce(${submissions.isHeld}, false)`,
      extendedTo: mapNullable(
        sql`case when ${assignmentExceptions.dueAt} > ${assignments.dueAt} then ${assignmentExceptions.dueAt} end`,
        assignmentExceptions.dueAt,
      ),
      excuseReason: sql<string | null>`case when ${excused} then ${assignmentExceptions.excuseReason} end`,
      remindedAt: assignmentExceptions.remindedAt,
    })
    .from(shape.isOfWork ? pageOfWork(shape, window) : sql`${pageOfStudents(db, shape, window)}`)
    .innerJoin(users, eq(users.id, sql`page.id`))
    .innerJoin(assignments, terms)
    .leftJoin(submissions, and(eq(submissions.studentId, users.id), eq(submissions.assignmentId, placeholder('assignmentId'))))
    .leftJoin(
      assignmentExceptions,
      and(eq(assignmentExceptions.studentId, users.id), eq(assignmentExceptions.assignmentId, placeholder('assignmentId'))),
    )
    .leftJoin(courseStudents, and(eq(courseStudents.courseId, placeholder('courseId')), eq(courseStudents.userId, users.id)))
    .orderBy(...orderOf(shape)),
)
const rosterTotal = prepared((db, shape: Shape) =>
  db
    .select(total)
    .from(courseStudents)
    .innerJoin(users, accountOfStudent())
    .leftJoin(assignments, terms)
    .leftJoin(submissions, work)
    .leftJoin(assignmentExceptions, exception)
    .where(wanted(shape)),
)

/** The rows of one student and one assignment, as aliases. */
const rows = { assignment: sql`assignment`, exception: sql`exception`, submission: sql`submission`, enrolment: sql`student` }
/** Of students with an exception, with or without work: few. */
const exceptionCounts = sql<[excused: number, extended: number]>`(
  select array[count(*) filter (where exception.excused_at is not null), count(*) filter (where ${isOwing(rows)} and not ${isOver(rows.assignment, rows.exception, now)})]::int[]
  from assignment_exceptions exception join assignments assignment on assignment.id = exception.assignment_id
  join course_students student on student.course_id = assignment.course_id and student.user_id = exception.student_id
  left join submissions submission on submission.assignment_id = exception.assignment_id and submission.student_id = exception.student_id
  where exception.assignment_id = ${placeholder('assignmentId')})`
/** Only those who enrolled after it fell due for the class can have enrolled after it fell due for them: an index finds these few, whose work is looked up one by one (OFFSET 0). */
const countBeforeJoining = sql<number>`(
  select count(*)::int from assignments assignment
  join course_students student on student.course_id = assignment.course_id and student.since > ${fallsDueForClass(rows.assignment)}
  left join lateral (select * from assignment_exceptions where assignment_id = assignment.id and student_id = student.user_id offset 0) exception on true
  left join lateral (select attempt from submissions where assignment_id = assignment.id and student_id = student.user_id offset 0) submission on true
  where assignment.id = ${placeholder('assignmentId')} and coalesce(submission.attempt, 0) = 0 and exception.excused_at is null and not ${isOwed(rows.enrolment, fallsDueAt(rows.assignment, rows.exception))})`
const isFormer = sql`submission.student_id in (select user_id from enrolments where course_id = ${placeholder('courseId')} and since is null)`
const isExcusedWork = sql`submission.student_id in (
  select student_id from assignment_exceptions where assignment_id = ${placeholder('assignmentId')} and excused_at is not null)`
type WorkCounts = [submitted: number, toGrade: number, graded: number, returned: number, late: number]
const workCounts = (isLate: SQL) => sql<WorkCounts>`array[
  count(*) filter (where submission.attempt > 0), count(*) filter (where submission.status = 'SUBMITTED'), count(*) filter (where submission.status = 'GRADED'),
  count(*) filter (where submission.status = 'RETURNED'), count(*) filter (where ${isLate})]::int[]`
/** By the index of marks, which the other counts do not read. */
const countMarked = sql<number>`(select count(*)::int from submissions submission
  where submission.assignment_id = ${placeholder('assignmentId')} and submission.marks is not null and not (${isFormer} or ${isExcusedWork}))`
const isInOpenWeek = sql`exists (select from ${weeks} where ${weeks.id} = ${assignments.weekId} and ${unlockedWeek(placeholder('now'))})`
const fact = <T>(column: SQL) => sql<T | null>`(
  select ${column} from ${assignments} where ${isAssignment(placeholder('assignmentId'))} and ${assignments.courseId} = ${placeholder('courseId')})`
/** Counts all work by an index, then subtracts that of the few who do not count: a join with the class takes three times as long. */
const roster = prepared((db, isByMarks: boolean) =>
  db
    .select({
      canBeMissing: fact<boolean>(sql`${isOverForClass(assignments, now)} and ${isInOpenWeek}`),
      isHidden: isGradedWithoutNames,
      held: heldCount({ assignmentId: placeholder('assignmentId'), courseId: placeholder('courseId') }),
      all: sql<number>`(select student_count from ${courses} where id = ${placeholder('courseId')})`,
      work: workCounts(sql`submission.late`),
      // Excused late work still counts as late.
      uncounted: sql<WorkCounts>`(select ${workCounts(sql`submission.late and ${isFormer}`)} from submissions submission
        where submission.assignment_id = ${placeholder('assignmentId')} and (${isFormer} or ${isExcusedWork}))`,
      marked: isByMarks ? countMarked : sql<number>`0`,
      exceptions: exceptionCounts,
      beforeJoining: countBeforeJoining,
    })
    .from(sql`submissions submission`)
    .where(sql`submission.assignment_id = ${placeholder('assignmentId')}`),
)

/** One page of the list, the number of rows in each tab, and the number of held marks; undefined if the course has no such assignment. */
export async function listRoster(db: Db, filter: RosterFilter) {
  const { courseId, assignmentId, userId, status, sort } = filter
  const [row] = await roster(db, { assignmentId, courseId, userId, now: filter.now.toISOString() }, sort.endsWith('marks'))
  if (!row || row.canBeMissing === null) return undefined
  const { canBeMissing, isHidden, held, all, work, uncounted, marked, beforeJoining: before } = row
  const [excused, extended] = row.exceptions
  // A search by name would reveal whose number is whose.
  const search = isHidden ? undefined : filter.search
  const [submitted, toGrade, graded, returned, late] = work.map((count, n) => count - uncounted[n]!) as WorkCounts
  const left = all - submitted - excused - before
  const inTime = canBeMissing ? extended : left
  const counts = { all, toGrade, graded, returned, late, excused, missing: left - inTime, notSubmitted: inTime, beforeJoining: before }
  const totals = { ...counts, 'to-grade': toGrade, 'not-submitted': inTime, 'before-joining': before }
  const known = search || filter.late !== undefined ? undefined : totals[status]
  const isByNumber = isHidden && sort.endsWith('name')
  // The first rows overall: those that wait, or those with marks.
  const first = sort === 'state' ? counts.toGrade : sort.endsWith('marks') ? marked : 0
  // Within one state the order is by name, for which submissions have no index.
  const isByName = isByNumber || sort === '-state' || (sort === 'state' && status !== 'to-grade')
  const isOfWork = status in states ? !isByName : known === totals.all && filter.page * filter.limit <= first
  const facts = { isOver: canBeMissing, hasLateJoiners: before > 0, isHidden, isOfWork }
  const shape: Shape = { status, late: filter.late, sort, isSearch: Boolean(search), ...facts }
  const values = { courseId, assignmentId, now: filter.now.toISOString(), search }
  const page = await paged(
    (limit, offset) => rosterPage(db, { ...values, offset }, shape, pageShape(limit, offset)),
    async () => (known === undefined ? rosterTotal(db, values, shape) : [{ total: known }]),
    filter,
  )
  const items = page.items.map(({ number, ...row }) =>
    isHidden
      ? { ...row, student: { ...asNumber(row.student.id, number), email: null }, excuseReason: withoutReason(row.excuseReason) }
      : row,
  )
  return { ...page, items, counts, held }
}
