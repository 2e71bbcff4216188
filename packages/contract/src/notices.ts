/** Notices: what is new for the caller, as shown in the notification menu. */

import { z } from 'zod'
import { route } from '#route.ts'
import { noticeKinds, noticeOutcomes } from '#rules/notices.ts'
import { DateTimeString, Id, Instant, Page, Person, UnreadNotices } from '#values.ts'

const NoticeSubject = z.object({
  title: z.string(),
  outcome: z.enum(noticeOutcomes).optional(),
  marks: z.number().optional(),
  maxMarks: z.number().optional(),
  discussionId: Id.optional(),
  commentId: Id.optional(),
  weekId: Id.optional(),
  assignmentId: Id.optional(),
  mediaId: Id.optional(),
  text: z.string().optional(),
  others: z.int().optional(),
  emailId: Id.optional(),
  userId: Id.optional(),
})

/** The newest notice of a group, such as unread replies to one discussion. */
export const Notice = z
  .object({
    id: Id,
    kind: z.enum(noticeKinds),
    subject: NoticeSubject,
    /** Null: about an account. */
    course: z.object({ id: Id, title: z.string() }).nullable(),
    actor: Person.nullable(),
    /** Other people whose notices are in the same row. */
    otherActors: z.int(),
    createdAt: DateTimeString,
    isRead: z.boolean(),
  })
  .meta({ id: 'Notice' })
export type Notice = z.infer<typeof Notice>

export const listNotices = route({
  method: 'GET',
  path: '/api/notices',
  summary: 'The caller’s notices of the last 90 days, newest first; notices about one discussion are one row',
  allow: 'notice.list',
  /** `after` is `next` of the previous page. */
  query: z.object({ limit: Page.limit, after: Id.optional() }),
  reply: z.object({
    items: z.array(Notice),
    next: Id.nullable(),
    unread: UnreadNotices,
    /** When this response was created. */
    shownAt: DateTimeString,
  }),
})

export const updateNotices = route({
  method: 'PATCH',
  path: '/api/notices',
  summary: 'Mark notices as read: the given ones and the rest of their rows, all up to one, or those about what was shown',
  allow: 'notice.update',
  rateLimit: 'autosave',
  whenFull: true,
  body: z.object({
    ids: z.array(Id).max(100, 'At most 100 notices').optional(),
    /** The newest that was shown: later ones stay unread. */
    upTo: Id.optional(),
    /** The assignments, media, emails to a course, users and sign-ups to decide that were shown; a course for what is new in it, and its sign-up decision. */
    about: z.array(Id).max(100, 'At most 100 ids').optional(),
    /** When the list, or what they are about, was requested: what came later stays unread. */
    shownAt: Instant.optional(),
  }),
  reply: z.object({ unread: UnreadNotices }),
  example: { body: { ids: [] } },
})
