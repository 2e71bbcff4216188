/** What dashboards are made of: my courses, and for students the weeks of those that are running and how they stand. */
import type { OwnSession } from '@lms/contract/calendar'
import type { Course, MyCourse, Progress, ProgressItem } from '@lms/contract/courses'
import { useQueries, useQuery } from '@tanstack/react-query'
import { todayIn } from '#lib/days.ts'
import { useFirstLoad } from '#lib/first-load.ts'
import { serverNow } from '#lib/server-clock.ts'
import { mySessionsQuery, nextSessionsQuery } from '#modules/calendar/queries.ts'
import { courseQuery, myCoursesQuery, progressQuery } from '#modules/courses/queries.ts'
import { type CoursePlan, planOf } from '#modules/weeks/week-plan.ts'
import { agendaDays, type Session } from './agenda.ts'

/** More running courses than these are rare; the rest still stand in the list. */
const most = 6

const aDay = 86_400_000

/** The beginning of today, and of days before and after it: it stays the same all day, as a query's key must. */
export const daysFrom = (now: number, days: number): string => new Date(new Date(now).setHours(0, 0, 0, 0) + days * aDay).toISOString()

export type Desk = { card: MyCourse; course: Course; plan: CoursePlan; items: readonly ProgressItem[] }

function deskOf(card: MyCourse, course: Course | undefined, progress: Progress | undefined): Desk[] {
  if (!course?.weeks) return []
  const items = progress?.items ?? []
  const { weeks, timeZone, endsOn } = course
  return [{ card, course, items, plan: planOf({ weeks, today: todayIn(timeZone), endsOn, progress: items }) }]
}

const sessionOf = ({ courseId, courseTitle, weekId, ...media }: OwnSession): Session => ({ media, courseId, courseTitle, weekId })

/** Students need those of their agenda, trainers those of today and the one that comes then. All are of all courses. */
function useSessions(isStudent: boolean) {
  const now = serverNow()
  // One that began before midnight may still run.
  const agenda = useQuery({ ...mySessionsQuery({ from: daysFrom(now, -1), to: daysFrom(now, agendaDays + 1) }), enabled: isStudent })
  const next = useQuery({ ...nextSessionsQuery({ query: { from: daysFrom(now, 0), limit: 100 } }), enabled: !isStudent })
  const sessions = (isStudent ? agenda.data : next.data?.items) ?? []
  const asked = isStudent ? agenda : next
  return { asked, sessions: sessions.map(sessionOf), failed: asked.isError && !asked.data ? asked : null }
}

export function useDesk(isStudent: boolean) {
  const mine = useQuery(myCoursesQuery({ query: { running: 'true', sort: '-lastActivityAt', limit: most } }))
  // Whether there were any before, or there is none at all.
  const all = useQuery({ ...myCoursesQuery({ query: { limit: 1 } }), enabled: mine.data?.total === 0 })
  const running = mine.data?.items ?? []
  // Trainers need none of their weeks before they choose one.
  const courses = useQueries({ queries: running.map(({ id }) => ({ ...courseQuery({ params: { id } }), enabled: isStudent })) })
  const progress = useQueries({ queries: running.map(({ id }) => ({ ...progressQuery({ params: { id } }), enabled: isStudent })) })
  const desks = running.flatMap((card, index) => deskOf(card, courses[index]?.data, progress[index]?.data))
  const { asked, sessions, failed: noSessions } = useSessions(isStudent)
  return {
    mine,
    /** Not one course, whether it runs or not. */
    hasNone: all.data?.total === 0,
    running,
    desks,
    sessions,
    noSessions,
    isPending: asked.isPending || mine.isPending || (isStudent && [...courses, ...progress].some((own) => own.isPending)),
    isFirstLoad: useFirstLoad(all, mine, asked, ...courses, ...progress),
  }
}

export const sessionPathOf = ({ courseId, weekId, media }: Session) => ({ courseId, weekId, mediaId: media.id })
