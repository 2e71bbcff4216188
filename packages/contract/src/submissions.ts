/** Submissions and their grading. */

import { z } from 'zod'
import { Answer, AnsweredQuestion, AnswerFile, Answers } from '#answers.ts'
import { SubmissionStatus } from '#assignments.ts'
import { route } from '#route.ts'
import { textLimits } from '#rules/limits.ts'
import { Created, Id, Instant, Marks, Page, toPageShape, Person, Search, DateTimeString, Text, Version } from '#values.ts'

export { Answer }

const QuestionMarks = z.array(z.object({ questionId: Id, marks: Marks })).max(200)

const outcome = {
  marks: z.number().nullable(),
  questionMarks: z.array(z.object({ questionId: Id, marks: z.number() })),
  /** The late deduction; `marks` is already reduced by it. */
  deduction: z.number(),
  feedback: z.string().nullable(),
  gradedBy: Person.nullable(),
  gradedAt: DateTimeString.nullable(),
}

/** The time that lateness is based on: for returned work that was submitted again, the submission before it was returned. */
const effectiveSubmittedAt = DateTimeString.nullable()

export const Submission = z
  .object({
    id: Id,
    assignmentId: Id,
    courseId: Id,
    student: Person,
    answers: z.array(Answer),
    /** The student's unsubmitted draft; null for everyone else. */
    draft: z.array(Answer).nullable(),
    /** Increases with each saved draft and each submission; null for everyone but the student. */
    draftVersion: Version.nullable(),
    files: z.array(AnswerFile),
    status: SubmissionStatus,
    late: z.boolean(),
    /** Nothing was submitted, and the due time has passed. */
    missing: z.boolean(),
    attempt: z.int(),
    submittedAt: DateTimeString.nullable(),
    effectiveSubmittedAt,
    /** Who recorded the first attempt, which was submitted outside LMS; null if the student submitted all of them. */
    recordedBy: Person.nullable(),
    /** For this student, including an extension. */
    dueAt: DateTimeString.nullable(),
    /** Nothing can be submitted any more by this student, because it was closed or its closing time has passed. */
    isClosed: z.boolean(),
    isExcused: z.boolean(),
    updatedAt: DateTimeString,
    /** For staff, 0 for the student: increases with marks, including held ones. */
    version: z.int(),
    /** For staff: graded, and hidden from the student until it is released. */
    isHeld: z.boolean(),
    /** The mark is from a file: nothing is taken off for lateness while it stays the same. */
    isFinal: z.boolean(),
    /** The version of the questions that were answered. */
    questionsVersion: Version,
    /** As worded then: the version that was answered. */
    questionVersions: z.array(z.object({ version: Version, questions: z.array(AnsweredQuestion) })),
    ...outcome,
  })
  .meta({ id: 'Submission' })
export type Submission = z.infer<typeof Submission>

/** An attempt before the current one. */
export const Attempt = z
  .object({
    attempt: z.int(),
    submittedAt: DateTimeString,
    late: z.boolean(),
    answers: z.array(Answer),
    questionsVersion: Version,
    ...outcome,
  })
  .meta({ id: 'Attempt' })
export type Attempt = z.infer<typeof Attempt>

/** With the questions that they answer and the files in them. */
const Attempts = toPageShape(Attempt).extend(Submission.pick({ questionVersions: true, files: true }).shape)
export type Attempts = z.infer<typeof Attempts>

const assignmentParams = z.object({ courseId: Id, weekId: Id, assignmentId: Id })
const example = { body: { answers: [] } }

/** Answers to file questions contain one or several keys. */
const files = ['answers.*.value', 'answers.*.value.*'] as const

export const submitAssignment = route({
  method: 'POST',
  path: '/api/assignments/course/:courseId/week/:weekId/:assignmentId/submit',
  summary: 'Submit; submitting again before grading replaces the current attempt, which is kept',
  allow: 'submission.write',
  course: 'params.courseId',
  params: assignmentParams,
  files,
  body: Answers.extend({
    /** The version of the questions on the page; a different current one is a 409 with that version. */
    questionsVersion: Version.optional(),
    /** Sends the student an email receipt. */
    emailReceipt: z.boolean().default(false),
  }),
  reply: Submission,
  status: Created,
  problems: ['closed', 'version-conflict'],
  example,
})

export const saveAnswers = route({
  method: 'PATCH',
  path: '/api/assignments/:id/answers',
  summary: 'Save the draft; the id is the assignment’s or the caller’s own submission’s',
  allow: 'submission.write',
  rateLimit: 'autosave',
  params: z.object({ id: Id }),
  files,
  body: Answers,
  reply: Submission,
  problems: ['closed', 'version-conflict'],
  example,
})

export const gradeSubmission = route({
  method: 'POST',
  path: '/api/assignments/:id/grade',
  summary: 'Grade a submission, or return it for another attempt; the id is the submission’s',
  allow: 'submission.grade',
  rateLimit: 'autosave',
  params: z.object({ id: Id }),
  body: z
    .object({
      /** Null: returned without a mark. */
      marks: Marks.nullable(),
      feedback: Text(textLimits.feedback).nullish(),
      questionMarks: QuestionMarks.optional(),
      action: z.enum(['GRADE', 'RETURN']).default('GRADE'),
      /** The version that the grader saw; a different current one is a 409 with the newer marks. */
      version: Version.optional(),
      /** Until when closed work that is returned can be submitted again: required then, ignored otherwise. */
      reopenUntil: Instant.optional(),
    })
    .refine(({ marks, action }) => marks !== null || action === 'RETURN', { path: ['marks'], message: 'Enter a mark' }),
  reply: Submission,
  problems: ['version-conflict', 'forbidden', 'conflict'],
  example: { body: { marks: 17, feedback: 'Your reading of the axis is exact.' } },
})

