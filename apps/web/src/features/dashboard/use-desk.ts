/** Data of the dashboards: current courses, for students with progress and the agenda of the next days, and live sessions. */

import { useQuery } from '@tanstack/react-query'
import type { AssignmentRow } from '@lms/contract/assignments'
import type { OwnSession } from '@lms/contract/calendar'
import type { MyCourse } from '@lms/contract/courses'
import { isPast } from '@lms/contract/rules/late-policy'
import { isDueSoon, isToDo, soonDays } from '@lms/contract/rules/owed-work'
import { getSessionEnd, getSessionStart } from '@lms/contract/rules/session-window'
import { formatDay } from '#lib/format-date.ts'
import { serverNow } from '#lib/server-clock.ts'
import { useRefetchAt } from '#lib/use-refetch-at.ts'
import { getToday } from '#lib/zoned-date-time.ts'
import { useFirstLoad } from '#ui/loading.tsx'
import { mySessionsQuery, nextSessionQuery } from '#features/calendar/api.ts'
import { myCoursesQuery } from '#features/courses/api.ts'
import { announcementsQuery } from '#features/emails/api.ts'
import { livePhase } from '#features/live-sessions/live-session.ts'
import { getRunningWeek } from '#features/weeks/week-plan.ts'

/** More running courses than these are rare; the rest are in the list. */
const maxCourses = 6

const aDay = 86_400_000

/** The start of today plus that many days: it is constant during a day, because it is part of query keys. */
export const daysFrom = (now: number, days: number): string => new Date(new Date(now).setHours(0, 0, 0, 0) + days * aDay).toISOString()

/** A student's current week in a course, and its progress. */
export const runningWeek = ({ weekProgress, timeZone, endsOn }: MyCourse, now: number) =>
  weekProgress && getRunningWeek(weekProgress, getToday(timeZone, now), endsOn)

const toSession = ({ courseId, courseTitle, weekId, ...media }: OwnSession): Session => ({ media, courseId, courseTitle, weekId })

/** Students need those of their agenda, trainers today's or else the next one. All are of all courses. */
function useSessions(isStudent: boolean) {
  const now = serverNow()
  // One that began before midnight may still run.
  const agenda = useQuery(mySessionsQuery({ from: daysFrom(now, -1), to: daysFrom(now, isStudent ? soonDays + 1 : 1) }))
  const sessions = agenda.data?.map(toSession)
  const isFree = !isStudent && sessions !== undefined && !sessions.some((session) => isOfToday(session, now))
  const next = useQuery({ ...nextSessionQuery(daysFrom(now, 1)), enabled: isFree })
  const sessionsQuery = isFree ? next : agenda
  return {
    sessionsQuery,
    sessions: isFree ? (next.data?.items ?? []).map(toSession) : (sessions ?? []),
    failed: sessionsQuery.isError && !sessionsQuery.data ? sessionsQuery : null,
  }
}

export function useDesk(isStudent: boolean) {
  const query = { running: 'true', sort: '-lastActivityAt', limit: maxCourses } as const
  const mine = useQuery(myCoursesQuery({ query: isStudent ? { ...query, weekProgress: 'true' } : query }))
  // Whether there were any before, or there is none at all.
  const all = useQuery({ ...myCoursesQuery({ query: { limit: 1 } }), enabled: mine.data?.total === 0 })
  const announcements = useQuery({ ...announcementsQuery({ query: {} }), enabled: isStudent })
  const { sessionsQuery, sessions, failed: noSessions } = useSessions(isStudent)
  const running = mine.data?.items ?? []
  const ends = [
    ...sessions.map(({ media }) => getSessionEnd(media)),
    ...running.flatMap(({ weekProgress = [] }) => weekProgress.map(({ unlockAt }) => unlockAt)),
  ]
  useRefetchAt(mine, ends, ['courses', 'calendar', 'assignments'])
  return {
    mine,
    /** No courses at all, current or not. */
    hasNone: all.data?.total === 0,
    running,
    announcements: { items: announcements.data?.items ?? [], loadedAt: announcements.dataUpdatedAt },
    sessions,
    noSessions,
    isPending: sessionsQuery.isPending || mine.isPending,
    isFirstLoad: useFirstLoad(all, mine, sessionsQuery, announcements),
  }
}

export const getSessionPath = ({ courseId, weekId, media }: Session) => ({ courseId, weekId, mediaId: media.id })

export type Session = {
  media: Pick<OwnSession, 'id' | 'title' | 'startsAt' | 'durationMinutes' | 'hasRecording' | 'attendance'>
  courseId: string
  courseTitle: string
  weekId: string
}

/** A session that began before midnight and still runs belongs to today. */
export const isOfToday = ({ media }: Pick<Session, 'media'>, now: number): boolean =>
  formatDay(media.startsAt) === formatDay(now) || (getSessionStart(media) <= now && now < getSessionEnd(media))

export type Entry = { kind: 'work'; at: number; work: AssignmentRow } | { kind: 'live'; at: number; session: Session }
/** A student's next days: work and live sessions by day, overdue work first. */
export type AgendaGroup = { title: string; isOverdue: boolean; entries: Entry[] }

type Facts = { work: readonly AssignmentRow[]; sessions: readonly Session[]; now: number }

export function buildAgenda({ work, sessions, now }: Facts): AgendaGroup[] {
  const toDo = work
    .filter((row) => isToDo(row, row.work, now) && isDueSoon(row.dueAt, now))
    .map((row) => ({ kind: 'work' as const, at: Date.parse(row.dueAt ?? ''), work: row }))
  const [overdue, due] = [true, false].map((isOverdue) => toDo.filter((entry) => isPast(entry.work.dueAt, now) === isOverdue)) as [
    Entry[],
    Entry[],
  ]
  const live = sessions
    .filter(({ media }) => getSessionEnd(media) > now && getSessionStart(media) <= now + soonDays * aDay)
    .map((session): Entry => ({ kind: 'live', at: getSessionStart(session.media), session }))

  const byDay = new Map<string, Entry[]>()
  for (const entry of [...due, ...live].sort((one, other) => one.at - other.at)) {
    const isToday = entry.kind === 'live' ? isOfToday(entry.session, now) : formatDay(entry.at) === formatDay(now)
    const title = isToday ? 'Today' : formatDay(entry.at)
    byDay.set(title, [...(byDay.get(title) ?? []), entry])
  }
  const days = [...byDay].map(([title, entries]): AgendaGroup => ({ title, isOverdue: false, entries }))
  return overdue.length > 0
    ? [{ title: 'Overdue', isOverdue: true, entries: overdue.sort((one, other) => one.at - other.at) }, ...days]
    : days
}

/** The session at the top of the page: live before one that can be joined. */
export function sessionNow(sessions: readonly Session[], now: number): Session | undefined {
  const inPhase = (phase: string): Session | undefined => sessions.find(({ media }) => livePhase(media, now) === phase)
  return inPhase('live') ?? inPhase('soon')
}
