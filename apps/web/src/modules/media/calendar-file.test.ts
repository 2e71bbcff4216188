/** Calendars are strict readers. */
import { expect, test } from 'vitest'
import { calendarFile } from './calendar-file.ts'

test('a session as an event in UTC', () => {
  const file = calendarFile(
    {
      id: 'abc',
      title: 'Q&A: sourcing; numbers, and\nmore',
      startsAt: '2026-11-20T14:00:00.000Z',
      durationMinutes: 60,
      joinUrl: 'https://zoom.example/j/1',
      pageUrl: 'https://lms.example/x',
    },
    Date.parse('2026-11-20T10:00:00Z'),
  )
  const lines = file.split('\r\n')
  expect(lines).toContain('DTSTART:20261120T140000Z')
  expect(lines).toContain('DTEND:20261120T150000Z')
  expect(lines).toContain('DTSTAMP:20261120T100000Z')
  expect(lines).toContain('SUMMARY:Q&A: sourcing\\; numbers\\, and\\nmore')
  expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true)
})

test('long lines are folded', () => {
  const file = calendarFile({
    id: 'a',
    title: 'x'.repeat(200),
    startsAt: '2026-11-20T14:00:00Z',
    durationMinutes: 60,
    joinUrl: null,
    pageUrl: 'https://lms.example',
  })
  for (const line of file.split('\r\n')) expect(line.length).toBeLessThanOrEqual(75)
})
