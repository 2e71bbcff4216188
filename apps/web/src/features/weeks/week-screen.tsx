/** A week: its description, its items with their states, and the weeks before and after it. */

import { Button, Flex, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Navigate, useParams, Link, useNavigate } from 'react-router'
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { isApiProblem } from '#lib/api-errors.ts'
import { formatDueTime, formatRelative } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { useScreenPart, useScreenQuery } from '#lib/screen-queries.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { getWeekRange } from '#lib/zoned-date-time.ts'
import { Alert } from '#ui/alert.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconClipboardText, IconMovie, IconChevronLeft, IconChevronRight, IconPlayerPlayFilled } from '#ui/icons.ts'
import { QueryBoundary } from '#ui/query-boundary.tsx'
import { RichText } from '#ui/rich-text.tsx'
import { Section, Rows } from '#ui/row.tsx'
import { StatusBadge, StatusText } from '#ui/status-badge.tsx'
import { BottomDock } from '#ui/sticky-footer.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { courseQuery } from '#features/courses/api.ts'
import { itemPath } from '#features/courses/format.ts'
import { PageOfCourse } from '#features/courses/page-of-course.tsx'
import { useCourse, type CourseView } from '#features/courses/use-course.tsx'
import { WeekUploads } from '#features/files/week-uploads.tsx'
import { weekQuery } from './api.ts'
import { DeleteWeek, WeekMenu } from './week-actions.tsx'
import { EmptyWeek } from './week-block.tsx'
import { listWeekItems, WeekItemRow, type WeekItem } from './week-item.tsx'
import classes from './week-screen.module.css'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** Actions for staff on the page of a week. */
function StaffActions({ week, items }: Pick<WeekParts, 'week' | 'items'>) {
  const [isLeaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  const here = { courseId: week.courseId, weekId: week.id }
  return (
    <>
      {items.length > 0 && (
        <>
          <Button component={Link} to={paths.mediaNew.to(here)} variant="default" leftSection={<IconMovie {...icon} />}>
            Add media
          </Button>
          <Button component={Link} to={paths.assignmentNew.to(here)} variant="default" leftSection={<IconClipboardText {...icon} />}>
            Add assignment
          </Button>
        </>
      )}
      <WeekMenu week={week} onDelete={() => setLeaving(true)} />
      <DeleteWeek
        week={isLeaving ? week : null}
        onClose={() => setLeaving(false)}
        onDeleted={() => void navigate(paths.course.to({ courseId: week.courseId }), { replace: true })}
      />
    </>
  )
}

function Meta({ week, course }: Pick<WeekParts, 'week' | 'course'>) {
  return (
    <>
      <span>{`Week ${week.number} of ${course.weekCount}`}</span>
      {week.startsOn && <span>{getWeekRange(week.startsOn)}</span>}
      {!week.published && <StatusBadge state="draft">Not published</StatusBadge>}
      {week.published && week.locked && <StatusText state="locked" />}
    </>
  )
}

function WeekPage({ week, course, view }: Omit<WeekParts, 'items'>) {
  const isPhone = useIsPhone()
  const items = listWeekItems(week, { progress: view.own, rows: view.rows })
  const parts = { week, course, view, items }
  const hasDock = isPhone && view.isStudent && view.next?.weekId === week.id
  const actions = view.isStaff
    ? course.status !== 'ARCHIVED' && <StaffActions {...parts} />
    : !isPhone && <Go week={week} view={view} items={items} />
  return (
    <>
      <PageOfCourse
        course={course}
        tab="weeks"
        title={week.title}
        crumbs={[{ label: `Week ${week.number}` }]}
        kind="thread"
        meta={<Meta week={week} course={course} />}
        actions={actions}
      >
        {week.description.trim() !== '' && (
          <Section title="About this week">
            <RichText html={week.description} />
          </Section>
        )}
        <Items {...parts} />
        {view.isStaff && <WeekUploads weekId={week.id} />}
        <WeekNeighbours week={week} course={course} />
      </PageOfCourse>
      {hasDock && (
        <BottomDock>
          <Go week={week} view={view} items={items} isFull />
        </BottomDock>
      )}
    </>
  )
}

export function WeekScreen() {
  const { courseId = '', weekId = '' } = useParams()
  const view = useCourse(useScreenQuery(courseQuery({ params: { id: courseId } })))
  // The cached course contains its weeks too, which are shown at once.
  const known = view.course.data.weeks?.find(({ id }) => id === weekId)
  const week = useQuery({ ...useScreenPart(weekQuery({ params: { courseId, weekId } })), ...(known && { placeholderData: known }) })
  if (isApiProblem(week.error) && week.error.status === 403) return <Navigate to={paths.courseDetails.to({ courseId })} replace />
  return (
    <QueryBoundary queries={[week]} what="week" to={paths.course.to({ courseId })} toLabel="Go to the course" leavesRemoved>
      {([shown]) => <WeekPage week={shown} course={view.course.data} view={view} />}
    </QueryBoundary>
  )
}

/** Links to the weeks before and after. */
function WeekNeighbours({ week, course }: Pick<WeekParts, 'week' | 'course'>) {
  const weeks = course.weeks ?? []
  const at = weeks.findIndex(({ id }) => id === week.id)
  const [before, after] = [weeks[at - 1], weeks[at + 1]]
  const to = (other: Week): string => paths.week.to({ courseId: course.id, weekId: other.id })
  return (
    <Flex component="nav" gap={12} aria-label="Weeks before and after">
      {before && (
        <Link to={to(before)} className={classes.neighbour}>
          <IconChevronLeft {...icon} />
          <span>
            <Text span variant="meta" display="block">
              Week {before.number}
            </Text>
            {before.title}
          </span>
        </Link>
      )}
      {after && (
        <Link to={to(after)} className={`${classes.neighbour} ${classes.after}`}>
          <span>
            <Text span variant="meta" display="block">
              Week {after.number}
            </Text>
            {after.title}
          </span>
          <IconChevronRight {...icon} />
        </Link>
      )}
    </Flex>
  )
}

type WeekParts = { week: Week; course: Course; view: CourseView; items: readonly WeekItem[] }

/** A link to what comes next in the course, if it is in this week. */
function Go({ week, view, items, isFull = false }: Pick<WeekParts, 'week' | 'view' | 'items'> & { isFull?: boolean }) {
  const { next } = view
  if (next?.weekId !== week.id) return null
  const isStarted = items.some(({ progress }) => progress && (progress.done || progress.state === 'IN_PROGRESS'))
  return (
    <Button
      component={Link}
      to={itemPath({ id: next.id, kind: next.type }, { courseId: week.courseId, weekId: week.id }, false)}
      fullWidth={isFull}
      leftSection={<IconPlayerPlayFilled size={16} aria-hidden />}
    >
      {isStarted ? 'Continue' : 'Start'}
    </Button>
  )
}

function Items({ week, view, items }: WeekParts) {
  const now = useServerNow()
  if (week.locked && !view.isStaff) {
    return (
      <Alert title="This week is not open yet">
        {week.published && week.unlockAt
          ? `It opens ${formatDueTime(week.unlockAt)}, ${formatRelative(week.unlockAt, now)}.`
          : 'The trainers open it when it is ready.'}
      </Alert>
    )
  }
  if (items.length === 0) {
    return view.isStaff && view.course.data.status !== 'ARCHIVED' ? (
      <EmptyWeek week={week} isNextStep />
    ) : (
      <EmptyState title="This week is empty.">The trainers are still preparing it.</EmptyState>
    )
  }
  const progress = items.filter((item) => item.progress?.required)
  const count = progress.length > 0 ? `${progress.filter((item) => item.progress?.done).length} of ${progress.length} done` : items.length
  return (
    <Section title="In this week" count={count}>
      <Rows>
        {items.map((item) => (
          <WeekItemRow
            key={item.id}
            item={item}
            now={now}
            to={itemPath(item, { courseId: week.courseId, weekId: week.id }, view.isStaff)}
            isCurrent={item.id === view.next?.id}
          />
        ))}
      </Rows>
    </Section>
  )
}
