/** The roster of an assignment in SQL: each student of the course once, with or without work. */
import { and, asc, eq, ilike, isNull, max, sql, type SQL } from 'drizzle-orm'
import { isPast } from '@lms/contract/rules/late-policy'
import { prepared, type Db } from '#db/drizzle.ts'
import { assignments, submissions } from '#db/schema/assignments.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { personOf, users } from '#db/schema/users.ts'
import { isAssignment } from '#modules/assignments/queries.ts'
import { containing, paged, pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'

export interface RosterFilter extends Page {
  courseId: string
  assignmentId: string
  now: Date
  status: 'all' | 'to-grade' | 'graded' | 'returned' | 'missing' | 'not-submitted'
  late: boolean | undefined
  search: string | undefined
  sort: 'name' | '-name' | 'submittedAt' | '-submittedAt' | 'marks' | '-marks'
}

/** What of a filter changes the statement. */
interface Shape extends Pick<RosterFilter, 'status' | 'late' | 'sort'> {
  isSearch: boolean
  /** The assignment is due: what was not submitted is missing. */
  isDue: boolean
}

const { placeholder } = sql
const isSubmitted = sql`coalesce(${submissions.attempt}, 0) > 0`
const late = sql`coalesce(${submissions.late}, false)`
const missing = (isDue: boolean) => (isDue ? sql`not ${isSubmitted}` : sql`false`)
const work = and(eq(submissions.studentId, memberships.userId), eq(submissions.assignmentId, placeholder('assignmentId')))

function wanted({ status, late: isLate, isSearch, isDue }: Shape): SQL | undefined {
  const byStatus = {
    all: undefined,
    'to-grade': sql`${submissions.status} = 'SUBMITTED'`,
    graded: sql`${submissions.status} = 'GRADED'`,
    returned: sql`${submissions.status} = 'RETURNED'`,
    missing: missing(isDue),
    'not-submitted': sql`not ${isSubmitted}`,
  }
  return and(
    eq(memberships.courseId, placeholder('courseId')),
    isActiveStudent,
    byStatus[status],
    isLate === undefined ? undefined : eq(late, isLate),
    isSearch ? ilike(users.name, placeholder('pattern')) : undefined,
  )
}
const isActiveStudent = and(
  eq(memberships.role, 'STUDENT'),
  eq(memberships.status, 'ACTIVE'),
  eq(users.role, 'USER'),
  isNull(users.deletedAt),
)

const columns = { name: users.name, submittedAt: submissions.submittedAt, marks: submissions.marks }
const orderOf = (sort: RosterFilter['sort']) => {
  const column = columns[sort.replace('-', '') as keyof typeof columns]
  return [sort.startsWith('-') ? sql`${column} desc nulls last` : sql`${column} asc nulls last`, asc(users.id)]
}

const rosterPage = prepared((db, shape: Shape, window: PageShape) => {
  const page = db
    .select({ id: users.id })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .leftJoin(submissions, work)
    .where(wanted(shape))
    .orderBy(...orderOf(shape.sort))
    .limit(window.size)
    .offset(window.isFirst ? 0 : skipped)
    .as('page')
  return db
    .select({
      student: personOf(users),
      submissionId: submissions.id,
      status: submissions.status,
      late: sql<boolean>`${late}`,
      missing: sql<boolean>`${missing(shape.isDue)}`,
      attempt: sql<number>`coalesce(${submissions.attempt}, 0)`,
      submittedAt: submissions.submittedAt,
      effectiveSubmittedAt: sql<string | null>`coalesce(${submissions.countsAt}, ${submissions.submittedAt})`.mapWith(
        submissions.submittedAt,
      ),
      marks: submissions.marks,
      gradedAt: submissions.gradedAt,
    })
    .from(page)
    .innerJoin(users, eq(users.id, page.id))
    .leftJoin(submissions, and(eq(submissions.studentId, users.id), eq(submissions.assignmentId, placeholder('assignmentId'))))
    .orderBy(...orderOf(shape.sort))
})
const rosterTotal = prepared((db, shape: Shape) =>
  db.select(total).from(memberships).innerJoin(users, eq(users.id, memberships.userId)).leftJoin(submissions, work).where(wanted(shape)),
)

/** Of work by people who are students of the course now. */
const count = (condition: SQL) => sql<number>`(count(${users.id}) filter (where ${condition}))::int`
const roster = prepared((db) =>
  db
    .select({
      exists: sql<boolean>`count(*) > 0`,
      dueAt: max(assignments.dueAt),
      all: sql<number>`(select student_count from ${courses} where id = ${placeholder('courseId')})`,
      submitted: count(isSubmitted),
      toGrade: count(sql`${submissions.status} = 'SUBMITTED'`),
      graded: count(sql`${submissions.status} = 'GRADED'`),
      late: count(late),
    })
    .from(assignments)
    .leftJoin(submissions, eq(submissions.assignmentId, assignments.id))
    .leftJoin(
      memberships,
      and(
        eq(memberships.courseId, placeholder('courseId')),
        eq(memberships.userId, submissions.studentId),
        eq(memberships.role, 'STUDENT'),
        eq(memberships.status, 'ACTIVE'),
      ),
    )
    .leftJoin(users, and(eq(users.id, memberships.userId), eq(users.role, 'USER'), isNull(users.deletedAt)))
    .where(and(isAssignment(placeholder('assignmentId')), eq(assignments.courseId, placeholder('courseId')))),
)

/** One page of the roster, and how many rows each of its tabs has; undefined where the course has no such assignment. */
export async function listRoster(db: Db, filter: RosterFilter) {
  const { courseId, assignmentId, search, status, sort } = filter
  const [row] = await roster(db, { assignmentId, courseId })
  if (!row?.exists) return undefined
  const { exists: _, dueAt, submitted, ...found } = row
  const isDue = isPast(dueAt, filter.now.getTime())
  const counts = { ...found, missing: isDue ? found.all - submitted : 0 }
  const totals = { ...counts, 'to-grade': counts.toGrade, 'not-submitted': found.all - submitted, returned: undefined }
  const known = search || filter.late !== undefined ? undefined : totals[status]
  const shape: Shape = { status, late: filter.late, sort, isSearch: Boolean(search), isDue }
  const values = { courseId, assignmentId, pattern: search && containing(search) }
  const page = await paged(
    (limit, offset) => rosterPage(db, { ...values, offset }, shape, pageShape(limit, offset)),
    async () => (known === undefined ? rosterTotal(db, values, shape) : [{ total: known }]),
    filter,
  )
  return { ...page, counts }
}
