/** Courses and memberships in SQL. */

import { and, asc, eq, inArray, isNull, notInArray, sql, type SQL } from 'drizzle-orm'
import type { CourseCard, Membership } from '@lms/contract/courses'
import { isAdminRole, membershipRole } from '@lms/contract/policy'
import type { SignupForm } from '@lms/contract/signup-forms'
import { isSeenCourse } from '#access/conditions.ts'
import { shownStatus } from '#access/held-marks.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { isFound, limitTo, paged, pageShape, totalIfFull, type Page, type PageShape } from '#db/page.ts'
import { stamp } from '#db/schema/columns.ts'
import { courses, memberships, weeks } from '#db/schema/courses.ts'
import { cardColumns, type Viewer } from '#modules/courses/course-page/queries.ts'
import { completedCourses } from '#modules/courses/progress/queries.ts'

export interface CatalogueFilter {
  search?: string | undefined
  mode?: CourseCard['mode'] | undefined
  status?: CourseCard['status'] | undefined
  sort: 'title' | '-title' | 'startsOn' | '-startsOn' | '-createdAt'
}
type OwnFilter = Omit<CatalogueFilter, 'sort'> & {
  running?: boolean | undefined
  finished?: boolean | undefined
  sort: CatalogueFilter['sort'] | '-lastActivityAt'
}

const { placeholder } = sql
const viewerId = sql`${placeholder('viewerId')}::uuid`
/** When a student was last active in a course: `activity`. Work that staff recorded is none of it until its student sees a mark. */
const ownActivity = sql`left join (
  select course_id, max(updated_at) as at from (
    select course_id, updated_at from attendance where user_id = ${viewerId} union all
    select submission.course_id, submission.updated_at from submissions submission where submission.student_id = ${viewerId}
      and not (submission.recorded_by is not null and submission.draft_version = 0 and ${shownStatus(sql`submission`)} = 'SUBMITTED')) done
  group by course_id) activity on activity.course_id = course.id`
/** The same for a `course` of staff: when its class was last active. */
const activityOf = (isStudent: boolean) =>
  isStudent
    ? sql`activity.at`
    : sql`(select max(submission.submitted_at) from submissions submission where submission.course_id = course.id and not (submission.recorded_by is not null and submission.attempt = 1))`

const orderOf = (sort: OwnFilter['sort'], activity: SQL) =>
  ({
    title: sql`course.title, course.id`,
    '-title': sql`course.title desc, course.id desc`,
    startsOn: sql`course.starts_on nulls last, course.id`,
    '-startsOn': sql`course.starts_on desc nulls last, course.id desc`,
    '-createdAt': sql`course.created_at desc, course.id desc`,
    '-lastActivityAt': sql`${activity} desc nulls last, course.id desc`,
  })[sort]

const membership = sql`memberships membership on membership.course_id = course.id and membership.user_id = ${viewerId} and membership.role = ${placeholder('role')}`

/** The parts of a filter that change the statement, not its values. */
interface Shape {
  viewer: 'ADMIN' | 'TRAINER' | 'STUDENT'
  /** Courses that the viewer belongs to; otherwise the catalogue, with drafts only for admins and the course's own trainers. */
  isOwn: boolean
  has: { search: boolean; mode: boolean; status: boolean; running: boolean }
  finished: boolean | undefined
}

const today = sql`(${placeholder('now')}::timestamptz at time zone course.time_zone)::date`
const isOver = sql`(course.status = 'ARCHIVED' or coalesce(course.ends_on < ${today}, false))`
const hasWeekAhead = sql`exists (select from weeks week where week.course_id = course.id and week.deleted_at is null
  and (not week.published or week.unlock_at > ${placeholder('now')}::timestamptz or week.starts_on > ${today}))`
/** As in `isFinished` of the contract's rules. */
const isFinished = (isStudent: boolean): SQL =>
  isStudent ? sql`(${isOver} or (not ${hasWeekAhead} and course.id in (${completedCourses})))` : isOver

/** A search finds a course by its own title or by that of a week; outsiders do not learn of unpublished weeks. */
function fromCourses({ viewer, isOwn, has, finished }: Shape, activity = sql``): SQL {
  const search = placeholder('search')
  const seesPlan = viewer === 'ADMIN' ? sql`true` : sql`(week.published or membership.status = 'ACTIVE')`
  const conditions = [
    sql`course.deleted_at is null`,
    isOwn ? sql`membership.status = 'ACTIVE'` : undefined,
    viewer === 'STUDENT' ? isSeenCourse : undefined,
    viewer === 'TRAINER' && !isOwn ? sql`(${isSeenCourse} or membership.status = 'ACTIVE')` : undefined,
    has.search
      ? sql`(${isFound(sql`course.search_text`, search)} or exists (
          select 1 from weeks week where week.course_id = course.id and week.deleted_at is null and ${isFound(sql`week.search_text`, search)} and ${seesPlan}))`
      : undefined,
    has.mode ? sql`course.mode = ${placeholder('mode')}` : undefined,
    has.status ? sql`course.status = ${placeholder('status')}` : undefined,
    has.running ? sql`not ${isOver}` : undefined,
    finished === undefined ? undefined : sql`${isFinished(viewer === 'STUDENT')} = ${sql.raw(String(finished))}`,
  ]
  return sql`courses course ${isOwn ? sql`join` : sql`left join`} ${membership} ${activity} where ${and(...conditions)}`
}

