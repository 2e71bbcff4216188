/** My Assignments: what to do next, and the results of the rest. */
import { isolate } from '@lms/contract/rules/direction'
import { Button } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { FormerRows } from '#ui/former-rows.tsx'
import { SkeletonRows, useFirstLoad } from '#ui/loading.tsx'
import { LoadingScreen, Page } from '#ui/page.tsx'
import { useNavBadges } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { useSearch } from '#lib/search-params.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { countToDo, getGroupName, getState, groupAssignments } from './group-assignments.ts'
import { allMineQuery } from './api.ts'
import { useCourseOptions } from '#features/courses/index.ts'
import { DeletedSubmissions } from '#features/submissions/index.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FirstRows } from '#ui/first-rows.tsx'
import { FilterBar, FilterMenu } from '#ui/filter-bar.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { roundMarks } from '@lms/contract/rules/marks'
import type { AssignmentRow } from '@lms/contract/assignments'
import { isPast } from '@lms/contract/rules/late-policy'
import { isClosed } from '@lms/contract/rules/owed-work'
import { clock, day, dueTime, shortDay } from '#lib/format-date.ts'
import { StatusIcon, statusLabels } from '#ui/status-icon.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { Row, RowGroup } from '#ui/row.tsx'
import classes from './assignments.module.css'
import { formatPoints } from './question.tsx'

type Fact = { fact: ReactNode; factTone?: 'quiet' | 'strong' | 'now' | 'bad' | 'warn' }

/** The fact on the right: the mark, when the work was submitted, or until when it can be. */
function getFact(row: AssignmentRow, now: number): Fact {
  const { work, dueAt, closesAt, maxMarks } = row
  if (work?.isExcused) return { fact: 'Excused' }
  if (work?.status === 'GRADED')
    return {
      fact: maxMarks === 0 ? 'Done' : work.marks === null ? 'Graded' : `${roundMarks(work.marks)} / ${roundMarks(maxMarks)}`,
      factTone: 'strong',
    }
  if (work?.status === 'SUBMITTED') return { fact: work.submittedAt ? `Submitted ${shortDay(work.submittedAt)}` : 'Submitted' }
  if (isClosed(row, now)) return { fact: work?.status === 'RETURNED' ? 'Returned, closed' : 'Closed' }
  if (work?.status === 'RETURNED') return { fact: 'Another attempt', factTone: 'strong' }
  if (work?.beforeJoining) return { fact: closesAt ? `Open until ${shortDay(closesAt)}` : 'Still open' }
  if (isPast(dueAt, now)) return { fact: closesAt ? `Open until ${shortDay(closesAt)}` : 'Still open', factTone: 'bad' }
  if (dueAt === null) return { fact: 'No due date' }
  return day(dueAt) === day(now) ? { fact: `Today, ${clock(dueAt)}`, factTone: 'strong' } : { fact: day(dueAt) }
}

/** On phones the date is on the right already, and two facts fit. */
function formatMeta(row: AssignmentRow, now: number, isPhone: boolean): string {
  const { dueAt, courseTitle, weekNumber, maxMarks } = row
  if (isPhone)
    return `${isolate(courseTitle)} · ${dueAt !== null && getGroupName(row, now) === 'Overdue' ? `was due ${day(dueAt)}` : `week ${weekNumber}`}`
  const word = row.work?.isExtended ? 'extended to' : 'due'
  const due = dueAt === null ? '' : `${isPast(dueAt, now) ? `was ${word}` : word} ${dueTime(dueAt)}`
  return [isolate(courseTitle), `week ${weekNumber}`, due, maxMarks > 0 && formatPoints(maxMarks)].filter(Boolean).join(' · ')
}

function OwnRow({ row, now, isPhone }: { row: AssignmentRow; now: number; isPhone: boolean }) {
  const state = getState(row, now)
  const to = paths.assignment.to({ courseId: row.courseId, weekId: row.weekId, assignmentId: row.id })
  return (
    <Row
      to={to}
      glyph={
        <span role="img" aria-label={statusLabels[state]} title={statusLabels[state]} className={classes.glyph}>
          <StatusIcon name={state} />
        </span>
      }
      name={row.title}
      meta={formatMeta(row, now, isPhone)}
      controls={
        row.work?.late && (row.work.status === 'SUBMITTED' || row.work.status === 'GRADED') ? <StatusBadge state="late" /> : undefined
      }
      {...getFact(row, now)}
    />
  )
}

function MyAssignments({ rows, now, isPhone }: { rows: readonly AssignmentRow[]; now: number; isPhone: boolean }) {
  return (
    <div>
      {groupAssignments(rows, now).map((group) => (
        <RowGroup key={group.name} title={`${group.name} ${group.rows.length}`} isOverdue={group.name === 'Overdue'}>
          <FirstRows rows={group.rows} isList>
            {(shown) => shown.map((row) => <OwnRow key={row.id} row={row} now={now} isPhone={isPhone} />)}
          </FirstRows>
        </RowGroup>
      ))}
    </div>
  )
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** All of them, because groups and sums are of all; sorted by the server. */
const useOwnAssignments = (course: string) =>
  useQuery({
    ...allMineQuery({ query: { sort: 'todo', ...(course !== 'all' && { courseId: course }) } }),
    placeholderData: keepPreviousData,
  })

export function MyAssignmentList() {
  const [search, change] = useSearch()
  const requestedCourse = search.get('course') ?? ''
  const course = uuid.test(requestedCourse) ? requestedCourse : 'all'
  const list = useOwnAssignments(course)
  const courses = useCourseOptions(course === 'all' ? null : course, 'taught')
  const isFirstLoad = useFirstLoad(list, courses.first)
  const isPhone = useIsPhone()
  const now = useServerNow(60_000)
  const rows = list.data ?? []
  const open = countToDo(rows, now)

  useEffect(() => {
    if (list.data && course === 'all') useNavBadges.setState({ assignments: open })
  }, [list.data, course, open])

  if (isFirstLoad) return <LoadingScreen />
  return (
    <Page
      title="My Assignments"
      meta={list.data && <span role="status">{open === 0 ? 'Nothing is due this week' : `${open} to do this week`}</span>}
    >
      <div>
        {(courses.first.data?.total ?? 0) > 1 && (
          <FilterBar count={course === 'all' ? 0 : 1} onClear={() => change({ course: null })}>
            <FilterMenu
              label="Course"
              value={course}
              options={[{ value: 'all', label: 'All' }]}
              found={courses.found}
              onChange={(value) => change({ course: value === 'all' ? null : value })}
            />
          </FilterBar>
        )}
        <FormerRows isFormer={list.isPlaceholderData}>
          {list.isPending && <SkeletonRows count={6} />}
          {list.isError && !list.data && <LoadFailed title="Your assignments could not be loaded" {...toLoadError(list)} />}
          {rows.length > 0 && <MyAssignments rows={rows} now={now} isPhone={isPhone} />}
        </FormerRows>
        {list.data &&
          rows.length === 0 &&
          (course === 'all' ? <NoWork /> : <EmptyState isFramed={false} title="No assignments in this course yet" />)}
        {course === 'all' && <DeletedSubmissions />}
      </div>
    </Page>
  )
}

function NoWork() {
  const action = (
    <Button variant="default" component={Link} to={paths.enrolledCourses.to()}>
      Go to your courses
    </Button>
  )
  return (
    <EmptyState title="Nothing to do" action={action}>
      Assignments of your courses appear here as soon as they are published.
    </EmptyState>
  )
}
