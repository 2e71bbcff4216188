/** All that the course page, its weeks and its media ask about one course: read once, shown on three screens. */
import type { AssignmentRow } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '#lib/session.ts'
import { getToday } from '#lib/format-date.ts'
import { useFirstLoad } from '#ui/loading.tsx'
import { courseAssignmentsQuery } from '#features/assignments/api.ts'
import { courseQuery, progressQuery } from './api.ts'
import { buildWeekPlan } from '#features/weeks/index.ts'

/** How many submissions of a week wait for their graders; returned ones wait for their students. */
export const waitingIn = (rows: readonly AssignmentRow[], week: Pick<Week, 'id'>): number =>
  rows.filter(({ weekId }) => weekId === week.id).reduce((sum, { counts }) => sum + (counts?.toGrade ?? 0), 0)

export const submissionsIn = (rows: readonly AssignmentRow[], week: Pick<Week, 'id'>): number =>
  rows.filter(({ weekId }) => weekId === week.id).reduce((sum, { counts }) => sum + (counts?.submitted ?? 0), 0)

export function useCourse(courseId: string) {
  const may = useCan()
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  const membership = course.data?.membership ?? null
  const isStaff = course.data !== undefined && may('week.write', membership)
  const isStudent = course.data !== undefined && !isStaff && may('week.read', membership)
  const progress = useQuery({ ...progressQuery({ params: { id: courseId } }), enabled: isStaff || isStudent })
  const assignments = useQuery({ ...courseAssignmentsQuery({ params: { courseId }, query: { limit: 100 } }), enabled: isStaff })
  const rows = assignments.data?.items ?? []
  /** What the class has done says nothing about the weeks that a trainer must look at. */
  const own = isStudent ? progress.data?.items : undefined
  return {
    course,
    progress,
    isFirstLoad: useFirstLoad(course, progress, assignments),
    rows,
    own,
    /** What a student does next here, as the server says. */
    next: isStudent ? (progress.data?.next ?? null) : null,
    isStaff,
    isStudent,
    membership,
    plan: course.data?.weeks && planFor(course.data, { own: isStudent ? (own ?? []) : undefined, rows }),
  }
}

function planFor(course: Course, { own, rows }: { own: Parameters<typeof buildWeekPlan>[0]['progress']; rows: readonly AssignmentRow[] }) {
  return buildWeekPlan({
    weeks: course.weeks ?? [],
    today: getToday(course.timeZone),
    endsOn: course.endsOn,
    ...(own && { progress: own }),
    needsWork: (week) => waitingIn(rows, week) > 0,
  })
}

export type CourseView = ReturnType<typeof useCourse>
