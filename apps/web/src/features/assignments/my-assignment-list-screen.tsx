/** My Assignments: what to do next, and the results of the rest. */

import { Button, Flex, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import type { AssignmentRow } from '@lms/contract/assignments'
import { isolate } from '@lms/contract/rules/direction'
import { isPast } from '@lms/contract/rules/late-policy'
import { roundMarks } from '@lms/contract/rules/marks'
import { isClosed, soonDays } from '@lms/contract/rules/owed-work'
import { type ClassGroup, getOwnGroup, type OwnGroup } from '@lms/contract/rules/work-groups'
import { formatClock, formatDay, formatDueTime, formatLastDay, formatShortDay } from '#lib/format-date.ts'
import { useNavBadges } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { useSearch } from '#lib/search-params.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { FilterBar, FilterMenu } from '#ui/filter-bar.tsx'
import { useFirstLoad } from '#ui/loading.tsx'
import { LoadingScreen, Page } from '#ui/page.tsx'
import { QueryPart } from '#ui/query-part.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import { StatusIcon, statusLabels } from '#ui/status-icon.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { useCourseOptions } from '#features/courses/course-picker.tsx'
import { DeletedSubmissions } from '#features/submissions/deleted-submissions.tsx'
import { assignmentCountsQuery } from './api.ts'
import { getState, groupTitles } from './group-assignments.ts'
import { GroupRows } from './group-rows.tsx'
import { formatPoints } from './question.tsx'

type Fact = { fact: ReactNode; factTone?: 'quiet' | 'strong' | 'now' | 'bad' | 'warn' }

/** The fact on the right: the mark, when the work was submitted, or until when it can be. */
function getFact(row: AssignmentRow, now: number): Fact {
  const { work, dueAt, closesAt } = row
  const done = getDoneFact(row)
  if (done) return done
  if (isClosed(row, now)) return { fact: work?.status === 'RETURNED' ? 'Returned, closed' : 'Closed' }
  if (work?.status === 'RETURNED') return { fact: 'Another attempt', factTone: 'strong' }
  const stillOpen = closesAt ? `Open until ${formatLastDay(closesAt, now)}` : 'Still open'
  if (work?.beforeJoining) return { fact: stillOpen }
  if (isPast(dueAt, now)) return { fact: stillOpen, factTone: 'bad' }
  if (dueAt === null) return { fact: 'No due date' }
  return formatDay(dueAt) === formatDay(now) ? { fact: `Today, ${formatClock(dueAt)}`, factTone: 'strong' } : { fact: formatDay(dueAt) }
}

/** Of work that is done, or need not be. */
function getDoneFact({ work, maxMarks }: AssignmentRow): Fact | undefined {
  if (work?.isExcused) return { fact: 'Excused' }
  if (work?.status === 'SUBMITTED') return { fact: work.submittedAt ? `Submitted ${formatShortDay(work.submittedAt)}` : 'Submitted' }
  if (work?.status !== 'GRADED') return undefined
  const mark = work.marks === null ? 'Graded' : `${roundMarks(work.marks)} / ${roundMarks(maxMarks)}`
  return { fact: maxMarks === 0 ? 'Done' : mark, factTone: 'strong' }
}

/** On phones the date is on the right already, and two facts fit. */
function formatMeta(row: AssignmentRow, now: number, isPhone: boolean): string {
  const { dueAt, courseTitle, weekNumber, maxMarks } = row
  if (isPhone)
    return `${isolate(courseTitle)} · ${dueAt !== null && getOwnGroup(row, now) === 'OVERDUE' ? `was due ${formatDay(dueAt)}` : `week ${weekNumber}`}`
  const word = row.work?.isExtended ? 'extended to' : 'due'
  const due = dueAt === null ? '' : `${isPast(dueAt, now) ? `was ${word}` : word} ${formatDueTime(dueAt)}`
  return [isolate(courseTitle), `week ${weekNumber}`, due, maxMarks > 0 && formatPoints(maxMarks)].filter(Boolean).join(' · ')
}

function OwnRow({ row, now, isPhone }: { row: AssignmentRow; now: number; isPhone: boolean }) {
  const state = getState(row, now)
  const to = paths.assignment.to({ courseId: row.courseId, weekId: row.weekId, assignmentId: row.id })
  return (
    <Row
      to={to}
      glyph={
        <Flex component="span" role="img" aria-label={statusLabels[state]} title={statusLabels[state]} display="inline-flex">
          <StatusIcon name={state} />
        </Flex>
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

type Counts = { group: OwnGroup | ClassGroup; count: number }[]

function MyAssignments({
  groups,
  courseId,
  now,
  isPhone,
}: {
  groups: Counts
  courseId: string | undefined
  now: number
  isPhone: boolean
}) {
  return groups.map(({ group, count }) => (
    <Section key={group} title={groupTitles[group]} count={count} isOverdue={group === 'OVERDUE'}>
      <GroupRows group={group} courseId={courseId} count={count}>
        {(rows) => (
          <Rows label={groupTitles[group]}>
            {rows.map((row) => (
              <OwnRow key={row.id} row={row} now={now} isPhone={isPhone} />
            ))}
          </Rows>
        )}
      </GroupRows>
    </Section>
  ))
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export function MyAssignmentListScreen() {
  const [search, change] = useSearch()
  const requestedCourse = search.get('course') ?? ''
  const course = uuid.test(requestedCourse) ? requestedCourse : 'all'
  const courseId = course === 'all' ? undefined : course
  const counts = useQuery({ ...assignmentCountsQuery({ query: { courseId } }), placeholderData: keepPreviousData })
  const courses = useCourseOptions(course === 'all' ? null : course, 'taught')
  const isFirstLoad = useFirstLoad(counts, courses.first)
  const isPhone = useIsPhone()
  const now = useServerNow(60_000)
  const { dueSoon = 0 } = counts.data ?? {}
  const isCounted = counts.data !== undefined && !counts.isPlaceholderData

  useEffect(() => {
    if (isCounted && course === 'all') useNavBadges.setState({ assignments: dueSoon })
  }, [isCounted, course, dueSoon])

  if (isFirstLoad) return <LoadingScreen />
  return (
    <Page
      title="My Assignments"
      meta={
        counts.data && (
          <span role="status">
            {dueSoon === 0 ? `Nothing is due in the next ${soonDays} days` : `${dueSoon} to do in the next ${soonDays} days`}
          </span>
        )
      }
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
        <QueryPart query={counts} what="Your assignments" loading={6}>
          {({ groups }) =>
            groups.length > 0 ? (
              <Stack gap={28} mt={20}>
                <MyAssignments groups={groups} courseId={courseId} now={now} isPhone={isPhone} />
              </Stack>
            ) : course === 'all' ? (
              <NoWork />
            ) : (
              <EmptyState isFramed={false} title="No assignments in this course yet" />
            )
          }
        </QueryPart>
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
