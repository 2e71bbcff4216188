/** Emails to the members of a course: who gets them, what became of them, and announcements. */
import { z } from 'zod'
import { route } from '#route.ts'
import { DateTimeString, Day, FileKeys, FileUrls, Id, Instant, Page, pageOf, Person, RichText, SingleLineText, Text } from '#values.ts'

export * from '#email-subscriptions.ts'

const inCourse = z.object({ courseId: Id })
const emailParams = z.object({ courseId: Id, id: Id })

/** `ALL STUDENTS TRAINERS ME PENDING NOT_SUBMITTED:<id> UNGRADED:<id> ABSENT:<weekId>[:<mediaId>] INACTIVE:<days>`, user ids, or members’ addresses. */
const SendTo = Text(254).or(z.array(Text(254)).min(1, 'Choose who gets it').max(5000, 'At most 5000 entries'))
const except = z.array(Id).max(5000, 'At most 5000 people').default([])
const message = {
  subject: SingleLineText(200),
  /** As the content of posts: pictures are `<img data-key="file key">`, 2 MB in all. */
  body: RichText.min(1, 'Must not be empty'),
}
/** The last day, in the course's time zone, on which the email is shown on the course page. */
const showUntil = Day.nullable()

export const sendMails = route({
  method: 'POST',
  path: '/api/courses/send-mails/:courseId',
  summary: 'Queue an email to members of the course, one each; it leaves after ten seconds, or at `sendAt`',
  allow: 'mail.send',
  course: 'params.courseId',
  params: inCourse,
  files: ['body'],
  body: z.object({
    ...message,
    sendTo: SendTo,
    /** People who are left out. */
    except,
    sendAt: Instant.optional(),
    showUntil: showUntil.optional(),
  }),
  reply: z.object({ id: Id, recipients: z.int() }),
  status: [202],
  example: { body: { subject: 'Bring one dataset', body: '<p>One that you do not trust.</p>', sendTo: 'ALL' } },
})

/** Why somebody is among the recipients: the rule, or for `NOT_SUBMITTED` how far they are. */
const Why = z.enum([
  'MEMBER',
  'STUDENT',
  'TRAINER',
  'ME',
  'PENDING',
  'NOT_STARTED',
  'DRAFT_SAVED',
  'UNGRADED',
  'ABSENT',
  'INACTIVE',
  'CHOSEN',
])
export type Why = z.infer<typeof Why>
/** Announcements are not emailed at once to people who want them in the daily email, or not by email. */
const LeftOutReason = z.enum(['OPTED_OUT', 'SUSPENDED', 'INVITED', 'ANNOUNCEMENTS_DAILY', 'ANNOUNCEMENTS_NEVER'])
export type LeftOutReason = z.infer<typeof LeftOutReason>

/** An applicant is not enrolled yet. */
const Recipient = Person.extend({ email: z.string(), lastSeenAt: DateTimeString.nullable(), isApplicant: z.boolean() })
export type Recipient = z.infer<typeof Recipient>

/** An entry of `sendTo` that is a rule, with the title of the assignment or week that it names; people are counted. */
const AudienceRule = z.object({
  kind: z.enum(['ALL', 'STUDENTS', 'TRAINERS', 'ME', 'PENDING', 'NOT_SUBMITTED', 'UNGRADED', 'ABSENT', 'INACTIVE', 'PEOPLE']),
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
    /** How many the plain audiences have. */
    options: z.object({ all: z.int(), students: z.int(), trainers: z.int(), pending: z.int() }),
  })
  .meta({ id: 'AudiencePreview' })
export type AudiencePreview = z.infer<typeof AudiencePreview>

export const previewAudience = route({
  method: 'POST',
  path: '/api/courses/send-mails/:courseId/preview',
  summary: 'Who would get an email and why, and who is left out',
  allow: 'mail.send',
  course: 'params.courseId',
  params: inCourse,
  rateLimit: 'autosave',
  body: z.object({
    sendTo: SendTo,
    except,
    /** Whether it is to be shown on the course page too. */
    isAnnouncement: z.boolean().default(false),
    /** Names in each group. */
    limit: z.int().min(1).max(1000, 'At most 1000').default(8),
  }),
  reply: AudiencePreview,
  example: { body: { sendTo: 'STUDENTS' } },
})

