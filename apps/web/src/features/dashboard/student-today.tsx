/** A student's day: what is live, what to go on with, the next seven days, the courses, the news. */
import type { AssignmentRow } from '@lms/contract/assignments'
import { Button } from '@mantine/core'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { useFirstLoad } from '#lib/first-load.ts'
import { useNavBadges } from '#lib/nav-badges.ts'
import { paths } from '#lib/paths.ts'
import { toLoadError } from '#lib/load-error.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { longDay } from '#lib/format-date.ts'
import { openWorkQuery } from '#features/assignments/api.ts'
import { formatTrainers } from '#features/courses/index.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { Page } from '#ui/page.tsx'
import { Section } from '#ui/row.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { agendaDays, agendaOf, sessionNow } from './agenda.ts'
import { AgendaList } from './agenda-list.tsx'
import { ContinueCard } from './continue-card.tsx'
import classes from './dashboard.module.css'
import { NewFeedback } from './feedback.tsx'
import { LiveBar } from './live-bar.tsx'
import { MyCourses } from './my-courses.tsx'
import { daysFrom, runningWeek, useDesk } from './use-desk.ts'

type DeskView = ReturnType<typeof useDesk>

type AgendaProps = { work: UseQueryResult<AssignmentRow[]>; desk: DeskView; now: number }

function Agenda({ work, desk, now }: AgendaProps) {
  const groups = agendaOf({ work: work.data ?? [], sessions: desk.sessions, now })
  const due = groups.flatMap(({ entries }) => entries).filter(({ kind }) => kind === 'work').length
  const isKnown = work.data !== undefined
  useEffect(() => {
    if (isKnown) useNavBadges.setState({ assignments: due })
  }, [isKnown, due])
  const content = (): ReactNode => {
    if (work.isError) return <LoadFailed title="Your assignments did not load" {...toLoadError(work)} />
    if (work.isPending || desk.isPending) return <SkeletonRows count={4} />
    if (groups.length === 0)
      return <p className={classes.quiet}>Nothing is due, and no session is planned in the next {agendaDays} days.</p>
    return <AgendaList groups={groups} now={now} />
  }
  return (
    <Section title={`Next ${agendaDays} days`} action={<Link to={paths.assignments.to()}>All assignments</Link>}>
      {desk.noSessions && <LoadFailed title="The live sessions did not load" {...toLoadError(desk.noSessions)} />}
      {content()}
    </Section>
  )
}

/** What is live, then what comes next in the course that was touched last; what the bar shows is not shown again. */
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

export function StudentToday() {
  const now = useServerNow()
  const desk = useDesk(true)
  const work = useQuery(openWorkQuery(daysFrom(now, agendaDays + 1)))
  const isFirstWork = useFirstLoad(work)
  const { mine, hasNone, running } = desk
  const only = running.length === 1 ? running[0] : undefined
  const number = only && runningWeek(only)?.nowNumber
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
        <EmptyState title="You are not in a course yet" action={browse}>
          Courses you join stand here, with what comes next in each.
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
      {mine.isError ? <LoadFailed title="Your courses did not load" {...toLoadError(mine)} /> : <Top desk={desk} now={now} />}
      <div className={classes.columns}>
        <Agenda work={work} desk={desk} now={now} />
        <div className={classes.side}>
          {mine.isPending ? <SkeletonRows count={3} /> : <MyCourses courses={running} />}
          <NewFeedback now={now} />
        </div>
      </div>
    </Page>
  )
}
