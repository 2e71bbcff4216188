/** Courses, their members, their weeks, and the links for joining them. */

import { sql } from 'drizzle-orm'
import { boolean, date, index, integer, jsonb, pgTable, pgView, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { defaultAtRiskLimits, type StudentState } from '@lms/contract/rules/at-risk'
import { id, instant, now, periods, noHtml, safeHtml, searchText, sortedText } from '#db/schema/columns.ts'
import { users } from '#db/schema/users.ts'

export const courses = pgTable(
  'courses',
  {
    id: id(),
    title: sortedText().notNull(),
    searchText: searchText('fold_text(title)'),
    description: safeHtml().notNull().default(noHtml),
    coverImage: text(),
    mode: text().$type<'LIVE' | 'RECORDED'>().notNull().default('RECORDED'),
    status: text().$type<'DRAFT' | 'PUBLISHED' | 'ARCHIVED'>().notNull().default('DRAFT'),
    /** Archived without being published: students see no more of it than of a draft. */
    isArchivedDraft: boolean().notNull().default(false),
    enrolment: text().$type<'OPEN' | 'FORM' | 'INVITE'>().notNull().default('OPEN'),
    startsOn: date({ mode: 'string' }),
    endsOn: date({ mode: 'string' }),
    timeZone: text().notNull().default('UTC'),
    seats: integer(),
    /** Active students whose accounts are not deleted. Maintained by triggers: lists of courses would otherwise count whole classes. */
    studentCount: integer().notNull().default(0),
    /** Whether a claim to have watched is not enough: `watched` then requires the measured coverage. */
    requireVideo: boolean().notNull().default(false),
    /** When missing work counts as 0 in totals: once it can no longer be submitted, from the due time, or never. */
    missingCounts: text().$type<'CLOSED' | 'DUE' | 'NEVER'>().notNull().default('CLOSED'),
    /** Whether students see the medians of the class. */
    showMedians: boolean().notNull().default(false),
    /** When a student is at risk: from so many days without a visit or missing assignments, or below this attendance rate (rules/at-risk.ts). */
    atRiskDaysAway: integer().notNull().default(defaultAtRiskLimits.daysAway),
    atRiskMissing: integer().notNull().default(defaultAtRiskLimits.missing),
    atRiskAttendance: integer().notNull().default(defaultAtRiskLimits.attendance),
    /** The attendance rate that the course asks for, in percent; null: none. */
    neededAttendance: integer(),
    /** What an absence counts as once the recording is watched. */
    madeUpAs: text().$type<'PRESENT' | 'EXCUSED'>().notNull().default('EXCUSED'),
    /** Increases with each edit of its details: edits based on an older version are rejected. */
    version: integer().notNull().default(0),
    createdBy: uuid().references(() => users.id),
    createdAt: instant().notNull().default(now),
    updatedBy: uuid().references(() => users.id),
    updatedAt: instant().notNull().default(now),
    deletedAt: instant(),
  },
  (table) => [
    index('courses_created_at_idx')
      .on(table.createdAt, table.id)
      .where(sql`deleted_at is null`),
    index('courses_cover_image_idx')
      .on(table.coverImage)
      .where(sql`cover_image is not null`),
    index('courses_deleted_at_idx')
      .on(table.deletedAt)
      .where(sql`deleted_at is not null`),
    index('courses_title_idx')
      .on(table.title, table.id)
      .where(sql`deleted_at is null`),
  ],
)

/** The role of the account decides which of two memberships counts: trainers teach, students are enrolled. */
export const memberships = pgTable(
  'memberships',
  {
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    role: text().$type<'TRAINER' | 'STUDENT'>().notNull(),
    status: text().$type<'ACTIVE' | 'PENDING' | 'WAITLISTED' | 'REJECTED'>().notNull().default('ACTIVE'),
    createdAt: instant().notNull().default(now),
  },
  (table) => [
    primaryKey({ columns: [table.courseId, table.userId, table.role] }),
    index('memberships_user_id_idx').on(table.userId, table.role, table.status),
    // Classes are read from this index only.
    index('memberships_students_idx')
      .on(table.courseId, table.userId)
      .where(sql`${table.role} = 'STUDENT' and ${table.status} = 'ACTIVE'`),
    // Each course card names its trainers, who are few among its members.
    index('memberships_trainers_idx')
      .on(table.courseId)
      .where(sql`${table.role} = 'TRAINER'`),
  ],
)

/**
 * When each student was enrolled in a course, kept after they leave: what fell due within a period is owed (rules/owed-work.ts).
 * Maintained by triggers on memberships and users (decision 0015).
 */
export const enrolments = pgTable(
  'enrolments',
  {
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    periods: periods().notNull(),
    /** The start of the period that has not ended; null: not enrolled now. That is where the time outside all periods ends. */
    since: instant().generatedAlwaysAs(sql`case when upper_inf(periods) then upper('{(,)}'::tstzmultirange - periods) end`),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.courseId] }),
    // Those who enrolled after a time, and with null those who left, are few in a class.
    index('enrolments_course_id_since_idx').on(table.courseId, table.since),
    // Of `course_students`: who is in a class is read from this index only.
    index('enrolments_students_idx')
      .on(table.courseId, table.userId)
      .where(sql`since is not null`),
  ],
)

