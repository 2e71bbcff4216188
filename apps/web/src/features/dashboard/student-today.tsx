/** A student's day: live session, next item, the next seven days, courses, news. */

import { Button, Text } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect } from 'react'
import { Link } from 'react-router'
import type { AssignmentRow } from '@lms/contract/assignments'
import { isolate } from '@lms/contract/rules/direction'
import { soonDays } from '@lms/contract/rules/owed-work'
import { getSessionEnd } from '@lms/contract/rules/session-window'
import type { MySubmission } from '@lms/contract/submissions'
import { clock, day, lastDay, longDay, timeRange } from '#lib/format-date.ts'
import { useNavBadges } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { getEnds, useRefetchAt } from '#lib/use-refetch-at.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { SkeletonRows, useFirstLoad } from '#ui/loading.tsx'
import { Page } from '#ui/page.tsx'
import { Row, RowGroup, Rows, Section } from '#ui/row.tsx'
import { StatusIcon, type StatusName } from '#ui/status-icon.tsx'
import { countToDo, openWorkQuery } from '#features/assignments/api.ts'
import { formatTrainers } from '#features/courses/format.ts'
import { Announcements } from '#features/emails/late-parts.tsx'
import { formatStart, isOpen, livePhase } from '#features/live-sessions/live-session.ts'
import { mySubmissionsQuery } from '#features/submissions/api.ts'
import { MyCourses } from './my-courses.tsx'
import { ContinueCard, LiveBar } from './next-up.tsx'
import {
  type AgendaGroup,
  buildAgenda,
  daysFrom,
  type Entry,
  getSessionPath,
  runningWeek,
  type Session,
  sessionNow,
  useDesk,
} from './use-desk.ts'
import classes from './dashboard.module.css'

/** Days for which feedback is new, and how many of it are shown. */
const freshDays = 7
const mostShown = 5

function Marks({ marks, maxMarks }: Pick<MySubmission, 'marks' | 'maxMarks'>) {
  if (marks === null) return null
  return (
    <span className={classes.marks}>
      {marks}{' '}
      <Text span inherit c="dimmed" fz="md">
        / {maxMarks}
      </Text>
    </span>
  )
}

/** Nothing if there is nothing new. */
function NewFeedback({ now }: { now: number }) {
  const list = useQuery(mySubmissionsQuery({ query: { gradedSince: daysFrom(now, -freshDays), limit: mostShown } }))
  if (list.isError) return <LoadFailed title="Your feedback could not be loaded" {...toLoadError(list)} />
  if (!list.data || list.data.total === 0) return null
  return (
    <Section title="New feedback" count={list.data.total}>
      <Rows label="New feedback">
        {list.data.items.map(({ id, assignmentId, assignmentTitle, courseId, weekId, status, feedback, gradedAt, marks, maxMarks }) => (
          <Row
            key={id}
            to={paths.assignment.to({ courseId, weekId, assignmentId })}
            glyph={<StatusIcon name={status === 'RETURNED' ? 'returned' : 'graded'} />}
            name={assignmentTitle}
            meta={feedback ? `“${feedback}”` : `${status === 'RETURNED' ? 'Returned' : 'Graded'} ${gradedAt ? day(gradedAt) : ''}`}
            fact={<Marks marks={marks} maxMarks={maxMarks} />}
          />
        ))}
      </Rows>
    </Section>
  )
}

function getIcon({ work }: AssignmentRow, isOverdue: boolean): StatusName {
  if (isOverdue) return 'missing'
  if (work?.status === 'RETURNED') return 'returned'
  return work?.status === 'DRAFT' ? 'draft' : 'not-started'
}

function WorkRow({ row, isOverdue, now }: { row: AssignmentRow; isOverdue: boolean; now: number }) {
  const { id, title, courseId, courseTitle, weekId, dueAt, closesAt, maxMarks, work } = row
  const state =
    work?.status === 'DRAFT' ? 'draft saved' : work?.status === 'RETURNED' ? 'returned to you' : maxMarks > 0 ? `${maxMarks} marks` : ''
  const facts = isOverdue && dueAt ? `was due ${day(dueAt)}` : state
  const fact = isOverdue ? (closesAt ? `Open until ${lastDay(closesAt, now)}` : 'Still open') : `Due ${dueAt ? clock(dueAt) : ''}`
  return (
    <Row
      to={paths.assignment.to({ courseId, weekId, assignmentId: id })}
      glyph={<StatusIcon name={getIcon(row, isOverdue)} />}
      name={title}
      meta={[courseTitle, facts].filter(Boolean).join(' · ')}
      fact={fact}
      factTone={isOverdue ? 'bad' : 'quiet'}
    />
  )
}

