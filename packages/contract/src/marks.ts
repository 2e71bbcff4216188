/** The gradebook of a course, its export, and a student's own marks. */

import { z } from 'zod'
import { AssignmentStatus } from '#assignments.ts'
import { route } from '#route.ts'
import { DateTimeString, Flag, Id, Marks, Page, toPageShape, Person, Search } from '#values.ts'

export * from '#marks-import.ts'

const MissingCounts = z.enum(['CLOSED', 'DUE', 'NEVER'])
const MarkState = z.enum(['GRADED', 'TO_GRADE', 'RETURNED', 'MISSING', 'NOT_DUE', 'BEFORE_JOINING', 'EXCUSED'])

const MarkColumn = z
  .object({
    id: Id,
    title: z.string(),
    weekId: Id,
    weekNumber: z.int(),
    status: AssignmentStatus,
    dueAt: DateTimeString.nullable(),
    closesAt: DateTimeString.nullable(),
    maxMarks: z.number(),
    /** In percent or any other unit; null: same as the maximum. */
    weight: z.number().nullable(),
    /** Whether its week is published and unlocked. */
    isOpen: z.boolean(),
  })
  .meta({ id: 'MarkColumn' })
export type MarkColumn = z.infer<typeof MarkColumn>

/** `held`: marks that students do not see yet. */
const GradebookColumn = MarkColumn.extend({ held: z.int() }).meta({ id: 'GradebookColumn' })
export type GradebookColumn = z.infer<typeof GradebookColumn>

const MarkCell = z
  .object({
    submissionId: Id.nullable(),
    state: MarkState,
    /** For returned work: the marks of an earlier attempt. */
    marks: z.number().nullable(),
    /** Whether missing work counts as 0 now. */
    isMissingCounted: z.boolean(),
    /** The due time of a student with an extension. */
    extendedTo: DateTimeString.nullable(),
    late: z.boolean(),
    /** The late deduction; `marks` is already reduced by it. */
    deduction: z.number(),
    attempt: z.int(),
    gradedAt: DateTimeString.nullable(),
    /** For staff: hidden from the student until it is released. */
    isHeld: z.boolean(),
  })
  .meta({ id: 'MarkCell' })
export type MarkCell = z.infer<typeof MarkCell>

const course = z.object({ courseId: Id })
const filters = {
  search: Search.optional().meta({ description: 'Name or email' }),
  /** Students with such work, in the assignment `stateIn` or in any. */
  state: z.enum(['missing', 'to-grade']).optional(),
  stateIn: Id.optional(),
}

const GradebookRow = z
  .object({
    student: Person.extend({ email: z.string().nullable() }),
    /** In percent; null if nothing counts yet. */
    total: z.number().nullable(),
    /** In the order of the columns. */
    cells: z.array(MarkCell),
  })
  .meta({ id: 'GradebookRow' })
export type GradebookRow = z.infer<typeof GradebookRow>

export const getGradebook = route({
  method: 'GET',
  path: '/api/marks/:courseId',
  summary: 'The gradebook: assignments as columns, and a page of students with their marks',
  allow: 'marks.read',
  course: 'params.courseId',
  params: course,
  query: z.object({
    ...Page,
    ...filters,
    /** `mark`: of the assignment `sortIn`. */
    sort: z.enum(['name', '-name', 'total', '-total', 'mark', '-mark']).default('name'),
    sortIn: Id.optional(),
  }),
  reply: toPageShape(GradebookRow).extend({ columns: z.array(GradebookColumn), missingCounts: MissingCounts, showMedians: z.boolean() }),
})

const MarkSpread = z
  .object({
    id: Id,
    graded: z.int(),
    toGrade: z.int(),
    missing: z.int(),
    median: z.number().nullable(),
    lowest: z.number().nullable(),
    highest: z.number().nullable(),
    /** Marks in fifths of the maximum, lowest first. */
    spread: z.array(z.int()).length(5),
  })
  .meta({ id: 'MarkSpread' })
export type MarkSpread = z.infer<typeof MarkSpread>

export const getMarksSummary = route({
  method: 'GET',
  path: '/api/marks/:courseId/summary',
  summary: 'Statistics of the whole class: counts, median and distribution of each assignment, and the median of the totals',
  allow: 'marks.read',
  course: 'params.courseId',
  params: course,
  reply: z.object({
    students: z.int(),
    toGrade: z.int(),
    missing: z.int(),
    /** The submission that has waited longest for a mark. */
    oldest: z.object({ submissionId: Id, assignmentId: Id, weekId: Id }).nullable(),
    medianTotal: z.number().nullable(),
    assignments: z.array(MarkSpread),
  }),
})

export const exportMarks = route({
  method: 'GET',
  path: '/api/marks/:courseId/export',
  summary: 'The gradebook as a file: one row per student, one column per assignment with the header `Title [id]`',
  allow: 'marks.read',
  course: 'params.courseId',
  params: course,
  query: z.object({ ...filters, format: z.enum(['csv', 'xlsx']).default('csv'), feedback: Flag.optional() }),
  download: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
})

export const exportSubmissions = route({
  method: 'GET',
  path: '/api/submissions/:courseId/:assignmentId/export',
  summary: 'The marks of one assignment as a file, with state, times and feedback',
  allow: 'submission.list',
  course: 'params.courseId',
  params: course.extend({ assignmentId: Id }),
  query: z.object({ format: z.enum(['csv', 'xlsx']).default('csv') }),
  download: ['text/csv', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
})

export const updateMarkSettings = route({
  method: 'PATCH',
  path: '/api/marks/:courseId',
  summary: 'Change weights, when missing work counts, and whether students see the medians',
  allow: 'marks.write',
  course: 'params.courseId',
  params: course,
  body: z
    .object({
      weights: z.array(z.object({ assignmentId: Id, weight: Marks.nullable() })).max(500, 'At most 500 weights'),
      missingCounts: MissingCounts,
      showMedians: z.boolean(),
    })
    .partial(),
  example: { body: { missingCounts: 'DUE' } },
})

const MyMark = MarkColumn.extend({
  ...MarkCell.shape,
  submittedAt: DateTimeString.nullable(),
  feedback: z.string().nullable(),
  /** Marks deducted if it is submitted now; null if it cannot be submitted, or nothing is deducted. */
  lateCost: z.number().nullable(),
  canSubmit: z.boolean(),
  median: z.number().nullable(),
}).meta({ id: 'MyMark' })
export type MyMark = z.infer<typeof MyMark>

export const getMyMarks = route({
  method: 'GET',
  path: '/api/marks/mine/:courseId',
  summary: 'The caller’s marks in a course, and their total',
  allow: 'marks.readOwn',
  course: 'params.courseId',
  params: course,
  reply: z.object({
    missingCounts: MissingCounts,
    showMedians: z.boolean(),
    /** In percent; null if nothing counts yet. */
    total: z.number().nullable(),
    totalIfNothingMore: z.number().nullable(),
    /** Only if the course shows medians, and from five marks on. */
    medianTotal: z.number().nullable(),
    items: z.array(MyMark),
  }),
})
