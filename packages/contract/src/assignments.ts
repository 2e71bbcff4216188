/** Assignments: questions, times, and the late policy. */

import { z } from 'zod'
import { route } from '#route.ts'
import { findOptionsError } from '#rules/assignment-questions.ts'
import { findInstantErrors } from '#rules/assignment-times.ts'
import { attemptLimits } from '#rules/limits.ts'
import { assignmentQuestionTypes } from '#rules/questions.ts'
import { classGroups, ownGroups } from '#rules/work-groups.ts'
import {
  Created,
  Flag,
  Id,
  Instant,
  SingleLineText,
  Marks,
  Page,
  toPageShape,
  RichText,
  DateTimeString,
  Text,
  Version,
  SeenVersion,
} from '#values.ts'

const QuestionType = z.enum(assignmentQuestionTypes)
export const AssignmentStatus = z.enum(['DRAFT', 'PUBLISHED', 'CLOSED'])
export const SubmissionStatus = z.enum(['DRAFT', 'SUBMITTED', 'GRADED', 'RETURNED'])

export const AssignmentSummary = z
  .object({
    id: Id,
    title: z.string(),
    status: AssignmentStatus,
    dueAt: DateTimeString.nullable(),
    closesAt: DateTimeString.nullable(),
    maxMarks: z.number(),
    position: z.int().optional().meta({ description: 'In a week: the place among its items that the caller sees, from 0' }),
  })
  .meta({ id: 'AssignmentSummary' })
export type AssignmentSummary = z.infer<typeof AssignmentSummary>

export const LatePolicy = z
  .object({
    kind: z.enum(['NONE', 'FLAG', 'PERCENT_PER_DAY']),
    /** Percentage of the maximum deducted for each started day. */
    percent: z.number().min(0).max(100).default(0),
    /** Percentage of the maximum that the deduction never goes below. */
    floor: z.number().min(0).max(100).default(0),
  })
  .meta({ id: 'LatePolicy' })
export type LatePolicy = z.infer<typeof LatePolicy>

export const Question = z
  .object({
    id: Id,
    type: QuestionType,
    prompt: z.string(),
    required: z.boolean(),
    options: z.array(z.string()),
    points: z.number(),
    /** The correct options; for a single choice, any of them is correct. Absent for students. */
    answerKey: z.array(z.string()).optional(),
    /** Whether the options are shuffled for each student. */
    shuffle: z.boolean().optional(),
  })
  .meta({ id: 'Question' })
export type Question = z.infer<typeof Question>
/** A stored question with its answer key, empty if there is none. */
export type StoredQuestion = Question & { answerKey: string[] }

/** The status of the caller's own work on an assignment. */
export const OwnWork = z
  .object({
    submissionId: Id.nullable(),
    status: SubmissionStatus.nullable(),
    late: z.boolean(),
    missing: z.boolean(),
    /** It fell due before the caller enrolled: it is not owed, and never late. */
    beforeJoining: z.boolean(),
    submittedAt: DateTimeString.nullable(),
    attempt: z.int(),
    marks: z.number().nullable(),
    /** Whether the caller has an extension: the assignment’s times are then the caller’s own. */
    isExtended: z.boolean(),
    isExcused: z.boolean(),
  })
  .meta({ id: 'OwnWork' })
export type OwnWork = z.infer<typeof OwnWork>

/** For staff: the counts of the class. `oldest` is the submission that has waited longest for marks. */
export const WorkCounts = z
  .object({
    students: z.int(),
    submitted: z.int(),
    toGrade: z.int(),
    graded: z.int(),
    late: z.int(),
    oldest: z.object({ submissionId: Id, submittedAt: DateTimeString }).nullable(),
  })
  .meta({ id: 'WorkCounts' })
export type WorkCounts = z.infer<typeof WorkCounts>

export const Assignment = z
  .object({
    id: Id,
    courseId: Id,
    weekId: Id,
    title: z.string(),
    instructions: z.string(),
    questions: z.array(Question),
    /** True for students until it opens: instructions and questions are empty then. */
    isHidden: z.boolean().optional(),
    maxMarks: z.number(),
    status: AssignmentStatus,
    availableFrom: DateTimeString.nullable(),
    dueAt: DateTimeString.nullable(),
    closesAt: DateTimeString.nullable(),
    latePolicy: LatePolicy,
    /** Null: 20. */
    maxAttempts: z.int().nullable(),
    /** Whether new marks are hidden from students until staff release them. Absent for students. */
    holdMarks: z.boolean().optional(),
    /** Increases with each change. */
    version: Version,
    /** Increases when the questions change after work was submitted; submissions keep their version of the questions. */
    questionsVersion: Version,
    work: OwnWork.nullable(),
  })
  .meta({ id: 'Assignment' })
export type Assignment = z.infer<typeof Assignment>

const NewQuestion = z
  .object({
    id: Id.optional(),
    type: QuestionType,
    /** May be empty for a single question that is asked by the instructions. */
    prompt: Text(2000).trim(),
    required: z.boolean().default(true),
    options: z.array(SingleLineText(500)).max(50, 'At most 50 options').default([]),
    points: Marks.default(0),
    answerKey: z.array(SingleLineText(500)).max(50).default([]),
    shuffle: z.boolean().default(false),
  })
  .refine(({ type, options }) => findOptionsError(type, options) !== 'TOO_FEW', { path: ['options'], error: 'Add at least two options' })
  .refine(({ type, options }) => findOptionsError(type, options) !== 'SAME', { path: ['options'], error: 'Two options are the same' })
  .refine((question) => question.answerKey.every((answer) => question.options.includes(answer)), {
    path: ['answerKey'],
    error: 'The correct answer must be one of the options',
  })
  .refine((question) => new Set(question.answerKey).size === question.answerKey.length, {
    path: ['answerKey'],
    error: 'A correct answer is listed twice',
  })
