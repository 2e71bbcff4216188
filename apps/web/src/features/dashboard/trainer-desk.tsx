/** A trainer's desk: what waits for marks, the sessions of today, the questions without an answer, the courses. */
import type { AssignmentRow } from '@lms/contract/assignments'
import { Button } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { useFirstLoad } from '#lib/first-load.ts'
import { useNavBadges } from '#lib/nav-badges.ts'
import { paths } from '#lib/paths.ts'
import { toLoadError } from '#lib/load-error.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { longDay } from '#lib/format-date.ts'
import { counted } from '#features/courses/index.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { LoadFailed } from '#ui/load-failed.tsx'
import { LoadingScreen } from '#ui/loading-screen.tsx'
import { Page } from '#ui/page.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import classes from './dashboard.module.css'
import { MyCourses } from './my-courses.tsx'
import { SessionsToday } from './sessions-today.tsx'
import { ToGrade, formatWaiting } from './to-grade.tsx'
import { longestUnanswered, Unanswered } from './unanswered.tsx'
import { useDesk } from './use-desk.ts'
import { useGradingBacklog } from './use-grading-backlog.ts'

function GradeNext({ first }: { first: AssignmentRow | undefined }) {
  const oldest = first?.counts?.oldest
  if (!oldest) return null
  return (
    <Button
      component={Link}
      to={paths.submission.to({ submissionId: oldest.submissionId, courseId: first.courseId })}
      rightSection={<IconArrowRight size={18} stroke={1.75} aria-hidden />}
    >
      Grade next
    </Button>
  )
}

function NoCourse() {
  return (
    <Page title="Today">
      <EmptyState
        title="You teach no course yet"
        action={
          <Button component={Link} to={paths.courseNew.to()}>
            New course
          </Button>
        }
      >
        Courses that you create, or that an admin puts you into, stand here.
      </EmptyState>
    </Page>
  )
}

export function TrainerDesk() {
  const now = useServerNow()
  const { list, total, gradings, isFirstLoad: isFirstGrading } = useGradingBacklog()
  const desk = useDesk(false)
  const isFirstQuestions = useFirstLoad(useQuery(longestUnanswered))
  const { mine, hasNone, running, sessions } = desk
  useEffect(() => {
    if (list.data) useNavBadges.setState({ assignments: total })
  }, [list.data, total])
  // The title itself says how much waits.
  if (list.isPending || isFirstGrading || desk.isFirstLoad || isFirstQuestions) return <LoadingScreen />
  if (hasNone) return <NoCourse />
  const oldest = gradings[0]?.counts?.oldest
  const title = list.isError ? 'Today' : total === 0 ? 'Nothing to grade' : `${counted(total, 'submission')} to grade`
  const meta = `${longDay(now)}${oldest ? ` · oldest waiting ${formatWaiting(oldest.submittedAt, now)}` : ''}`

  const grading = (): ReactNode => {
    if (list.isError) return <LoadFailed title="The work to grade did not load" {...toLoadError(list)} />
    return gradings.length > 0 && <ToGrade rows={gradings} now={now} />
  }
  return (
    <Page title={title} meta={<span>{meta}</span>} actions={<GradeNext first={gradings[0]} />}>
      {grading()}
      <div className={classes.columns}>
        <div className={classes.main}>
          {mine.isError && <LoadFailed title="Your courses did not load" {...toLoadError(mine)} />}
          {desk.noSessions && <LoadFailed title="The live sessions did not load" {...toLoadError(desk.noSessions)} />}
          {desk.isPending && <SkeletonRows count={3} />}
          {!desk.isPending && !desk.noSessions && <SessionsToday sessions={sessions} now={now} />}
          <Unanswered now={now} />
        </div>
        <div className={classes.side}>{mine.isPending ? <SkeletonRows count={3} /> : <MyCourses courses={running} />}</div>
      </div>
    </Page>
  )
}