/** Students at risk and how many reasons there are, as counted last (modules/courses/progress/students-at-risk.ts). */
export const studentsAtRisk = pgTable(
  'students_at_risk',
  {
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    reasons: integer().notNull(),
    state: jsonb().$type<StudentState>().notNull(),
  },
  // The second is for deleting a person.
  (table) => [primaryKey({ columns: [table.courseId, table.userId] }), index('students_at_risk_user_id_idx').on(table.userId)],
)

/**
 * The students of each course: who counts in lists, totals and audiences. From `enrolments`, whose triggers end a period with the membership,
 * with the role of the account and with the account: neither needs to be read.
 */
export const courseStudents = pgView('course_students', {
  courseId: uuid().notNull(),
  userId: uuid().notNull(),
  /** When they enrolled; what fell due before is not owed, unless within an earlier period. */
  since: instant().notNull(),
  periods: periods().notNull(),
}).as(sql`select course_id, user_id, since, periods from enrolments where since is not null`)

/** The staff of each course: members whose accounts are not students' and not deleted. */
export const courseStaff = pgView('course_staff', {
  courseId: uuid().notNull(),
  userId: uuid().notNull(),
}).as(sql`select membership.course_id, membership.user_id
  from memberships membership
  join users account on account.id = membership.user_id and account.role <> 'USER' and account.deleted_at is null
  where membership.role = 'TRAINER' and membership.status = 'ACTIVE'`)

export const weeks = pgTable(
  'weeks',
  {
    id: id(),
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
    title: text().notNull(),
    searchText: searchText('fold_text(title)'),
    description: safeHtml().notNull().default(noHtml),
    startsOn: date({ mode: 'string' }),
    unlockAt: instant(),
    published: boolean().notNull().default(true),
    /** Increases with each edit of its fields: edits based on an older version are rejected. */
    version: integer().notNull().default(0),
    createdAt: instant().notNull().default(now),
    updatedBy: uuid().references(() => users.id),
    updatedAt: instant().notNull().default(now),
    deletedAt: instant(),
  },
  (table) => [
    uniqueIndex('weeks_course_id_number_key')
      .on(table.courseId, table.number)
      .where(sql`deleted_at is null`),
    index('weeks_deleted_at_idx')
      .on(table.courseId, table.deletedAt)
      .where(sql`deleted_at is not null`),
  ],
)

export const joinLinks = pgTable(
  'join_links',
  {
    courseId: uuid()
      .primaryKey()
      .references(() => courses.id, { onDelete: 'cascade' }),
    /** In plain text, so that it can be shown again: it only opens this course. */
    token: text().notNull(),
    /** A code that can be read aloud; unique in the installation. */
    code: text().notNull(),
    isActive: boolean().notNull().default(true),
    createdBy: uuid().references(() => users.id),
    createdAt: instant().notNull().default(now),
  },
  (table) => [uniqueIndex('join_links_token_key').on(table.token), uniqueIndex('join_links_code_key').on(table.code)],
)
