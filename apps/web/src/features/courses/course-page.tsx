/** The frame of a course's page, the same for students and staff. */
import type { Announcement } from '@lms/contract/course-emails'
import type { Course } from '@lms/contract/courses'
import type { ReactNode } from 'react'
import { Announcements } from '#features/emails/index.ts'
import { useCan } from '#lib/can.ts'
import { useCoursesBreadcrumb } from '#lib/courses-breadcrumb.ts'
import { toLoadError } from '#lib/load-error.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { CourseMeta } from './course-meta.tsx'
import { LiveSessionTeaser, nextLive } from '#features/media/index.ts'
import type { CoursePlan } from '#features/weeks/index.ts'
import { CourseCover } from '#ui/course-cover.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Page } from '#ui/page.tsx'
import { RefetchIndicator } from '#ui/loading.tsx'
import { useIsWide } from '#ui/use-breakpoint.ts'
import { Line } from './course-header.tsx'
import { LatestDiscussions } from './course-side.tsx'
import type { CourseView } from './use-course.ts'

export type CourseParts = { view: CourseView; plan: CoursePlan; course: Course; announcements: readonly Announcement[] }

type Props = CourseParts & {
  actions: ReactNode
  /** Beside the weeks, before and after the discussions. */
  sideBefore?: ReactNode
  sideAfter?: ReactNode
  children: ReactNode
}

export function CoursePage({ view, plan, course, announcements, actions, sideBefore, sideAfter, children }: Props) {
  const root = useCoursesBreadcrumb()
  const may = useCan()
  const now = useServerNow()
  const isWide = useIsWide()
  const live = nextLive(course.weeks ?? [], now)
  const teaser = live && <LiveSessionTeaser session={live} now={now} />
  const side = (
    <>
      {isWide && teaser}
      {sideBefore}
      {may('discussion.read', course.membership) && <LatestDiscussions course={course} />}
      {sideAfter}
    </>
  )
  return (
    <>
      <RefetchIndicator isActive={view.course.isFetching && !view.course.isPending} />
      <Page
        title={course.title}
        crumbs={[root, { label: course.title }]}
        cover={<CourseCover id={course.id} title={course.title} src={course.coverImageUrl} />}
        meta={<CourseMeta course={course} />}
        below={<Line view={view} plan={plan} course={course} />}
        actions={actions}
        side={side}
      >
        {!isWide && teaser}
        <Announcements items={announcements} />
        {view.progress.isError && plan.weeks.length > 0 && (
          <LoadFailed title="Your progress did not load" {...toLoadError(view.progress)} />
        )}
        {children}
      </Page>
    </>
  )
}
