/** Sign-up forms: one a course, answered once a person. */
import { z } from 'zod'
import { Membership } from '#courses.ts'
import { route } from '#route.ts'
import { Answer } from '#submissions.ts'
import { Created, Id, SingleLineText, Text } from '#values.ts'

export const FormQuestionType = z.enum([
  'SHORT_TEXT',
  'LONG_TEXT',
  'SINGLE_CHOICE',
  'MULTIPLE_CHOICE',
  'DROPDOWN',
  'YES_NO',
  'DATE',
  'NUMBER',
  'EMAIL',
  'PHONE',
  'FILE',
  'CONSENT',
])

export const SignupForm = z
  .object({
    id: Id,
    courseId: Id,
    questions: z.array(
      z.object({
        id: Id,
        label: z.string(),
        help: z.string(),
        type: FormQuestionType,
        required: z.boolean(),
        options: z.array(z.string()),
      }),
    ),
    status: z.enum(['OPEN', 'CLOSED']),
    autoApprove: z.boolean(),
  })
  .meta({ id: 'SignupForm' })
export type SignupForm = z.infer<typeof SignupForm>

const params = z.object({ courseId: Id })

export const saveForm = route({
  method: 'POST',
  path: '/api/sign-up-forms/:courseId',
  summary: 'Create or replace the form; question ids are kept',
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
          options: z.array(SingleLineText(200)).max(50).default([]),
        }),
      )
      .min(1, 'Ask at least one question')
      .max(100, 'At most 100 questions'),
    status: z.enum(['OPEN', 'CLOSED']).default('OPEN'),
    autoApprove: z.boolean().default(true),
  }),
  reply: SignupForm,
  status: Created,
  example: { body: { questions: [{ label: 'Why this course?', type: 'LONG_TEXT', required: true }] } },
})

export const getForm = route({
  method: 'GET',
  path: '/api/sign-up-forms/:courseId',
  summary: 'The questions of a course’s form',
  allow: 'form.read',
  course: 'params.courseId',
  params,
  reply: SignupForm,
})

export const answerForm = route({
  method: 'POST',
  path: '/api/sign-up-forms/:courseId/:id',
  summary: 'Answer the form, once a person',
  allow: 'form.answer',
  course: 'params.courseId',
  params: z.object({ courseId: Id, id: Id }),
  body: z.object({ answers: z.array(Answer).max(100) }),
  reply: z.object({ id: Id, status: z.enum(['ACCEPTED', 'PENDING']), membership: Membership }),
  status: Created,
  problems: ['already-answered', 'course-full', 'closed'],
  example: { body: { answers: [] } },
})
