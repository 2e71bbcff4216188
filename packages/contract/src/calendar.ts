/** Calendars: a session as a file, and a personal feed that calendar apps subscribe to. */

import { z } from 'zod'
import { route } from '#route.ts'
import { DateTimeString, Id, Instant, Page, toPageShape } from '#values.ts'

/** `url` is as good as a password: anyone who has it can read the dates of the user's courses. */
export const CalendarAddress = z
  .object({ url: z.string(), createdAt: DateTimeString, lastReadAt: DateTimeString.nullable() })
  .meta({ id: 'CalendarAddress' })
export type CalendarAddress = z.infer<typeof CalendarAddress>

export const getCalendarAddress = route({
  method: 'GET',
  path: '/api/calendar/address',
  summary: 'The secret URL of the caller’s calendar feed; null until it is created',
  allow: 'calendar.subscribe',
  reply: z.object({ address: CalendarAddress.nullable() }),
})

export const resetCalendarAddress = route({
  method: 'PUT',
  path: '/api/calendar/address',
  summary: 'Create the URL of the caller’s calendar feed; a new one replaces the previous one',
  allow: 'calendar.subscribe',
  reply: z.object({ address: CalendarAddress }),
})

/** A live session of one of the caller's courses. */
export const OwnSession = z
  .object({
    id: Id,
    title: z.string(),
    startsAt: DateTimeString,
    durationMinutes: z.int().nullable(),
    hasRecording: z.boolean(),
    courseId: Id,
    courseTitle: z.string(),
    weekId: Id,
    /** The number of marked students; null for students, and before the session starts. */
    attendance: z.object({ marked: z.int(), students: z.int() }).nullable(),
  })
  .meta({ id: 'OwnSession' })
export type OwnSession = z.infer<typeof OwnSession>

/** For students without these links: they get theirs when they join. */
export const TaughtSession = OwnSession.extend({
  joinUrl: z.string().nullable(),
  /** Whether hosts have a link of their own to start it. */
  canStart: z.boolean(),
}).meta({ id: 'TaughtSession' })
export type TaughtSession = z.infer<typeof TaughtSession>

export const listMySessions = route({
  method: 'GET',
  path: '/api/calendar/sessions',
  summary: 'Live sessions of all courses that the caller belongs to, in order, from one instant to another',
  allow: 'calendar.subscribe',
  query: z.object({ ...Page, from: Instant, to: Instant.optional() }),
  reply: toPageShape(TaughtSession),
})

export const getCalendarFeed = route({
  method: 'GET',
  path: '/api/calendar/:file',
  summary: 'The feed itself, TOKEN.ics: live sessions and due dates of a user’s courses. The URL is the secret',
  allow: 'anyone',
  params: z.object({ file: z.string().regex(/^[\w-]{43}\.ics$/) }),
  download: ['text/calendar'],
  problems: ['rate-limited'],
})

export const getSessionEvent = route({
  method: 'GET',
  path: '/api/calendar/course/:courseId/:id',
  summary: 'One live session as a calendar file',
  allow: 'media.read',
  course: 'params.courseId',
  params: z.object({ courseId: Id, id: Id }),
  download: ['text/calendar'],
})
