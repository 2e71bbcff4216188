/** Discussions of all courses that somebody is in: what waits for an answer, and what is new to them. */

import { z } from 'zod'
import { ReadMarks, UntilRead, untilExample } from '#discussion-reading.ts'
import { discussionFilters, FoundComment, Discussion } from '#discussions.ts'
import { route } from '#route.ts'
import { DateTimeString, Id, Page, Search, toPageShape, UnreadNotices } from '#values.ts'

/** In the order of the list. Only staff have questions to answer. */
export const discussionGroups = ['UNANSWERED', 'UNREAD', 'READ'] as const
export type DiscussionGroup = (typeof discussionGroups)[number]

const shown = {
  id: true,
  courseId: true,
  title: true,
  author: true,
  pinned: true,
  locked: true,
  commentCount: true,
  answered: true,
  newCount: true,
  unread: true,
  createdAt: true,
  lastActivityAt: true,
  lastAuthor: true,
} as const

export const MyDiscussion = Discussion.pick(shown)
  .extend({ courseTitle: z.string(), group: z.enum(discussionGroups), match: FoundComment.nullable() })
  .meta({ id: 'MyDiscussion' })
export type MyDiscussion = z.infer<typeof MyDiscussion>

/** Of the course that the list is about, else of all. */
const counts = z.object({
  all: z.int(),
  unanswered: z.int(),
  unread: z.int(),
  mine: z.int(),
  groups: z.record(z.enum(discussionGroups), z.int()),
  oldestUnansweredAt: DateTimeString.nullable(),
  newSince: DateTimeString.nullable().meta({ description: 'Everything before this has been read' }),
})

export const listMyDiscussions = route({
  method: 'GET',
  path: '/api/my-discussions',
  summary: 'The discussions of all courses that the caller is in, without archived ones',
  allow: 'discussion.listOwn',
  /** `WAITING`: for staff unanswered questions, longest waiting first; then what is unread; then the latest activity. */
  query: z.object({
    ...Page,
    search: Search.optional(),
    filter: z.enum(discussionFilters).default('ALL'),
    courseId: Id.optional(),
    sort: z.enum(['WAITING', 'LATEST']).default('WAITING'),
  }),
  reply: toPageShape(MyDiscussion).extend({
    shownAt: DateTimeString.meta({ description: '`until` of “mark all as read”' }),
    counts,
    courses: z.array(z.object({ id: Id, title: z.string() })),
  }),
})

export const markMyDiscussionsRead = route({
  method: 'PUT',
  path: '/api/my-discussions/read',
  summary: 'Mark every discussion of the caller’s courses, or of one of them, as read until a time; what came later stays unread',
  allow: 'discussion.listOwn',
  body: UntilRead.extend({ courseId: Id.optional() }),
  reply: z.object({ unreadNotices: UnreadNotices, undo: ReadMarks.nullable() }),
  example: { body: untilExample },
})

export const restoreUnread = route({
  method: 'PUT',
  path: '/api/my-discussions/unread',
  summary: 'Undo “mark all as read”: what has been read further since stays read',
  allow: 'discussion.listOwn',
  body: ReadMarks,
  reply: z.object({ unreadNotices: UnreadNotices }),
  problems: ['conflict'],
  example: {
    body: {
      until: untilExample.until,
      markedAt: untilExample.until,
      marks: [{ discussionId: '01980000-0000-7000-8000-000000000000', readUntil: null }],
    },
  },
})
