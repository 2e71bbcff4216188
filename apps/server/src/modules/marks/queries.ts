/** Marks of a course in SQL: its settings, and its assignments as columns. */

import { and, asc, eq, isNull, ne, sql } from 'drizzle-orm'
import type { MissingCounts } from '@lms/contract/rules/totals'
import { unlockedWeek } from '#access/conditions.ts'
import { heldCount } from '#access/held-marks.ts'
import { arrayPlaceholder, prepared, type Db } from '#db/drizzle.ts'
import { assignments } from '#db/schema/assignments.ts'
import { courses, courseStudents, weeks } from '#db/schema/courses.ts'

const { placeholder } = sql

const settings = { missingCounts: courses.missingCounts, showMedians: courses.showMedians, students: courses.studentCount }
const column = {
  id: assignments.id,
  title: assignments.title,
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
}
/** A course without assignments is one row too. */
const coursesWithColumns = prepared((db) =>
  db
    .select({
      courseId: courses.id,
      settings,
      timeZone: courses.timeZone,
      column,
      week: { weekId: weeks.id, weekNumber: weeks.number },
      /** Null without a week. */
      isOpen: sql<boolean | null>`${unlockedWeek(placeholder('now'))}`,
      held: heldCount({ assignmentId: assignments.id, courseId: courses.id }),
    })
    .from(courses)
    .leftJoin(assignments, and(eq(assignments.courseId, courses.id), isNull(assignments.deletedAt), ne(assignments.status, 'DRAFT')))
    .leftJoin(weeks, and(eq(weeks.id, assignments.weekId), isNull(weeks.deletedAt)))
    .where(sql`${courses.id} = ${arrayPlaceholder('courseIds')}`)
    .orderBy(
      asc(weeks.number),
      asc(assignments.position),
      sql`${assignments.dueAt} asc nulls last`,
      asc(assignments.createdAt),
      asc(assignments.id),
    ),
)

type Row = Awaited<ReturnType<typeof coursesWithColumns>>[number]
function toGradebook(rows: readonly [Row, ...Row[]]) {
  const { students, ...own } = rows[0].settings
  const columns = rows.flatMap(({ column, week, isOpen, held, timeZone }) =>
    column && week && isOpen !== null ? [{ ...column, ...week, isOpen, held, timeZone, missingCounts: own.missingCounts }] : [],
  )
  return { settings: own, students, columns }
}

/** Of each course: the settings, the number of students, and the published assignments in the order of the weeks, including locked ones. */
export async function listGradebookColumns(db: Db, courseIds: string[], now: Date) {
  const rows = await coursesWithColumns(db, { courseIds, now: now.toISOString() })
  const byCourse = Map.groupBy(rows, ({ courseId }) => courseId)
  return new Map([...byCourse].map(([id, [first, ...rest]]) => [id, toGradebook([first!, ...rest])]))
}
/** The same of one course. */
export const findGradebookColumns = async (db: Db, courseId: string, now: Date) =>
  (await listGradebookColumns(db, [courseId], now)).get(courseId)!
export type Column = Awaited<ReturnType<typeof findGradebookColumns>>['columns'][number]

const enrolmentsOfStudent = prepared((db) =>
  db
    .select({ courseId: courseStudents.courseId, enrolled: courseStudents.periods })
    .from(courseStudents)
    .where(and(sql`${courseStudents.courseId} = ${arrayPlaceholder('courseIds')}`, eq(courseStudents.userId, placeholder('userId')))),
)
/** In those of the courses that they are a student of. */
export const listEnrolments = (db: Db, courseIds: string[], userId: string) => enrolmentsOfStudent(db, { courseIds, userId })
/** Undefined if they are not a student of the course. */
export const findEnrolment = async (db: Db, courseId: string, userId: string) => (await listEnrolments(db, [courseId], userId))[0]

export const updateSettings = (
  db: Db,
  courseId: string,
  values: { missingCounts?: MissingCounts | undefined; showMedians?: boolean | undefined },
) => db.update(courses).set(values).where(eq(courses.id, courseId))

/** The ids that are assignments of the course. */
export async function updateWeights(db: Db, courseId: string, weights: readonly { assignmentId: string; weight: number | null }[]) {
  const { rows } = await db.execute<{ id: string }>(sql`
    update assignments assignment set weight = given.weight
    from jsonb_to_recordset(${JSON.stringify(weights)}::jsonb) as given("assignmentId" uuid, weight numeric)
    where assignment.id = given."assignmentId" and assignment.course_id = ${courseId} and assignment.deleted_at is null returning assignment.id`)
  return rows.map(({ id }) => id)
}
