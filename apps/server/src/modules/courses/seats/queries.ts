/** Seats of courses and their waiting lists in SQL; rules/places.ts of the contract decides who gets one. */

import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Seats } from '@lms/contract/rules/places'
import { canMoveUp } from '#access/conditions.ts'
import { arrayPlaceholder, prepared, type Db } from '#db/drizzle.ts'
import { courses } from '#db/schema/courses.ts'

const courseSeats = prepared((db) =>
  db
    .select({
      id: courses.id,
      status: courses.status,
      enrolment: courses.enrolment,
      seats: courses.seats,
      studentCount: courses.studentCount,
      endsOn: courses.endsOn,
      timeZone: courses.timeZone,
    })
    .from(courses)
    .where(and(eq(courses.id, sql.placeholder('courseId')), isNull(courses.deletedAt))),
)
/** The limit of a course, and the seats taken. */
export const findCourseSeats = async (db: Db, courseId: string) => (await courseSeats(db, { courseId }))[0]
export type CourseSeats = NonNullable<Awaited<ReturnType<typeof findCourseSeats>>>

type Queue = Pick<Seats, 'reserved' | 'before' | 'keptBefore' | 'hasReserve'>
const noQueue: Queue = { reserved: 0, before: 0, keptBefore: 0 }

const queues = prepared((db) => {
  const userId = sql`${sql.placeholder('userId')}::uuid`
  const isBefore = sql`response.status = 'WAITLISTED' and ${canMoveUp} and response.user_id is distinct from ${userId}
    and (own.id is null or (response.waitlisted_at, response.id) < (own.waitlisted_at, own.id))`
  const isReserved = sql`response.status = 'REJECTED' and response.reserved_until > ${sql.placeholder('now')}::timestamptz`
  return db.execute<Required<Queue> & { courseId: string }>(sql`
    select form.course_id as "courseId", count(*) filter (where ${isReserved} and response.user_id is distinct from ${userId})::int as reserved,
      count(*) filter (where ${isBefore})::int as before, count(*) filter (where ${isBefore} and response.keeps_seat)::int as "keptBefore",
      coalesce(bool_or(${isReserved} and response.user_id = ${userId}), false) as "hasReserve"
    from signup_forms form join signup_responses response on response.form_id = form.id and response.status in ('WAITLISTED', 'REJECTED') join users on users.id = response.user_id
    left join signup_responses own on own.form_id = form.id and own.user_id = ${userId} and own.status = 'WAITLISTED'
    where form.course_id = ${arrayPlaceholder('courseIds')} group by form.course_id`)
})

/** What is taken before others in each course, as one user sees it; as a newcomer does, without one. */
async function findQueues(db: Db, courseIds: readonly string[], userId: string | null, now: Date): Promise<Map<string, Queue>> {
  if (courseIds.length === 0) return new Map()
  const { rows } = await queues(db, { courseIds, userId, now: now.toISOString() })
  return new Map(rows.map(({ courseId, ...queue }) => [courseId, queue]))
}

/** Nobody waits for a seat of a course without a limit. The courses are locked if somebody is to get one. */
export async function listSeats(db: Db, all: readonly CourseSeats[], userId: string | null, now: Date): Promise<Map<string, Seats>> {
  const limited = all.filter(({ seats }) => seats !== null).map(({ id }) => id)
  const found = await findQueues(db, limited, userId, now)
  return new Map(all.map(({ id, seats, studentCount }) => [id, { total: seats, taken: studentCount, ...(found.get(id) ?? noQueue) }]))
}

/** The same for one course. */
export const findSeats = async (db: Db, course: CourseSeats, userId: string | null, now: Date): Promise<Seats> =>
  (await listSeats(db, [course], userId, now)).get(course.id)!

/** The users on the waiting list, in order. */
export async function listWaitingUsers(db: Db, courseId: string): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select users.id from signup_forms form join signup_responses response on response.form_id = form.id and response.status = 'WAITLISTED'
    join users on users.id = response.user_id and ${canMoveUp}
    where form.course_id = ${courseId} order by response.waitlisted_at, response.id`)
  return rows.map(({ id }) => id)
}

/** The position of a user who is on the waiting list, from 1. */
export const findPlace = async (db: Db, courseId: string, userId: string, now: Date): Promise<number> =>
  ((await findQueues(db, [courseId], userId, now)).get(courseId)?.before ?? 0) + 1

/** Until the commit, seats that somebody gives back are not free for those who wait for staff: the trigger `seats_freed` (migration 52). */
export const keepFreedSeats = (db: Db) => db.execute(sql`select set_config('lms.keeps_seats', 'on', true)`)
