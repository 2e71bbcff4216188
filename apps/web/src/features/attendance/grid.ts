/** The sheets of several weeks as one grid: columns in groups, one row a student. Pure. */
import type { AttendanceSession, AttendanceSheet } from '@lms/contract/attendance'
import type { Week } from '@lms/contract/weeks'
import { type AttendanceRate, getAttendanceRate, hasStarted } from '@lms/contract/rules/attendance-rate'
import { isTaken, getMark, shownSessions, type Student } from './attendance-records.ts'

export type GridColumn = { session: AttendanceSession; week: Week; isFirst: boolean }
export type GridRow = Student & { rate: AttendanceRate }
export type Grid = { groups: { week: Week; sessions: AttendanceSession[] }[]; columns: GridColumn[]; rows: GridRow[] }

export type WeekSheet = { week: Week; sheet: AttendanceSheet }

/** `now` in milliseconds: a rate counts the sessions held so far. */
export function buildGrid(sheets: readonly WeekSheet[], now: number): Grid {
  const groups = sheets.map(({ week, sheet }) => ({ week, sessions: shownSessions(sheet) })).filter(({ sessions }) => sessions.length > 0)
  const columns = groups.flatMap(({ week, sessions }) => sessions.map((session, index) => ({ session, week, isFirst: index === 0 })))
  const entries = new Map<string, Student['entries']>()
  for (const { sheet } of sheets)
    for (const { user, entries: own } of sheet.students) entries.set(user.id, { ...entries.get(user.id), ...own })
  const people = sheets.flatMap(({ sheet }) => sheet.students)
  const held = columns.filter(({ session }) => hasStarted(session.startsAt, now) || isTaken(session.id, people))
  const rows = [...new Map(people.map((student) => [student.user.id, student])).values()].map(({ user, percentage }) => {
    const own = entries.get(user.id) ?? {}
    return { user, percentage, entries: own, rate: getAttendanceRate(held.map(({ session }) => getMark(own[session.id]))) }
  })
  return { groups, columns, rows }
}

/** Present or late of a session, over those who are marked. */
export const columnRate = (grid: Grid, sessionId: string): AttendanceRate =>
  getAttendanceRate(grid.rows.map(({ entries }) => getMark(entries[sessionId])))
