/** Emails to the members of a course: recipients and delivery. */

import { z } from 'zod'
import { route } from '#route.ts'
import { DateTimeString, Day, FileKeys, FileUrls, Id, Instant, Page, toPageShape, Person, RichText, SingleLineText, Text } from '#values.ts'

export * from '#announcements.ts'
export * from '#email-subscriptions.ts'

const inCourse = z.object({ courseId: Id })
const emailParams = z.object({ courseId: Id, id: Id })

/** `ALL STUDENTS TRAINERS ME PENDING NOT_SUBMITTED:<id> UNGRADED:<id> NOT_WATCHED:<mediaId> ABSENT:<weekId>[:<mediaId>] INACTIVE:<days>`, user ids, or members’ addresses. */
const SendTo = Text(254).or(z.array(Text(254)).min(1, 'Choose who gets it').max(5000, 'At most 5000 entries'))
const except = z.array(Id).max(5000, 'At most 5000 people').default([])
const message = {
  subject: SingleLineText(200),
  /** Like the content of posts: images are `<img data-key="file key">`, 2 MB in all. */
  body: RichText.min(1, 'Must not be empty'),
}
/** The last day, in the course's time zone, on which the email is shown on the course page. */
const showUntil = Day.nullable()

export const sendMails = route({
  method: 'POST',
  path: '/api/courses/send-mails/:courseId',
  summary: 'Queue an email to members of the course, one each; it is sent after ten seconds, or at `sendAt`',
  allow: 'mail.send',
  course: 'params.courseId',
  params: inCourse,
  files: ['body'],
  body: z.object({
    ...message,
    sendTo: SendTo,
    /** Excluded users. */
    except,
    sendAt: Instant.optional(),
    showUntil: showUntil.optional(),
  }),
  reply: z.object({ id: Id, recipients: z.int() }),
  status: [202],
  problems: ['closed'],
  example: { body: { subject: 'Bring one dataset', body: '<p>One that you do not trust.</p>', sendTo: 'ALL' } },
})

/** Why a user is a recipient: the rule, or for `NOT_SUBMITTED` and `NOT_WATCHED` how far they are. */
const Why = z.enum([
  'MEMBER',
  'STUDENT',
  'TRAINER',
  'ME',
  'PENDING',
  'NOT_STARTED',
  'DRAFT_SAVED',
  'IN_PROGRESS',
  'UNGRADED',
  'ABSENT',
  'INACTIVE',
  'CHOSEN',
])
export type Why = z.infer<typeof Why>
/** Announcements are not emailed at once to users who chose the daily email or no email. */
const LeftOutReason = z.enum(['OPTED_OUT', 'SUSPENDED', 'INVITED', 'ANNOUNCEMENTS_DAILY', 'ANNOUNCEMENTS_NEVER'])
export type LeftOutReason = z.infer<typeof LeftOutReason>

/** An applicant is not enrolled yet; who sends an email to themselves may be no member. */
const Recipient = Person.extend({
  email: z.string(),
  lastSeenAt: DateTimeString.nullable(),
  part: z.enum(['STUDENT', 'TRAINER', 'APPLICANT', 'SENDER']),
})
export type Recipient = z.infer<typeof Recipient>

/** A rule in `sendTo`, with the title of the assignment, recording or week that it refers to; individual users are counted. */
const AudienceRule = z.object({
  kind: z.enum([
    'ALL',
    'STUDENTS',
    'TRAINERS',
    'ME',
    'PENDING',
    'NOT_SUBMITTED',
    'UNGRADED',
    'NOT_WATCHED',
    'ABSENT',
    'INACTIVE',
    'PEOPLE',
  ]),
  title: z.string().nullable(),
  days: z.int().nullable(),
})
export type AudienceRule = z.infer<typeof AudienceRule>

export const AudiencePreview = z
  .object({
    rules: z.array(AudienceRule),
    count: z.int(),
    groups: z.array(z.object({ why: Why, count: z.int(), people: z.array(Recipient) })),
    leftOut: z.array(z.object({ reason: LeftOutReason, count: z.int(), people: z.array(Recipient) })),
    /** The sizes of the simple audiences. */
    options: z.object({ all: z.int(), students: z.int(), trainers: z.int(), pending: z.int() }),
  })
  .meta({ id: 'AudiencePreview' })
export type AudiencePreview = z.infer<typeof AudiencePreview>

export const previewAudience = route({
  method: 'POST',
  path: '/api/courses/send-mails/:courseId/preview',
  summary: 'Preview who would get an email and why, and who is excluded',
  allow: 'mail.send',
  course: 'params.courseId',
  params: inCourse,
  rateLimit: 'autosave',
  body: z.object({
    sendTo: SendTo,
    except,
    /** Whether it will also be shown on the course page. */
    isAnnouncement: z.boolean().default(false),
    /** Names in each group, of those that a search finds. */
    limit: z.int().min(1).max(100, 'At most 100').default(8),
    search: Text(200).trim().optional(),
  }),
  reply: AudiencePreview,
  example: { body: { sendTo: 'STUDENTS' } },
})

export const sendTestMail = route({
  method: 'POST',
  path: '/api/courses/send-mails/:courseId/test',
  summary: 'Send a test email to the caller, as members would get it',
  allow: 'mail.send',
  course: 'params.courseId',
  params: inCourse,
  files: ['body'],
  body: z.object(message),
  reply: z.object({ email: z.string() }),
  status: [202],
  example: { body: { subject: 'Bring one dataset', body: '<p>One that you do not trust, {{name}}.</p>' } },
})

