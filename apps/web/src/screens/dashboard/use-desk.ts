/** What dashboards are made of: my courses, and of those that are running the weeks and how they stand. */
import type { Course, MyCourse, Progress } from '@lms/contract/courses'
import { useQueries, useQuery } from '@tanstack/react-query'
import { todayIn } from '#lib/days.ts'
import { courseQuery, myCoursesQuery, progressQuery } from '#modules/courses/queries.ts'
import { sessionsOf } from '#modules/media/next-live.ts'
import { type CoursePlan, planOf } from '#modules/weeks/week-plan.ts'
import type { Session } from './agenda.ts'

/** More running courses than these are rare; the rest still stand in the list. */
const most = 6

const isRunning = ({ status, endsOn, timeZone }: MyCourse): boolean =>
  status !== 'ARCHIVED' && (endsOn === null || endsOn >= todayIn(timeZone))
const latestFirst = (one: MyCourse, other: MyCourse): number => (other.lastActivityAt ?? '').localeCompare(one.lastActivityAt ?? '')

export type Desk = { card: MyCourse; course: Course; plan: CoursePlan }

function deskOf(card: MyCourse, course: Course | undefined, progress: Progress | undefined, isStudent: boolean): Desk[] {
  if (!course?.weeks) return []
  const own = isStudent ? (progress?.items ?? []) : undefined
  return [
    {
      card,
      course,
      plan: planOf({ weeks: course.weeks, today: todayIn(course.timeZone), endsOn: course.endsOn, ...(own && { progress: own }) }),
    },
  ]
}

export function useDesk(isStudent: boolean) {
  const mine = useQuery(myCoursesQuery({ query: { limit: 100 } }))
  const running = (mine.data?.items ?? []).filter(isRunning).sort(latestFirst)
  const busy = running.slice(0, most)
  const courses = useQueries({ queries: busy.map(({ id }) => courseQuery({ params: { id } })) })
  const progress = useQueries({ queries: busy.map(({ id }) => ({ ...progressQuery({ params: { id } }), enabled: isStudent })) })
  const desks = busy.flatMap((card, index) => deskOf(card, courses[index]?.data, progress[index]?.data, isStudent))
  const sessions = desks.flatMap(({ course }) =>
    sessionsOf(course.weeks ?? []).map(({ media, week }): Session => ({
      media,
      courseId: course.id,
      courseTitle: course.title,
      weekId: week.id,
    })),
  )
  return {
    mine,
    running,
    desks,
    sessions: sessions.sort((one, other) => one.media.startsAt.localeCompare(other.media.startsAt)),
    isPending: mine.isPending || courses.some((course) => course.isPending) || (isStudent && progress.some((own) => own.isPending)),
    /** A course whose weeks did not load: its sessions are missing from the page, which must be said. */
    failed: courses.find((course) => course.isError) ?? null,
  }
}

export const sessionPathOf = ({ courseId, weekId, media }: Session) => ({ courseId, weekId, mediaId: media.id })
