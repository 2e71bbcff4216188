/** A week: what it is about, its items with their states, and the weeks before and after it. */
import type { Course } from '@lms/contract/courses'
import type { Week } from '@lms/contract/weeks'
import { Button } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconClipboardText, IconMovie, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, Navigate, useNavigate, useParams } from 'react-router'
import { isApiProblem } from '#lib/api.ts'
import { useCoursesRoot } from '#lib/courses-root.ts'
import { weekOf } from '#lib/days.ts'
import { paths } from '#lib/paths.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { dueTime, fromNow } from '#lib/times.ts'
import { DeleteWeek } from '#modules/weeks/delete-week.tsx'
import { weekQuery } from '#modules/weeks/queries.ts'
import { WeekItemRow } from '#modules/weeks/week-item-row.tsx'
import { itemsOf, type WeekItem } from '#modules/weeks/week-item.ts'
import { WeekMenu } from '#modules/weeks/week-menu.tsx'
import { BottomDock } from '#ui/bottom-dock.tsx'
import { Chip, StateWord } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Note } from '#ui/note.tsx'
import { Page } from '#ui/page.tsx'
import { Prose } from '#ui/prose.tsx'
import { Rows, Section } from '#ui/row.tsx'
import { ScreenProblem } from '#ui/screen-problem.tsx'
import { useIsPhone } from '#ui/screen-size.ts'
import { itemPath } from '../item-path.ts'
import { type CourseView, submissionsIn, useCourse } from '../use-course.ts'
import classes from './week-screen.module.css'

type Parts = { week: Week; course: Course; view: CourseView; items: readonly WeekItem[] }

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

/** The first thing not done: begun things before fresh ones. */
const firstOpen = (items: readonly WeekItem[]): WeekItem | undefined => {
  const open = items.filter(({ progress }) => progress && !progress.done)
  return open.find(({ progress }) => progress?.state === 'IN_PROGRESS') ?? open[0]
}

function Go({ week, items, isFull = false }: Pick<Parts, 'week' | 'items'> & { isFull?: boolean }) {
  const next = firstOpen(items)
  if (!next) return null
  const isBegun = items.some(({ progress }) => progress && (progress.done || progress.state === 'IN_PROGRESS'))
  return (
    <Button component={Link} to={itemPath(next, { courseId: week.courseId, weekId: week.id }, false)} fullWidth={isFull} leftSection={<IconPlayerPlayFilled size={16} aria-hidden />}>
      {isBegun ? 'Continue' : 'Start'}
    </Button>
  )
}