export const getPictureUrls = route({
  method: 'POST',
  path: '/api/courses/send-mails/:courseId/pictures',
  summary: 'Temporary URLs of the images in a draft, except those not allowed in an email to the course',
  allow: 'mail.send',
  course: 'params.courseId',
  params: inCourse,
  rateLimit: 'autosave',
  files: ['keys.*'],
  body: z.object({ keys: FileKeys }),
  reply: FileUrls,
  example: { body: { keys: ['image/0198f6a0-0000-7000-8000-000000000000/0198f6a0-0000-7000-8000-000000000001.png'] } },
})

/** `courseEmailStates` says what they mean. */
const State = z.enum(['SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'])

export const CourseEmail = z
  .object({
    id: Id,
    subject: z.string(),
    sender: Person,
    state: State,
    /** For a cancelled email: the reason; for one that was sent to some only, why the others got none. */
    cancelReason: z.string().nullable(),
    createdAt: DateTimeString,
    sendAt: DateTimeString,
    rules: z.array(AudienceRule),
    showUntil,
    recipients: z.int(),
    counts: z.object({ queued: z.int(), sent: z.int(), failed: z.int(), leftOut: z.int() }),
  })
  .meta({ id: 'CourseEmail' })
export type CourseEmail = z.infer<typeof CourseEmail>

export const listCourseEmails = route({
  method: 'GET',
  path: '/api/courses/send-mails/:courseId',
  summary: 'Emails to the course: scheduled ones, then those sent, newest first',
  allow: 'mail.send',
  course: 'params.courseId',
  params: inCourse,
  query: z.object(Page),
  /** `failed`: mails of the whole course that could not be delivered. */
  reply: toPageShape(CourseEmail).extend({ failed: z.int() }),
})

const CourseEmailText = CourseEmail.extend({
  body: z.string(),
  sendTo: z.array(z.string()),
  except: z.array(Id),
  /** Names of users added or dropped by a rule between scheduling and sending. */
  added: z.array(z.string()),
  dropped: z.array(z.string()),
}).meta({ id: 'CourseEmailText' })
export type CourseEmailText = z.infer<typeof CourseEmailText>

export const getCourseEmail = route({
  method: 'GET',
  path: '/api/courses/send-mails/:courseId/:id',
  summary: 'One email with its text and audience',
  allow: 'mail.send',
  course: 'params.courseId',
  params: emailParams,
  reply: CourseEmailText,
})

const DeliveryState = z.enum(['FAILED', 'QUEUED', 'LEFT_OUT', 'SENT'])
export const Delivery = z
  .object({
    person: Person.extend({ email: z.string().nullable() }),
    state: DeliveryState,
    /** For excluded users. `LEFT`: no longer in the course; `COURSE`: the course was deleted or archived. */
    reason: LeftOutReason.or(z.enum(['LEFT', 'COURSE'])).nullable(),
    /** The mail server's last response. */
    answer: z.string().nullable(),
    delayedBy: z.enum(['NO_SERVER', 'SETTINGS', 'SERVER', 'RECIPIENT']).nullable(),
    nextAttemptAt: DateTimeString.nullable(),
    sentAt: DateTimeString.nullable(),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof Delivery>

export const listDeliveries = route({
  method: 'GET',
  path: '/api/courses/send-mails/:courseId/:id/deliveries',
  summary: 'The delivery of an email to each user: failed first, then queued, excluded, sent',
  allow: 'mail.send',
  course: 'params.courseId',
  params: emailParams,
  query: z.object({ ...Page, state: DeliveryState.optional() }),
  reply: toPageShape(Delivery).extend({ counts: CourseEmail.shape.counts }),
})

export const cancelCourseEmail = route({
  method: 'POST',
  path: '/api/courses/send-mails/:courseId/:id/cancel',
  summary: 'Undo an email that has not been sent; returns its draft',
  allow: 'mail.send',
  course: 'params.courseId',
  params: emailParams,
  reply: z.object({ subject: z.string(), body: z.string(), sendTo: z.array(z.string()), except: z.array(Id), showUntil }),
  problems: ['conflict'],
})

export const updateCourseEmail = route({
  method: 'PATCH',
  path: '/api/courses/send-mails/:courseId/:id',
  summary: 'Change the text or time of a scheduled email, or how long any email is shown on the course page',
  allow: 'mail.send',
  course: 'params.courseId',
  params: emailParams,
  files: ['body'],
  body: z.object({
    subject: message.subject.optional(),
    body: message.body.optional(),
    sendAt: Instant.optional(),
    showUntil: showUntil.optional(),
  }),
  reply: CourseEmail,
  problems: ['conflict', 'closed'],
  example: { body: { showUntil: null } },
})

export const sendCourseEmailNow = route({
  method: 'POST',
  path: '/api/courses/send-mails/:courseId/:id/send-now',
  summary: 'Send a scheduled email now',
  allow: 'mail.send',
  course: 'params.courseId',
  params: emailParams,
  reply: CourseEmail,
  problems: ['conflict', 'closed'],
})

export const retryDeliveries = route({
  method: 'POST',
  path: '/api/courses/send-mails/:courseId/:id/retry',
  summary: 'Retry failed deliveries to all or some users',
  allow: 'mail.send',
  course: 'params.courseId',
  params: emailParams,
  body: z.object({ userIds: z.array(Id).min(1).max(5000).optional() }),
  reply: z.object({ queued: z.int() }),
  example: { body: {} },
})
