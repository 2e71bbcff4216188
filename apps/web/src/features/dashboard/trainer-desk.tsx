/** A trainer's dashboard: work to grade, today's sessions, unanswered questions, courses. */

import { Box, Button, Flex, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import type { AssignmentRow } from '@lms/contract/assignments'
import { isolate } from '@lms/contract/rules/direction'
import { defaultMinutes, getSessionEnd } from '@lms/contract/rules/session-window'
import { clock, day, longDay } from '#lib/format-date.ts'
import { duration } from '#lib/format-number.ts'
import { useNavBadges } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { Card } from '#ui/card.tsx'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconArrowRight } from '#ui/icons.ts'
import { LoadFailed, toLoadError } from '#ui/load-failed.tsx'
import { SkeletonRows, useFirstLoad } from '#ui/loading.tsx'
import { LoadingScreen, Page } from '#ui/page.tsx'
import { Section } from '#ui/row.tsx'
import { Stat } from '#ui/stat.tsx'
import { StatusText } from '#ui/status-badge.tsx'
import { assignmentCountsQuery, toGradeQuery } from '#features/assignments/api.ts'
import { StartButton } from '#features/live-sessions/join-session.tsx'
import { formatStart, isOpen, livePhase } from '#features/live-sessions/live-session.ts'
import { mediaQuery } from '#features/media/api.ts'
import { MyCourses } from './my-courses.tsx'
import { longestWaiting, SignUpsWaiting } from './sign-ups-waiting.tsx'
import { formatWaiting, longestUnanswered, ToGrade, Unanswered } from './to-grade.tsx'
import { getSessionPath, isOfToday, type Session, useDesk } from './use-desk.ts'
import shared from './dashboard.module.css'
import classes from './trainer-desk.module.css'

/** Assignments shown; the title has the number of all submissions. */
const maxShown = 8

/** Work to grade: one row per assignment, longest waiting first. */
function useGradingBacklog() {
  const list = useQuery(toGradeQuery(maxShown))
  const counts = useQuery(assignmentCountsQuery({ query: {} }))
  return {
    failed: [list, counts].find(({ isError, data }) => isError && !data),
    isPending: list.isPending || counts.isPending,
    total: counts.data?.toGrade,
    gradings: list.data?.items ?? [],
    more: list.data ? list.data.total - list.data.items.length : 0,
    isFirstLoad: useFirstLoad(list, counts),
  }
}

/** Takes its space before the URL is known, so that nothing moves when it arrives. */
const CopyLink = ({ url }: { url: string | undefined }) => (
  <Button variant="subtle" className={url ? undefined : classes.pending} onClick={() => void (url && copyToClipboard(url, 'Link copied'))}>
    Copy link
  </Button>
)

function State({ session: { media, courseTitle }, now }: { session: Session; now: number }) {
  const phase = livePhase(media, now)
  const started = formatStart(media.startsAt, now)
  if (phase === 'live') return <StatusText state="live">{`Live, ${started}`}</StatusText>
  if (phase === 'soon')
    return <StatusText state="live">{`${started.charAt(0).toUpperCase()}${started.slice(1)} · room is open`}</StatusText>
  const words = getSessionEnd(media) <= now ? 'ended' : duration((media.durationMinutes ?? defaultMinutes) * 60)
  return <Text variant="meta">{`${isolate(courseTitle)} · ${words}`}</Text>
}

function SessionCard({ session, now }: { session: Session; now: number }) {
  const { courseId, weekId, media } = session
  const details = useQuery(mediaQuery({ params: { courseId, id: media.id } }))
  const zoom = details.data?.zoomOptions
  const phase = livePhase(media, now)
  const isOver = getSessionEnd(media) <= now
  return (
    <Card as="div" isLive={isOpen(phase)}>
      <Flex align="center" wrap="wrap" rowGap={12} columnGap={16} m="-2px -4px -6px">
        <Stat>{clock(media.startsAt)}</Stat>
        <Box flex="1 1 160px" miw={0}>
          <Link to={paths.media.to(getSessionPath(session))} className={classes.title}>
            {media.title}
          </Link>
          <State session={session} now={now} />
          {media.attendance && <Text variant="meta">{`${media.attendance.marked} of ${media.attendance.students} marked`}</Text>}
        </Box>
        <div className={classes.actions}>
          {(isOpen(phase) || isOver) && (
            <Button variant="default" component={Link} to={paths.markAttendance.to({ courseId, weekId }, { session: media.id })}>
              Mark attendance
            </Button>
          )}
          {isOpen(phase) && (zoom?.startUrl ?? zoom?.joinUrl) && <StartButton at={{ courseId, id: media.id }} isPlain />}
          {!isOver && !isOpen(phase) && (zoom?.joinUrl || details.isPending) && <CopyLink url={zoom?.joinUrl ?? undefined} />}
        </div>
      </Flex>
    </Card>
  )
}

