/** A course: its weeks with all items and their states, what is live, and for staff how to build it. */
import type { Course } from '@lms/contract/courses'
import { useState } from 'react'
import { Navigate, useParams } from 'react-router'
import { isApiProblem } from '#lib/api.ts'
import { useCan } from '#lib/can.ts'
import { useCoursesRoot } from '#lib/courses-root.ts'
import { paths } from '#lib/paths.ts'
import { problemOf } from '#lib/query-problem.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { CourseMenu, PublishCourse } from '#modules/courses/course-actions.tsx'
import { CourseMeta } from '#modules/courses/course-meta.tsx'
import { LiveTeaser } from '#modules/media/live-teaser.tsx'
import { nextLive } from '#modules/media/next-live.ts'
import { AddWeek } from '#modules/weeks/add-week.tsx'
import { DeletedWeeks } from '#modules/weeks/deleted-weeks.tsx'
import type { CoursePlan } from '#modules/weeks/week-plan.ts'
import { BottomDock } from '#ui/bottom-dock.tsx'
import { CourseCover } from '#ui/course-cover.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { RefetchLine } from '#ui/refetch-line.tsx'
import { ScreenProblem } from '#ui/screen-problem.tsx'
import { useIsPhone, useIsWide } from '#ui/screen-size.ts'
import { AddWeekButton, Line, type NextStep, nextStepOf, Resume } from './course-header.tsx'
import { LatestDiscussions, OwnAttendance } from './course-side.tsx'
import { CourseWeeks } from './course-weeks.tsx'
import { Roster } from './roster.tsx'
import { type CourseView, useCourse } from './use-course.ts'

type Parts = { view: CourseView; plan: CoursePlan; course: Course; nextStep: NextStep }

function Actions({ view, plan, course, nextStep }: Parts) {
  const may = useCan()
  const isPhone = useIsPhone()
  if (!view.isStaff) return isPhone ? null : <Resume view={view} plan={plan} course={course} />
  const isNext = nextStep?.kind === 'publish'
  return (
    <>
      {may('course.publish', view.membership) && course.status === 'DRAFT' && !(isPhone && isNext) && (
        <PublishCourse course={course} isPrimary={isNext} />
      )}
      <CourseMenu course={course} />
    </>
  )
}

function Weeks({ view, plan, course, nextStep, onAdd }: Parts & { onAdd: () => void }) {
  if (view.isStudent && view.progress.isPending) return <LoadingScreen />
  if (plan.weeks.length === 0) {
    return view.isStaff ? (
      <EmptyState title="No weeks yet" action={<AddWeekButton isPrimary onClick={onAdd} />}>
        A week holds videos, live sessions and assignments.
      </EmptyState>
    ) : (
      <EmptyState title="Nothing to do yet">The trainers are still preparing this course.</EmptyState>
    )
  }
  return (
    <div>
      {view.progress.isError && <LoadFailed title="Your progress did not load" {...problemOf(view.progress)} />}
      <CourseWeeks
        view={view}
        plan={plan}
        courseId={course.id}
        currentId={view.next?.id}
        nextStepWeekId={nextStep?.kind === 'add-item' ? nextStep.weekId : undefined}
      />
    </div>
  )
}

function StaffFoot({ course, plan, onAdd }: Pick<Parts, 'course' | 'plan'> & { onAdd: () => void }) {
  return (
    <div>
      {plan.weeks.length > 0 && <AddWeekButton isPrimary={false} onClick={onAdd} />}
      <DeletedWeeks courseId={course.id} />
    </div>
  )
}

function Dock({ view, plan, course, nextStep }: Parts) {
  const isPhone = useIsPhone()
  if (!isPhone) return null
  if (view.isStaff && nextStep?.kind === 'publish')
    return (
      <BottomDock>
        <PublishCourse course={course} isPrimary isFull />
      </BottomDock>
    )
  return view.next ? (
    <BottomDock>
      <Resume isFull view={view} plan={plan} course={course} />
    </BottomDock>
  ) : null
}

function CoursePage({ view, plan, course }: Omit<Parts, 'nextStep'>) {
  const root = useCoursesRoot()
  const may = useCan()
  const now = useServerNow()
  const isWide = useIsWide()
  const [isAdding, setAdding] = useState(false)
  const live = nextLive(course.weeks ?? [], now)
  const teaser = live && <LiveTeaser session={live} now={now} />
  const add = (): void => setAdding(true)
  const parts = { view, plan, course, nextStep: view.isStaff ? nextStepOf(plan, course.status) : null }
  const lastWeek = course.weeks?.at(-1)
  const side = (
    <>
      {isWide && teaser}
      {may('user.roster', course.membership) && <Roster course={course} />}
      {may('discussion.read', course.membership) && <LatestDiscussions course={course} />}
      {view.isStudent && <OwnAttendance />}
    </>
  )
  return (
    <>
      <RefetchLine isActive={view.course.isFetching && !view.course.isPending} />
      <Page
        title={course.title}
        crumbs={[root, { label: course.title }]}
        cover={<CourseCover id={course.id} title={course.title} src={course.coverImageUrl} />}
        meta={<CourseMeta course={course} />}
        below={<Line view={view} plan={plan} course={course} />}
        actions={<Actions {...parts} />}
        side={side}
      >
        {!isWide && teaser}
        <Weeks {...parts} onAdd={add} />
        {view.isStaff && <StaffFoot course={course} plan={plan} onAdd={add} />}
      </Page>
      <Dock {...parts} />
      {view.isStaff && (
        <AddWeek
          courseId={course.id}
          number={(lastWeek?.number ?? 0) + 1}
          lastStartsOn={lastWeek?.startsOn ?? null}
          isOpen={isAdding}
          onClose={() => setAdding(false)}
        />
      )}
    </>
  )
}

export function CourseScreen() {
  const { courseId = '' } = useParams()
  const view = useCourse(courseId)
  const root = useCoursesRoot()
  const { course, plan } = view
  const toDetails = <Navigate to={paths.courseDetails.to({ courseId })} replace />
  if (course.isError) {
    if (isApiProblem(course.error) && course.error.status === 403) return course.isFetching ? <LoadingScreen /> : toDetails
    return (
      <ScreenProblem
        what="course"
        error={course.error}
        onRetry={() => void course.refetch()}
        isRetrying={course.isFetching}
        to={root.to}
        toLabel={`Go to ${root.label}`}
      />
    )
  }
  if (course.isPending || view.isFirstLoad) return <LoadingScreen />
  // Those who do not belong to it get its details alone; who has just enrolled is a stranger only in the copy from before.
  if (!plan) return course.isFetching ? <LoadingScreen /> : toDetails
  return <CoursePage view={view} plan={plan} course={course.data} />
}
