/** The list of an assignment's submissions in SQL: each student of the course once, with or without work. */
import { and, asc, desc, eq, isNull, sql, type SQL } from 'drizzle-orm'
import { isPast } from '@lms/contract/rules/late-policy'
import { prepared, type Db } from '#db/drizzle.ts'
import { assignmentExceptions, assignments, submissions } from '#db/schema/assignments.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { userColumns, users } from '#db/schema/users.ts'
import { isExcused } from '#access/exceptions.ts'
import { asNumber, isGradedWithoutNames, withoutReason } from '#modules/submissions/grading/hidden-names.ts'
import { heldCount } from '#modules/submissions/marks/queries.ts'
import { isAssignment } from '#modules/assignments/queries.ts'
import { containing, paged, pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'

export interface RosterFilter extends Page {
  courseId: string
  assignmentId: string
  now: Date
  status: 'all' | 'to-grade' | 'graded' | 'returned' | 'missing' | 'not-submitted' | 'excused'
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
  /** The assignment is past due: work that was not submitted is missing. */
  isDue: boolean
  /** All rows of the page have work in one state, or marks. */
  isOfWork: boolean
}

const { placeholder } = sql
const isSubmitted = sql`coalesce(${submissions.attempt}, 0) > 0`
const late = sql`coalesce(${submissions.late}, false)`
const excused = sql`(${assignmentExceptions.excusedAt} is not null)`
/** The end of the previous minute: due times until then have passed. */
const minute = sql`date_trunc('minute', ${placeholder('now')}::timestamptz)`
const hasMoreTime = sql`coalesce(${assignmentExceptions.dueAt} >= ${minute}, false)`
const without = sql`(not ${isSubmitted} and not ${excused})`
const missing = (isDue: boolean) => (isDue ? sql`(${without} and not ${hasMoreTime})` : sql`false`)
const exception = and(
  eq(assignmentExceptions.studentId, memberships.userId),
  eq(assignmentExceptions.assignmentId, placeholder('assignmentId')),
)
const work = and(eq(submissions.studentId, memberships.userId), eq(submissions.assignmentId, placeholder('assignmentId')))

const matches = sql`(${users.name} ilike ${placeholder('pattern')} or ${users.email} ilike ${placeholder('pattern')})`
function wanted({ status, late: isLate, isSearch, isDue }: Shape): SQL | undefined {
  const byStatus = {
    all: undefined,
    'to-grade': sql`${submissions.status} = 'SUBMITTED' and not ${excused}`,
    graded: sql`${submissions.status} = 'GRADED' and not ${excused}`,
    returned: sql`${submissions.status} = 'RETURNED' and not ${excused}`,
    missing: missing(isDue),
    'not-submitted': isDue ? sql`${without} and ${hasMoreTime}` : without,
    excused,
  }
  return and(
    eq(memberships.courseId, placeholder('courseId')),
    isActiveStudent,
    byStatus[status],
    isLate === undefined ? undefined : eq(late, isLate),
    isSearch ? matches : undefined,
  )
}
const isActiveStudent = and(
  eq(memberships.role, 'STUDENT'),
  eq(memberships.status, 'ACTIVE'),
  eq(users.role, 'USER'),
  isNull(users.deletedAt),
)

const studentNumber = sql<
  number | null
>`(select number from student_numbers where assignment_id = ${placeholder('assignmentId')} and student_id = ${users.id})`
const columns = { name: users.name, submittedAt: submissions.submittedAt, marks: submissions.marks }
const stateRank = (isDue: boolean) => sql`case when ${excused} then 6 when ${submissions.status} = 'SUBMITTED' then 1
  when ${submissions.status} = 'RETURNED' then 4 when ${submissions.status} = 'GRADED' then 5 when ${missing(isDue)} then 2 else 3 end`
const isWaiting = sql`${submissions.status} = 'SUBMITTED'`
const orderOf = ({ sort, isDue, isHidden }: Shape) => {
  // Sorting by name would reveal whose number is whose.
  const shown = isHidden ? { ...columns, name: studentNumber } : columns
  if (sort === 'state' || sort === '-state') {
    const rank = sort === 'state' ? asc(stateRank(isDue)) : desc(stateRank(isDue))
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
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
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
      select ${users.id}, ${users.name} from ${memberships} join ${users} on ${users.id} = ${memberships.userId}
      where ${memberships.courseId} = ${placeholder('courseId')} and ${memberships.userId} = ${submissions.studentId} and ${isActiveStudent}
      ${isSearch ? sql`and ${matches}` : sql``} offset 0) student
    where ${submissions.assignmentId} = ${placeholder('assignmentId')}
      and ${state ? sql`${submissions.status} = ${sql.raw(`'${state}'`)} and not ${isExcused(submissions.assignmentId, submissions.studentId)}` : sql`${submissions.marks} is not null`}
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
      missing: sql<boolean>`${missing(shape.isDue)}`,
      attempt: sql<number>`coalesce(${submissions.attempt}, 0)`,
      submittedAt: submissions.submittedAt,
      effectiveSubmittedAt: submissions.effectiveSubmittedAt,
      isRecorded: sql<boolean>`(${submissions.recordedBy} is not null)`,
      marks: submissions.marks,
      gradedAt: submissions.gradedAt,
      isHeld: sql<boolean>`coalesce(${submissions.isHeld}, false)`,
      extendedTo: sql<
        string | null
      >`case when ${assignmentExceptions.dueAt} > ${assignments.dueAt} then ${assignmentExceptions.dueAt} end`.mapWith(
        assignmentExceptions.dueAt,
      ),
      excuseReason: sql<string | null>`case when ${excused} then ${assignmentExceptions.excuseReason} end`,
      remindedAt: assignmentExceptions.remindedAt,
    })
    .from(shape.isOfWork ? pageOfWork(shape, window) : sql`${pageOfStudents(db, shape, window)}`)
    .innerJoin(users, eq(users.id, sql`page.id`))
    .innerJoin(assignments, eq(assignments.id, placeholder('assignmentId')))
    .leftJoin(submissions, and(eq(submissions.studentId, users.id), eq(submissions.assignmentId, placeholder('assignmentId'))))
    .leftJoin(
      assignmentExceptions,
      and(eq(assignmentExceptions.studentId, users.id), eq(assignmentExceptions.assignmentId, placeholder('assignmentId'))),
    )
    .orderBy(...orderOf(shape)),
)
const rosterTotal = prepared((db, shape: Shape) =>
  db
    .select(total)
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .leftJoin(submissions, work)
    .leftJoin(assignmentExceptions, exception)
    .where(wanted(shape)),
)

