/** The search over the whole product in SQL: each group has what the lists of its kind show the viewer. */

import { sql, type SQL } from 'drizzle-orm'
import { isAdminRole, isStudentRole, type Role } from '@lms/contract/policy'
import { hitsOfGroup, type Found } from '@lms/contract/search'
import { isSeenCourse, unlockedWeek } from '#access/conditions.ts'
import { prepared, together, type Db } from '#db/drizzle.ts'
import { isFound } from '#db/page.ts'
import { stamp } from '#db/schema/columns.ts'

const { placeholder } = sql
const viewerId = sql`${placeholder('viewerId')}::uuid`

/** Who searches: admins reach every course, trainers those they teach, students those they are enrolled in. */
type Viewer = 'ADMIN' | 'TRAINER' | 'STUDENT'
const getViewer = (role: Role): Viewer => (isAdminRole(role) ? 'ADMIN' : isStudentRole(role) ? 'STUDENT' : 'TRAINER')

/** Words that must all be in a text, or patterns of words with a typing error. */
type Mode = 'WORDS' | 'PATTERNS'
const matches = (text: SQL, mode: Mode): SQL =>
  mode === 'WORDS' ? isFound(text, placeholder('search')) : sql`${text} ~ all ((select ${placeholder('patterns')})::text[])`

const belongs: Record<Viewer, SQL> = {
  ADMIN: sql`true`,
  TRAINER: sql`course.id in (select staff.course_id from course_staff staff where staff.user_id = ${viewerId})`,
  STUDENT: sql`(course.id in (select student.course_id from course_students student where student.user_id = ${viewerId}) and ${isSeenCourse})`,
}
/** A `course` whose content the viewer reaches. */
const isReached = (viewer: Viewer): SQL => sql`(course.deleted_at is null and ${belongs[viewer]})`
const isOpenWeek = (viewer: Viewer): SQL =>
  viewer === 'STUDENT' ? unlockedWeek(placeholder('now'), sql`week`) : sql`week.deleted_at is null`
/** Of an `assignment` or a `media` item. */
const inCourse = (viewer: Viewer, item: SQL): SQL => sql`join weeks week on week.id = ${item}.week_id and ${isOpenWeek(viewer)}
  join courses course on course.id = week.course_id and ${isReached(viewer)}`

/** The whole catalogue: of other courses the page of their details. */
const catalogue = (viewer: Viewer): SQL =>
  sql`course.deleted_at is null and ${viewer === 'ADMIN' ? sql`true` : sql`(${isSeenCourse} or ${belongs[viewer]})`}`

/** Accounts that the viewer has a list of: all, or the students they teach. */
const people: Record<Viewer, SQL> = {
  ADMIN: sql`account.deleted_at is null`,
  TRAINER: sql`account.deleted_at is null and account.id in (select student.user_id from course_students student
    join courses course on course.id = student.course_id and ${isReached('TRAINER')})`,
  STUDENT: sql`false`,
}

/** After the word `from`, to the end of the conditions, and the table whose `search_text` is searched. */
const sources = {
  courses: [(viewer: Viewer) => sql`courses course where ${catalogue(viewer)}`, sql`course`],
  weeks: [
    (viewer: Viewer) =>
      sql`weeks week join courses course on course.id = week.course_id and ${isReached(viewer)} where ${isOpenWeek(viewer)}`,
    sql`week`,
  ],
  videos: [(viewer: Viewer) => media(viewer, sql`'RECORDED'`), sql`item`],
  sessions: [(viewer: Viewer) => media(viewer, sql`'LIVE'`), sql`item`],
  assignments: [
    (viewer: Viewer) => sql`assignments item ${inCourse(viewer, sql`item`)}
      where item.deleted_at is null ${viewer === 'STUDENT' ? sql`and item.status <> 'DRAFT'` : sql``}`,
    sql`item`,
  ],
  people: [(viewer: Viewer) => sql`users account where ${people[viewer]}`, sql`account`],
  discussions: [discussionsOf, sql`item`],
} as const satisfies Record<string, readonly [(viewer: Viewer) => SQL, SQL]>
type Group = keyof typeof sources
/** Of few courses, all their discussions are read: with the index of words PostgreSQL would look through those of the whole school once a course. */
function discussionsOf(viewer: Viewer): SQL {
  if (viewer === 'ADMIN')
    return sql`discussions item join courses course on course.id = item.course_id and ${isReached(viewer)} where item.deleted_at is null`
  return sql`courses course cross join lateral (select * from discussions where discussions.course_id = course.id and discussions.deleted_at is null offset 0) item
    where ${isReached(viewer)}`
}
const media = (viewer: Viewer, type: SQL): SQL =>
  sql`media item ${inCourse(viewer, sql`item`)} where item.deleted_at is null and item.type = ${type}`

const ofCourse = sql`course.id as "courseId", course.title as "courseTitle"`
const ofWeek = sql`${ofCourse}, week.id as "weekId", week.number as "weekNumber"`

