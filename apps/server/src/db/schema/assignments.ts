/** Assignments and submissions. */

import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, jsonb, numeric, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { LatePolicy, StoredQuestion } from '@lms/contract/assignments'
import type { Answer } from '@lms/contract/submissions'
import { id, instant, now, noHtml, safeHtml } from '#db/schema/columns.ts'
import { courses, weeks } from '#db/schema/courses.ts'
import { users } from '#db/schema/users.ts'

const marks = () => numeric({ precision: 8, scale: 2, mode: 'number' })
type QuestionMarks = { questionId: string; marks: number }[]

export const assignments = pgTable(
  'assignments',
  {
    id: id(),
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    weekId: uuid()
      .notNull()
      .references(() => weeks.id),
    title: text().notNull(),
    /** Among the items of its week; null until somebody orders them: then after those with one, by due time. */
    position: integer(),
    instructions: safeHtml().notNull().default(noHtml),
    questions: jsonb().$type<StoredQuestion[]>().notNull().default([]),
    maxMarks: marks().notNull(),
    /** Weight in the course total; null: same as `maxMarks`. */
    weight: marks(),
    status: text().$type<'DRAFT' | 'PUBLISHED' | 'CLOSED'>().notNull().default('PUBLISHED'),
    availableFrom: instant(),
    dueAt: instant(),
    closesAt: instant(),
    /** When it was closed by hand, if its status is CLOSED. */
    closedAt: instant(),
    latePolicy: jsonb().$type<LatePolicy>().notNull(),
    maxAttempts: integer(),
    /** Whether new marks are held: hidden from students until staff release them. */
    holdMarks: boolean().notNull().default(false),
    /** Increases with each change: edits based on an older version are rejected. */
    version: integer().notNull().default(0),
    /** Increases when the questions change after work was submitted; earlier ones are in `assignment_question_versions`. */
    questionsVersion: integer().notNull().default(1),
    createdBy: uuid().references(() => users.id),
    createdAt: instant().notNull().default(now),
    updatedBy: uuid().references(() => users.id),
    updatedAt: instant().notNull().default(now),
    deletedAt: instant(),
  },
  (table) => [
    // Includes deleted ones, for the foreign key: the purge looks for those of each week.
    index('assignments_week_id_idx').on(table.weekId, table.deletedAt),
    index('assignments_course_id_idx')
      .on(table.courseId, table.dueAt)
      .where(sql`deleted_at is null`),
  ],
)

/** Earlier versions of questions, for the answers given to them. */
export const assignmentQuestionVersions = pgTable(
  'assignment_question_versions',
  {
    assignmentId: uuid()
      .notNull()
      .references(() => assignments.id, { onDelete: 'cascade' }),
    version: integer().notNull(),
    questions: jsonb().$type<StoredQuestion[]>().notNull(),
    createdAt: instant().notNull().default(now),
  },
  (table) => [primaryKey({ columns: [table.assignmentId, table.version] })],
)

/** Exceptions for a student: a later due time, excused. Also when the student was last reminded. */
export const assignmentExceptions = pgTable(
  'assignment_exceptions',
  {
    assignmentId: uuid()
      .notNull()
      .references(() => assignments.id, { onDelete: 'cascade' }),
    studentId: uuid()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** Applies while it is later than the assignment's. */
    dueAt: instant(),
    closesAt: instant(),
    /** Who gave the later due time, and when. */
    extendedAt: instant(),
    extendedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Closed work that was returned may be submitted again until then. */
    reopenedUntil: instant(),
    excusedAt: instant(),
    excusedBy: uuid().references(() => users.id, { onDelete: 'set null' }),
    excuseReason: text(),
    remindedAt: instant(),
  },
  (table) => [
    primaryKey({ columns: [table.assignmentId, table.studentId] }),
    index('assignment_exceptions_student_id_idx').on(table.studentId),
  ],
)

