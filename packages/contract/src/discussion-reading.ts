/** What somebody has read of the discussions of a course. */

import { z } from 'zod'
import { route } from '#route.ts'
import { Id, Instant, UnreadNotices } from '#values.ts'

const inCourse = z.object({ courseId: Id })
const here = z.object({ courseId: Id, discussionId: Id })

const readUntil = {
  body: z.object({ until: Instant }),
  reply: z.object({ unreadNotices: UnreadNotices }),
  example: { body: { until: '2026-11-20T12:00:00Z' } },
}

export const markRead = route({
  method: 'PUT',
  path: '/api/discussion/mark-read/:courseId/:discussionId',
  summary: 'Mark the discussion and the caller’s notices of it as read until a time; it never moves back',
  allow: 'discussion.read',
  course: 'params.courseId',
  params: here,
  rateLimit: 'autosave',
  ...readUntil,
})

export const markAllRead = route({
  method: 'PUT',
  path: '/api/discussion/mark-all-read/:courseId',
  summary: 'Mark every discussion of the course, and notices of them, as read until a time; what came later stays unread',
  allow: 'discussion.read',
  course: 'params.courseId',
  params: inCourse,
  ...readUntil,
})