export type NewQuestion = z.infer<typeof NewQuestion>

const Questions = z.array(NewQuestion).max(100, 'At most 100 questions')

export const createAssignment = route({
  method: 'POST',
  path: '/api/assignments/:courseId/:weekId',
  summary: 'Create an assignment in a week',
  allow: 'assignment.write',
  course: 'params.courseId',
  params: z.object({ courseId: Id, weekId: Id }),
  body: z
    .object({
      title: SingleLineText(200),
      instructions: RichText.default(''),
      questions: Questions.default([]),
      status: AssignmentStatus.default('PUBLISHED'),
      availableFrom: Instant.nullable().default(null),
      dueAt: Instant.nullable().default(null),
      closesAt: Instant.nullable().default(null),
      latePolicy: LatePolicy.default({ kind: 'FLAG', percent: 0, floor: 0 }),
      maxAttempts: z.int().min(1).max(attemptLimits.count).nullable().default(null),
      holdMarks: z.boolean().default(false),
    })
    .superRefine((work, ctx) => {
      for (const [field, message] of Object.entries(findInstantErrors(work))) ctx.addIssue({ code: 'custom', path: [field], message })
    }),
  reply: Assignment,
  status: Created,
  example: {
    body: {
      title: 'Week 6 method note',
      dueAt: '2026-11-20T23:59:00Z',
      questions: [{ type: 'TEXT', prompt: 'What did you clean, and why?', points: 20 }],
    },
  },
})

export const assignmentChanges = z
  .object({
    title: SingleLineText(200),
    instructions: RichText,
    /** All questions, in order. Those without an id, or with an unknown one, are new; omitted ones are removed, and answers to them are kept. */
    questions: Questions,
    status: AssignmentStatus,
    availableFrom: Instant.nullable(),
    dueAt: Instant.nullable(),
    closesAt: Instant.nullable(),
    latePolicy: LatePolicy,
    maxAttempts: z.int().min(1).max(attemptLimits.count).nullable(),
    holdMarks: z.boolean(),
    /** Whether an earlier due time makes work late that was on time when it was submitted. */
    recheckLate: z.boolean(),
  })
  .partial()

/** Changed answer keys, points, late rules and due times re-mark submitted work, which is recorded in the history of each mark. */
export const updateAssignment = route({
  method: 'PATCH',
  path: '/api/assignments/:id',
  summary: 'Change an assignment’s content, times or status',
  allow: 'assignment.write',
  params: z.object({ id: Id }),
  body: assignmentChanges.extend({ version: SeenVersion }),
  reply: Assignment,
  problems: ['version-conflict'],
  example: { body: { status: 'PUBLISHED' } },
})

export const getAssignment = route({
  method: 'GET',
  path: '/api/assignments/:id',
  summary: 'One assignment; students get it without the answer key',
  allow: 'assignment.read',
  params: z.object({ id: Id }),
  reply: Assignment,
})

export const AssignmentRow = AssignmentSummary.extend({
  courseId: Id,
  courseTitle: z.string(),
  /** The course is archived: nothing can be submitted. */
  isArchived: z.boolean(),
  weekId: Id,
  weekNumber: z.int(),
  deletedAt: DateTimeString.nullable(),
  work: OwnWork.nullable(),
  counts: WorkCounts.nullable(),
}).meta({ id: 'AssignmentRow' })
export type AssignmentRow = z.infer<typeof AssignmentRow>

/** OVERDUE to BEFORE_JOINING are of a student, the others of a class. */
const AssignmentGroup = z.enum([...ownGroups, ...classGroups])

export const listMyAssignments = route({
  method: 'GET',
  path: '/api/assignments/my-assignments',
  summary: 'Assignments of the caller’s courses: with their own work as a student, with that of the class as a trainer',
  allow: 'assignment.listOwn',
  query: z.object({
    ...Page,
    courseId: Id.optional(),
    state: z.enum(['OPEN', 'TO_GRADE']).optional().meta({
      description:
        'OPEN: published, still taken, owed, and not submitted by the caller, or returned. TO_GRADE: with work of the class that waits for marks',
    }),
    group: AssignmentGroup.optional(),
    dueBefore: Instant.optional(),
    sort: z.enum(['dueAt', '-dueAt', 'todo', 'waiting']).default('dueAt').meta({
      description:
        'todo: open work by due date, then submitted work, newest first; waiting: by the submission that has waited longest for marks',
    }),
  }),
  reply: toPageShape(AssignmentRow),
})

export const countMyAssignments = route({
  method: 'GET',
  path: '/api/assignments/my-assignments/counts',
  summary: 'How many of the caller’s assignments are in each group of the list, and what is to do in all of them',
  allow: 'assignment.listOwn',
  query: z.object({ courseId: Id.optional() }),
  reply: z.object({
    /** In the order of the list, without empty ones. */
    groups: z.array(z.object({ group: AssignmentGroup, count: z.int() })),
    /** Of a student: overdue or due within seven days, and still taken. */
    dueSoon: z.int(),
    /** Of a trainer: submissions that wait for a mark. */
    toGrade: z.int(),
  }),
})

export const listCourseAssignments = route({
  method: 'GET',
  path: '/api/assignments/course-assignments/:courseId',
  summary: 'The assignments of a course; students see published ones and their own marks',
  allow: 'assignment.read',
  course: 'params.courseId',
  params: z.object({ courseId: Id }),
  query: z.object({
    ...Page,
    deleted: Flag.optional().meta({ description: 'For staff: deleted assignments that can still be restored, in the same order' }),
  }),
  reply: toPageShape(AssignmentRow),
})
