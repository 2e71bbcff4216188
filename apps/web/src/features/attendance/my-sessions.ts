/** A student's own attendance of a course: week by week, newest first. Pure. */
import type { AttendanceSession } from '@lms/contract/attendance'
import { type AttendanceRate, getAttendanceRate, hasStarted } from '@lms/contract/rules/attendance-rate'
import { dayAndTime } from '#lib/format-date.ts'
import { shortDate } from '#lib/days.ts'
import type { WeekSheet } from './grid.ts'
import { getEvidence, getMark, shownSessions, type Student } from './attendance-records.ts'
import { sessionName } from './session-picker.tsx'

export type MySession = {
  session: AttendanceSession
  name: string
  when: string
  entry: Student['entries'][string] | undefined
  evidence: string
}
export type MyWeek = { weekId: string; number: number; title: string; sessions: MySession[] }

export function getMyWeeks(sheets: readonly WeekSheet[], now: number): MyWeek[] {
  return sheets
    .map(({ week, sheet }) => ({
      weekId: week.id,
      number: week.number,
      title: week.title,
      sessions: shownSessions(sheet).map((session) => {
        const entry = sheet.students[0]?.entries[session.id]
        const when = session.startsAt ? dayAndTime(session.startsAt) : week.startsOn ? `From ${shortDate(week.startsOn)}` : ''
        return {
          session,
          entry,
          name: session.type === 'WEEK' ? 'Lesson of the week' : sessionName(session),
          when,
          evidence: getEvidence(entry, session, now),
        }
      }),
    }))
    .filter(({ sessions }) => sessions.length > 0)
    .sort((one, other) => other.number - one.number)
}

/** The rate over the sessions held so far. */
export function getMyRate(weeks: readonly MyWeek[], now: number): AttendanceRate {
  const held = weeks.flatMap(({ sessions }) =>
    sessions.filter(({ session, entry }) => hasStarted(session.startsAt, now) || getMark(entry) !== null),
  )
  return getAttendanceRate(held.map(({ entry }) => getMark(entry)))
}
