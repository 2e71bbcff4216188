/** What the first pages show: my running courses, for students with their progress, and the live sessions. */
import type { OwnSession } from '@lms/contract/calendar'
import type { MyCourse } from '@lms/contract/courses'
import { useQuery } from '@tanstack/react-query'
import { getToday } from '#lib/format-date.ts'
import { useFirstLoad } from '#ui/loading.tsx'
import { serverNow } from '#lib/server-clock.ts'
import { mySessionsQuery, nextSessionsQuery } from '#features/calendar/api.ts'
import { announcementsQuery } from '#features/emails/api.ts'
import { myCoursesQuery } from '#features/courses/api.ts'
import { getRunningWeek } from '#features/weeks/index.ts'
import { agendaDays, type Session } from './agenda.ts'

/** More running courses than these are rare; the rest are in the list. */
const maxCourses = 6

const aDay = 86_400_000

/** The beginning of today, and of days before and after it: it stays the same all day, as a query's key must. */
export const daysFrom = (now: number, days: number): string => new Date(new Date(now).setHours(0, 0, 0, 0) + days * aDay).toISOString()

/** Of a student's course: its running week, and how much of that is done. */
export const runningWeek = ({ weekProgress, timeZone, endsOn }: MyCourse) =>
  weekProgress && getRunningWeek(weekProgress, getToday(timeZone), endsOn)

const toSession = ({ courseId, courseTitle, weekId, ...media }: OwnSession): Session => ({ media, courseId, courseTitle, weekId })

/** Students need those of their agenda, trainers those of today and the one that comes then. All are of all courses. */
function useSessions(isStudent: boolean) {
  const now = serverNow()
  // One that began before midnight may still run.
  const agenda = useQuery({ ...mySessionsQuery({ from: daysFrom(now, -1), to: daysFrom(now, agendaDays + 1) }), enabled: isStudent })
  const next = useQuery({ ...nextSessionsQuery({ query: { from: daysFrom(now, 0), limit: 100 } }), enabled: !isStudent })
  const sessions = (isStudent ? agenda.data : next.data?.items) ?? []
  const sessionsQuery = isStudent ? agenda : next
  return {
    sessionsQuery,
    sessions: sessions.map(toSession),
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
  return {
    mine,
    /** Not one course, whether it runs or not. */
    hasNone: all.data?.total === 0,
    running: mine.data?.items ?? [],
    announcements: announcements.data?.items ?? [],
    sessions,
    noSessions,
    isPending: sessionsQuery.isPending || mine.isPending,
    isFirstLoad: useFirstLoad(all, mine, sessionsQuery, announcements),
  }
}

export const getSessionPath = ({ courseId, weekId, media }: Session) => ({ courseId, weekId, mediaId: media.id })
