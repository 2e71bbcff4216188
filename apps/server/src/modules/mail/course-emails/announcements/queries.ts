/** Emails that are also shown on the course page, in SQL. */

import { and, desc, eq, inArray, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import type { Announcement } from '@lms/contract/course-emails'
import { isStudentRole, isAdminRole, type Role } from '@lms/contract/policy'
import { isSeen } from '#access/conditions.ts'
import { prepared, type Db } from '#db/drizzle.ts'
import { paged, pageShape, skipped, total, type Page, type PageShape } from '#db/page.ts'
import { stamp } from '#db/schema/columns.ts'
import { courses, memberships } from '#db/schema/courses.ts'
import { courseEmails } from '#db/schema/mail.ts'
import { users } from '#db/schema/users.ts'
import { isMember, type Viewer } from '#modules/mail/course-emails/queries.ts'

const { placeholder } = sql

type Row = Announcement & { viewerName: string }

const columns = {
  id: courseEmails.id,
  courseId: courses.id,
  courseTitle: courses.title,
  subject: courseEmails.subject,
  body: courseEmails.body,
  senderName: sql<string>`(select sender.name from users sender where sender.id = ${courseEmails.senderId})`,
  sentAt: courseEmails.sendAt,
  shownUntil: sql<string>`${stamp(sql`(${courseEmails.showUntil} + 1)::timestamp at time zone ${courses.timeZone}`)}`,
  viewerName: users.name,
}
const newestFirst = [desc(courseEmails.sendAt), desc(courseEmails.id)]
const isSent = eq(courseEmails.state, 'SENT')

const shownNow = prepared((db, role: Role, isOfCourse: boolean) => {
  const viewer = { id: placeholder('viewerId'), role }
  const inOwnCourse = inArray(courses.id, db.select({ id: memberships.courseId }).from(memberships).where(isMember(viewer)))
  return db
    .select(columns)
    .from(courseEmails)
    .innerJoin(courses, eq(courses.id, courseEmails.courseId))
    .innerJoin(users, eq(users.id, viewer.id))
    .where(
      and(
        isOfCourse && isAdminRole(viewer.role) ? undefined : inOwnCourse,
        isNull(courses.deletedAt),
        isStudentRole(role) ? isSeen : undefined,
        isOfCourse ? eq(courses.id, placeholder('courseId')) : undefined,
        isSent,
        lte(sql`(${placeholder('now')}::timestamptz at time zone ${courses.timeZone})::date`, courseEmails.showUntil),
      ),
    )
    .orderBy(...newestFirst)
    .limit(20)
})
/** What the viewer's courses show until a day, in each course's own time zone; admins see those of any course they open. */
export const listShownNow = (db: Db, viewer: Viewer, courseId: string | undefined, now: Date): Promise<Row[]> =>
  shownNow(db, { viewerId: viewer.id, courseId, now: now.toISOString() }, viewer.role, courseId !== undefined)

/** Without those that were taken off the course page. */
const ofCourse = and(eq(courseEmails.courseId, placeholder('courseId')), isSent, isNotNull(courseEmails.showUntil))
const allPage = prepared((db, window: PageShape) =>
  db
    .select(columns)
    .from(courseEmails)
    .innerJoin(courses, eq(courses.id, courseEmails.courseId))
    .innerJoin(users, eq(users.id, placeholder('viewerId')))
    .where(ofCourse)
    .orderBy(...newestFirst)
    .limit(window.size)
    .offset(window.isFirst ? 0 : skipped),
)
const allTotal = prepared((db) => db.select(total).from(courseEmails).where(ofCourse))
/** Also those whose last day is over. */
export const listAnnouncementsOfCourse = (db: Db, viewer: Viewer, courseId: string, page: Page) => {
  const values = { courseId, viewerId: viewer.id }
  return paged<Row>(
    (limit, offset) => allPage(db, { ...values, offset }, pageShape(limit, offset)),
    () => allTotal(db, values),
    page,
  )
}