/** One per user and assignment: the current state. Each submission is also stored as an attempt. */
export const submissions = pgTable(
  'submissions',
  {
    id: id(),
    assignmentId: uuid()
      .notNull()
      .references(() => assignments.id),
    courseId: uuid()
      .notNull()
      .references(() => courses.id),
    studentId: uuid()
      .notNull()
      .references(() => users.id),
    /** The last submitted answers. */
    answers: jsonb().$type<Answer[]>().notNull().default([]),
    /** The version of the questions that they answer. */
    questionsVersion: integer().notNull().default(1),
    /** The student's draft; null if it equals the submitted answers. */
    draft: jsonb().$type<Answer[]>(),
    /** Increases with each saved draft and each submission: changes based on an older version are rejected. */
    draftVersion: integer().notNull().default(0),
    status: text().$type<'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED'>().notNull().default('DRAFT'),
    late: boolean().notNull().default(false),
    /** The number of the last attempt; 0 while only a draft exists. */
    attempt: integer().notNull().default(0),
    submittedAt: instant(),
    /** Determines lateness: the time of submission or, for returned work, of the previous one, since the trainer asked for more. */
    effectiveSubmittedAt: instant(),
    /** Who recorded the first attempt, which was submitted outside LMS; null if the student submitted all of them. */
    recordedBy: uuid().references(() => users.id),
    /** After the late deduction. */
    marks: marks(),
    questionMarks: jsonb().$type<QuestionMarks>().notNull().default([]),
    deduction: marks().notNull().default(0),
    /** The mark is from a file: nothing is taken off it, whatever the due time or the late policy become. */
    isFinal: boolean().notNull().default(false),
    feedback: text(),
    gradedBy: uuid().references(() => users.id),
    gradedAt: instant(),
    /** Graded, and hidden from the student until it is released. */
    isHeld: boolean().notNull().default(false),
    /** Increases with every change: a grader's changes based on an older version are rejected. */
    version: integer().notNull().default(0),
    createdAt: instant().notNull().default(now),
    updatedAt: instant().notNull().default(now),
  },
  (table) => [
    uniqueIndex('submissions_assignment_id_student_id_key').on(table.assignmentId, table.studentId),
    // Work waiting for marks: few at any time, and graded in order of submission.
    index('submissions_to_grade_idx')
      .on(table.assignmentId, table.submittedAt, table.studentId)
      .where(sql`status = 'SUBMITTED'`),
    index('submissions_held_idx')
      .on(table.assignmentId)
      .where(sql`is_held`),
    index('submissions_marks_idx')
      .on(table.assignmentId, table.marks, table.studentId)
      .where(sql`marks is not null`),
    // The counts by state use an index-only scan.
    index('submissions_states_idx').on(table.assignmentId, table.studentId, table.status, table.late, table.attempt),
    index('submissions_student_id_idx').on(table.studentId, table.submittedAt),
    index('submissions_course_id_submitted_at_idx').on(table.courseId, table.submittedAt),
    // Without the time, lateness could not be decided again.
    check(
      'submissions_submitted_check',
      sql`${table.attempt} = 0 or ${table.submittedAt} is not null and ${table.effectiveSubmittedAt} is not null`,
    ),
  ],
)

/** Every attempt, with its marks. */
export const submissionAttempts = pgTable(
  'submission_attempts',
  {
    submissionId: uuid()
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    attempt: integer().notNull(),
    answers: jsonb().$type<Answer[]>().notNull(),
    questionsVersion: integer().notNull().default(1),
    submittedAt: instant().notNull(),
    late: boolean().notNull(),
    marks: marks(),
    questionMarks: jsonb().$type<QuestionMarks>().notNull().default([]),
    deduction: marks().notNull().default(0),
    feedback: text(),
    gradedBy: uuid().references(() => users.id),
    gradedAt: instant(),
    /** As in the submission; set on an earlier attempt until the marks of its submission are released. */
    isHeld: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.attempt] })],
)

/** IMPORT: from a file of marks; UNDO: of a mark or an import; REMARK: after a change of the assignment. */
export type GradeAction = 'GRADE' | 'RETURN' | 'REMARK' | 'IMPORT' | 'UNDO'

/** Every change of marks: who, when, from what, to what. */
export const gradeChanges = pgTable(
  'grade_changes',
  {
    id: id(),
    submissionId: uuid()
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    changedBy: uuid()
      .notNull()
      .references(() => users.id),
    changedAt: instant().notNull().default(now),
    action: text().$type<GradeAction>().notNull(),
    oldMarks: marks(),
    newMarks: marks(),
    oldFeedback: text(),
    newFeedback: text(),
  },
  (table) => [index('grade_changes_submission_id_idx').on(table.submissionId, table.changedAt)],
)

/** A mark changed by an import: the submission's version since then, and the previous values. */
export interface ImportedChange {
  id: string
  version: number
  /** Whether the imported mark is held: once it is released, the student knows it. */
  isHeld: boolean
  /** Nothing was submitted before: the work was recorded together with its mark. */
  isRecorded: boolean
  /** What the marks depended on (`markTerms`); absent in imports before it was stored. */
  terms?: string
  before: {
    status: 'SUBMITTED' | 'GRADED' | 'RETURNED'
    marks: number | null
    deduction: number
    /** Absent in imports before it was stored. */
    isFinal?: boolean
    gradedBy: string | null
    gradedAt: string | null
    isHeld: boolean
    /** Earlier attempts that were held before, and shown with the imported mark. */
    heldAttempts?: number[]
  }
}

/** Imports of marks that can still be undone, and older ones until the next import of the course deletes them. */
export const markImports = pgTable(
  'mark_imports',
  {
    id: id(),
    courseId: uuid()
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    createdBy: uuid()
      .notNull()
      .references(() => users.id),
    createdAt: instant().notNull(),
    undoneAt: instant(),
    changes: jsonb().$type<ImportedChange[]>().notNull(),
  },
  (table) => [index('mark_imports_course_id_idx').on(table.courseId, table.createdAt)],
)
