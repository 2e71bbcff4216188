/** The page of a course, the same for students and staff: facts, week progress, the weeks as blocks, and a side column. */

import { Badge, Box, Button, Flex, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Announcement } from '@lms/contract/course-emails'
import type { Course, CourseCard } from '@lms/contract/courses'
import { formatPercentage } from '#lib/format-number.ts'
import { useCoursesBreadcrumb } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { useCan } from '#lib/session.ts'
import { IconPlayerPlayFilled } from '#ui/icons.ts'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { RefetchIndicator } from '#ui/loading.tsx'
import { Page } from '#ui/page.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { useIsWide } from '#ui/use-breakpoint.ts'
import { discussionsQuery } from '#features/discussions/api.ts'
import { Announcements } from '#features/emails/late-parts.tsx'
import { LiveSessionTeaser, nextLive } from '#features/live-sessions/join-session.tsx'
import type { CoursePlan } from '#features/weeks/week-plan.ts'
import { WeekProgress } from '#features/weeks/week-progress.tsx'
import { CourseCover } from './course-cover.tsx'
import { formatDates, formatTrainers, itemPath, modeLabels } from './format.ts'
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
      <RefetchIndicator isActive={view.course.isFetching} />
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
        <Announcements {...announcements} />
        {view.progress.isError && plan.weeks.length > 0 && (
          <LoadFailed title="Your progress could not be loaded" {...toLoadError(view.progress)} />
        )}
        {children}
      </Page>
    </>
  )
}

type LineProps = { view: CourseView; plan: CoursePlan; course: Course }

/** The week line in the header: with the student's own progress, for staff with the class average. */
function Line({ view, plan, course }: LineProps) {
  const { isStaff, progress } = view
  if (course.weekCount === 0) return null
  const data = progress.data
  const hasItems = data !== undefined && data.total > 0
  const average = hasItems && course.studentCount > 0 ? `· average progress ${formatPercentage(data.percentage)}` : ''
  const own = hasItems ? `${data.completed} of ${data.total}` : ''
  const strong = isStaff ? pluralize(course.studentCount, 'student') : own
  const rest = isStaff ? average : own && 'done'
  const untouched = new Set(isStaff ? [] : plan.weeks.filter(({ done, total }) => total > 0 && done === 0).map(({ week }) => week.number))
  const isDone = (week: number): boolean => !untouched.has(week)
  return <ProgressLine total={course.weekCount} now={plan.nowNumber} share={plan.share} isDone={isDone} strong={strong} rest={rest} />
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

type ProgressLineProps = {
  total: number
  now: number | null
  share: number
  isDone: (week: number) => boolean
  strong: string
  rest: string
}

/** The week line with a sum: “19 of 35 done”. */
function ProgressLine({ total, now, share, isDone, strong, rest }: ProgressLineProps) {
  return (
    <Flex align="center" gap={14} maw={460}>
      <Box flex={1} miw={0}>
        <WeekProgress total={total} now={now} share={share} isDone={isDone} />
      </Box>
      <Text variant="meta" className={classes.sum}>
        <strong>{strong}</strong> {rest}
      </Text>
    </Flex>
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

const formatReplies = (count: number): string => (count === 0 ? 'No answer yet' : pluralize(count, 'reply', 'replies'))

/** Next to the weeks: the latest discussions, and links to marks and attendance. */
function LatestDiscussions({ course }: { course: Course }) {
  const courseId = course.id
  const list = useQuery(discussionsQuery({ params: { courseId }, query: { limit: 3 } }))
  return (
    <Section
      title="Discussion"
      {...(list.data?.total && { count: list.data.total })}
      action={<Link to={paths.discussions.to({ courseId })}>Open</Link>}
    >
      <QueryPart query={list} what="The discussions">
        {({ items, total }) =>
          total === 0 ? (
            <p className={classes.nothing}>No discussions yet.</p>
          ) : (
            <Rows label="Latest discussions">
              {items.map(({ id, title, commentCount }) => (
                <Row key={id} to={paths.discussion.to({ courseId, discussionId: id })} name={title} meta={formatReplies(commentCount)} />
              ))}
            </Rows>
          )
        }
      </QueryPart>
    </Section>
  )
}

/** A student's own marks and attendance, which are not in their menu. */
export const OwnRecords = ({ courseId }: { courseId: string }) => (
  <Section title="Your record">
    <Rows>
      <Row to={paths.marks.to({ courseId })} name="My marks" meta="Marks, feedback and your total so far" />
      <Row to={paths.attendance.to()} name="Your attendance" meta="Each session and how you were marked" />
    </Rows>
  </Section>
)

export const AnnouncementsLink = ({ courseId }: { courseId: string }) => (
  <Section title="Announcements">
    <Rows>
      <Row to={paths.announcements.to({ courseId })} name="All announcements" meta="Also earlier ones" />
    </Rows>
  </Section>
)

export const GradebookLink = ({ courseId }: { courseId: string }) => (
  <Section title="Marks">
    <Rows>
      <Row to={paths.marks.to({ courseId })} name="Gradebook" meta="All marks, totals and export" />
    </Rows>
  </Section>
)
