/** All queries of the screens of a course. */

import { type DefinedUseQueryResult, useQuery } from '@tanstack/react-query'
import type { AssignmentRow } from '@lms/contract/assignments'
import type { Course } from '@lms/contract/courses'
import { getSessionEnd } from '@lms/contract/rules/session-window'
import type { Week } from '@lms/contract/weeks'
import { serverNow } from '#lib/server-clock.ts'
import { useCan } from '#lib/session.ts'
import { getEnds, useRefetchAt } from '#lib/use-refetch-at.ts'
import { getToday } from '#lib/zoned-date-time.ts'
import { useFirstLoad } from '#ui/loading.tsx'
import { notify } from '#ui/toasts.tsx'
import { courseAssignmentsQuery } from '#features/assignments/api.ts'
import { buildWeekPlan } from '#features/weeks/week-plan.ts'
import { progressQuery, useUpdateCourseStatus } from './api.ts'

/** How many submissions of a week wait for their graders; returned ones wait for their students. */
export const waitingIn = (rows: readonly AssignmentRow[], week: Pick<Week, 'id'>): number =>
  rows.filter(({ weekId }) => weekId === week.id).reduce((sum, { counts }) => sum + (counts?.toGrade ?? 0), 0)

/** For the screens of a course, once it has been loaded. */
export function useCourse(course: Pick<DefinedUseQueryResult<Course>, 'data' | 'dataUpdatedAt' | 'isFetching'>) {
  const may = useCan()
  const { id: courseId, membership, weeks = [] } = course.data
  const isStaff = may('week.write', membership)
  const isStudent = !isStaff && may('week.read', membership)
  const progress = useQuery({ ...progressQuery({ params: { id: courseId } }), enabled: isStaff || isStudent })
  const assignments = useQuery({ ...courseAssignmentsQuery({ params: { courseId } }), enabled: isStaff })
  const rows = assignments.data ?? []
  // Progress and what comes next depend on the ends of items.
  const ends = weeks.flatMap(({ unlockAt, media, assignments: work }) => [unlockAt, ...media.map(getSessionEnd), ...work.flatMap(getEnds)])
  useRefetchAt(course, ends, ['courses', 'weeks'])
  /** Undefined for staff, whose progress is that of the class. */
  const own = isStudent ? progress.data?.items : undefined
  return {
    course,
    progress,
    isFirstLoad: useFirstLoad(progress, assignments),
    rows,
    own,
    /** Why the student is at risk; none for staff. */
    reasons: progress.data?.reasons ?? [],
    /** The student's next item, as decided by the server. */
    next: isStudent ? (progress.data?.next ?? null) : null,
    isStaff,
    isStudent,
    membership,
    plan: planFor(course.data, { own: isStudent ? (own ?? []) : undefined, rows }),
  }
}

function planFor(course: Course, { own, rows }: { own: Parameters<typeof buildWeekPlan>[0]['progress']; rows: readonly AssignmentRow[] }) {
  return buildWeekPlan({
    weeks: course.weeks ?? [],
    today: getToday(course.timeZone, serverNow()),
    endsOn: course.endsOn,
    ...(own && { progress: own }),
    needsWork: (week) => waitingIn(rows, week) > 0,
  })
}

const statusTexts: Record<Course['status'], string> = {
  PUBLISHED: 'Course published',
  DRAFT: 'Course unpublished',
  ARCHIVED: 'Course archived',
}

export function useChangeCourseStatus({ id }: Course) {
  const update = useUpdateCourseStatus()
  const change = (status: Course['status'], onSuccess?: () => void): void =>
    update.mutate(
      { params: { id }, body: { status } },
      {
        onSuccess: () => {
          notify.success(statusTexts[status])
          onSuccess?.()
        },
      },
    )
  return { change, isPending: update.isPending }
}

export type CourseView = ReturnType<typeof useCourse>
