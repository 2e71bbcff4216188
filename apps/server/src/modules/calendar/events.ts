/** Sessions and due dates as events. The way into a session never stands in one: calendars are shared and copied. */
import type { CalendarEvent } from '#modules/calendar/ical.ts'

interface Session {
  id: string
  title: string
  startsAt: string | null
  durationMinutes: number | null
  revision: number
  courseId: string
  courseTitle: string
  weekId: string | null
}

export function sessionEvent(publicUrl: string, session: Session): CalendarEvent {
  const { id, title, courseId, courseTitle, weekId, revision, durationMinutes } = session
  const startsAt = session.startsAt ?? ''
  return {
    uid: `${id}@lms`,
    title,
    startsAt,
    endsAt: new Date(Date.parse(startsAt) + (durationMinutes ?? 60) * 60_000).toISOString(),
    revision,
    url: `${publicUrl}/courses/course/${courseId}${weekId ? `/week/${weekId}/media/${id}` : ''}`,
    description: `Live session, ${courseTitle}. Join from its page, from 15 minutes before the start.`,
  }
}

interface DueDate {
  id: string
  title: string
  dueAt: string
  courseId: string
  courseTitle: string
  weekId: string
}

export const dueEvent = (publicUrl: string, due: DueDate): CalendarEvent => ({
  uid: `${due.id}@lms`,
  title: `Due: ${due.title}`,
  startsAt: due.dueAt,
  endsAt: null,
  revision: 0,
  url: `${publicUrl}/assignments/course/${due.courseId}/week/${due.weekId}/${due.id}`,
  description: `Assignment, ${due.courseTitle}`,
})
