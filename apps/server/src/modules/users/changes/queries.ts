/** The history of changes to users, in SQL. Each entry is written before the change, in its transaction, so that the old values can still be read. */

import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Role } from '@lms/contract/policy'
import { roleInCourse } from '#access/conditions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { pageShape, paged, skipped, total, type Page, type PageShape } from '#db/page.ts'
import { courses } from '#db/schema/courses.ts'
import { userColumns, userChanges, users } from '#db/schema/users.ts'

const { placeholder } = sql

interface By {
  actorId: string
  now: Date
}
interface Edit {
  name?: string | undefined
  email?: string | undefined
  role?: Role | undefined
  status?: string | undefined
}

const actorAndTime = ({ actorId, now }: By) => sql`${actorId}::uuid, ${now.toISOString()}::timestamptz`
const roleThere = roleInCourse(sql`account.role`)
const isMember = sql`membership.user_id = account.id and membership.role = ${roleThere} and membership.status = 'ACTIVE'`

/** The fields of an edit that differ from the stored values. */
export const insertEdits = (db: Db, userId: string, { name, email, role, status }: Edit, by: By) =>
  db.execute(sql`
    insert into user_changes (user_id, changed_by, changed_at, field, before, after)
    select account.id, ${actorAndTime(by)}, change.field, change.before, change.after
    from users account cross join lateral (values
      ('NAME', account.name::text, ${name ?? null}::text), ('EMAIL', account.email, ${email ?? null}), ('ROLE', account.role, ${role ?? null}), ('STATUS', account.status, ${status ?? null})) change (field, before, after)
    where account.id = ${userId} and change.before <> change.after`)

/** The users who are not in each of the courses yet. */
export const insertJoinedCourses = (db: Db, userIds: readonly string[], courseIds: readonly string[], by: By) =>
  db.execute(sql`
    insert into user_changes (user_id, changed_by, changed_at, field, after, course_id)
    select account.id, ${actorAndTime(by)}, 'COURSE', ${roleThere}, course.id
    from unnest(${sql.param(userIds)}::uuid[]) chosen (id) join users account on account.id = chosen.id cross join unnest(${sql.param(courseIds)}::uuid[]) course (id)
    where not exists (select 1 from memberships membership where membership.course_id = course.id and ${isMember})`)

/** The users who are in the course. */
export const insertLeftCourses = (db: Db, userIds: readonly string[], courseId: string, by: By) =>
  db.execute(sql`
    insert into user_changes (user_id, changed_by, changed_at, field, before, course_id)
    select account.id, ${actorAndTime(by)}, 'COURSE', ${roleThere}, membership.course_id
    from unnest(${sql.param(userIds)}::uuid[]) chosen (id) join users account on account.id = chosen.id join memberships membership on membership.course_id = ${courseId} and ${isMember}`)

const changePage = prepared((db, { size }: PageShape) =>
  db
    .select({
      id: userChanges.id,
      field: userChanges.field,
      before: userChanges.before,
      after: userChanges.after,
      course: { id: courses.id, title: courses.title },
      changedBy: userColumns(users),
      changedAt: userChanges.changedAt,
    })
    .from(userChanges)
    .innerJoin(users, eq(users.id, userChanges.changedBy))
    .leftJoin(courses, and(eq(courses.id, userChanges.courseId), isNull(courses.deletedAt)))
    .where(eq(userChanges.userId, placeholder('userId')))
    .orderBy(desc(userChanges.changedAt), desc(userChanges.id))
    .limit(size)
    .offset(skipped),
)
const changeTotal = prepared((db) =>
  db
    .select(total)
    .from(userChanges)
    .where(eq(userChanges.userId, placeholder('userId'))),
)
export const listChanges = (db: Db, userId: string, page: Page) =>
  paged(
    (limit, offset) => changePage(db, { userId, offset }, pageShape(limit, offset)),
    () => changeTotal(db, { userId }),
    page,
  )