/** Of the beginning of a description, which is HTML: enough for its first sentence. */
const catalogueColumns = sql`left(course.description, 2000) as description,
  (select json_build_object('status', form.status, 'closesAt', ${stamp(sql`form.closes_at`)}) from signup_forms form where form.course_id = course.id) as form`

/** With the columns of the catalogue, or with those of the viewer's own courses. */
type ListedCourse = CourseCard & { total: number | null } & Partial<CatalogueColumns & OwnColumns>
type CatalogueColumns = { description: string; form: Pick<SignupForm, 'status' | 'closesAt'> | null }
type OwnColumns = { lastActivityAt: string | null; currentWeek: number | null; hasWeekAhead: boolean }

/** Columns of one of the viewer's courses. `currentWeek`: as in `findStartedWeek` of the contract's rules. */
const ownColumns = (activity: SQL) => sql`${stamp(activity)} as "lastActivityAt",
  (select week.number from weeks week where week.course_id = course.id and week.deleted_at is null
    and week.starts_on <= ${today} order by week.starts_on desc, week.number desc limit 1) as "currentWeek",
  ${hasWeekAhead} as "hasWeekAhead"`

/** The page is found first, so that the columns of a card are only calculated for its courses; the last activity too, unless it is the order. */
const coursePage = prepared((db, shape: Shape, sort: OwnFilter['sort'], window: PageShape) => {
  const isStudent = shape.viewer === 'STUDENT'
  const activity = activityOf(isStudent)
  const joined = shape.isOwn && isStudent ? ownActivity : sql``
  const isOrder = sort === '-lastActivityAt'
  const shown = isOrder ? sql`page.at` : activity
  return db.execute<ListedCourse & Record<string, unknown>>(sql`
    with page as (select course.id ${isOrder ? sql`, ${activity} as at` : sql``} from ${fromCourses(shape, isOrder ? joined : sql``)}
      order by ${orderOf(sort, activity)} ${limitTo(window)})
    select ${cardColumns}, ${shape.isOwn ? ownColumns(shown) : catalogueColumns},
      ${totalIfFull(sql`select count(*)::int from ${fromCourses(shape)}`, window)} as total
    from page join courses course on course.id = page.id left join ${membership} ${isOrder ? sql`` : joined} order by ${orderOf(sort, shown)}`)
})
const courseTotal = prepared((db, shape: Shape) =>
  db.execute<{ total: number }>(sql`select count(*)::int as total from ${fromCourses(shape)}`),
)

function listCards(db: Db, viewer: Viewer, filter: OwnFilter & Page, isOwn: boolean, now: Date) {
  const { search, mode, status, running, finished } = filter
  const kind = isAdminRole(viewer.role) ? 'ADMIN' : membershipRole(viewer.role)
  const has = { search: Boolean(search), mode: Boolean(mode), status: Boolean(status), running: Boolean(running) }
  const shape: Shape = { viewer: kind, isOwn, has, finished }
  const values = { viewerId: viewer.id, role: membershipRole(viewer.role), search, mode, status, now: now.toISOString() }
  return paged(
    async (limit, offset) => (await coursePage(db, { ...values, offset }, shape, filter.sort, pageShape(limit, offset))).rows,
    async () => (await courseTotal(db, values, shape)).rows,
    filter,
  )
}

/** The catalogue. */
export const listCatalogue = (db: Db, viewer: Viewer, filter: CatalogueFilter & Page, now: Date) =>
  listCards(db, viewer, filter, false, now)

/** Courses that the viewer teaches or is enrolled in, with the last activity (their own or their class's). */
export async function listOwnCourses(db: Db, viewer: Viewer, filter: OwnFilter & Page, now: Date) {
  const { items, ...page } = await listCards(db, viewer, filter, true, now)
  return { ...page, items: items as (ListedCourse & OwnColumns)[] }
}

type Fields = Omit<typeof courses.$inferInsert, 'id' | 'createdAt' | 'deletedAt'>

export async function insertCourse(db: Db, values: Fields): Promise<string> {
  const [made] = await db.insert(courses).values(values).returning({ id: courses.id })
  return made!.id
}

export async function insertWeeks(db: Db, courseId: string, rows: { number: number; title: string; startsOn: string | null }[]) {
  if (rows.length > 0) await db.insert(weeks).values(rows.map((row) => ({ ...row, courseId })))
}