export const RosterRow = z
  .object({
    student: Person.extend({ email: z.string().nullable() }),
    submissionId: Id.nullable(),
    status: SubmissionStatus.nullable(),
    late: z.boolean(),
    missing: z.boolean(),
    /** Nothing was submitted, and it fell due before the student enrolled. */
    beforeJoining: z.boolean(),
    attempt: z.int(),
    submittedAt: DateTimeString.nullable(),
    effectiveSubmittedAt,
    /** Submitted outside LMS. */
    isRecorded: z.boolean(),
    marks: z.number().nullable(),
    gradedAt: DateTimeString.nullable(),
    /** Hidden from the student until it is released. */
    isHeld: z.boolean(),
    /** The due time of a student with an extension. */
    extendedTo: DateTimeString.nullable(),
    /** Why the student is excused, “Excused” while names are hidden; null otherwise. */
    excuseReason: z.string().nullable(),
    remindedAt: DateTimeString.nullable(),
  })
  .meta({ id: 'RosterRow' })
export type RosterRow = z.infer<typeof RosterRow>

export const listSubmissions = route({
  method: 'GET',
  path: '/api/submissions/:courseId/:assignmentId/submissions',
  summary: 'The submissions of an assignment, including students who have submitted nothing',
  allow: 'submission.list',
  course: 'params.courseId',
  params: z.object({ courseId: Id, assignmentId: Id }),
  query: z.object({
    ...Page,
    /** Each student is in one state. Without work: `not-submitted` until it is due or closed, `missing` from then on; `before-joining` if that was before they enrolled. */
    status: z.enum(['all', 'to-grade', 'graded', 'returned', 'missing', 'not-submitted', 'excused', 'before-joining']).default('all'),
    late: z
      .enum(['true', 'false'])
      .transform((value) => value === 'true')
      .optional(),
    search: Search.optional(),
    /** `state`: to grade, oldest first; missing, not submitted, returned, graded, excused, before joining. */
    sort: z.enum(['name', '-name', 'state', '-state', 'submittedAt', '-submittedAt', 'marks', '-marks']).default('name'),
  }),
  reply: toPageShape(RosterRow).extend({
    counts: z.object({
      all: z.int(),
      toGrade: z.int(),
      graded: z.int(),
      returned: z.int(),
      late: z.int(),
      notSubmitted: z.int(),
      missing: z.int(),
      excused: z.int(),
      beforeJoining: z.int(),
    }),
    /** Marks that students do not see yet. */
    held: z.int(),
  }),
})

export const getSubmission = route({
  method: 'GET',
  path: '/api/submissions/:submissionId/course/:courseId',
  summary: 'One submission, for staff of the course or its student',
  allow: 'submission.read',
  course: 'params.courseId',
  params: z.object({ submissionId: Id, courseId: Id }),
  reply: Submission,
})

export const listAttempts = route({
  method: 'GET',
  path: '/api/submissions/:submissionId/course/:courseId/attempts',
  summary: 'The attempts before the current one, newest first',
  allow: 'submission.read',
  course: 'params.courseId',
  params: z.object({ submissionId: Id, courseId: Id }),
  query: z.object(Page),
  reply: Attempts,
})

export const MySubmission = z
  .object({
    id: Id,
    assignmentId: Id,
    assignmentTitle: z.string(),
    courseId: Id,
    courseTitle: z.string(),
    weekId: Id,
    status: SubmissionStatus,
    late: z.boolean(),
    attempt: z.int(),
    submittedAt: DateTimeString.nullable(),
    marks: z.number().nullable(),
    maxMarks: z.number(),
    feedback: z.string().nullable(),
    gradedAt: DateTimeString.nullable(),
  })
  .meta({ id: 'MySubmission' })
export type MySubmission = z.infer<typeof MySubmission>

export const listMySubmissions = route({
  method: 'GET',
  path: '/api/student-submissions',
  summary: 'The caller’s own submissions, newest first, or those with a result since a time, newest result first; empty for staff',
  allow: 'submission.listOwn',
  query: z.object({ ...Page, gradedSince: Instant.optional() }),
  reply: toPageShape(MySubmission),
})

/** Why only the author can still read a submission. */
const deleted = z.enum(['COURSE', 'WEEK', 'ASSIGNMENT'])

export const listMyDeletedSubmissions = route({
  method: 'GET',
  path: '/api/student-submissions/deleted',
  summary: 'The caller’s own submissions in deleted courses, weeks and assignments, newest first',
  allow: 'submission.listOwn',
  query: z.object(Page),
  reply: toPageShape(MySubmission.omit({ weekId: true, feedback: true, late: true }).extend({ deleted })),
})

export const getMyDeletedSubmission = route({
  method: 'GET',
  path: '/api/student-submissions/deleted/:id',
  summary: 'One of the caller’s submissions in deleted courses, weeks and assignments',
  allow: 'submission.listOwn',
  params: z.object({ id: Id }),
  reply: z.object({
    submission: Submission,
    assignment: z.object({ title: z.string(), maxMarks: z.number() }),
    courseTitle: z.string(),
    deleted,
  }),
})

export const listMyDeletedAttempts = route({
  method: 'GET',
  path: '/api/student-submissions/deleted/:id/attempts',
  summary: 'The earlier attempts of one of the caller’s submissions in deleted courses, weeks and assignments',
  allow: 'submission.listOwn',
  params: z.object({ id: Id }),
  query: z.object(Page),
  reply: Attempts,
})
