/** What a student can continue with at once: the live session, and the item opened last. */

import { Box, Button, Text } from '@mantine/core'
import { Link } from 'react-router'
import type { MyCourse } from '@lms/contract/courses'
import { isolate } from '@lms/contract/rules/direction'
import { formatDayAndTime } from '#lib/format-date.ts'
import { formatPosition } from '#lib/format-number.ts'
import { paths } from '#lib/paths.ts'
import { Card } from '#ui/card.tsx'
import { IconPlayerPlayFilled, IconVideo } from '#ui/icons.ts'
import { useIsPhone } from '#ui/use-breakpoint.ts'
import { useMarkLiveAttendance } from '#features/attendance/api.ts'
import { CourseCover } from '#features/courses/course-cover.tsx'
import { findPlace, itemPath } from '#features/courses/format.ts'
import { JoinButton } from '#features/live-sessions/join-session.tsx'
import { formatStart, livePhase, NoUrlError } from '#features/live-sessions/live-session.ts'
import { getSessionPath, type Session } from './agenda.ts'
import classes from './next-up.module.css'

type Next = NonNullable<MyCourse['next']>
type Props = { course: MyCourse; next: Next; isPrimary: boolean }

const labels: Record<Next['type'], string> = { RECORDED: 'Watch', LIVE: 'Join', ASSIGNMENT: 'Open assignment' }

/** What comes next: one card that opens the item where it was left. */
export function ContinueCard({ course, next, isPrimary }: Props) {
  const isPhone = useIsPhone()
  const place = findPlace(next)
  const size = isPhone ? { width: 112, height: 63 } : { width: 208, height: 117 }
  const meta = [
    `${isolate(course.title)}, week ${next.weekNumber}`,
    place?.left && `${place.left} left`,
    next.type === 'LIVE' && next.startsAt && formatDayAndTime(next.startsAt),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <Card as="div">
      <div className={classes.card}>
        <div className={classes.cover}>
          <CourseCover id={course.id} title={course.title} src={course.coverImageUrl} {...size} />
          {place && <span className={classes.place} data-drawn style={{ '--share': `${Math.round(place.share * 100)}%` }} aria-hidden />}
        </div>
        <div className={classes.words}>
          <Text variant="meta">Continue</Text>
          <h2 className={classes.title}>{next.title}</h2>
          <Text variant="meta">{meta}</Text>
        </div>
        <Button
          className={classes.go}
          component={Link}
          to={itemPath({ id: next.id, kind: next.type }, { courseId: course.id, weekId: next.weekId }, false)}
          {...(!isPrimary && { variant: 'default' })}
          {...(next.type === 'RECORDED' && { leftSection: <IconPlayerPlayFilled size={16} aria-hidden /> })}
        >
          {place && place.at > 5 ? `Resume at ${formatPosition(place.at)}` : labels[next.type]}
        </Button>
      </div>
    </Card>
  )
}

const icon = <IconVideo size={18} stroke={1.75} aria-hidden />

type LiveSession = Session & { hasLink: boolean }

function Join({ session }: { session: LiveSession }) {
  const { courseId, weekId, id: mediaId } = session
  const mark = useMarkLiveAttendance()
  // While there is no link, the session's own page says more.
  if (!session.hasLink)
    return (
      <Button component={Link} to={paths.media.to(getSessionPath(session))} leftSection={icon}>
        Join
      </Button>
    )
  const join = async (): Promise<string> => {
    const { joinUrl } = await mark.mutateAsync({ body: { courseId, weekId, mediaId } })
    if (joinUrl === null) throw new NoUrlError('There is no link yet. Your trainers will add it.')
    return joinUrl
  }
  return <JoinButton ask={join} />
}

/** The live session comes first: one bar, one button. */
export function LiveBar({ session, now, trainers }: { session: LiveSession; now: number; trainers: string }) {
  const { title, startsAt, courseTitle } = session
  const isLive = livePhase(session, now) === 'live'
  const started = formatStart(startsAt, now)
  const when = isLive ? started.charAt(0).toUpperCase() + started.slice(1) : `Starts ${started}, the room is open`
  return (
    <section className={classes.bar} aria-label="Live now">
      <span className={classes.pulse} data-drawn aria-hidden />
      <Box flex={1} miw={0}>
        <p className={classes.liveBarTitle}>
          <Link to={paths.media.to(getSessionPath(session))}>{title}</Link> {isLive ? 'is live' : 'opens soon'}
        </p>
        <Text variant="meta">
          {when}
          <span className={classes.more}>{[isolate(courseTitle), trainers].filter(Boolean).map((word) => ` · ${word}`)}</span>
        </Text>
      </Box>
      <Join session={session} />
    </section>
  )
}
