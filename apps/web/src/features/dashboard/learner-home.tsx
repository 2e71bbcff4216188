/** A student's day: live session, next item, the next seven days, courses, news. */

import { Button, Text } from '@mantine/core'
import { Suspense, useEffect } from 'react'
import { Link } from 'react-router'
import type { AssignmentRow } from '@lms/contract/assignments'
import type { LearnerHome as Home } from '@lms/contract/home'
import { isolate } from '@lms/contract/rules/direction'
import { soonDays } from '@lms/contract/rules/owed-work'
import { getSessionEnd } from '@lms/contract/rules/session-window'
import type { MySubmission } from '@lms/contract/submissions'
import { formatClock, formatDay, formatLastDay, formatLongDay, formatTimeRange } from '#lib/format-date.ts'
import { useNavBadges } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { SkeletonRows } from '#ui/loading.tsx'
import { Page } from '#ui/page.tsx'
import { Row, RowGroup, Rows, Section } from '#ui/row.tsx'
import { StatusIcon, type StatusName } from '#ui/status-icon.tsx'
import { countToDo } from '#features/assignments/api.ts'
import { formatTrainers, runningWeek } from '#features/courses/format.ts'
import { Announcements } from '#features/emails/late-parts.tsx'
import { formatStart, isOpen, livePhase } from '#features/live-sessions/live-session.ts'
import { type AgendaGroup, buildAgenda, type Entry, findSessionNow, getSessionPath, type Session } from './agenda.ts'
import { MyCourses } from './my-courses.tsx'
import { ContinueCard, LiveBar } from './next-up.tsx'
import classes from './dashboard.module.css'

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
function NewFeedback({ feedback }: { feedback: Home['feedback'] }) {
  if (feedback.total === 0) return null
  return (
    <Section title="New feedback" count={feedback.total}>
      <Rows label="New feedback">
        {feedback.items.map(({ id, assignmentId, assignmentTitle, courseId, weekId, status, feedback, gradedAt, marks, maxMarks }) => (
          <Row
            key={id}
            to={paths.assignment.to({ courseId, weekId, assignmentId })}
            glyph={<StatusIcon name={status === 'RETURNED' ? 'returned' : 'graded'} />}
            name={assignmentTitle}
            meta={
              feedback
                ? `“${isolate(feedback)}”`
                : `${status === 'RETURNED' ? 'Returned' : 'Graded'} ${gradedAt ? formatDay(gradedAt) : ''}`
            }
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
  const facts = isOverdue && dueAt ? `was due ${formatDay(dueAt)}` : state
  const until = closesAt ? `Open until ${formatLastDay(closesAt, now)}` : isOverdue ? 'Still open' : 'No due time'
  const fact = isOverdue || !dueAt ? until : `Due ${formatClock(dueAt)}`
  return (
    <Row
      to={paths.assignment.to({ courseId, weekId, assignmentId: id })}
      glyph={<StatusIcon name={getIcon(row, isOverdue)} />}
      name={title}
      meta={[isolate(courseTitle), facts].filter(Boolean).join(' · ')}
      fact={fact}
      factTone={isOverdue ? 'bad' : 'quiet'}
    />
  )
}

function LiveRow({ session, now }: { session: Session; now: number }) {
  const { title, startsAt, courseTitle } = session
  const phase = livePhase(session, now)
  const times = formatTimeRange(startsAt, getSessionEnd(session))
  return (
    <Row
      to={paths.media.to(getSessionPath(session))}
      glyph={<StatusIcon name={isOpen(phase) ? 'live' : 'not-started'} />}
      name={title}
      meta={`${isolate(courseTitle)} · ${times}${phase === 'live' ? `, ${formatStart(startsAt, now)}` : ''}`}
      fact={phase === 'live' ? 'Live' : phase === 'soon' ? 'Opens soon' : 'Live session'}
      factTone={isOpen(phase) ? 'now' : 'quiet'}
    />
  )
}

const getKey = (entry: Entry): string => (entry.kind === 'work' ? entry.work.id : entry.session.id)

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

function Agenda({ work, sessions, now }: Pick<Home, 'work' | 'sessions'> & { now: number }) {
  const groups = buildAgenda({ work, sessions, now })
  const due = countToDo(work, now)
  useEffect(() => useNavBadges.setState({ assignments: due }), [due])
  return (
    <Section title={`Next ${soonDays} days`} action={<Link to={paths.assignments.to()}>All assignments</Link>}>
      {groups.length === 0 ? (
        <Text variant="meta" p="4px 0">
          Nothing is due, and no session is planned in the next {soonDays} days.
        </Text>
      ) : (
        <AgendaList groups={groups} now={now} />
      )}
    </Section>
  )
}

/** The live session, then the next item of the course used last; items in the bar are not repeated. */
function Top({ sessions, courses, now }: Pick<Home, 'sessions' | 'courses'> & { now: number }) {
  const session = findSessionNow(sessions, now)
  const course = session && courses.items.find(({ id }) => id === session.courseId)
  const going = courses.items.find(({ next }) => next && next.id !== session?.id)
  return (
    <div className={classes.top}>
      {session && <LiveBar session={session} now={now} trainers={course ? formatTrainers(course) : ''} />}
      {going?.next && <ContinueCard course={going} next={going.next} isPrimary={!session} />}
    </div>
  )
}

/** Announcements are a separate chunk: while it loads, the page shows its loading state. */
export const LearnerHome = (props: Props) => (
  <Suspense
    fallback={
      <Page title="Today">
        <SkeletonRows count={8} />
      </Page>
    }
  >
    <Today {...props} />
  </Suspense>
)

type Props = {
  home: Home
  /** When it was loaded. */
  loadedAt: number
}

function Today({ home: { courses, hasCourses, sessions, work, announcements, feedback, unreadDiscussions }, loadedAt }: Props) {
  const now = useServerNow()
  useEffect(() => useNavBadges.setState({ discussions: unreadDiscussions }), [unreadDiscussions])
  const only = courses.total === 1 ? courses.items[0] : undefined
  const number = only && runningWeek(only, now)?.nowNumber
  const week = number && number <= only.weekCount ? `, week ${number}` : ''
  const meta = <span>{`${formatLongDay(now)}${week}`}</span>
  if (!hasCourses) {
    const browse = (
      <Button component={Link} to={paths.courses.to()}>
        Browse courses
      </Button>
    )
    return (
      <Page title="Today" meta={meta}>
        <EmptyState title="No courses yet" action={browse}>
          Courses you join appear here, with what comes next in each.
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page title="Today" meta={meta}>
      <Top sessions={sessions} courses={courses} now={now} />
      <Announcements items={announcements} loadedAt={loadedAt} hasCourses />
      <div className={classes.columns}>
        <Agenda work={work} sessions={sessions} now={now} />
        <div className={classes.side}>
          <MyCourses courses={courses.items} total={courses.total} now={now} />
          <NewFeedback feedback={feedback} />
        </div>
      </div>
    </Page>
  )
}
