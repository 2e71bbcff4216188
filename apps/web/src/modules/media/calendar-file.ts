/** A live session as an iCalendar file, for whatever calendar the reader uses. */

type Session = { id: string; title: string; startsAt: string; durationMinutes: number; joinUrl: string | null; pageUrl: string }

const stamp = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')

/** Commas, semicolons, backslashes and line ends mean something in the format. */
const text = (value: string): string => value.replace(/[\\;,]/g, '\\$&').replace(/\r?\n/g, '\\n')

/** Lines end after 75 bytes and go on with a blank: 60 characters leave room for letters of several bytes in most titles. */
const fold = (line: string): string => line.match(/.{1,60}/gu)?.join('\r\n ') ?? line

export function calendarFile({ id, title, startsAt, durationMinutes, joinUrl, pageUrl }: Session, now = Date.now()): string {
  const start = Date.parse(startsAt)
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//LMS//Live sessions//EN',
    'BEGIN:VEVENT',
    `UID:${id}@lms`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(start + durationMinutes * 60_000)}`,
    `SUMMARY:${text(title)}`,
    `URL:${pageUrl}`,
    ...(joinUrl ? [`LOCATION:${text(joinUrl)}`] : []),
    'END:VEVENT',
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