/** Of students with an exception `x`, with or without work `s`: few. */
const countExceptions = (condition: SQL) => sql<number>`(
  select count(*)::int from assignment_exceptions x
  join memberships m on m.course_id = ${placeholder('courseId')} and m.user_id = x.student_id and m.role = 'STUDENT' and m.status = 'ACTIVE'
  join users u on u.id = m.user_id and u.role = 'USER' and u.deleted_at is null
  left join submissions s on s.assignment_id = x.assignment_id and s.student_id = x.student_id
  where x.assignment_id = ${placeholder('assignmentId')} and ${condition})`
const isFormer = sql`s.student_id in (select user_id from former_students where course_id = ${placeholder('courseId')})`
const isExcusedWork = sql`s.student_id in (
  select student_id from assignment_exceptions where assignment_id = ${placeholder('assignmentId')} and excused_at is not null)`
type WorkCounts = [submitted: number, toGrade: number, graded: number, returned: number, late: number]
const workCounts = (isLate: SQL) => sql<WorkCounts>`array[
  count(*) filter (where s.attempt > 0), count(*) filter (where s.status = 'SUBMITTED'), count(*) filter (where s.status = 'GRADED'),
  count(*) filter (where s.status = 'RETURNED'), count(*) filter (where ${isLate})]::int[]`
const fact = (column: SQL) => sql`(
  select ${column} from ${assignments} where ${isAssignment(placeholder('assignmentId'))} and ${assignments.courseId} = ${placeholder('courseId')})`
/** Counts all work by an index, then subtracts that of the few who do not count: a join with the class takes three times as long. */
const roster = prepared((db) =>
  db
    .select({
      exists: fact(sql`true`),
      isHidden: isGradedWithoutNames,
      held: heldCount({ assignmentId: placeholder('assignmentId'), courseId: placeholder('courseId') }),
      dueAt: fact(sql`${assignments.dueAt}`).mapWith(assignments.dueAt),
      all: sql<number>`(select student_count from ${courses} where id = ${placeholder('courseId')})`,
      work: workCounts(sql`s.late`),
      // Excused late work still counts as late.
      uncounted: sql<WorkCounts>`(select ${workCounts(sql`s.late and ${isFormer}`)} from submissions s
        where s.assignment_id = ${placeholder('assignmentId')} and (${isFormer} or ${isExcusedWork}))`,
      excused: countExceptions(sql`x.excused_at is not null`),
      extended: countExceptions(sql`x.excused_at is null and x.due_at >= ${minute} and coalesce(s.attempt, 0) = 0`),
    })
    .from(sql`submissions s`)
    .where(sql`s.assignment_id = ${placeholder('assignmentId')}`),
)

/** One page of the list, the number of rows in each tab, and the number of held marks; undefined if the course has no such assignment. */
export async function listRoster(db: Db, filter: RosterFilter) {
  const { courseId, assignmentId, userId, status, sort } = filter
  const [row] = await roster(db, { assignmentId, courseId, userId, now: filter.now.toISOString() })
  if (!row?.exists) return undefined
  const { dueAt, isHidden, held, all, work, uncounted, excused, extended } = row
  // A search by name would reveal whose number is whose.
  const search = isHidden ? undefined : filter.search
  const [submitted, toGrade, graded, returned, late] = work.map((count, n) => count - uncounted[n]!) as WorkCounts
  const isDue = isPast(dueAt, filter.now.getTime())
  const left = all - submitted - excused
  const notSubmitted = isDue ? extended : left
  const counts = { all, toGrade, graded, returned, late, excused, missing: left - notSubmitted, notSubmitted }
  const totals = { ...counts, 'to-grade': counts.toGrade, 'not-submitted': counts.notSubmitted }
  const known = search || filter.late !== undefined ? undefined : totals[status]
  const isByNumber = isHidden && sort.endsWith('name')
  // The first rows overall: those that wait, or those with marks.
  const first = sort === 'state' ? counts.toGrade : sort.endsWith('marks') ? counts.graded : 0
  // Within one state the order is by name, for which submissions have no index.
  const isByName = isByNumber || sort === '-state' || (sort === 'state' && status !== 'to-grade')
  const isOfWork = status in states ? !isByName : known === totals.all && filter.page * filter.limit <= first
  const shape: Shape = { status, late: filter.late, sort, isSearch: Boolean(search), isDue, isHidden, isOfWork }
  const values = { courseId, assignmentId, now: filter.now.toISOString(), pattern: search && containing(search) }
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
