/** A trainer's first page: work to grade, today's sessions, open registers, unanswered questions, courses. */

import { Box, Button, Flex, Stack, Text } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import { Link, useNavigate } from 'react-router'
import type { AssignmentRow } from '@lms/contract/assignments'
import type { TaughtSession } from '@lms/contract/calendar'
import type { TeacherHome as Home } from '@lms/contract/home'
import { isolate } from '@lms/contract/rules/direction'
import { defaultMinutes, getSessionEnd } from '@lms/contract/rules/session-window'
import { formatClock, formatDay, formatLongDay, formatWaiting } from '#lib/format-date.ts'
import { formatDuration } from '#lib/format-number.ts'
import { useShortcuts } from '#lib/keyboard-shortcuts.ts'
import { useNavBadges } from '#lib/navigation.ts'
import { paths } from '#lib/paths.ts'
import { pluralize } from '#lib/pluralize.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { Card } from '#ui/card.tsx'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconArrowRight, IconPlus } from '#ui/icons.ts'
import { SkeletonRows } from '#ui/loading.tsx'
import { Page } from '#ui/page.tsx'
import { Row, Rows, Section } from '#ui/row.tsx'
import { Stat } from '#ui/stat.tsx'
import { StatusText } from '#ui/status-badge.tsx'
import { StartButton } from '#features/live-sessions/join-session.tsx'
import { formatStart, isOpen, livePhase } from '#features/live-sessions/live-session.ts'
import { getSessionPath, isOfToday, type Session } from './agenda.ts'
import { AtRisk } from './at-risk.tsx'
import { MyCourses } from './my-courses.tsx'
import { SignUpsWaiting } from './sign-ups-waiting.tsx'
import { ToGrade, Unanswered } from './to-grade.tsx'
import shared from './dashboard.module.css'
import classes from './teacher-home.module.css'

function State({ session, now }: { session: Session; now: number }) {
  const phase = livePhase(session, now)
  const started = formatStart(session.startsAt, now)
  if (phase === 'live') return <StatusText state="live">{`Live, ${started}`}</StatusText>
  if (phase === 'soon')
    return <StatusText state="live">{`${started.charAt(0).toUpperCase()}${started.slice(1)} · room is open`}</StatusText>
  const words = getSessionEnd(session) <= now ? 'ended' : formatDuration((session.durationMinutes ?? defaultMinutes) * 60)
  return <Text variant="meta">{`${isolate(session.courseTitle)} · ${words}`}</Text>
}

function SessionCard({ session, now }: { session: TaughtSession; now: number }) {
  const { id, courseId, weekId, title, startsAt, attendance, joinUrl, canStart } = session
  const phase = livePhase(session, now)
  const isOver = getSessionEnd(session) <= now
  return (
    <Card as="div" isLive={isOpen(phase)}>
      <Flex align="center" wrap="wrap" rowGap={12} columnGap={16} m="-2px -4px -6px">
        <Stat>{formatClock(startsAt)}</Stat>
        <Box flex="1 1 160px" miw={0}>
          <Link to={paths.media.to(getSessionPath(session))} className={classes.title}>
            {title}
          </Link>
          <State session={session} now={now} />
          {attendance && (
            <Text variant="meta">
              <Link to={paths.markAttendance.to({ courseId, weekId }, { session: id, show: 'unmarked' })}>
                {`${attendance.marked} of ${attendance.students} marked`}
              </Link>
            </Text>
          )}
        </Box>
        <div className={classes.actions}>
          {(isOpen(phase) || isOver) && (
            <Button variant="default" component={Link} to={paths.markAttendance.to({ courseId, weekId }, { session: id })}>
              Mark attendance
            </Button>
          )}
          {isOpen(phase) && (canStart || joinUrl) && <StartButton at={{ courseId, id }} isPlain />}
          {!isOver && !isOpen(phase) && joinUrl && (
            <Button variant="subtle" onClick={() => void copyToClipboard(joinUrl, 'Link copied')}>
              Copy link
            </Button>
          )}
        </div>
      </Flex>
    </Card>
  )
}

type Sessions = Pick<Home, 'sessions' | 'nextSession'> & { now: number }

/** The live sessions of today: when, and how their hosts join. */
function SessionsToday({ sessions, nextSession, now }: Sessions) {
  // Sessions that are over come last: only their attendance is left to mark.
  const isOver = (session: Session): boolean => getSessionEnd(session) <= now
  const today = sessions.filter((session) => isOfToday(session, now)).sort((one, other) => Number(isOver(one)) - Number(isOver(other)))
  const next = sessions.find(({ startsAt }) => Date.parse(startsAt) > now) ?? nextSession
  const later = next
    ? `None today. The next one is ${isolate(next.title)}, ${formatDay(next.startsAt)}, ${formatClock(next.startsAt)}.`
    : 'No sessions planned.'
  return (
    <Section title="Sessions today" {...(today.length > 0 && { count: today.length })}>
      {today.length === 0 && <Text variant="meta">{later}</Text>}
      <Stack gap={8}>
        {today.map((session) => (
          <SessionCard key={session.id} session={session} now={now} />
        ))}
      </Stack>
    </Section>
  )
}