export const sendTestMail = route({
  method: 'POST',
  path: '/api/courses/send-mails/:courseId/test',
  summary: 'Send an email to oneself, as members would get it',
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
  summary: 'Addresses at which the pictures of a draft can be read for now; without those that an email to the course may not have',
  allow: 'mail.send',
  course: 'params.courseId',
  params: inCourse,
  rateLimit: 'autosave',
  files: ['keys.*'],
  body: z.object({ keys: FileKeys }),
  reply: FileUrls,
  example: { body: { keys: ['image/0198f6a0-0000-7000-8000-000000000000/0198f6a0-0000-7000-8000-000000000001.png'] } },
})

const State = z.enum(['SCHEDULED', 'SENDING', 'SENT', 'CANCELLED'])

export const CourseEmail = z
  .object({
    id: Id,
    subject: z.string(),
    sender: Person,
    state: State,
    /** Of a cancelled one: why. */
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
  reply: pageOf(CourseEmail).extend({ failed: z.int() }),
})

const CourseEmailText = CourseEmail.extend({
  body: z.string(),
  sendTo: z.array(z.string()),
  except: z.array(Id),
  /** Names of people whom a rule added or dropped between scheduling and sending. */
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
    /** Of those left out. `LEFT`: no longer in the course; `COURSE`: the course was deleted or archived. */
    reason: LeftOutReason.or(z.enum(['LEFT', 'COURSE'])).nullable(),
    /** What the mail server answered last. */
    answer: z.string().nullable(),
    delayedBy: z.enum(['SETTINGS', 'SERVER', 'RECIPIENT']).nullable(),
    nextAttemptAt: DateTimeString.nullable(),
    sentAt: DateTimeString.nullable(),
  })
  .meta({ id: 'Delivery' })
export type Delivery = z.infer<typeof Delivery>

export const listDeliveries = route({
  method: 'GET',
  path: '/api/courses/send-mails/:courseId/:id/deliveries',
  summary: 'What became of an email for each person: failed first, then queued, left out, sent',
  allow: 'mail.send',
  course: 'params.courseId',
  params: emailParams,
  query: z.object({ ...Page, state: DeliveryState.optional() }),
  reply: pageOf(Delivery).extend({ counts: CourseEmail.shape.counts }),
})

export const cancelCourseEmail = route({
  method: 'POST',
  path: '/api/courses/send-mails/:courseId/:id/cancel',
  summary: 'Undo an email that has not left; the answer is its draft',
  allow: 'mail.send',
  course: 'params.courseId',
  params: emailParams,
  reply: z.object({ subject: z.string(), body: z.string(), sendTo: z.array(z.string()), except: z.array(Id), showUntil }),
  problems: ['conflict'],
})

export const updateCourseEmail = route({
  method: 'PATCH',
  path: '/api/courses/send-mails/:courseId/:id',
  summary: 'Change text or time of a scheduled email, or how long any is shown on the course page',
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
  problems: ['conflict'],
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
  problems: ['conflict'],
})

export const retryDeliveries = route({
  method: 'POST',
  path: '/api/courses/send-mails/:courseId/:id/retry',
  summary: 'Try again what could not be delivered, to all or to some people',
  allow: 'mail.send',
  course: 'params.courseId',
  params: emailParams,
  body: z.object({ userIds: z.array(Id).min(1).max(5000).optional() }),
  reply: z.object({ queued: z.int() }),
  example: { body: {} },
})

export const Announcement = z
  .object({
    id: Id,
    courseId: Id,
    courseTitle: z.string(),
    subject: z.string(),
    body: z.string(),
    senderName: z.string(),
    sentAt: DateTimeString,
  })
  .meta({ id: 'Announcement' })
export type Announcement = z.infer<typeof Announcement>

export const listAnnouncements = route({
  method: 'GET',
  path: '/api/announcements',
  summary: 'Announcements of the caller’s courses, newest first, at most 20',
  allow: 'course.listOwn',
  query: z.object({ courseId: Id.optional() }),
  reply: z.object({ items: z.array(Announcement) }),
})
