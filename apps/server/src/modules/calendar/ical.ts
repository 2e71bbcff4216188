/** Events as an iCalendar file (RFC 5545). */

export interface CalendarEvent {
  /** Stays the same for as long as the thing exists: calendars know it by this. */
  uid: string
  title: string
  startsAt: string
  /** Null: a moment, such as a due date. */
  endsAt: string | null
  /** Rises with each change; the highest wins. */
  revision: number
  url: string
  description: string
  isCancelled?: boolean
}

/** Octets of a line without its end (RFC 5545, 3.1). */
const longest = 75

/** UTC, so that no zone has to be described: each calendar shows its owner's own. */
const stamp = (at: string | Date): string => new Date(at).toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '')

/** Commas, semicolons, backslashes and line ends mean something in the format; other control characters may not stand in it. */
const text = (value: string): string =>
  value
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n?|\n/g, '\\n')
    // oxlint-disable-next-line no-control-regex -- these are what is taken out
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

/** A line that is too long goes on after a line end and a blank; never within a letter. */
export function fold(line: string): string {
  const lines: string[] = []
  let [current, size] = ['', 0]
  for (const letter of line) {
    const bytes = Buffer.byteLength(letter)
    if (size + bytes > longest) {
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
  `DTSTAMP:${stamp(now)}`,
  `SEQUENCE:${revision}`,
  `DTSTART:${stamp(startsAt)}`,
  ...(endsAt ? [`DTEND:${stamp(endsAt)}`] : ['TRANSP:TRANSPARENT']),
  ...(isCancelled ? ['STATUS:CANCELLED'] : []),
  `SUMMARY:${text(title)}`,
  `DESCRIPTION:${text(description)}`,
  `URL:${url}`,
  'END:VEVENT',
]

/** Lines end in CRLF, the last one too. A `name` makes it a calendar to subscribe to, which is read again every hour. */
export function calendarText(events: readonly CalendarEvent[], now: Date, name?: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//LMS//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(name ? [`X-WR-CALNAME:${text(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT1H', 'X-PUBLISHED-TTL:PT1H'] : []),
    ...events.flatMap((event) => eventLines(event, now)),
    'END:VCALENDAR',
  ]
  return `${lines.map(fold).join('\r\n')}\r\n`
}
