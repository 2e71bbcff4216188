/**
 * The course page in SQL: a course with its weeks as one JSON value, and the items of the weeks as rows: PostgreSQL takes four times as
 * long to convert them to JSON. Whole rows are converted (`row_to_json`) at half the cost of `json_build_object`, which looks up every type again.
 */

import { sql, type SQL } from 'drizzle-orm'
import type { AssignmentSummary } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import type { MediaSummary } from '@lms/contract/media'
import { isAdminRole, membershipRole, type Role } from '@lms/contract/policy'
import type { Week } from '@lms/contract/weeks'
import { isSeenCourse, teaches, unlockedWeek } from '#access/conditions.ts'
import { effectiveClosesAt, effectiveDueAt, joinException, effectiveStatus } from '#access/exceptions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { assignments } from '#db/schema/assignments.ts'
import { mapNullable, stamp } from '#db/schema/columns.ts'
import { media } from '#db/schema/media.ts'

/** The viewer: the role of the account decides which of two memberships counts. */
export interface Viewer {
  id: string
  role: Role
}

/** The rows of an ordered select as a JSON array. */
const toJsonList = (rows: SQL): SQL => sql`(select coalesce(json_agg(entry), '[]') from (${rows}) entry)`

/** Columns of a card for a `course` and the viewer's `membership`, except the number of weeks. */
const courseColumns = sql`
  course.id, course.title, course.cover_image as "coverImage", '/images/' || course.cover_image as "coverImageUrl", course.mode, course.status, course.enrolment,
  course.starts_on as "startsOn", course.ends_on as "endsOn", course.time_zone as "timeZone", course.seats,
  ${toJsonList(sql`select trainer.id, trainer.name, '/images/' || trainer.profile_image as "profileImageUrl" from course_staff staff join users trainer on trainer.id = staff.user_id
    where staff.course_id = course.id order by trainer.name, trainer.id`)} as trainers,
  course.student_count as "studentCount",
  case when membership.role is not null then json_build_object('role', membership.role, 'status', membership.status) end as membership`

const fromWeeks = sql`from weeks week where week.course_id = course.id and week.deleted_at is null`
export const weekCount = sql`(select count(*)::int ${fromWeeks})`
export const cardColumns = sql`${courseColumns}, ${weekCount} as "weekCount"`

/** Whether `viewer.staff`, or at the time `viewer.now` a member (`viewer.inside`), sees more of a `week` than its title and date. */
const isShown = sql`(viewer.staff or (viewer.inside and ${unlockedWeek(sql`viewer.now`, sql`week`)}))`

const weekColumns = sql`
  week.id, week.course_id as "courseId", week.number, week.title, case when ${isShown} then week.description else '' end as description, week.starts_on as "startsOn",
  ${stamp(sql`week.unlock_at`)} as "unlockAt", week.published, (not ${isShown} or coalesce(week.unlock_at > viewer.now, false)) as locked, week.version, ${isShown} as "isShown"`

const [item, exception] = [sql`item`, sql`exception`]

/**
 * The media and assignments of a course or a week, in one order for everyone. Students only see published assignments, with the times that
 * apply to them.
 */
const itemRows = prepared((db, within: 'course' | 'week') => {
  const column = sql.raw(`${within}_id`)
  const [parent, viewer, isStaff] = [sql.placeholder('parentId'), sql.placeholder('viewerId'), sql.placeholder('isStaff')]
  return db
    .select({
      isAssignment: sql<boolean>`item.type = 'ASSIGNMENT'`,
      weekId: sql<string>`item.week_id`,
      id: sql<string>`item.id`,
      title: sql<string>`item.title`,
      type: sql<MediaSummary['type'] | 'ASSIGNMENT'>`item.type`,
      status: sql<AssignmentSummary['status'] | null>`${effectiveStatus(item, exception)}`,
      startsAt: mapNullable(sql`item.starts_at`, media.startsAt),
      dueAt: mapNullable(effectiveDueAt(item, exception), assignments.dueAt),
      closesAt: mapNullable(effectiveClosesAt(item, exception), assignments.closesAt),
      durationSeconds: sql<number | null>`item.duration_seconds`,
      durationMinutes: sql<number | null>`item.duration_minutes`,
      maxMarks: sql<number | null>`item.max_marks`,
      hasRecording: sql<boolean | null>`item.has_recording`,
    })
    .from(sql`course_items item ${joinException(sql`item.id`, viewer)}`)
    .where(sql`item.${column} = ${parent} and (${isStaff}::boolean or item.status is distinct from 'DRAFT')`)
    .orderBy(sql`item.position, item.due_at, item.id`)
})

type WeekRow = Omit<Week, 'media' | 'assignments'> & { isShown: boolean }
type ItemRow = Awaited<ReturnType<typeof itemRows>>[number]
type PlacedRow = ItemRow & { position: number }

