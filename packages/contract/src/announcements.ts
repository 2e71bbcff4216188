/** Announcements: emails that are also shown on the course page. */

import { z } from 'zod'
import { route } from '#route.ts'
import { DateTimeString, Id, Page, toPageShape } from '#values.ts'

const inCourse = z.object({ courseId: Id })

export const Announcement = z
  .object({
    id: Id,
    courseId: Id,
    courseTitle: z.string(),
    subject: z.string(),
    body: z.string(),
    senderName: z.string(),
    sentAt: DateTimeString,
    shownUntil: DateTimeString.meta({ description: 'When its last day on the course page is over, in the course’s time zone' }),
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

export const listCourseAnnouncements = route({
  method: 'GET',
  path: '/api/announcements/:courseId',
  summary: 'All announcements of a course that were not removed, also those that the course page no longer shows, newest first',
  allow: 'week.read',
  course: 'params.courseId',
  params: inCourse,
  query: z.object(Page),
  reply: toPageShape(Announcement),
})
