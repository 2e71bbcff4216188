/** Data of graders: saved comments, hidden names, the mark they can undo, and who is grading what. */

import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { assignments, type submissions } from '#db/schema/assignments.ts'
import { id, instant, now } from '#db/schema/columns.ts'
import { users } from '#db/schema/users.ts'

/** Feedback that a grader reuses. */
export const savedComments = pgTable(
  'saved_comments',
  {
    id: id(),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    text: text().notNull(),
    createdAt: instant().notNull().default(now),
    updatedAt: instant().notNull().default(now),
  },
  (table) => [index('saved_comments_user_id_idx').on(table.userId, table.id)],
)

/** A grader who grades an assignment without names. */
export const hiddenNames = pgTable(
  'hidden_names',
  {
    assignmentId: uuid()
      .notNull()
      .references(() => assignments.id, { onDelete: 'cascade' }),
    userId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (table) => [primaryKey({ columns: [table.assignmentId, table.userId] }), index('hidden_names_user_id_idx').on(table.userId)],
)

/** “Student 7”: random per assignment, the same for all of its graders, and never given to anyone else. */
export const studentNumbers = pgTable(
  'student_numbers',
  {
    assignmentId: uuid()
      .notNull()
      .references(() => assignments.id, { onDelete: 'cascade' }),
    studentId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    number: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.assignmentId, table.studentId] }),
    uniqueIndex('student_numbers_assignment_id_number_key').on(table.assignmentId, table.number),
    index('student_numbers_student_id_idx').on(table.studentId),
  ],
)

type Submission = typeof submissions.$inferSelect
type Graded = Pick<Submission, 'marks' | 'questionMarks' | 'deduction' | 'isFinal' | 'feedback' | 'gradedBy' | 'gradedAt' | 'isHeld'> & {
  /** Drafts are not graded. */
  status: Exclude<Submission['status'], 'DRAFT'>
  /** Earlier attempts that were held before, and shown with the mark. */
  heldAttempts?: number[]
  /** What the mark depended on (`markTerms`). */
  terms: string
  /** Absent: the mark did not reopen closed work. */
  reopenedUntil?: string | null
}

/** The mark that each grader saved last, with the previous values. UNLOGGED in the migration: it matters for seconds. */
export const lastGrades = pgTable('last_grades', {
  userId: uuid().primaryKey(),
  submissionId: uuid().notNull(),
  /** The submission's version since then: if it differs, the mark has been changed again. */
  version: integer().notNull(),
  before: jsonb().$type<Graded>().notNull(),
  savedAt: instant().notNull(),
})

/** The submission that each grader has open. UNLOGGED in the migration, for the same reason. */
export const gradingPresence = pgTable(
  'grading_presence',
  {
    userId: uuid().primaryKey(),
    assignmentId: uuid().notNull(),
    submissionId: uuid().notNull(),
    since: instant().notNull(),
    lastSeenAt: instant().notNull(),
  },
  (table) => [index('grading_presence_assignment_id_idx').on(table.assignmentId)],
)
