/** Sessions and due dates as calendar events, in an iCalendar file (RFC 5545). */

import { getSessionEnd } from '@lms/contract/rules/session-window'

export interface CalendarEvent {
  /** Stays the same for the lifetime of the event: calendars identify it by this. */
  uid: string
  title: string
  startsAt: string
  /** Null: a point in time, such as a due date. */
  endsAt: string | null
  /** Increases with each change; the highest wins. */
  revision: number
  url: string
  description: string
  isCancelled?: boolean
}

/** Maximum octets of a line without its line break (RFC 5545, 3.1). */
const maxLineOctets = 75

/** UTC, so that no time zone has to be described: each calendar converts to its owner's. */
const formatUtc = (at: string | Date): string => new Date(at).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')

/** Escapes commas, semicolons, backslashes and line breaks; other control characters are not allowed. */
const escapeText = (value: string): string =>
  value
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    // oxlint-disable-next-line no-control-regex -- control characters are what it removes
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

/** Folds long lines: they continue after a line break and a space; characters are never split. */
export function foldLine(line: string): string {
  const lines: string[] = []
  let [current, size] = ['', 0]
  for (const letter of line) {
    const bytes = Buffer.byteLength(letter)
    if (size + bytes > maxLineOctets) {
      lines.push(current)
      ;[current, size] = [' ', 1]
    }
    current += letter
    size += bytes
  }
  return [...lines, current].join('\r\n')
}

const eventLines = ({ uid, title, startsAt, endsAt, revision, url, description, isCancelled }: CalendarEvent, now: Date): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  `DTSTAMP:${formatUtc(now)}`,
  `SEQUENCE:${revision}`,
  `DTSTART:${formatUtc(startsAt)}`,
  ...(endsAt ? [`DTEND:${formatUtc(endsAt)}`] : ['TRANSP:TRANSPARENT']),
  ...(isCancelled ? ['STATUS:CANCELLED'] : []),
  `SUMMARY:${escapeText(title)}`,
  `DESCRIPTION:${escapeText(description)}`,
  `URL:${url}`,
  'END:VEVENT',
]

/** Lines end with CRLF, including the last one. With a `name` it is a calendar to subscribe to, refreshed hourly. */
export function calendarText(events: readonly CalendarEvent[], now: Date, name?: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//LMS//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(name ? [`X-WR-CALNAME:${escapeText(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'] : []),
    ...events.flatMap((event) => eventLines(event, now)),
    'END:VCALENDAR',
  ]
  return `${lines.map(foldLine).join('\r\n')}\r\n`
}

/** Sessions and due dates as events. They never contain the join link: calendars are shared and copied. */
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
  const { id, title, courseId, courseTitle, weekId, revision } = session
  const startsAt = session.startsAt ?? ''
  return {
    uid: `${id}@lms`,
    title,
    startsAt,
    endsAt: new Date(getSessionEnd(session)).toISOString(),
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