function LiveRow({ session, now }: { session: Session; now: number }) {
  const { media, courseTitle } = session
  const phase = livePhase(media, now)
  const times = timeRange(media.startsAt, getSessionEnd(media))
  return (
    <Row
      to={paths.media.to(getSessionPath(session))}
      glyph={<StatusIcon name={isOpen(phase) ? 'live' : 'not-started'} />}
      name={media.title}
      meta={`${isolate(courseTitle)} · ${times}${phase === 'live' ? `, ${formatStart(media.startsAt, now)}` : ''}`}
      fact={phase === 'live' ? 'Live' : phase === 'soon' ? 'Opens soon' : 'Live session'}
      factTone={isOpen(phase) ? 'now' : 'quiet'}
    />
  )
}

const getKey = (entry: Entry): string => (entry.kind === 'work' ? entry.work.id : entry.session.media.id)

/** The next seven days as rows. */
function AgendaList({ groups, now }: { groups: readonly AgendaGroup[]; now: number }) {
  return groups.map(({ title, isOverdue, entries }) => (
    <RowGroup key={title} title={title} isOverdue={isOverdue}>
      {entries.map((entry) =>
        entry.kind === 'work' ? (
          <WorkRow key={getKey(entry)} row={entry.work} isOverdue={isOverdue} now={now} />
        ) : (
          <LiveRow key={getKey(entry)} session={entry.session} now={now} />
        ),
      )}
    </RowGroup>
  ))
}

type DeskView = ReturnType<typeof useDesk>

type AgendaProps = { work: UseQueryResult<AssignmentRow[]>; desk: DeskView; now: number }

function Agenda({ work, desk, now }: AgendaProps) {
  const groups = buildAgenda({ work: work.data ?? [], sessions: desk.sessions, now })
  const due = countToDo(work.data ?? [], now)
  const isKnown = work.data !== undefined
  useEffect(() => {
    if (isKnown) useNavBadges.setState({ assignments: due })
  }, [isKnown, due])
  const content = (): ReactNode => {
    if (work.isError) return <LoadFailed title="Your assignments could not be loaded" {...toLoadError(work)} />
    if (work.isPending || desk.isPending) return <SkeletonRows count={4} />
    if (groups.length === 0)
      return (
        <Text variant="meta" p="4px 0">
          Nothing is due, and no session is planned in the next {soonDays} days.
        </Text>
      )
    return <AgendaList groups={groups} now={now} />
  }
  return (
    <Section title={`Next ${soonDays} days`} action={<Link to={paths.assignments.to()}>All assignments</Link>}>
      {desk.noSessions && <LoadFailed title="The live sessions could not be loaded" {...toLoadError(desk.noSessions)} />}
      {content()}
    </Section>
  )
}

/** The live session, then the next item of the course used last; items in the bar are not repeated. */
function Top({ desk, now }: { desk: DeskView; now: number }) {
  const session = sessionNow(desk.sessions, now)
  const course = session && desk.running.find(({ id }) => id === session.courseId)
  const going = desk.running.find(({ next }) => next && next.id !== session?.media.id)
  return (
    <div className={classes.top}>
      {session && <LiveBar session={session} now={now} trainers={course ? formatTrainers(course) : ''} />}
      {going?.next && <ContinueCard course={going} next={going.next} isPrimary={!session} />}
    </div>
  )
}

/** Announcements are a separate chunk: while it loads, the page shows its loading state. */
export const StudentToday = () => (
  <Suspense
    fallback={
      <Page title="Today">
        <SkeletonRows count={8} />
      </Page>
    }
  >
    <Today />
  </Suspense>
)

function Today() {
  const now = useServerNow()
  const desk = useDesk(true)
  const work = useQuery(openWorkQuery(daysFrom(now, soonDays + 1)))
  const isFirstWork = useFirstLoad(work)
  useRefetchAt(work, (work.data ?? []).flatMap(getEnds), ['assignments', 'courses'])
  const { mine, hasNone, running } = desk
  const only = running.length === 1 ? running[0] : undefined
  const number = only && runningWeek(only, now)?.nowNumber
  const week = number && number <= only.weekCount ? `, week ${number}` : ''
  const meta = <span>{`${longDay(now)}${week}`}</span>
  const browse = (
    <Button component={Link} to={paths.courses.to()}>
      Browse courses
    </Button>
  )
  if (hasNone) {
    return (
      <Page title="Today" meta={meta}>
        <EmptyState title="No courses yet" action={browse}>
          Courses you join appear here, with what comes next in each.
        </EmptyState>
      </Page>
    )
  }
  if (desk.isFirstLoad || isFirstWork) {
    return (
      <Page title="Today" meta={meta}>
        <SkeletonRows count={8} />
      </Page>
    )
  }
  return (
    <Page title="Today" meta={meta}>
      {mine.isError ? <LoadFailed title="Your courses could not be loaded" {...toLoadError(mine)} /> : <Top desk={desk} now={now} />}
      <Announcements {...desk.announcements} hasCourses />
      <div className={classes.columns}>
        <Agenda work={work} desk={desk} now={now} />
        <div className={classes.side}>
          {mine.isPending ? <SkeletonRows count={3} /> : <MyCourses courses={running} total={mine.data?.total} now={now} />}
          <NewFeedback now={now} />
        </div>
      </div>
    </Page>
  )
}
