/** Assignments and what students hand in. */
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, numeric, pgTable, primaryKey, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import type { LatePolicy, StoredQuestion } from '@lms/contract/assignments'
import type { Answer } from '@lms/contract/submissions'
import { id, instant, now, richText } from '#db/schema/columns.ts'
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
    instructions: richText().notNull().default(''),
    questions: jsonb().$type<StoredQuestion[]>().notNull().default([]),
    maxMarks: marks().notNull(),
    status: text().$type<'DRAFT' | 'PUBLISHED' | 'CLOSED'>().notNull().default('PUBLISHED'),
    availableFrom: instant(),
    dueAt: instant(),
    closesAt: instant(),
    latePolicy: jsonb().$type<LatePolicy>().notNull(),
    maxAttempts: integer(),
    createdBy: uuid().references(() => users.id),
    createdAt: instant().notNull().default(now),
    deletedAt: instant(),
  },
  (table) => [
    index('assignments_week_id_idx')
      .on(table.weekId)
      .where(sql`deleted_at is null`),
    index('assignments_course_id_idx')
      .on(table.courseId, table.dueAt)
      .where(sql`deleted_at is null`),
  ],
)

/** One a person and assignment: the current state. Each handing in is also kept as an attempt. */
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
    /** What was handed in last. */
    answers: jsonb().$type<Answer[]>().notNull().default([]),
    /** What its student is writing; null when nothing differs from what was handed in. */
    draft: jsonb().$type<Answer[]>(),
    /** Rises with each saved draft and each submission: a page that began from an older one is refused. */
    draftVersion: integer().notNull().default(0),
    status: text().$type<'DRAFT' | 'SUBMITTED' | 'GRADED' | 'RETURNED'>().notNull().default('DRAFT'),
    late: boolean().notNull().default(false),
    /** Of the last handing in; 0 while only a draft exists. */
    attempt: integer().notNull().default(0),
    submittedAt: instant(),
    /** Lateness is reckoned by this: the handing in, or for work that was returned the one before, since the trainer asked for more. */
    countsAt: instant(),
    /** After the deduction for lateness. */
    marks: marks(),
    questionMarks: jsonb().$type<QuestionMarks>().notNull().default([]),
    deduction: marks().notNull().default(0),
    feedback: text(),
    gradedBy: uuid().references(() => users.id),
    gradedAt: instant(),
    /** Rises with every change: a grader who saw an older one is refused. */
    version: integer().notNull().default(0),
    createdAt: instant().notNull().default(now),
    updatedAt: instant().notNull().default(now),
  },
  (table) => [
    uniqueIndex('submissions_assignment_id_student_id_key').on(table.assignmentId, table.studentId),
    // What waits for marks: few at any time.
    index('submissions_to_grade_idx')
      .on(table.assignmentId)
      .where(sql`status = 'SUBMITTED'`),
    index('submissions_student_id_idx').on(table.studentId, table.submittedAt),
    index('submissions_course_id_submitted_at_idx').on(table.courseId, table.submittedAt),
  ],
)

/** What was handed in each time, with what it earned. */
export const submissionAttempts = pgTable(
  'submission_attempts',
  {
    submissionId: uuid()
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    attempt: integer().notNull(),
    answers: jsonb().$type<Answer[]>().notNull(),
    submittedAt: instant().notNull(),
    late: boolean().notNull(),
    marks: marks(),
    questionMarks: jsonb().$type<QuestionMarks>().notNull().default([]),
    deduction: marks().notNull().default(0),
    feedback: text(),
    gradedBy: uuid().references(() => users.id),
    gradedAt: instant(),
  },
  (table) => [primaryKey({ columns: [table.submissionId, table.attempt] })],
)

/** Every change of marks: who, when, from what, to what. */
export const markChanges = pgTable(
  'mark_changes',
  {
    id: id(),
    submissionId: uuid()
      .notNull()
      .references(() => submissions.id, { onDelete: 'cascade' }),
    changedBy: uuid()
      .notNull()
      .references(() => users.id),
    changedAt: instant().notNull().default(now),
    action: text().$type<'GRADE' | 'RETURN'>().notNull(),
    oldMarks: marks(),
    newMarks: marks(),
    oldFeedback: text(),
    newFeedback: text(),
  },
  (table) => [index('mark_changes_submission_id_idx').on(table.submissionId, table.changedAt)],
)