/** Registers of earlier days with students who are not marked; those of today are among the sessions. */
function OpenRegisters({ registers: { items, total }, now }: { registers: Home['openRegisters']; now: number }) {
  const earlier = items.filter(({ startsAt }) => formatDay(startsAt) !== formatDay(now))
  const count = total - (items.length - earlier.length)
  if (count === 0) return null
  return (
    <Section title="Open registers" count={count}>
      <Rows label="Open registers">
        {earlier.map(({ id, title, courseId, courseTitle, weekId, startsAt, marked, students }) => (
          <Row
            key={id}
            to={paths.markAttendance.to({ courseId, weekId }, { session: id, show: 'unmarked' })}
            name={title}
            meta={`${isolate(courseTitle)} · ${formatDay(startsAt)}, ${formatClock(startsAt)}`}
            fact={`${marked} of ${students} marked`}
          />
        ))}
      </Rows>
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

const loadUploads = () => import('#features/files/unfinished-uploads.tsx')
const UnfinishedUploads = lazy(async () => ({ default: (await loadUploads()).UnfinishedUploads }))

type Props = { home: Home }

/** Work to grade, longest waiting first, with the number of assignments beyond these. */
function Grading({ toGrade, now }: Pick<Home, 'toGrade'> & { now: number }) {
  const more = toGrade.total - toGrade.items.length
  if (toGrade.items.length === 0) return null
  return (
    <>
      <ToGrade rows={toGrade.items} now={now} />
      {more > 0 && <Link to={paths.assignments.to()}>{`${more} more to grade`}</Link>}
    </>
  )
}

/** Where R leads: to the register of a session of today that has students to mark, the running one first, else to the oldest that is open. */
function findNextRegister({ sessions, openRegisters }: Home, now: number): string | undefined {
  const unmarked = sessions.filter((session) => {
    const { attendance } = session
    return isOfToday(session, now) && Date.parse(session.startsAt) <= now && attendance !== null && attendance.marked < attendance.students
  })
  const next = unmarked.find((session) => getSessionEnd(session) > now) ?? unmarked[0] ?? openRegisters.items[0]
  return next && paths.markAttendance.to({ courseId: next.courseId, weekId: next.weekId }, { session: next.id })
}

/** What waits for a trainer, on a page of a trainer or of an admin who teaches. */
export function TeachingTasks({ home, now }: Props & { now: number }) {
  const { courses, sessions, nextSession, openRegisters, signUps, unanswered, uploads, toGrade, atRisk } = home
  const navigate = useNavigate()
  useShortcuts({
    r: () => {
      const register = findNextRegister(home, now)
      if (register) void navigate(register)
    },
  })
  return (
    <>
      <Grading toGrade={toGrade} now={now} />
      <div className={shared.columns}>
        <div className={shared.main}>
          <SessionsToday sessions={sessions} nextSession={nextSession} now={now} />
          <OpenRegisters registers={openRegisters} now={now} />
          <SignUpsWaiting signUps={signUps} now={now} />
          <AtRisk atRisk={atRisk} />
          <Unanswered unanswered={unanswered} now={now} />
        </div>
        <div className={shared.side}>
          <MyCourses courses={courses.items} total={courses.total} now={now} />
          {uploads.total > 0 && (
            <Suspense fallback={<SkeletonRows count={1} />}>
              <UnfinishedUploads />
            </Suspense>
          )}
        </div>
      </div>
    </>
  )
}

export function TeacherHome({ home }: Props) {
  const now = useServerNow()
  const { toGrade, unanswered, hasCourses } = home
  useEffect(
    () => useNavBadges.setState({ assignments: toGrade.submissions, discussions: unanswered.total }),
    [toGrade.submissions, unanswered.total],
  )
  if (!hasCourses) return <NoCourse />
  const oldest = toGrade.items[0]?.counts?.oldest
  const title = toGrade.submissions === 0 ? 'Nothing to grade' : `${pluralize(toGrade.submissions, 'submission')} to grade`
  const meta = `${formatLongDay(now)}${oldest ? ` · oldest waiting ${formatWaiting(oldest.submittedAt, now)}` : ''}`
  const newCourse = (
    <Button variant="default" component={Link} to={paths.courseNew.to()} leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}>
      New course
    </Button>
  )
  return (
    <Page
      title={title}
      meta={<span>{meta}</span>}
      actions={
        <>
          {newCourse}
          <GradeNext first={toGrade.items[0]} />
        </>
      }
    >
      <TeachingTasks home={home} now={now} />
    </Page>
  )
}