/** The first course of an `account` that its reader sees. */
const courseOfPerson = (viewer: Viewer): SQL => sql`(select course.title from memberships membership
  join courses course on course.id = membership.course_id and ${isReached(viewer)}
  where membership.user_id = account.id and membership.status = 'ACTIVE' and membership.role = case account.role when 'USER' then 'STUDENT' else 'TRAINER' end
  order by course.title, course.id limit 1)`

const columns: Record<Group, (viewer: Viewer) => SQL> = {
  courses: (viewer) => sql`course.title, course.status, ${belongs[viewer]} as "isReachable",
    (select teacher.name from course_staff staff join users teacher on teacher.id = staff.user_id
      where staff.course_id = course.id order by teacher.name, teacher.id limit 1) as trainer`,
  weeks: () => sql`week.title, week.number, ${ofCourse}`,
  videos: () => sql`item.title, ${ofWeek}`,
  sessions: () => sql`item.title, ${stamp(sql`item.starts_at`)} as "startsAt", ${ofWeek}`,
  assignments: () => sql`item.title, item.status = 'DRAFT' as "isDraft", ${ofWeek}`,
  people: (viewer) =>
    sql`account.name, account.role, '/images/' || account.profile_image as "profileImageUrl", ${courseOfPerson(viewer)} as "courseTitle"`,
  discussions: () => sql`item.title, item.comment_count as "commentCount", ${ofCourse}`,
}

/** Courses of one's own come first, then what begins with the words, then the newest course's. */
const orders: Record<Group, (viewer: Viewer) => SQL> = {
  courses: (viewer) => sql`${viewer === 'ADMIN' ? sql`` : sql`${belongs[viewer]} desc,`} course.title, course.id`,
  weeks: () => sql`course.starts_on desc nulls last, week.number, week.id`,
  videos: () => sql`course.starts_on desc nulls last, week.number, item.id`,
  sessions: () => sql`course.starts_on desc nulls last, week.number, item.id`,
  assignments: () => sql`course.starts_on desc nulls last, week.number, item.id`,
  people: () => sql`account.name, account.id`,
  discussions: () => sql`item.last_activity_at desc, item.id`,
}

type Hit<G extends Group> = Found[G]['items'][number]

/** The hits are found and counted first, so that their columns are only read for those that are shown. */
const hitsOf = <G extends Group>(group: G) =>
  prepared((db, viewer: Viewer) => {
    const [source, table] = sources[group]
    const text = sql`${table}.search_text`
    return db.execute<{ hit: Hit<G>; total: number }>(sql`
      select to_json(shown) as hit, shown.total from (
        select ${table}.id, ${columns[group](viewer)}, (count(*) over ())::int as total
        from ${source(viewer)} and ${matches(text, 'WORDS')}
        order by starts_with(${text}, (select fold_text(${placeholder('search')}::text))) desc, ${orders[group](viewer)}
        limit ${hitsOfGroup}) shown`)
  })

const statements = {
  courses: hitsOf('courses'),
  weeks: hitsOf('weeks'),
  videos: hitsOf('videos'),
  sessions: hitsOf('sessions'),
  assignments: hitsOf('assignments'),
  people: hitsOf('people'),
  discussions: hitsOf('discussions'),
}

interface Searcher {
  id: string
  role: Role
}

/** All groups in one round trip. */
export function findHits(db: Db, searcher: Searcher, search: string, now: Date): Promise<Omit<Found, 'corrected'>> {
  const viewer = getViewer(searcher.role)
  const values = { viewerId: searcher.id, search, now: now.toISOString() }
  const read = async <G extends Group>(one: Db, group: G) => {
    const { rows } = await (statements[group] as ReturnType<typeof hitsOf<G>>)(one, values, viewer)
    return { items: rows.map(({ hit }) => hit), total: rows[0]?.total ?? 0 }
  }
  return together(db, async (one) => {
    const [courses, weeks, videos, sessions, assignments, people, discussions] = await Promise.all([
      read(one, 'courses'),
      read(one, 'weeks'),
      read(one, 'videos'),
      read(one, 'sessions'),
      read(one, 'assignments'),
      read(one, 'people'),
      read(one, 'discussions'),
    ])
    return { courses, weeks, videos, sessions, assignments, people, discussions }
  })
}

/** Texts of each group that are compared with a mistyped search, and how much of each: posts are long. */
const mostTexts = 10
const textLength = 1000
const textsLike = prepared((db, viewer: Viewer) => {
  const groups = Object.values(sources).map(
    ([source, table]) =>
      sql`(select left(${table}.search_text, ${textLength}) as text from ${source(viewer)} and ${matches(sql`left(${table}.search_text, ${textLength})`, 'PATTERNS')} limit ${mostTexts})`,
  )
  return db.execute<{ text: string }>(sql.join(groups, sql` union all `))
})
export async function listTextsLike(db: Db, searcher: Searcher, patterns: string[], now: Date): Promise<string[]> {
  const { rows } = await textsLike(db, { viewerId: searcher.id, patterns, now: now.toISOString() }, getViewer(searcher.role))
  return rows.map(({ text }) => text)
}
