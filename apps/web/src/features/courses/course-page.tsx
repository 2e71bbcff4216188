/** The page of a course, the same for students and staff: facts, week progress, the weeks as blocks, and a side column. */

import { Badge, Box, Button, Flex, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Announcement } from '@lms/contract/course-emails'
import type { Course, CourseCard } from '@lms/contract/courses'
import { formatPercentage } from '#lib/format-number.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { IconPlayerPlayFilled } from '#ui/icons.ts'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { RefetchIndicator } from '#ui/loading.tsx'
import { useIsPhone, useIsWide } from '#ui/use-breakpoint.ts'
import { Announcements } from '#features/emails/late-parts.tsx'
import { LiveSessionTeaser, nextLive } from '#features/live-sessions/join-session.tsx'
import type { CoursePlan } from '#features/weeks/week-plan.ts'
import { describeProgress, WeekProgress } from '#features/weeks/week-progress.tsx'
import { formatDates, formatTrainers, itemPath, modeLabels } from './format.ts'
import { PageOfCourse } from './page-of-course.tsx'
import type { CourseView } from './use-course.tsx'
import classes from './course-page.module.css'

export type CourseParts = {
  view: CourseView
  plan: CoursePlan
  course: Course
  announcements: { items: readonly Announcement[]; loadedAt: number }
}

type Props = CourseParts & {
  actions: ReactNode
  /** Beside the weeks, below the session. */
  sideEnd?: ReactNode
  children: ReactNode
}

export function CoursePage({ view, plan, course, announcements, actions, sideEnd, children }: Props) {
  const isPhone = useIsPhone()
  const now = useServerNow()
  const isWide = useIsWide()
  const live = nextLive(course.weeks ?? [], now)
  const teaser = live && <LiveSessionTeaser session={live} now={now} />
  const side = (
    <>
      {isWide && teaser}
      {sideEnd}
    </>
  )
  return (
    <>
      <RefetchIndicator isActive={view.course.isFetching} />
      <PageOfCourse
        course={course}
        tab="weeks"
        meta={isPhone ? <span>{describeProgress(course.weekCount, plan.nowNumber)}</span> : <CourseMeta course={course} />}
        actions={actions}
        side={side}
      >
        <Line view={view} plan={plan} course={course} />
        {!isWide && teaser}
        <Announcements {...announcements} />
        {view.progress.isError && plan.weeks.length > 0 && (
          <LoadFailed title="Your progress could not be loaded" {...toLoadError(view.progress)} />
        )}
        {children}
      </PageOfCourse>
    </>
  )
}

type LineProps = { view: CourseView; plan: CoursePlan; course: Course }

/** Above the weeks, all of them as a line: with the student's own progress, for staff with the class average. */
function Line({ view, plan, course }: LineProps) {
  const { isStaff, progress } = view
  const { weekCount, studentCount } = course
  if (weekCount === 0) return null
  const { data } = progress
  const hasItems = data !== undefined && data.total > 0
  const untouched = new Set(isStaff ? [] : plan.weeks.filter(({ done, total }) => total > 0 && done === 0).map(({ week }) => week.number))
  return (
    <Flex align="center" gap={16}>
      <Text variant="meta" className={classes.sum} visibleFrom="sm" aria-hidden>
        <strong>{describeProgress(weekCount, plan.nowNumber)}</strong>
      </Text>
      <Box flex={1} miw={0}>
        <WeekProgress total={weekCount} now={plan.nowNumber} share={plan.share} isDone={(week) => !untouched.has(week)} />
      </Box>
      <Text variant="meta" className={classes.sum}>
        {hasItems && isStaff && studentCount > 0 && `Average progress ${formatPercentage(data.percentage)}`}
        {hasItems && !isStaff && (
          <>
            <strong>{`${data.completed} of ${data.total}`}</strong> done
          </>
        )}
      </Text>
    </Flex>
  )
}

/** For students: a link to what comes next. Nothing if all is done. */
export function Resume({ view, plan, course, isFull = false }: LineProps & { isFull?: boolean }) {
  const { next } = view
  const planned = next && plan.weeks.find(({ week }) => week.id === next.weekId)
  if (!next || !planned) return null
  const isStarted = planned.done > 0 || view.own?.find(({ id }) => id === next.id)?.state === 'IN_PROGRESS'
  const to = itemPath({ id: next.id, kind: next.type }, { courseId: course.id, weekId: next.weekId }, false)
  return (
    <Button component={Link} to={to} fullWidth={isFull} leftSection={<IconPlayerPlayFilled size={16} aria-hidden />}>
      {next.type === 'LIVE' ? 'Join' : `${isStarted ? 'Resume' : 'Start'} week ${planned.week.number}`}
    </Button>
  )
}

const statusLabels = { DRAFT: 'Draft', ARCHIVED: 'Archived', PUBLISHED: null } as const

/** The facts of a course under its title: trainers, mode, dates. */
export function CourseMeta({ course, children }: { course: CourseCard; children?: ReactNode }) {
  const status = statusLabels[course.status]
  const dates = formatDates(course)
  return (
    <>
      {course.trainers.length > 0 && <span>{formatTrainers(course)}</span>}
      <Badge>{modeLabels[course.mode]}</Badge>
      {status && <Badge>{status}</Badge>}
      {dates && <span>{dates}</span>}
      {children}
    </>
  )
}
