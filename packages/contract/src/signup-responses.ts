/** Responses to a course's sign-up form, for reviewers. */

import { z } from 'zod'
import { route } from '#route.ts'
import { decideLimit } from '#rules/limits.ts'
import { FormQuestion, ResponseStatus } from '#signup-forms.ts'
import { Answer } from '#submissions.ts'
import { DateTimeString, Id, Page, toPageShape, Person, Search, Text, Version } from '#values.ts'

/** LEFT: was enrolled by this form, and is no longer in the course. They can sign up again; decisions do not change that. */
const ReviewStatus = z.enum([...ResponseStatus.options, 'LEFT'])
export type ReviewStatus = z.infer<typeof ReviewStatus>

const AnswerFile = z.object({ key: z.string(), name: z.string(), size: z.number(), url: z.string() })

export const SignupResponse = z
  .object({
    id: Id,
    person: Person.extend({ email: z.string().nullable() }),
    status: ReviewStatus,
    version: Version,
    answers: z.array(Answer),
    /** Responses sent before signing up again, newest first. */
    earlier: z.array(z.object({ version: Version, answers: z.array(Answer), sentAt: DateTimeString })),
    files: z.array(AnswerFile),
    /** Position on the waiting list, from 1. */
    place: z.int().nullable(),
    note: z.string().nullable(),
    sentAt: DateTimeString,
    decidedAt: DateTimeString.nullable(),
    decidedBy: Person.nullable(),
  })
  .meta({ id: 'SignupResponse' })
export type SignupResponse = z.infer<typeof SignupResponse>

const counts = {
  review: z.int(),
  enrolled: z.int(),
  waitlisted: z.int(),
  declined: z.int(),
  left: z.int(),
  withdrawn: z.int(),
  all: z.int(),
}
const inCourse = z.object({ courseId: Id })
const responseParams = z.object({ courseId: Id, id: Id })

const filter = {
  status: ReviewStatus.optional(),
  /** Name or email. */
  search: Search.optional(),
  /** `questionId:option`, for questions with choices; several, one per line, must all match. */
  choice: Text(3000)
    .transform((lines) => lines.split('\n').filter(Boolean))
    .refine((lines) => lines.every((line) => /^[\da-f-]{36}:./.test(line)), 'Not a question and its choice')
    .optional(),
  /** Id of an answered question. */
  answered: Id.optional(),
  sort: z.enum(['sentAt', '-sentAt', 'name', '-name', 'place']).default('-sentAt'),
}

/** A course with responses that wait for a decision. */
export const WaitingCourse = z.object({ courseId: Id, courseTitle: z.string(), waiting: z.int(), oldestSentAt: DateTimeString })

export const listResponses = route({
  method: 'GET',
  path: '/api/sign-up-forms/:courseId/responses',
  summary: 'Responses to the form, with the versions that they answer',
  allow: 'form.review',
  course: 'params.courseId',
  params: inCourse,
  query: z.object({ ...Page, ...filter }),
  reply: toPageShape(SignupResponse).extend({
    counts: z.object(counts),
    versions: z.array(z.object({ version: Version, questions: z.array(FormQuestion) })),
    seats: z.object({ taken: z.int(), total: z.int().nullable() }),
  }),
})

export const exportResponses = route({
  method: 'GET',
  path: '/api/sign-up-forms/:courseId/responses/export',
  summary: 'All responses as CSV: one column for each question that was ever asked',
  allow: 'form.review',
  course: 'params.courseId',
  params: inCourse,
  query: z.object(filter),
  download: ['text/csv'],
})

export const summarizeResponses = route({
  method: 'GET',
  path: '/api/sign-up-forms/:courseId/responses/summary',
  summary: 'A summary of the form’s current questions: the number of answers, and how often each choice was selected',
  allow: 'form.review',
  course: 'params.courseId',
  params: inCourse,
  reply: z.object({
    total: z.int(),
    questions: z.array(FormQuestion.extend({ answered: z.int(), choices: z.array(z.object({ option: z.string(), count: z.int() })) })),
  }),
})

/** APPROVED enrols while there are seats, and otherwise puts on the waiting list; PENDING undoes a decision. */
const decision = {
  decision: z.enum(['APPROVED', 'WAITLISTED', 'REJECTED', 'PENDING']),
  /** Whether the user gets an email about it, ten seconds later: until then the decision can be undone unnoticed. */
  email: z.boolean().default(true),
  /** A message to the user, in that email and on their page. */
  note: Text(2000).optional(),
}

const Decided = z.object({
  /** `before`: the previous state. Users who have left the course are not included. */
  items: z.array(z.object({ id: Id, name: z.string(), before: ResponseStatus, status: ResponseStatus })),
  seatsLeft: z.int().nullable(),
  /** How many people on the waiting list those who were enrolled were put before. */
  passed: z.int(),
})

export const decideResponse = route({
  method: 'PATCH',
  path: '/api/sign-up-forms/:courseId/responses/:id',
  summary: 'Approve, decline or waitlist one response, or undo that',
  allow: 'form.review',
  course: 'params.courseId',
  params: responseParams,
  body: z.object(decision),
  reply: Decided,
  problems: ['conflict'],
  example: { body: { decision: 'APPROVED' } },
})

export const decideResponses = route({
  method: 'POST',
  path: '/api/sign-up-forms/:courseId/responses/decide',
  summary: 'Decide several responses, the waiting list first, then in the order in which they were sent: seats go to the first',
  allow: 'form.review',
  course: 'params.courseId',
  params: inCourse,
  body: z.object({ ids: z.array(Id).min(1, 'Choose at least one').max(decideLimit, `At most ${decideLimit} at a time`), ...decision }),
  reply: Decided,
  problems: ['conflict'],
  example: { body: { ids: ['019a0000-0000-7000-8000-000000000000'], decision: 'APPROVED' } },
})

export const moveUp = route({
  method: 'POST',
  path: '/api/sign-up-forms/:courseId/responses/:id/move-up',
  summary: 'Move a response up one position on the waiting list',
  allow: 'form.review',
  course: 'params.courseId',
  params: responseParams,
  reply: Decided,
  problems: ['conflict'],
})
