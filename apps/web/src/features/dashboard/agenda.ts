/** The next seven days of a student: work and live sessions by day, what is overdue first. */
import type { AssignmentRow } from '@lms/contract/assignments'
import type { OwnSession } from '@lms/contract/calendar'
import { livePhase, getSessionStart, getSessionEnd } from '#lib/live-session.ts'
import { day } from '#lib/format-date.ts'

export type Session = {
  media: Pick<OwnSession, 'id' | 'title' | 'startsAt' | 'durationMinutes' | 'hasRecording' | 'attendance'>
  courseId: string
  courseTitle: string
  weekId: string
}
export type Entry = { kind: 'work'; at: number; work: AssignmentRow } | { kind: 'live'; at: number; session: Session }
export type AgendaGroup = { title: string; isOverdue: boolean; entries: Entry[] }

const aDay = 86_400_000
export const agendaDays = 7

/** Handed in or graded: nothing to do. Returned work is to be done again. */
const isOpenWork = ({ status, work }: AssignmentRow): boolean =>
  status === 'PUBLISHED' &&
  !work?.isExcused &&
  (work === null || work.status === null || work.status === 'DRAFT' || work.status === 'RETURNED')

const isClosed = ({ closesAt }: AssignmentRow, now: number): boolean => closesAt !== null && Date.parse(closesAt) <= now

type Facts = { work: readonly AssignmentRow[]; sessions: readonly Session[]; now: number }

/** Work whose time is over, but which is still taken. */
export const overdueWork = ({ work, now }: Pick<Facts, 'work' | 'now'>): AssignmentRow[] =>
  work.filter((row) => isOpenWork(row) && row.dueAt !== null && Date.parse(row.dueAt) < now && !isClosed(row, now))

export function buildAgenda({ work, sessions, now }: Facts): AgendaGroup[] {
  const until = now + agendaDays * aDay
  const overdue = overdueWork({ work, now }).map((row): Entry => ({ kind: 'work', at: Date.parse(row.dueAt ?? ''), work: row }))
  const due = work
    .filter((row) => isOpenWork(row) && row.dueAt !== null && Date.parse(row.dueAt) >= now && Date.parse(row.dueAt) <= until)
    .map((row): Entry => ({ kind: 'work', at: Date.parse(row.dueAt ?? ''), work: row }))
  const live = sessions
    .filter(({ media }) => getSessionEnd(media) > now && getSessionStart(media) <= until)
    .map((session): Entry => ({ kind: 'live', at: getSessionStart(session.media), session }))

  const byDay = new Map<string, Entry[]>()
  for (const entry of [...due, ...live].sort((one, other) => one.at - other.at)) {
    // A session that began before midnight and still runs belongs to today.
    const title = day(Math.max(entry.at, now)) === day(now) ? 'Today' : day(entry.at)
    byDay.set(title, [...(byDay.get(title) ?? []), entry])
  }
  const days = [...byDay].map(([title, entries]): AgendaGroup => ({ title, isOverdue: false, entries }))
  return overdue.length > 0
    ? [{ title: 'Overdue', isOverdue: true, entries: overdue.sort((one, other) => one.at - other.at) }, ...days]
    : days
}

/** The session to show on top of the page: live before one whose room is open. */
export function sessionNow(sessions: readonly Session[], now: number): Session | undefined {
  const inPhase = (phase: string): Session | undefined => sessions.find(({ media }) => livePhase(media, now) === phase)
  return inPhase('live') ?? inPhase('soon')
}
