/**
 * The course page in SQL: a course with its weeks and their items, as one JSON value of one prepared statement. Whole rows are converted
 * (`row_to_json`) at half the cost of `json_build_object`, which looks up every type again.
 */
import { sql, type SQL } from 'drizzle-orm'
import type { AssignmentSummary } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import type { MediaSummary } from '@lms/contract/media'
import type { Role } from '@lms/contract/policy'
import type { Week } from '@lms/contract/weeks'
import { isAdmin, membershipRole } from '#access/course.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { stamp } from '#db/schema/columns.ts'
import { closesAtOf, dueAtOf, joinException } from '#access/exceptions.ts'

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

const selectMedia = (within: SQL) =>
  toJsonList(sql`select md.id, md.week_id as "weekId", md.title, md.type, md.duration_seconds as "durationSeconds", ${stamp(sql`md.starts_at`)} as "startsAt",
    md.duration_minutes as "durationMinutes", md.source is not null as "hasRecording"
    from media md where ${within} and md.deleted_at is null order by md.position, md.id`)

const [a, x] = [sql`a`, sql`x`]

/** Students only see published assignments, with the times that apply to them. */
const selectAssignments = (within: SQL) =>
  toJsonList(sql`select a.id, a.week_id as "weekId", a.title, a.status, ${stamp(dueAtOf(a, x))} as "dueAt", ${stamp(closesAtOf(a, x))} as "closesAt", a.max_marks as "maxMarks"
    from assignments a ${joinException(sql`a.id`, sql`v.viewer_id`)} where ${within} and a.deleted_at is null and (v.staff or a.status <> 'DRAFT') order by a.due_at, a.id`)

type WeekRow = Omit<Week, 'media' | 'assignments'> & { isShown: boolean }
type InWeek<T> = T & { weekId: string | null }
interface Content {
  weeks: WeekRow[]
  media: InWeek<MediaSummary>[]
  assignments: InWeek<AssignmentSummary>[]
}

/** The items in their weeks; students get none of locked or unpublished weeks. */
function withItems({ weeks, media, assignments }: Content): Week[] {
  const mediaByWeek = Map.groupBy(media, ({ weekId }) => weekId)
  const assignmentsByWeek = Map.groupBy(assignments, ({ weekId }) => weekId)
  return weeks.map(({ isShown, ...week }) => ({
    ...week,
    media: (isShown && mediaByWeek.get(week.id)) || [],
    assignments: (isShown && assignmentsByWeek.get(week.id)) || [],
  }))
}

/** Viewers who are not members get no items. */
type PageRow = Omit<Course, 'weeks' | 'plan' | 'weekCount'> & {
  weeks: WeekRow[]
  media: Content['media'] | null
  assignments: Content['assignments'] | null
}

const coursePage = prepared((db) =>
  db.select({ page: sql<PageRow>`row_to_json(page)` }).from(
    sql`(
        select ${courseColumns}, c.description, c.require_video as "requireVideo",
          ${toJsonList(sql`select ${weekColumns} ${fromWeeks} order by w.number`)} as weeks,
          case when v.inside then ${selectMedia(sql`md.course_id = c.id`)} end as media,
          case when v.inside then ${selectAssignments(sql`a.course_id = c.id`)} end as assignments
        from courses c
        left join memberships m on m.course_id = c.id and m.user_id = ${sql.placeholder('viewerId')} and m.role = ${sql.placeholder('role')}
        cross join lateral (select p.now, p.viewer_id, p.admin or coalesce(m.role = 'TRAINER' and m.status = 'ACTIVE', false) as staff, p.admin or coalesce(m.status = 'ACTIVE', false) as inside
          from (select ${sql.placeholder('isAdmin')}::boolean as admin, ${sql.placeholder('now')}::timestamptz as now, ${sql.placeholder('viewerId')}::uuid as viewer_id) p) v
        where c.id = ${sql.placeholder('id')} and c.deleted_at is null and (c.status <> 'DRAFT' or v.staff)) page`,
  ),
)

/** Undefined if the course does not exist, or is a draft hidden from the viewer. Only members and admins get `weeks`. */
export async function findCoursePage(db: Db, viewer: Viewer, id: string, now: Date): Promise<Course | undefined> {
  const values = { viewerId: viewer.id, role: membershipRole(viewer), isAdmin: isAdmin(viewer), id, now: now.toISOString() }
  const [found] = await coursePage(db, values)
  if (!found) return undefined
  const { weeks, media, assignments, ...course } = found.page
  const shown = { ...course, weekCount: weeks.length, plan: weeks.map(({ number, title }) => ({ number, title })) }
  return media && assignments ? { ...shown, weeks: withItems({ weeks, media, assignments }) } : shown
}

const weekPage = prepared((db) =>
  db.select({ content: sql<Content>`row_to_json(page)` }).from(
    sql`(
        select ${toJsonList(sql`select ${weekColumns} from weeks w where w.id = v.week_id and w.course_id = ${sql.placeholder('courseId')} and w.deleted_at is null`)} as weeks,
          ${selectMedia(sql`md.week_id = v.week_id`)} as media, ${selectAssignments(sql`a.week_id = v.week_id`)} as assignments
        from (select ${sql.placeholder('isStaff')}::boolean as staff, true as inside, ${sql.placeholder('weekId')}::uuid as week_id, ${sql.placeholder('now')}::timestamptz as now, ${sql.placeholder('viewerId')}::uuid as viewer_id) v) page`,
  ),
)

/** One week of a course, as staff or a student of it see it. */
export async function findWeekPage(
  db: Db,
  week: { courseId: string; weekId: string },
  { viewerId, isStaff }: { viewerId: string; isStaff: boolean },
  now: Date,
): Promise<Week | undefined> {
  const [found] = await weekPage(db, { ...week, viewerId, isStaff, now: now.toISOString() })
  return found && withItems(found.content)[0]
}