function StaffActions({ week, view }: Parts) {
  const [isLeaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  const here = { courseId: week.courseId, weekId: week.id }
  return (
    <>
      <Button component={Link} to={paths.mediaNew.to(here)} variant="default" leftSection={<IconMovie {...icon} />}>
        Add media
      </Button>
      <Button component={Link} to={paths.assignmentNew.to(here)} variant="default" leftSection={<IconClipboardText {...icon} />}>
        Add assignment
      </Button>
      <WeekMenu {...here} number={week.number} onDelete={() => setLeaving(true)} />
      <DeleteWeek
        week={isLeaving ? week : null}
        submissions={submissionsIn(view.rows, week)}
        onClose={() => setLeaving(false)}
        onDeleted={() => void navigate(paths.course.to({ courseId: week.courseId }), { replace: true })}
      />
    </>
  )
}

function Items({ week, view, items }: Parts) {
  const now = useServerNow()
  if (week.locked && !view.isStaff) {
    return <Note title="This week is not open yet">{week.unlockAt ? `It opens ${dueTime(week.unlockAt)}, ${fromNow(week.unlockAt, now)}.` : 'The trainers open it when it is ready.'}</Note>
  }
  if (items.length === 0) {
    return (
      <EmptyState title="Nothing stands in this week yet">
        {view.isStaff ? 'Add a video, a live session or an assignment.' : 'The trainers are still preparing it.'}
      </EmptyState>
    )
  }
  const current = firstOpen(items)
  const progress = items.filter((item) => item.progress)
  const count = progress.length > 0 ? `${progress.filter((item) => item.progress?.done).length} of ${progress.length} done` : items.length
  return (
    <Section title="In this week" count={count}>
      <Rows>
        {items.map((item) => (
          <WeekItemRow key={item.id} item={item} now={now} to={itemPath(item, { courseId: week.courseId, weekId: week.id }, view.isStaff)} isCurrent={item.id === current?.id} />
        ))}
      </Rows>
    </Section>
  )
}

function Neighbours({ week, course }: Pick<Parts, 'week' | 'course'>) {
  const weeks = course.weeks ?? []
  const at = weeks.findIndex(({ id }) => id === week.id)
  const [before, after] = [weeks[at - 1], weeks[at + 1]]
  const to = (other: Week): string => paths.week.to({ courseId: course.id, weekId: other.id })
  return (
    <nav className={classes.neighbours} aria-label="Weeks before and after">
      {before && (
        <Link to={to(before)} className={classes.neighbour}>
          <IconChevronLeft {...icon} />
          <span>
            <span className={classes.number}>Week {before.number}</span>
            {before.title}
          </span>
        </Link>
      )}
      {after && (
        <Link to={to(after)} className={`${classes.neighbour} ${classes.after}`}>
          <span>
            <span className={classes.number}>Week {after.number}</span>
            {after.title}
          </span>
          <IconChevronRight {...icon} />
        </Link>
      )}
    </nav>
  )
}

function Meta({ week, course }: Pick<Parts, 'week' | 'course'>) {
  return (
    <>
      <span>{`Week ${week.number} of ${course.weekCount}`}</span>
      {week.startsOn && <span>{weekOf(week.startsOn)}</span>}
      {!week.published && <Chip state="draft">Not published</Chip>}
      {week.published && week.locked && <StateWord state="locked" />}
    </>
  )
}

function WeekPage({ week, course, view }: Omit<Parts, 'items'>) {
  const root = useCoursesRoot()
  const isPhone = useIsPhone()
  const items = itemsOf(week, { progress: view.own, rows: view.rows })
  const parts = { week, course, view, items }
  const crumbs = [root, { label: course.title, to: paths.course.to({ courseId: course.id }) }, { label: `Week ${week.number}` }]
  const hasDock = isPhone && view.isStudent && firstOpen(items) !== undefined
  const actions = view.isStaff ? <StaffActions {...parts} /> : !isPhone && <Go week={week} items={items} />
  return (
    <>
      <Page title={week.title} crumbs={crumbs} kind="thread" meta={<Meta week={week} course={course} />} actions={actions}>
        {week.description.trim() !== '' && (
          <Section title="About this week">
            <Prose html={week.description} />
          </Section>
        )}
        <Items {...parts} />
        <Neighbours week={week} course={course} />
      </Page>
      {hasDock && (
        <BottomDock>
          <Go week={week} items={items} isFull />
        </BottomDock>
      )}
    </>
  )
}

export function WeekScreen() {
  const { courseId = '', weekId = '' } = useParams()
  const view = useCourse(courseId)
  // The course holds its weeks too: what it knows shows at once.
  const known = view.course.data?.weeks?.find(({ id }) => id === weekId)
  const week = useQuery({ ...weekQuery({ params: { courseId, weekId } }), ...(known && { placeholderData: known }) })
  const failed = view.course.isError ? view.course : week.isError ? week : null
  const toDetails = <Navigate to={paths.courseDetails.to({ courseId })} replace />
  if (failed && isApiProblem(failed.error) && failed.error.status === 403) return toDetails
  if (failed) return <ScreenProblem what="week" error={failed.error} onRetry={() => void failed.refetch()} isRetrying={failed.isFetching} to={paths.course.to({ courseId })} toLabel="Go to the course" />
  if (!view.course.data || !week.data) return <LoadingScreen />
  if (!view.course.data.weeks) return toDetails
  return <WeekPage week={week.data} course={view.course.data} view={view} />
}
