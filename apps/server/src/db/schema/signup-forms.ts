/** Sign-up forms of courses, the versions of their questions, and the responses. */

import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { FormQuestion } from '@lms/contract/signup-forms'
import type { Answer } from '@lms/contract/submissions'
import { id, instant, now } from '#db/schema/columns.ts'
import { courses } from '#db/schema/courses.ts'
import { users } from '#db/schema/users.ts'

export const signupForms = pgTable(
  'signup_forms',
  {
    id: id(),
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    status: text().$type<'OPEN' | 'CLOSED'>().notNull().default('OPEN'),
    closesAt: instant(),
    autoApprove: boolean().notNull().default(true),
    /** Its latest version. */
    version: integer().notNull().default(1),
    createdAt: instant().notNull().default(now),
    updatedAt: instant().notNull().default(now),
  },
  (table) => [uniqueIndex('signup_forms_course_id_key').on(table.courseId)],
)

/** Versions of questions, so that responses to them stay readable. */
export const signupFormVersions = pgTable(
  'signup_form_versions',
  {
    formId: uuid()
      .notNull()
      .references(() => signupForms.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    questions: jsonb().$type<FormQuestion[]>().notNull(),
    createdBy: uuid().references(() => users.id),
    createdAt: instant().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.formId, table.version] })],
)

interface EarlierAnswers {
  version: number
  answers: Answer[]
  sentAt: string
}

/** Written by the trigger `enrolled_approved`. */
interface SettledFrom {
  status: string
  note: string | null
  waitlistedAt: string | null
  keepsSeat: boolean
  decidedAt: string | null
  decidedBy: string | null
}

/** One per user and form. The rest of the product uses the membership; both are written together, with the course locked. */
export const signupResponses = pgTable(
  'signup_responses',
  {
    id: id(),
    formId: uuid()
      .notNull()
      .references(() => signupForms.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id),
    version: integer().notNull(),
    answers: jsonb().$type<Answer[]>().notNull(),
    /** Responses sent before signing up again, newest first. */
    earlier: jsonb()
      .$type<EarlierAnswers[]>()
      .notNull()
      .default(sql`'[]'`),
    status: text().$type<'PENDING' | 'APPROVED' | 'WAITLISTED' | 'REJECTED' | 'WITHDRAWN'>().notNull(),
    note: text(),
    sentAt: instant().notNull().default(now),
    /** Orders the waiting list. */
    waitlistedAt: instant(),
    /** Put on the waiting list by staff while seats were free: waits for staff, and a seat stays free, until another seat is freed. */
    keepsSeat: boolean().notNull().default(false),
    /** Of an enrolled student who was declined: until then it can be undone, and nobody else gets the seat. */
    reservedUntil: instant(),
    decidedAt: instant(),
    decidedBy: uuid().references(() => users.id),
    /** The batch of the email about the last decision: while it is queued, undoing the decision removes it. */
    decisionBatchId: uuid(),
    /** What a response was when its user was enrolled in another way: undoing an import restores it. */
    settledFrom: jsonb().$type<SettledFrom>(),
  },
  (table) => [
    uniqueIndex('signup_responses_form_id_user_id_key').on(table.formId, table.userId),
    index('signup_responses_status_idx').on(table.formId, table.status, table.sentAt, table.id),
    index('signup_responses_sent_at_idx').on(table.formId, table.sentAt, table.id),
    index('signup_responses_user_id_idx').on(table.userId),
  ],
)
