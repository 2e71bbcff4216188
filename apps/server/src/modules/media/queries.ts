/** Media in SQL. */

import { and, desc, eq, isNotNull, isNull, ne, not, sql } from 'drizzle-orm'
import { MediaType } from '@lms/contract/media'
import type { Reach } from '@lms/contract/policy'
import { purgeBefore } from '@lms/contract/rules/deletion'
import { roleInCourse, teaches } from '#access/conditions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { isFound, paged, pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'
import { stamp } from '#db/schema/columns.ts'
import { courses, memberships, weeks } from '#db/schema/courses.ts'
import { files, media } from '#db/schema/media.ts'
import { users } from '#db/schema/users.ts'

const { placeholder } = sql

export type MediaItem = typeof media.$inferSelect
type New = typeof media.$inferInsert

const weekColumns = { id: weeks.id, courseId: weeks.courseId, title: weeks.title, published: weeks.published, unlockAt: weeks.unlockAt }

const mediaItem = prepared((db, isOfCourse: boolean, isOfWeek: boolean) =>
  db
    .select({ item: media, week: weekColumns })
    .from(media)
    .leftJoin(weeks, and(eq(weeks.id, media.weekId), isNull(weeks.deletedAt)))
    .where(
      and(
        eq(media.id, placeholder('id')),
        isNull(media.deletedAt),
        isOfCourse ? eq(media.courseId, placeholder('courseId')) : undefined,
        isOfWeek ? eq(media.weekId, placeholder('weekId')) : undefined,
      ),
    ),
)
/** A media item with its week; null if it no longer has one. */
export const findMediaItem = async (db: Db, id: string, within: { courseId?: string; weekId?: string } = {}) =>
  (await mediaItem(db, { ...within, id }, within.courseId !== undefined, within.weekId !== undefined))[0]

const isWeekDeleted = sql`exists (select from ${weeks} where ${weeks.id} = ${media.weekId} and ${weeks.deletedAt} is not null)`

/** Concurrent changes of one media item wait for each other. As part of a course, what is in a deleted week is deleted with it. */
export async function lockMediaItem(db: Db, id: string, courseId?: string): Promise<MediaItem | undefined> {
  const ofCourse = courseId ? and(eq(media.courseId, courseId), not(isWeekDeleted)) : undefined
  const [found] = await db
    .select()
    .from(media)
    .where(and(eq(media.id, id), isNull(media.deletedAt), ofCourse))
    .for('update')
  return found
}

/** Adds a media item at the end of its week. */
export async function insertMediaItem(db: Db, item: Omit<New, 'position'> & { weekId: string }): Promise<string> {
  const position = sql`(select coalesce(max(other.position) + 1, 0) from course_items other where other.week_id = ${item.weekId})`
  const [made] = await db
    .insert(media)
    .values({ ...item, position })
    .returning({ id: media.id })
  return made!.id
}

/** Undefined fields stay unchanged. */
export const updateMediaItem = (db: Db, id: string, changes: { [K in keyof New]?: New[K] | undefined }) =>
  db.update(media).set(changes).where(eq(media.id, id))

/** Watch records stay. */
export const deleteMediaItem = (db: Db, id: string, now: Date) =>
  db.update(media).set({ deletedAt: now.toISOString() }).where(eq(media.id, id))

/** A new revision of the calendar entries of a course's or a week's sessions. */
export const raiseRevisions = (db: Db, { courseId, weekId }: { courseId: string; weekId?: string }) =>
  db
    .update(media)
    .set({ revision: sql`${media.revision} + 1` })
    .where(
      and(eq(media.courseId, courseId), weekId ? eq(media.weekId, weekId) : undefined, eq(media.type, 'LIVE'), isNull(media.deletedAt)),
    )

/** The keys that are already used by media of the course. */
export async function listKeysOfCourse(db: Db, courseId: string, keys: string[]): Promise<string[]> {
  const { rows } = await db.execute<{ key: string }>(sql`
    select key from unnest(${sql.param(keys)}::text[]) key where exists (
      select 1 from ${media} where ${media.courseId} = ${courseId} and ${media.deletedAt} is null and (
        ${media.source} = key or ${media.thumbnail} = key or ${media.attachments} @> jsonb_build_array(jsonb_build_object('key', key))
        or ${media.captions} @> jsonb_build_array(jsonb_build_object('key', key))))`)
  return rows.map(({ key }) => key)
}

export interface LibraryFilter extends Page {
  search?: string | undefined
  type?: MediaItem['type'] | undefined
  courseId?: string | undefined
  unused?: boolean | undefined
  captions?: boolean | undefined
}

const hasCaptions = sql<boolean>`jsonb_array_length(${media.captions}) > 0`
/** Captions can only be missing from files stored here: other sites have their own. */
const lacksCaptions = sql`${media.source} not like 'https://%' and not ${hasCaptions}`

/** The parts of a filter that change the statement. */
interface LibraryShape extends Pick<LibraryFilter, 'unused' | 'captions'> {
  isSearch: boolean
  isOfType: boolean
  isOfCourse: boolean
}

const inCourse = and(eq(courses.id, media.courseId), isNull(courses.deletedAt))
const inWeek = and(eq(weeks.id, media.weekId), isNull(weeks.deletedAt))
/** The course or week of a media item that was deleted and can be restored; null if neither was. */
const deletedPlace = sql<{ courseTitle: string; deletedAt: string } | null>`(
  select json_build_object('courseTitle', course.title, 'deletedAt', ${stamp(sql`least(course.deleted_at, week.deleted_at)`)})
  from courses course join weeks week on week.id = ${media.weekId}
  where course.id = ${media.courseId} and least(course.deleted_at, week.deleted_at) >= ${placeholder('restorableSince')}::timestamptz)`
