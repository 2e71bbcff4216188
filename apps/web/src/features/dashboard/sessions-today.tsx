/** The live sessions of today: when, and the way in for whoever holds them. */
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { endOf, isOpen, livePhase, formatStart } from '#lib/live-session.ts'
import { paths } from '#lib/paths.ts'
import { clock, day, duration } from '#lib/format-date.ts'
import { StartButton } from '#features/media/index.ts'
import { mediaQuery } from '#features/media/api.ts'
import { Card } from '#ui/card.tsx'
import { StatusText } from '#ui/badge.tsx'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { Stat } from '#ui/stat.tsx'
import { Section } from '#ui/row.tsx'
import type { Session } from './agenda.ts'
import classes from './sessions-today.module.css'
import { sessionPathOf } from './use-desk.ts'

/** Before its address is known, the button has its place already. */
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
  const words = endOf(media) <= now ? 'ended' : duration((media.durationMinutes ?? 60) * 60)
  return <p className={classes.meta}>{`${courseTitle} · ${words}`}</p>
}

function SessionCard({ session, now }: { session: Session; now: number }) {
  const { courseId, weekId, media } = session
  const details = useQuery(mediaQuery({ params: { courseId, id: media.id } }))
  const zoom = details.data?.zoomOptions
  const phase = livePhase(media, now)
  const isOver = endOf(media) <= now
  return (
    <Card as="div" isLive={isOpen(phase)}>
      <div className={classes.card}>
        <Stat>{clock(media.startsAt)}</Stat>
        <div className={classes.words}>
          <Link to={paths.media.to(sessionPathOf(session))} className={classes.title}>
            {media.title}
          </Link>
          <State session={session} now={now} />
          {media.attendance && <p className={classes.meta}>{`${media.attendance.marked} of ${media.attendance.students} marked`}</p>}
        </div>
        <div className={classes.actions}>
          {(isOpen(phase) || isOver) && (
            <Button variant="default" component={Link} to={paths.markAttendance.to({ courseId, weekId }, { session: media.id })}>
              Mark attendance
            </Button>
          )}
          {isOpen(phase) && (zoom?.startUrl ?? zoom?.joinUrl) && <StartButton at={{ courseId, id: media.id }} isPlain />}
          {!isOver && !isOpen(phase) && (zoom?.joinUrl || details.isPending) && <CopyLink url={zoom?.joinUrl ?? undefined} />}
        </div>
      </div>
    </Card>
  )
}

export function SessionsToday({ sessions, now }: { sessions: readonly Session[]; now: number }) {
  // What is over stands last: it asks for no more than its marks.
  const isOver = ({ media }: Session): boolean => endOf(media) <= now
  const today = sessions
    .filter(({ media }) => day(media.startsAt) === day(now))
    .sort((one, other) => Number(isOver(one)) - Number(isOver(other)))
  const next = sessions.find(({ media }) => Date.parse(media.startsAt) > now)
  const later = next
    ? `None today. The next one is ${next.media.title}, ${day(next.media.startsAt)}, ${clock(next.media.startsAt)}.`
    : 'None today, and none is planned.'
  return (
    <Section title="Sessions today" {...(today.length > 0 && { count: today.length })}>
      {today.length === 0 && <p className={classes.meta}>{later}</p>}
      <div className={classes.list}>
        {today.map((session) => (
          <SessionCard key={session.media.id} session={session} now={now} />
        ))}
      </div>
    </Section>
  )
}
