/** Mail to the members of a course. */
import { z } from 'zod'
import { route } from '#route.ts'
import { Id, Line, RichText, Text } from '#values.ts'

export const sendMails = route({
  method: 'POST',
  path: '/api/courses/send-mails/:courseId',
  summary: 'Queue a mail to members of the course, one each',
  allow: 'mail.send',
  course: 'params.courseId',
  params: z.object({ courseId: Id }),
  body: z.object({
    subject: Line(200).refine((value) => !/[\r\n]/.test(value), 'Must be one line'),
    body: RichText.min(1, 'Must not be empty'),
    /** `ALL STUDENTS TRAINERS ME PENDING NOT_SUBMITTED:<id> …`, user ids, or members’ addresses. */
    sendTo: Text(254).or(z.array(Text(254)).min(1, 'Choose who gets it').max(5000)),
  }),
  reply: z.object({ id: Id, recipients: z.int() }),
  status: [202],
  example: { body: { subject: 'Bring one dataset', body: '<p>One that you do not trust.</p>', sendTo: 'ALL' } },
})
