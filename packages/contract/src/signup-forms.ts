/** Sign-up forms: one per course, its versions, and responses. For reviewing responses see signup-responses.ts. */

import { z } from 'zod'
import { Membership } from '#courses.ts'
import { route } from '#route.ts'
import { formQuestionTypes } from '#rules/questions.ts'
import { Answer } from '#submissions.ts'
import { Created, DateTimeString, Id, Instant, SingleLineText, Text, Version } from '#values.ts'

const FormQuestionType = z.enum(formQuestionTypes)

export const FormQuestion = z
  .object({
    id: z.uuid(),
    label: z.string(),
    help: z.string(),
    type: FormQuestionType,
    required: z.boolean(),
    options: z.array(z.string()),
  })
  .meta({ id: 'FormQuestion' })
export type FormQuestion = z.infer<typeof FormQuestion>

/** WITHDRAWN: the user withdrew it, and may sign up again. */
export const ResponseStatus = z.enum(['PENDING', 'APPROVED', 'WAITLISTED', 'REJECTED', 'WITHDRAWN'])
export type ResponseStatus = z.infer<typeof ResponseStatus>

/** The caller's response. */
export const MyResponse = z
  .object({
    id: Id,
    status: ResponseStatus,
    /** Version of the form that it answers; `questions` are of that version. */
    version: Version,
    questions: z.array(FormQuestion),
    answers: z.array(Answer),
    /** Position on the waiting list, from 1. */
    place: z.int().nullable(),
    /** A message from staff with the decision. */
    note: z.string().nullable(),
    sentAt: DateTimeString,
  })
  .meta({ id: 'MyResponse' })
export type MyResponse = z.infer<typeof MyResponse>

export const SignupForm = z
  .object({
    id: Id,
    courseId: Id,
    questions: z.array(FormQuestion),
    status: z.enum(['OPEN', 'CLOSED']),
    /** Responses are accepted until this instant. */
    closesAt: DateTimeString.nullable(),
    autoApprove: z.boolean(),
    /** Increases when the questions change. */
    version: Version,
    /** Null if the course has no limit. */
    seatsLeft: z.int().nullable(),
    /** The number of responses; null for callers who may not review. */
    responseCount: z.int().nullable(),
    response: MyResponse.nullable(),
  })
  .meta({ id: 'SignupForm' })
export type SignupForm = z.infer<typeof SignupForm>

const params = z.object({ courseId: Id })
const responseParams = z.object({ courseId: Id, id: Id })

export const saveForm = route({
  method: 'POST',
  path: '/api/sign-up-forms/:courseId',
  summary: 'Create or replace the form; question ids are kept, and responses keep their version of the questions',
  allow: 'form.write',
  course: 'params.courseId',
  params,
  body: z.object({
    questions: z
      .array(
        z.object({
          id: Id.optional(),
          label: SingleLineText(500),
          help: Text(1000).default(''),
          type: FormQuestionType,
          required: z.boolean().default(false),
          options: z.array(SingleLineText(200)).max(50, 'At most 50 choices').default([]),
        }),
      )
      .min(1, 'Ask at least one question')
      .max(100, 'At most 100 questions'),
    status: z.enum(['OPEN', 'CLOSED']).default('OPEN'),
    closesAt: Instant.nullable().default(null),
    autoApprove: z.boolean().default(true),
    /** The version that the page loaded; a different current one is a 409 with the newer form. */
    version: Version.optional(),
  }),
  reply: SignupForm,
  status: Created,
  problems: ['version-conflict'],
  example: { body: { questions: [{ label: 'Why this course?', type: 'LONG_TEXT', required: true }] } },
})

export const getForm = route({
  method: 'GET',
  path: '/api/sign-up-forms/:courseId',
  summary: 'The form of a course and the caller’s response; null if there is no form',
  allow: 'form.read',
  course: 'params.courseId',
  params,
  reply: SignupForm.nullable(),
})

/** Answers to file questions contain one or several keys. */
const files = ['answers.*.value', 'answers.*.value.*'] as const

const answers = z.object({
  answers: z.array(Answer).max(100),
  /** The version that was filled in. If the form has changed since, a 409 returns the newer one. */
  version: Version.optional(),
})

export const answerForm = route({
  method: 'POST',
  path: '/api/sign-up-forms/:courseId/:id',
  summary: 'Respond to the form: the caller is enrolled at once, reviewed by staff, or put on the waiting list',
  allow: 'form.answer',
  course: 'params.courseId',
  params: responseParams,
  files,
  body: answers,
  reply: z.object({ id: Id, status: z.enum(['ACCEPTED', 'PENDING', 'WAITLISTED']), place: z.int().nullable(), membership: Membership }),
  status: Created,
  problems: ['already-answered', 'closed', 'version-conflict'],
  example: { body: { answers: [] } },
})

export const changeAnswers = route({
  method: 'PATCH',
  path: '/api/sign-up-forms/:courseId/:id',
  summary: 'Change the caller’s response while it is undecided; `id` is the form’s',
  allow: 'form.answer',
  course: 'params.courseId',
  params: responseParams,
  files,
  body: answers,
  reply: MyResponse,
  problems: ['closed', 'conflict', 'version-conflict'],
  example: { body: { answers: [] } },
})

export const withdrawAnswers = route({
  method: 'POST',
  path: '/api/sign-up-forms/:courseId/:id/withdraw',
  summary: 'Withdraw the caller’s response while it is undecided; `id` is the form’s',
  allow: 'form.answer',
  course: 'params.courseId',
  params: responseParams,
  reply: MyResponse,
  problems: ['conflict'],
})
