/** The progress of a class as CSV: one row per student, by name. */

import { formatReason } from '@lms/contract/rules/at-risk'
import { dayIn } from '@lms/contract/rules/course-state'
import { Download } from '#call/handler.ts'
import type { Database, Db } from '#db/client.ts'
import { type ClassFilter, listClassProgress } from '#modules/courses/progress/class-progress.ts'
import { toClockTime } from '#services/clock-time.ts'
import { csvStream } from '#services/csv.ts'

/** Students read at once: the file may be of any length, the memory is limited. */
const batchSize = 100

interface Export extends ClassFilter {
  courseId: string
  timeZone: string
  now: Date
}

const header = (timeZone: string): string[] => [
  'Student id',
  'Name',
  'Email',
  'At risk',
  'Required items done',
  'Required items so far',
  'Marks so far (%)',
  'Attendance (%)',
  'Sessions marked',
  'Sessions',
  'Missing',
  `Last seen (${timeZone})`,
]

export const exportProgress = (snapshot: Database['snapshot'], asked: Export): Download =>
  new Download(
    'text/csv; charset=utf-8',
    `progress-${dayIn(asked.timeZone, asked.now.getTime())}.csv`,
    csvStream(
      header(asked.timeZone),
      snapshot((db) => rowsOf(db, asked)),
    ),
  )

async function* rowsOf(db: Db, { timeZone, now, ...filter }: Export): AsyncGenerator<unknown[]> {
  let page = 1
  for (let isMore = true; isMore; page++) {
    const { items } = await listClassProgress(db, { ...filter, sort: 'name', page, limit: batchSize }, undefined, now)
    for (const { student, reasons, completed, total, marks, attendance, missing, lastSeenAt } of items)
      yield [
        student.id,
        student.name,
        student.email,
        reasons.map(formatReason).join(', '),
        completed,
        total,
        marks === null ? null : Math.floor(marks),
        attendance.percentage,
        attendance.marked,
        attendance.sessions,
        missing,
        toClockTime(lastSeenAt, timeZone),
      ]
    isMore = items.length === batchSize
  }
}
