/** What somebody has read of the discussions of a course. */

import { z } from 'zod'
import { route } from '#route.ts'
import { Id, Instant, UnreadNotices } from '#values.ts'

const inCourse = z.object({ courseId: Id })
const here = z.object({ courseId: Id, discussionId: Id })

export const UntilRead = z.object({ until: Instant })
export const untilExample = { until: '2026-11-20T12:00:00Z' }

/** Discussions that “mark all as read” can put back. */
export const mostReadMarks = 5000

export const ReadMarks = UntilRead.extend({
  /** When they were marked, as were the notices of them. */
  markedAt: Instant,
  /** How far each was read before; null: never opened. */
  marks: z.array(z.object({ discussionId: Id, readUntil: Instant.nullable() })).max(mostReadMarks),
}).meta({ id: 'ReadMarks', description: 'What “mark all as read” has changed, for its undo; null if that is too much' })
export type ReadMarks = z.infer<typeof ReadMarks>

export const markRead = route({
  method: 'PUT',
  path: '/api/discussion/mark-read/:courseId/:discussionId',
  summary: 'Mark the discussion and the caller’s notices of it as read until a time; it never moves back',
  allow: 'discussion.read',
  course: 'params.courseId',
  params: here,
  rateLimit: 'autosave',
  body: UntilRead,
  reply: z.object({ unreadNotices: UnreadNotices }),
  example: { body: untilExample },
})

export const markAllRead = route({
  method: 'PUT',
  path: '/api/discussion/mark-all-read/:courseId',
  summary: 'Mark every discussion of the course, and notices of them, as read until a time; what came later stays unread',
  allow: 'discussion.read',
  course: 'params.courseId',
  params: inCourse,
  body: UntilRead,
  reply: z.object({ unreadNotices: UnreadNotices, undo: ReadMarks.nullable() }),
  example: { body: untilExample },
})
