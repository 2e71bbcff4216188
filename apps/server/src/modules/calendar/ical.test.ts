import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calendarText, foldLine, type CalendarEvent } from '#modules/calendar/ical.ts'

const now = new Date('2026-11-20T10:00:00Z')
const event: CalendarEvent = {
  uid: '0198f6a0-0000-7000-8000-000000000003@lms',
  title: 'Q&A: sourcing; numbers, and\r\nmore \\ less',
  startsAt: '2026-11-20T14:00:00.000Z',
  endsAt: '2026-11-20T15:00:00.000Z',
  revision: 2,
  url: 'https://lms.example/courses/course/1',
  description: 'Live session',
}
const unfolded = (text: string) => text.replaceAll('\r\n ', '')

test('an event has the fields that RFC 5545 requires, in UTC, escaped, with CRLF line ends', () => {
  const text = calendarText([event], now)
  expect(text.endsWith('END:VEVENT\r\nEND:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  expect(unfolded(text).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//LMS//Calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    'UID:0198f6a0-0000-7000-8000-000000000003@lms',
    'DTSTAMP:20261120T100000Z',
    'SEQUENCE:2',
    'DTSTART:20261120T140000Z',
    'DTEND:20261120T150000Z',
    'SUMMARY:Q&A: sourcing\\; numbers\\, and\\nmore \\\\ less',
    'DESCRIPTION:Live session',
    'URL:https://lms.example/courses/course/1',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ])
})

test('an event without duration has no end and blocks no time', () => {
  const text = calendarText([{ ...event, endsAt: null }], now)
  expect(text).not.toContain('DTEND')
  expect(text).toContain('TRANSP:TRANSPARENT')
})

test('lines have at most 75 octets, and no character is split', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (title) => {
      const text = calendarText([{ ...event, title }], now, 'LMS')
      for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
      expect(text.isWellFormed()).toBe(title.isWellFormed())
      expect(text).not.toContain('\uFFFD'.repeat(2))
    }),
  )
  const line = `SUMMARY:${'é'.repeat(100)}`
  expect(foldLine(line).split('\r\n')[0]).toBe(`SUMMARY:${'é'.repeat(33)}`)
  expect(unfolded(foldLine(line))).toBe(line)
})
