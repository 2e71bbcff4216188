/** Interprets attendance records: marks, descriptions of the evidence, and the attendance of several weeks as one grid. Pure. */

import type { AttendanceSession, AttendanceSheet } from '@lms/contract/attendance'
import type { AttendanceRecord } from '@lms/contract/attendance-record'
import { type AttendanceRate, getAttendanceRate, getCountedStatus, type MadeUpAs } from '@lms/contract/rules/attendance-rate'
import { isolate } from '@lms/contract/rules/direction'
import { getSessionEnd, getSessionStart } from '@lms/contract/rules/session-window'
import type { Week } from '@lms/contract/weeks'
import { formatClock } from '#lib/format-date.ts'
import { formatDuration, formatPercentage } from '#lib/format-number.ts'
import type { RecordedStatus } from './attendance-status.tsx'

export type Student = AttendanceSheet['students'][number]
type Entry = AttendanceRecord | undefined
type Own = Pick<Student, 'entries' | 'beforeJoining'>
type Session = Pick<AttendanceSession, 'id' | 'type' | 'held' | 'startsAt' | 'durationMinutes'>

export const getStatus = (entry: Entry): RecordedStatus | null => entry?.status ?? null
/** What counts in a rate: an absence may be made up for. */
const getStatusInRate = (entry: Entry, madeUpAs: MadeUpAs) => (entry ? getCountedStatus(entry, madeUpAs) : null)

/** An absence whose recording was watched. */
export const isMadeUp = (entry: AttendanceRecord | null): boolean => entry?.status === 'ABSENT' && entry.watchedAt !== null

/** What a student says, and staff have not answered with a mark. */
export const formatObjection = (entry: Entry): string =>
  entry?.objection ? `Says this is not right: “${isolate(entry.objection.text)}”` : ''

/** What staff have just marked, until the server's record is there; the evidence stays. */
export const toStaffRecord = (
  before: Entry,
  { status, remark, markedBy, markedAt }: Pick<AttendanceRecord, 'status' | 'remark' | 'markedBy' | 'markedAt'>,
): AttendanceRecord => ({
  status,
  source: 'STAFF',
  remark,
  markedBy,
  markedAt,
  coverage: before?.coverage ?? null,
  watchedAt: before?.watchedAt ?? null,
  joinedAt: before?.joinedAt ?? null,
  minutes: before?.minutes ?? null,
  matchedByName: before?.matchedByName ?? false,
  objection: null,
})

/** The records of some students in one session; undefined removes one. */
export const withRecords = (
  sheet: AttendanceSheet,
  sessionId: string,
  records: ReadonlyMap<string, AttendanceRecord | undefined>,
): AttendanceSheet => ({
  ...sheet,
  students: sheet.students.map((student) => {
    if (!records.has(student.user.id)) return student
    const { [sessionId]: _old, ...others } = student.entries
    const record = records.get(student.user.id)
    return { ...student, entries: record ? { ...others, [sessionId]: record } : others }
  }),
})

/** A session counts as taken once anybody is marked in it, also a student of another page. */
export const isTaken = ({ id, isMarked }: AttendanceSession, students: readonly Student[]): boolean =>
  isMarked || students.some(({ entries }) => getStatus(entries[id]) !== null)

/** The week's own register is optional: it is only listed among the sessions once it has been used. */
export const shownSessions = ({ sessions, students }: Pick<AttendanceSheet, 'sessions' | 'students'>): AttendanceSession[] =>
  sessions.filter((session) => session.type !== 'WEEK' || session.held || isTaken(session, students))

const formatWatched = (coverage: number | null): string =>
  coverage === null || coverage === 0 ? '' : `${formatPercentage(coverage * 100)} watched`

/** Names in a meeting can be chosen freely, so staff see when nothing else identified the student. */
const formatNameMatch = (matchedByName: boolean): string => (matchedByName ? 'matched by name only' : '')

/** “Joined 14:02, 54 min”, as far as known. */
function formatStay({ joinedAt, minutes, matchedByName }: Pick<AttendanceRecord, 'joinedAt' | 'minutes' | 'matchedByName'>): string {
  const joined = joinedAt ? `Joined ${formatClock(joinedAt)}` : ''
  return [joined, minutes === null ? '' : formatDuration(minutes * 60), formatNameMatch(matchedByName)].filter(Boolean).join(', ')
}