const timeZoneOf = prepared((db) =>
  db
    .select({ timeZone: courses.timeZone })
    .from(courses)
    .where(eq(courses.id, placeholder('id'))),
)
/** Of a course that exists. */
export const findTimeZone = async (db: Db, id: string): Promise<string> => (await timeZoneOf(db, { id }))[0]!.timeZone

/** Locks the course: transactions that count seats or number weeks wait for each other; rows that only refer to it do not. */
export async function lockCourse(db: Db, id: string) {
  const [found] = await db
    .select()
    .from(courses)
    .where(and(eq(courses.id, id), isNull(courses.deletedAt)))
    .for('no key update')
  return found
}

const lockedColumns = {
  id: courses.id,
  title: courses.title,
  status: courses.status,
  enrolment: courses.enrolment,
  seats: courses.seats,
  studentCount: courses.studentCount,
  endsOn: courses.endsOn,
  timeZone: courses.timeZone,
}
export type LockedCourses = Awaited<ReturnType<typeof lockCourses>>

/**
 * Several courses, locked in one order. Everything that changes who is in a course locks in this order, so that nothing deadlocks: new
 * addresses, courses by id, users by id, memberships and responses.
 */
export const lockCourses = (db: Db, ids: readonly string[]) =>
  db
    .select(lockedColumns)
    .from(courses)
    .where(and(inArray(courses.id, [...ids]), isNull(courses.deletedAt)))
    .orderBy(asc(courses.id))
    .for('no key update')

/** The courses that these people are students of, or are again when their role comes back: their numbers change with the accounts. Locked, deleted ones too. */
export const lockCoursesOf = (db: Db, userIds: readonly string[]) =>
  db
    .select({ ...lockedColumns, deletedAt: courses.deletedAt })
    .from(courses)
    .where(
      sql`${courses.id} in (select member.course_id from memberships member
        where member.user_id = any(${sql.param(userIds)}::uuid[]) and member.role = 'STUDENT' and member.status = 'ACTIVE')`,
    )
    .orderBy(asc(courses.id))
    .for('no key update')

export const updateCourseRow = (db: Db, id: string, values: { [K in keyof Fields]?: Fields[K] | undefined }) =>
  db.update(courses).set(values).where(eq(courses.id, id))

/** Soft delete: it can be restored for 30 days. */
export const deleteCourse = (db: Db, id: string, now: Date) =>
  db.update(courses).set({ deletedAt: now.toISOString() }).where(eq(courses.id, id))

/** Makes these users the only trainers of the course. People of another role keep their place for when the role comes back: no form shows them. */
export async function updateTrainers(db: Db, courseId: string, ids: string[]) {
  const trainers = and(eq(memberships.courseId, courseId), eq(memberships.role, 'TRAINER'))
  const isTrainer = sql`exists (select from users account where account.id = ${memberships.userId} and account.role = 'TRAINER')`
  await db.delete(memberships).where(and(trainers, isTrainer, ids.length > 0 ? notInArray(memberships.userId, ids) : undefined))
  if (ids.length === 0) return
  await db
    .insert(memberships)
    .values(ids.map((userId) => ({ courseId, userId, role: 'TRAINER' as const })))
    .onConflictDoNothing()
  await db
    .update(memberships)
    .set({ status: 'ACTIVE' })
    .where(and(trainers, inArray(memberships.userId, ids)))
}

export async function listTrainerIds(db: Db, courseId: string): Promise<string[]> {
  const rows = await db
    .select({ id: memberships.userId })
    .from(memberships)
    .where(and(eq(memberships.courseId, courseId), eq(memberships.role, 'TRAINER')))
  return rows.map(({ id }) => id)
}

export async function findEnrolment(db: Db, courseId: string, userId: string): Promise<Membership | undefined> {
  const [found] = await db
    .select({ role: memberships.role, status: memberships.status })
    .from(memberships)
    .where(and(eq(memberships.courseId, courseId), eq(memberships.userId, userId), eq(memberships.role, 'STUDENT')))
  return found
}

/** Which of the courses a user belongs to, in the role of their account. */
export async function listMemberCourseIds(db: Db, user: Viewer, courseIds: readonly string[]): Promise<string[]> {
  const own = and(eq(memberships.userId, user.id), eq(memberships.role, membershipRole(user.role)), eq(memberships.status, 'ACTIVE'))
  const rows = await db
    .select({ id: memberships.courseId })
    .from(memberships)
    .where(and(inArray(memberships.courseId, [...courseIds]), own))
  return rows.map(({ id }) => id)
}

/** In the role of the account. */
export const deleteMembership = (db: Db, courseId: string, user: Viewer) =>
  db
    .delete(memberships)
    .where(and(eq(memberships.courseId, courseId), eq(memberships.userId, user.id), eq(memberships.role, membershipRole(user.role))))

export const insertStudent = (db: Db, courseId: string, userId: string) =>
  db
    .insert(memberships)
    .values({ courseId, userId, role: 'STUDENT' })
    .onConflictDoUpdate({ target: [memberships.courseId, memberships.userId, memberships.role], set: { status: 'ACTIVE' } })
