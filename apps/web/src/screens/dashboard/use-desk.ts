/** What dashboards are made of: my courses, and of those that are running the weeks and how they stand. */
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

function deskOf(card: MyCourse, course: Course | undefined, progress: Progress | undefined, isStudent: boolean): Desk[] {
  if (!course?.weeks) return []
  const own = isStudent ? (progress?.items ?? []) : undefined
  return [
    {
      card,
      course,
      items: own ?? [],
      plan: planOf({ weeks: course.weeks, today: todayIn(course.timeZone), endsOn: course.endsOn, ...(own && { progress: own }) }),
    },
  ]
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
  const all = useQuery(myCoursesQuery({ query: { limit: 1 } }))
  const mine = useQuery(myCoursesQuery({ query: { running: 'true', sort: '-lastActivityAt', limit: most } }))
  const running = mine.data?.items ?? []
  const courses = useQueries({ queries: running.map(({ id }) => courseQuery({ params: { id } })) })
  const progress = useQueries({ queries: running.map(({ id }) => ({ ...progressQuery({ params: { id } }), enabled: isStudent })) })
  const desks = running.flatMap((card, index) => deskOf(card, courses[index]?.data, progress[index]?.data, isStudent))
  const { asked, sessions, failed: noSessions } = useSessions(isStudent)
  return {
    mine,
    /** Of all my courses, whether they run or not. */
    total: all.data?.total,
    running,
    desks,
    sessions,
    noSessions,
    isPending:
      asked.isPending ||
      mine.isPending ||
      courses.some((course) => course.isPending) ||
      (isStudent && progress.some((own) => own.isPending)),
    isFirstLoad: useFirstLoad(all, mine, asked, ...courses, ...progress),
    /** A course whose weeks did not load is missing from the page, which must be said. */
    failed: courses.find((course) => course.isError) ?? null,
  }
}

export const sessionPathOf = ({ courseId, weekId, media }: Session) => ({ courseId, weekId, mediaId: media.id })