/** In no week, or in a deleted one that cannot be restored any more. */
const isUnused = sql`((${isNull(weeks.id)} or ${isNull(courses.id)}) and ${deletedPlace} is null)`

const isListed = ({ unused, captions, isSearch, isOfType, isOfCourse }: LibraryShape) =>
  and(
    isNull(media.deletedAt),
    isOfType ? eq(media.type, placeholder('type')) : undefined,
    isOfCourse ? eq(media.courseId, placeholder('courseId')) : undefined,
    isSearch ? isFound(media.searchText, placeholder('search')) : undefined,
    unused === undefined ? undefined : unused ? isUnused : not(isUnused),
    captions === undefined ? undefined : captions ? hasCaptions : lacksCaptions,
  )

const libraryPage = prepared((db, shape: LibraryShape, window: PageShape) => {
  // Always included, since only statements with values are planned once.
  const isOfTypes = sql`${media.type} = any(${placeholder('types')}::text[])`
  const page = db
    .select({ id: media.id })
    .from(media)
    .leftJoin(courses, inCourse)
    .leftJoin(weeks, inWeek)
    .where(and(isListed({ ...shape, isOfType: false }), isOfTypes))
    .orderBy(desc(media.createdAt), desc(media.id))
    .limit(window.size)
    .offset(window.isFirst ? 0 : skipped)
    .as('page')
  return db
    .select({
      id: media.id,
      title: media.title,
      type: media.type,
      url: media.source,
      thumbnail: media.thumbnail,
      size: files.size,
      hasCaptions,
      durationSeconds: media.durationSeconds,
      startsAt: media.startsAt,
      durationMinutes: media.durationMinutes,
      hasRecording: sql<boolean>`${media.source} is not null`,
      createdAt: media.createdAt,
      addedBy: { id: users.id, name: users.name },
      courseId: courses.id,
      courseTitle: courses.title,
      weekId: weeks.id,
      weekNumber: weeks.number,
      deletedPlace,
    })
    .from(page)
    .innerJoin(media, eq(media.id, page.id))
    .leftJoin(courses, inCourse)
    .leftJoin(weeks, inWeek)
    .leftJoin(files, eq(files.key, media.source))
    .leftJoin(users, eq(users.id, media.createdBy))
    .orderBy(desc(media.createdAt), desc(media.id))
})
const libraryTotal = prepared((db, shape: LibraryShape) => {
  const counted = db.select(total).from(media).$dynamic()
  return (shape.unused === undefined ? counted : counted.leftJoin(courses, inCourse).leftJoin(weeks, inWeek)).where(isListed(shape))
})

/** The library, newest first. */
export function listLibrary(db: Db, { search, type, courseId, unused, captions, ...page }: LibraryFilter, now: Date) {
  const shape = { unused, captions, isSearch: Boolean(search), isOfType: Boolean(type), isOfCourse: Boolean(courseId) }
  const types = type ? [type] : MediaType.options
  const values = { type, types, courseId, search, restorableSince: purgeBefore(now).toISOString() }
  return paged(
    (limit, offset) => libraryPage(db, { ...values, offset }, shape, pageShape(limit, offset)),
    () => libraryTotal(db, values, shape),
    page,
  )
}

export async function findIsCourseDeleted(db: Db, courseId: string): Promise<boolean> {
  return (await db.$count(courses, and(eq(courses.id, courseId), isNotNull(courses.deletedAt)))) > 0
}

/** Recipients of news about a published course's sessions: its active students and trainers, except one. */
export const listAddressesOf = (db: Db, courseId: string, exceptId: string) =>
  db
    .select({ userId: users.id, name: users.name, address: sql<string>`${users.email}`, timeZone: users.timeZone })
    .from(memberships)
    .innerJoin(users, eq(users.id, memberships.userId))
    .innerJoin(courses, eq(courses.id, memberships.courseId))
    .where(
      and(
        eq(memberships.courseId, courseId),
        eq(memberships.status, 'ACTIVE'),
        eq(courses.status, 'PUBLISHED'),
        isNull(courses.deletedAt),
        eq(memberships.role, roleInCourse(users.role)),
        eq(users.status, 'ACTIVE'),
        isNull(users.deletedAt),
        isNotNull(users.email),
        ne(users.id, exceptId),
      ),
    )

/** Other media items that use a stored file; `isWithin` says whether the actor runs that course. */
export function listOtherUses(db: Db, { id, source }: Pick<MediaItem, 'id' | 'source'>, reach: Reach, actorId: string) {
  return db
    .select({
      mediaId: media.id,
      title: media.title,
      courseId: courses.id,
      courseTitle: courses.title,
      weekId: weeks.id,
      weekNumber: weeks.number,
      isWithin: reach === 'all' ? sql<boolean>`true` : teaches(actorId, courses.id),
    })
    .from(media)
    .innerJoin(courses, and(eq(courses.id, media.courseId), isNull(courses.deletedAt)))
    .innerJoin(weeks, and(eq(weeks.id, media.weekId), isNull(weeks.deletedAt)))
    .where(and(eq(media.source, source ?? ''), ne(media.id, id), isNull(media.deletedAt)))
    .orderBy(courses.title, weeks.number, media.id)
}

/** Bytes of all known files in the store, summed from an index without reading the rows. */
export async function findStorageUsed(db: Db): Promise<number> {
  const [found] = await db
    .select({ bytes: sql<number>`coalesce(sum(${files.size}), 0)::float8` })
    .from(files)
    .where(isNotNull(files.size))
  return found!.bytes
}
