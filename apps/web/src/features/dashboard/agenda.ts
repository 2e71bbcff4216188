/** What the first pages show of days and sessions: a student's agenda, and the sessions of today. */

import type { AssignmentRow } from '@lms/contract/assignments'
import type { OwnSession } from '@lms/contract/calendar'
import { isPast } from '@lms/contract/rules/late-policy'
import { isDueSoon, isToDo, soonDays } from '@lms/contract/rules/owed-work'
import { getSessionEnd, getSessionStart } from '@lms/contract/rules/session-window'
import { formatDay } from '#lib/format-date.ts'
import { livePhase } from '#features/live-sessions/live-session.ts'

const dayMs = 86_400_000

export type Session = OwnSession

export const getSessionPath = ({ courseId, weekId, id }: Pick<Session, 'courseId' | 'weekId' | 'id'>) => ({ courseId, weekId, mediaId: id })

/** A session that began before midnight and still runs belongs to today. */
export const isOfToday = (session: Pick<Session, 'startsAt' | 'durationMinutes'>, now: number): boolean =>
  formatDay(session.startsAt) === formatDay(now) || (getSessionStart(session) <= now && now < getSessionEnd(session))

export type Entry = { kind: 'work'; at: number; work: AssignmentRow } | { kind: 'live'; at: number; session: Session }
/** A student's next days: overdue work first, then work and live sessions by day, then work without a due time. */
export type AgendaGroup = { title: string; isOverdue: boolean; entries: Entry[] }

type Facts = { work: readonly AssignmentRow[]; sessions: readonly Session[]; now: number }

export function buildAgenda({ work, sessions, now }: Facts): AgendaGroup[] {
  const toDo = work
    .filter((row) => isToDo(row, row.work, now) && (row.dueAt === null || isDueSoon(row.dueAt, now)))
    .map((row) => ({ kind: 'work' as const, at: row.dueAt === null ? Number.POSITIVE_INFINITY : Date.parse(row.dueAt), work: row }))
    .sort((one, other) => one.at - other.at)
  const undated = toDo.filter(({ work }) => work.dueAt === null)
  const overdue = toDo.filter(({ work }) => isPast(work.dueAt, now))
  const due = toDo.filter((entry) => !undated.includes(entry) && !overdue.includes(entry))
  const live = sessions
    .filter((session) => getSessionEnd(session) > now && getSessionStart(session) <= now + soonDays * dayMs)
    .map((session): Entry => ({ kind: 'live', at: getSessionStart(session), session }))
  const byDay = new Map<string, Entry[]>()
  for (const entry of [...due, ...live].sort((one, other) => one.at - other.at)) {
    const isToday = entry.kind === 'live' ? isOfToday(entry.session, now) : formatDay(entry.at) === formatDay(now)
    const title = isToday ? 'Today' : formatDay(entry.at)
    byDay.set(title, [...(byDay.get(title) ?? []), entry])
  }
  const groups: AgendaGroup[] = [
    { title: 'Overdue', isOverdue: true, entries: overdue },
    ...[...byDay].map(([title, entries]) => ({ title, isOverdue: false, entries })),
    { title: 'No due time', isOverdue: false, entries: undated },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

/** The session at the top of the page: live before one that can be joined. */
export function findSessionNow<S extends Session>(sessions: readonly S[], now: number): S | undefined {
  const inPhase = (phase: string): S | undefined => sessions.find((session) => livePhase(session, now) === phase)
  return inPhase('live') ?? inPhase('soon')
}
