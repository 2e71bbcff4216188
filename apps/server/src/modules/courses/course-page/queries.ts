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
import { isSeenCourse } from '#access/conditions.ts'
import { effectiveClosesAt, effectiveDueAt, joinException, effectiveStatus } from '#access/exceptions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { assignments } from '#db/schema/assignments.ts'
import { stamp } from '#db/schema/columns.ts'
import { media } from '#db/schema/media.ts'

/** The viewer: the role of the account decides which of two memberships counts. */
export interface Viewer {
  id: string
  role: Role
}

/** The rows of an ordered select as a JSON array. */
const toJsonList = (rows: SQL): SQL => sql`(select coalesce(json_agg(x), '[]') from (${rows}) x)`

/** Columns of a card for a course `c` and the viewer's membership `m`, except the number of weeks. */
const courseColumns = sql`
  c.id, c.title, c.cover_image as "coverImage", '/images/' || c.cover_image as "coverImageUrl", c.mode, c.status, c.enrolment,
  c.starts_on as "startsOn", c.ends_on as "endsOn", c.time_zone as "timeZone", c.seats,
  ${toJsonList(sql`select u.id, u.name, '/images/' || u.profile_image as "profileImageUrl" from memberships t join users u on u.id = t.user_id
    where t.course_id = c.id and t.role = 'TRAINER' and t.status = 'ACTIVE' and u.role <> 'USER' and u.deleted_at is null order by u.name, u.id`)} as trainers,
  c.student_count as "studentCount",
  case when m.role is not null then json_build_object('role', m.role, 'status', m.status) end as membership`

const fromWeeks = sql`from weeks w where w.course_id = c.id and w.deleted_at is null`
export const weekCount = sql`(select count(*)::int ${fromWeeks})`
export const cardColumns = sql`${courseColumns}, ${weekCount} as "weekCount"`

/** Whether `v.staff`, or at the time `v.now` a member (`v.inside`), sees more of a week `w` than its title and date. */
const isShown = sql`(v.staff or (v.inside and w.published and (w.unlock_at is null or w.unlock_at <= v.now)))`

const weekColumns = sql`
  w.id, w.course_id as "courseId", w.number, w.title, case when ${isShown} then w.description else '' end as description, w.starts_on as "startsOn",
  ${stamp(sql`w.unlock_at`)} as "unlockAt", w.published, (not ${isShown} or coalesce(w.unlock_at > v.now, false)) as locked, ${isShown} as "isShown"`

const [a, x] = [sql`a`, sql`x`]

/**
 * The media and assignments of a course or a week, in one order for everyone. Students only see published assignments, with the times that
 * apply to them.
 */
const itemRows = prepared((db, within: 'course' | 'week') => {
  const column = sql.raw(`${within}_id`)
  const [parent, viewer, isStaff] = [sql.placeholder('parentId'), sql.placeholder('viewerId'), sql.placeholder('isStaff')]
  return db
    .select({
      isAssignment: sql<boolean>`item.is_assignment`,
      weekId: sql<string | null>`item.week_id`,
      id: sql<string>`item.id`,
      title: sql<string>`item.title`,
      type: sql<MediaSummary['type']>`item.type`,
      status: sql<AssignmentSummary['status']>`item.status`,
      startsAt: sql<string | null>`item.starts_at`.mapWith(media.startsAt),
      dueAt: sql<string | null>`item.due_at`.mapWith(assignments.dueAt),
      closesAt: sql<string | null>`item.closes_at`.mapWith(assignments.closesAt),
      durationSeconds: sql<number | null>`item.duration_seconds`,
      durationMinutes: sql<number | null>`item.duration_minutes`,
      maxMarks: sql<number>`item.max_marks`,
      hasRecording: sql<boolean>`item.has_recording`,
    })
    .from(
      sql`(
        select false as is_assignment, md.week_id, md.id, md.title, md.type, null as status, md.starts_at, null::timestamptz as due_at, null::timestamptz as closes_at,
          md.duration_seconds, md.duration_minutes, null::float8 as max_marks, md.source is not null as has_recording, md.position, null::timestamptz as sort_at
        from media md where md.${column} = ${parent} and md.deleted_at is null
        union all
        select true, a.week_id, a.id, a.title, null, ${effectiveStatus(a, x)}, null, ${effectiveDueAt(a, x)}, ${effectiveClosesAt(a, x)}, null, null, a.max_marks::float8, null, null, a.due_at
        from assignments a ${joinException(sql`a.id`, viewer)}
        where a.${column} = ${parent} and a.deleted_at is null and (${isStaff}::boolean or a.status <> 'DRAFT')) item`,
    )
    .orderBy(sql`item.position, item.sort_at, item.id`)
})

type WeekRow = Omit<Week, 'media' | 'assignments'> & { isShown: boolean }
type ItemRow = Awaited<ReturnType<typeof itemRows>>[number]

const toMedia = ({ id, title, type, durationSeconds, startsAt, durationMinutes, hasRecording }: ItemRow): MediaSummary => {
  return { id, title, type, durationSeconds, startsAt, durationMinutes, hasRecording }
}
const toAssignment = ({ id, title, status, dueAt, closesAt, maxMarks }: ItemRow): AssignmentSummary => {
  return { id, title, status, dueAt, closesAt, maxMarks }
}

/** The items in their weeks; students get none of locked or unpublished weeks. */
function withItems(weeks: WeekRow[], items: ItemRow[]): Week[] {
  const byWeek = Map.groupBy(items, ({ weekId }) => weekId)
  return weeks.map(({ isShown, ...week }) => {
    const shown = (isShown && byWeek.get(week.id)) || []
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
const signUps = sql`(select json_build_object('all', count(*), 'waiting', count(*) filter (where r.status in ('PENDING', 'WAITLISTED')))
  from signup_forms f join signup_responses r on r.form_id = f.id and r.status <> 'WITHDRAWN' join users u on u.id = r.user_id and u.deleted_at is null
  where f.course_id = c.id)`

const coursePage = prepared((db) =>
  db.select({ page: sql<PageRow>`row_to_json(page)` }).from(
    sql`(
        select ${courseColumns}, c.description, c.require_video as "requireVideo", v.staff as "isStaff", v.inside as "isInside",
          case when v.staff then ${signUps} end as "signUps",
          ${toJsonList(sql`select ${weekColumns} ${fromWeeks} order by w.number`)} as weeks
        from courses c
        left join memberships m on m.course_id = c.id and m.user_id = ${sql.placeholder('viewerId')} and m.role = ${sql.placeholder('role')}
        cross join lateral (select p.now, p.admin or coalesce(m.role = 'TRAINER' and m.status = 'ACTIVE', false) as staff, p.admin or coalesce(m.status = 'ACTIVE', false) as inside
          from (select ${sql.placeholder('isAdmin')}::boolean as admin, ${sql.placeholder('now')}::timestamptz as now) p) v
        where c.id = ${sql.placeholder('id')} and c.deleted_at is null and (${isSeenCourse} or v.staff)) page`,
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
    sql`(select ${weekColumns} from weeks w cross join (select ${sql.placeholder('isStaff')}::boolean as staff, true as inside, ${sql.placeholder('now')}::timestamptz as now) v
        where w.id = ${sql.placeholder('weekId')} and w.course_id = ${sql.placeholder('courseId')} and w.deleted_at is null) week`,
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
