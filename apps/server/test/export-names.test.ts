/** The names and types of exported files: people keep many of them in one folder. */

import { expect, test } from 'vitest'
import { testApp } from '#test/app.ts'

const { app, given, as, clock } = await testApp()
// In Auckland it is the morning of the next day.
clock.set('2026-11-19T22:00:00Z')
const { course, trainer } = await given.course({ timeZone: 'Pacific/Auckland' })
const { week } = await given.week({ courseId: course.id })
const { assignment } = await given.assignment({ courseId: course.id, weekId: week.id })
const { token } = await as(trainer)
const csv = 'text/csv; charset=utf-8'
const xlsx = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

test.each([
  [`/api/attendance/export-attendance?courseId=${course.id}`, csv, 'attendance-2026-11-20.csv'],
  [`/api/attendance/export-attendance?courseId=${course.id}&format=xlsx`, xlsx, 'attendance-2026-11-20.xlsx'],
  [`/api/marks/${course.id}/export`, csv, 'marks-2026-11-20.csv'],
  [`/api/marks/${course.id}/export?format=xlsx`, xlsx, 'marks-2026-11-20.xlsx'],
  [`/api/submissions/${course.id}/${assignment.id}/export`, csv, 'submissions.csv'],
  [`/api/submissions/${course.id}/${assignment.id}/export?format=xlsx`, xlsx, 'submissions.xlsx'],
])('the file of %s is of type %s and named %s', async (url, type, name) => {
  const { statusCode, headers } = await app.inject({ url, headers: { authorization: `Bearer ${token}` } })
  expect([statusCode, headers['content-type']]).toEqual([200, type])
  expect(headers['content-disposition']).toBe(`attachment; filename*=UTF-8''${name}`)
})
