/** The next live session at the side of a course: when it is, and the way in while it is open. */
import { Button } from '@mantine/core'
import { IconVideo } from '@tabler/icons-react'
import { Link } from 'react-router'
import { getSessionEnd, isOpen, livePhase, formatStart } from '#lib/live-session.ts'
import { paths } from '#lib/paths.ts'
import { day, timeRange } from '#lib/format-date.ts'
import { Card } from '#ui/card.tsx'
import { StatusText } from '#ui/status-badge.tsx'
import { Section } from '#ui/row.tsx'
import classes from './media.module.css'
import type { LiveInWeek } from './next-live.ts'

type Props = { session: LiveInWeek; now: number }

export function LiveSessionTeaser({ session: { media, week }, now }: Props) {
  const phase = livePhase(media, now)
  const to = paths.media.to({ courseId: week.courseId, weekId: week.id, mediaId: media.id })
  const times = timeRange(media.startsAt, getSessionEnd(media))
  const words =
    phase === 'live'
      ? `Live, ${formatStart(media.startsAt, now)}`
      : phase === 'soon'
        ? `Opens soon, ${formatStart(media.startsAt, now)}`
        : null
  return (
    <Section title="Next live session">
      <Card as="div" isLive={isOpen(phase)}>
        {words && (
          <p className={classes.state}>
            <StatusText state="live">{words}</StatusText>
          </p>
        )}
        <p className={classes.title}>{isOpen(phase) ? media.title : <Link to={to}>{media.title}</Link>}</p>
        {!isOpen(phase) && <p className={classes.time}>{`${day(media.startsAt)}, ${times}`}</p>}
        {isOpen(phase) && (
          <Button
            component={Link}
            to={to}
            variant="default"
            fullWidth
            mt={12}
            leftSection={<IconVideo size={18} stroke={1.75} aria-hidden />}
          >
            Join session
          </Button>
        )}
      </Card>
    </Section>
  )
}