/** The live sessions of today: when, and how their hosts join. */
function SessionsToday({ sessions, now }: { sessions: readonly Session[]; now: number }) {
  // Sessions that are over come last: only their attendance is left to mark.
  const isOver = ({ media }: Session): boolean => getSessionEnd(media) <= now
  const today = sessions.filter((session) => isOfToday(session, now)).sort((one, other) => Number(isOver(one)) - Number(isOver(other)))
  const next = sessions.find(({ media }) => Date.parse(media.startsAt) > now)
  const later = next
    ? `None today. The next one is ${isolate(next.media.title)}, ${day(next.media.startsAt)}, ${clock(next.media.startsAt)}.`
    : 'No sessions planned.'
  return (
    <Section title="Sessions today" {...(today.length > 0 && { count: today.length })}>
      {today.length === 0 && <Text variant="meta">{later}</Text>}
      <Stack gap={8}>
        {today.map((session) => (
          <SessionCard key={session.media.id} session={session} now={now} />
        ))}
      </Stack>
    </Section>
  )
}

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
        title="No courses yet"
        action={
          <Button component={Link} to={paths.courseNew.to()}>
            New course
          </Button>
        }
      >
        Courses you create or are added to appear here.
      </EmptyState>
    </Page>
  )
}

export function TrainerDesk() {
  const now = useServerNow()
  const { failed, isPending, total, gradings, more, isFirstLoad: isFirstGrading } = useGradingBacklog()
  const desk = useDesk(false)
  const isFirstQuestions = useFirstLoad(useQuery(longestUnanswered), useQuery(longestWaiting))
  const { mine, hasNone, running, sessions } = desk
  useEffect(() => {
    if (total !== undefined) useNavBadges.setState({ assignments: total })
  }, [total])
  // The title itself says how much waits.
  if (isFirstGrading || desk.isFirstLoad || isFirstQuestions || (isPending && !failed)) return <LoadingScreen />
  if (hasNone) return <NoCourse />
  const oldest = gradings[0]?.counts?.oldest
  const title = total === undefined ? 'Today' : total === 0 ? 'Nothing to grade' : `${pluralize(total, 'submission')} to grade`
  const meta = `${longDay(now)}${oldest ? ` · oldest waiting ${formatWaiting(oldest.submittedAt, now)}` : ''}`

  const grading = (): ReactNode => {
    if (failed) return <LoadFailed title="The work to grade could not be loaded" {...toLoadError(failed)} />
    return (
      gradings.length > 0 && (
        <>
          <ToGrade rows={gradings} now={now} />
          {more > 0 && <Link to={paths.assignments.to()}>{`${more} more to grade`}</Link>}
        </>
      )
    )
  }
  return (
    <Page title={title} meta={<span>{meta}</span>} actions={<GradeNext first={gradings[0]} />}>
      {grading()}
      <div className={shared.columns}>
        <div className={shared.main}>
          {mine.isError && <LoadFailed title="Your courses could not be loaded" {...toLoadError(mine)} />}
          {desk.noSessions && <LoadFailed title="The live sessions could not be loaded" {...toLoadError(desk.noSessions)} />}
          {desk.isPending && <SkeletonRows count={3} />}
          {!desk.isPending && !desk.noSessions && <SessionsToday sessions={sessions} now={now} />}
          <SignUpsWaiting now={now} />
          <Unanswered now={now} />
        </div>
        <div className={shared.side}>
          {mine.isPending ? <SkeletonRows count={3} /> : <MyCourses courses={running} total={mine.data?.total} now={now} />}
        </div>
      </div>
    </Page>
  )
}