/** The evidence for a student without a mark. */
function describeAbsence(session: Session, { entries, beforeJoining }: Own, now: number): string {
  const { id, type, held } = session
  const entry = entries[id]
  const coverage = entry?.coverage ?? null
  if (beforeJoining.includes(id) && !coverage) return 'Before enrolment'
  if (type === 'WEEK') return ''
  if (entry && entry.minutes !== null) return formatStay(entry)
  const watched = formatWatched(coverage)
  if (type === 'RECORDED') return watched || (held ? 'Not marked' : 'Not started yet')
  if (!(now >= getSessionStart(session))) return 'Not started yet'
  return watched || (now < getSessionEnd(session) ? 'Not joined yet' : 'Not marked')
}

function formatSource({ source, coverage, markedAt, markedBy, joinedAt, minutes, matchedByName }: AttendanceRecord): string {
  const share = formatWatched(coverage)
  if (source === 'VIDEO') return share || 'Watched by video'
  if (source === 'SELF') return share ? `Self-marked, ${share}` : 'Self-marked, not measured'
  if (source === 'JOIN' || source === 'ZOOM')
    return formatStay({ joinedAt: joinedAt ?? markedAt, minutes, matchedByName }) || 'Seen in the meeting'
  if (source === 'REGISTER') return 'By closing the register'
  const stay = minutes === null ? '' : `${formatDuration(minutes * 60)} in the meeting`
  return [markedBy ? `Marked by ${isolate(markedBy.name)}` : 'Marked by staff', stay || share, formatNameMatch(matchedByName)]
    .filter(Boolean)
    .join(', ')
}

/** “Joined 14:02”, “92 % watched”, “Marked by Inês Carvalho”: one line beside a name. */
export function getEvidence(own: Own, session: Session, now: number): string {
  const entry = own.entries[session.id]
  if (!entry || entry.status === null) return describeAbsence(session, own, now)
  return isMadeUp(entry) ? `${formatSource(entry)}, made up by watching` : formatSource(entry)
}

export type GridColumn = { session: AttendanceSession; week: Week; isFirst: boolean }
export type GridRow = Student & { rate: AttendanceRate }
export type Grid = {
  groups: { week: Week; sessions: AttendanceSession[] }[]
  columns: GridColumn[]
  rows: GridRow[]
  madeUpAs: MadeUpAs
}

export type WeekSheet = { week: Week; sheet: AttendanceSheet }

/** Each student once, with the records of all weeks. */
function mergeWeeks(sheets: readonly WeekSheet[]): Student[] {
  const merged = new Map<string, Student>()
  for (const { user, entries, beforeJoining, percentage } of sheets.flatMap(({ sheet }) => sheet.students)) {
    const known = merged.get(user.id)
    if (!known) merged.set(user.id, { user, percentage, entries: { ...entries }, beforeJoining: [...beforeJoining] })
    else {
      Object.assign(known.entries, entries)
      known.beforeJoining.push(...beforeJoining)
    }
  }
  return [...merged.values()]
}

export function buildGrid(sheets: readonly WeekSheet[]): Grid {
  const groups = sheets.map(({ week, sheet }) => ({ week, sessions: shownSessions(sheet) })).filter(({ sessions }) => sessions.length > 0)
  const columns = groups.flatMap(({ week, sessions }) => sessions.map((session, index) => ({ session, week, isFirst: index === 0 })))
  const people = mergeWeeks(sheets)
  // A mark that was given on this page counts at once.
  const held = new Set(columns.flatMap(({ session }) => (session.held || isTaken(session, people) ? [session.id] : [])))
  const madeUpAs = sheets[0]?.sheet.settings.madeUpAs ?? 'EXCUSED'
  const rows = people.map((student) => {
    const before = new Set(student.beforeJoining)
    const own = columns.map(({ session: { id } }) => ({
      held: held.has(id),
      beforeJoining: before.has(id),
      status: getStatusInRate(student.entries[id], madeUpAs),
    }))
    return { ...student, rate: getAttendanceRate(own) }
  })
  return { groups, columns, rows, madeUpAs }
}

/** Present and late students of a session, as a share of those who are marked. */
export const columnRate = (grid: { rows: readonly Student[]; madeUpAs: MadeUpAs }, sessionId: string): AttendanceRate =>
  getAttendanceRate(
    grid.rows.map(({ entries, beforeJoining }) => ({
      held: true,
      beforeJoining: beforeJoining.includes(sessionId),
      status: getStatusInRate(entries[sessionId], grid.madeUpAs),
    })),
  )