// What is null for the other kind of item is not null here.
const toMedia = ({ id, title, type, durationSeconds, startsAt, durationMinutes, hasRecording, position }: PlacedRow) =>
  ({ id, title, type, durationSeconds, startsAt, durationMinutes, hasRecording, position }) as MediaSummary
const toAssignment = ({ id, title, status, dueAt, closesAt, maxMarks, position }: PlacedRow) =>
  ({ id, title, status, dueAt, closesAt, maxMarks, position }) as AssignmentSummary

/** The items in their weeks; students get none of locked or unpublished weeks. */
function withItems(weeks: WeekRow[], items: ItemRow[]): Week[] {
  const byWeek = Map.groupBy(items, ({ weekId }) => weekId)
  return weeks.map(({ isShown, ...week }) => {
    const shown = ((isShown && byWeek.get(week.id)) || []).map((item, position) => ({ ...item, position }))
    return {
      ...week,
      media: shown.filter(({ isAssignment }) => !isAssignment).map(toMedia),
      assignments: shown.filter(({ isAssignment }) => isAssignment).map(toAssignment),
    }
  })
}

/** `isStaff` and `isInside`: whether the viewer manages the course, and sees its content. */
type PageRow = Omit<Course, 'weeks' | 'plan' | 'weekCount'> & { weeks: WeekRow[]; isStaff: boolean; isInside: boolean }

/** As the list of responses counts them. */
const signUps = sql`(select json_build_object('all', count(*), 'waiting', count(*) filter (where response.status in ('PENDING', 'WAITLISTED')))
  from signup_forms form join signup_responses response on response.form_id = form.id and response.status <> 'WITHDRAWN' join users account on account.id = response.user_id and account.deleted_at is null
  where form.course_id = course.id)`

const coursePage = prepared((db) =>
  db.select({ page: sql<PageRow>`row_to_json(page)` }).from(
    sql`(
        select ${courseColumns}, course.description, course.require_video as "requireVideo", course.version, viewer.staff as "isStaff", viewer.inside as "isInside",
          case when viewer.staff then ${signUps} end as "signUps",
          ${toJsonList(sql`select ${weekColumns} ${fromWeeks} order by week.number`)} as weeks
        from courses course
        left join memberships membership on membership.course_id = course.id and membership.user_id = ${sql.placeholder('viewerId')} and membership.role = ${sql.placeholder('role')}
        cross join lateral (select given.now, given.admin or ${teaches(sql.placeholder('viewerId'), sql`course.id`)} as staff, given.admin or coalesce(membership.status = 'ACTIVE', false) as inside
          from (select ${sql.placeholder('isAdmin')}::boolean as admin, ${sql.placeholder('now')}::timestamptz as now) given offset 0) viewer
        where course.id = ${sql.placeholder('id')} and course.deleted_at is null and (${isSeenCourse} or viewer.staff)) page`,
  ),
)

/** Undefined if the course does not exist, or is a draft hidden from the viewer. Only members and admins get `weeks`. */
export async function findCoursePage(db: Db, viewer: Viewer, id: string, now: Date): Promise<Course | undefined> {
  const values = { viewerId: viewer.id, role: membershipRole(viewer.role), isAdmin: isAdminRole(viewer.role), id, now: now.toISOString() }
  const [found] = await coursePage(db, values)
  if (!found) return undefined
  const { weeks, isStaff, isInside, ...course } = found.page
  const planned = isInside ? weeks : weeks.filter(({ published }) => published)
  const shown = { ...course, weekCount: weeks.length, plan: planned.map(({ number, title }) => ({ number, title })) }
  if (!isInside) return shown
  return { ...shown, weeks: withItems(weeks, await itemRows(db, { parentId: id, viewerId: viewer.id, isStaff }, 'course')) }
}

const weekRow = prepared((db) =>
  db.select({ week: sql<WeekRow>`row_to_json(week)` }).from(
    sql`(select ${weekColumns} from weeks week cross join (select ${sql.placeholder('isStaff')}::boolean as staff, true as inside, ${sql.placeholder('now')}::timestamptz as now) viewer
        where week.id = ${sql.placeholder('weekId')} and week.course_id = ${sql.placeholder('courseId')} and week.deleted_at is null) week`,
  ),
)

/** One week of a course, as staff or a student of it see it. */
export async function findWeekPage(
  db: Db,
  week: { courseId: string; weekId: string },
  { viewerId, isStaff }: { viewerId: string; isStaff: boolean },
  now: Date,
): Promise<Week | undefined> {
  const [found] = await weekRow(db, { ...week, isStaff, now: now.toISOString() })
  if (!found) return undefined
  return withItems([found.week], await itemRows(db, { parentId: week.weekId, viewerId, isStaff }, 'week'))[0]
}
