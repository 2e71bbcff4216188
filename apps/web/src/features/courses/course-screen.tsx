/** A course: its weeks with all items and their states, what is live, and for staff how to build it. */

import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { Navigate, useParams } from 'react-router'
import { canEver } from '@lms/contract/policy'
import { isApiProblem } from '#lib/api-errors.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { useSession } from '#lib/session.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { useFirstLoad } from '#ui/loading.tsx'
import { LoadingScreen } from '#ui/page.tsx'
import { QueryBoundary } from '#ui/query-boundary.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { announcementsQuery } from '#features/emails/api.ts'
import { useReadNotices } from '#features/notices/api.ts'
import { courseQuery } from './api.ts'
import { CoursePage, type CourseParts, Resume } from './course-page.tsx'
import { CourseWeeks } from './course-weeks.tsx'
import { useCourse } from './use-course.tsx'

const loadStaffCourse = () => import('./staff-course.tsx')
const StaffCourse = lazy(async () => ({ default: (await loadStaffCourse()).StaffCourse }))

/** Requested together with the course, for users who may be staff somewhere. */
function useStaffCourse(): void {
  const isStaff = useSession(({ user }) => user !== null && canEver(user.role, 'week.write'))
  useEffect(() => {
    if (isStaff) void loadStaffCourse().catch(() => undefined)
  }, [isStaff])
}

const CatchUp = lazy(async () => ({ default: (await import('./catch-up.tsx')).CatchUp }))

function Weeks({ view, plan, course }: CourseParts) {
  if (view.isStudent && view.progress.isPending) return <LoadingScreen />
  if (plan.weeks.length === 0) return <EmptyState title="Nothing to do yet">The trainers are still preparing this course.</EmptyState>
  return (
    <div>
      <CourseWeeks view={view} plan={plan} courseId={course.id} currentId={view.next?.id} />
    </div>
  )
}

function StudentCourse(parts: CourseParts) {
  const { view } = parts
  const isPhone = useIsPhone()
  // The decision on their sign-up.
  useReadNotices([parts.course.id], parts.view.course.dataUpdatedAt)
  return (
    <>
      <CoursePage {...parts} actions={!isPhone && <Resume {...parts} />}>
        {view.own && view.reasons.length > 0 && (
          <Suspense>
            <CatchUp course={parts.course} own={view.own} reasons={view.reasons} />
          </Suspense>
        )}
        <Weeks {...parts} />
      </CoursePage>
      {isPhone && view.next && (
        <BottomDock>
          <Resume isFull {...parts} />
        </BottomDock>
      )}
    </>
  )
}

export function CourseScreen() {
  const { courseId = '' } = useParams()
  const { to, label } = useCoursesBreadcrumb()
  const course = useQuery(courseQuery({ params: { id: courseId } }))
  useStaffCourse()
  // Shown above the weeks, which wait for it unless it fails, so that they do not move.
  const announcements = useQuery(announcementsQuery({ query: { courseId } }))
  const isFirstAnnouncements = useFirstLoad(announcements)
  // Non-members only get the details; a newly enrolled user is a non-member only in the stale copy.
  const isOutside = course.data ? !course.data.weeks : isApiProblem(course.error) && course.error.status === 403
  if (isOutside) return course.isFetching ? <LoadingScreen /> : <Navigate to={paths.courseDetails.to({ courseId })} replace />
  return (
    <QueryBoundary queries={[course]} what="course" to={to} toLabel={`Go to ${label}`} leavesRemoved>
      {([data]) => (
        <LoadedCourse
          course={{ data, dataUpdatedAt: course.dataUpdatedAt, isFetching: course.isFetching }}
          announcements={{ items: announcements.data?.items ?? [], loadedAt: announcements.dataUpdatedAt }}
          isFirstLoad={isFirstAnnouncements}
        />
      )}
    </QueryBoundary>
  )
}

type LoadedProps = Pick<CourseParts, 'announcements'> & { course: Parameters<typeof useCourse>[0]; isFirstLoad: boolean }

function LoadedCourse({ course, announcements, isFirstLoad }: LoadedProps) {
  const view = useCourse(course)
  if (view.isFirstLoad || isFirstLoad) return <LoadingScreen />
  const parts = { view, plan: view.plan, course: course.data, announcements }
  return <Suspense fallback={<LoadingScreen />}>{view.isStaff ? <StaffCourse {...parts} /> : <StudentCourse {...parts} />}</Suspense>
}
