/** A live session as one card: one address before, during and after. The server's clock decides what it shows. */
import type { Media } from '@lms/contract/media'
import type { ProgressItem } from '@lms/contract/courses'
import { countdown, isOpen, type LivePhase, livePhase } from '#lib/live-session.ts'
import { useServerNow } from '#lib/server-clock.ts'
import { clock, day, dueTime, duration, timeRange } from '#lib/times.ts'
import { Card } from '#ui/card.tsx'
import { Chip } from '#ui/chip.tsx'
import { Figure } from '#ui/figure.tsx'
import type { StateName } from '#ui/state-glyph.tsx'
import { AddToCalendar, JoinFacts, JoinLink, StartLink } from './live-actions.tsx'
import classes from './live-card.module.css'

const chips: Record<LivePhase, { state: StateName; word: string }> = {
  scheduled: { state: 'not-started', word: 'Scheduled' },
  soon: { state: 'live', word: 'Opens soon' },
  live: { state: 'live', word: 'Live now' },
  ended: { state: 'not-started', word: 'Ended' },
  ready: { state: 'graded', word: 'Recording ready' },
}

type Zoom = NonNullable<Media['zoomOptions']>
type Props = { media: Media; weekNumber: number; own?: ProgressItem | undefined; onJoin?: (() => void) | undefined }

const minute = 60_000
const endOf = (zoom: Zoom): number => Date.parse(zoom.startsAt) + zoom.durationMinutes * minute

/** “Today 14:00 to 15:00, your time (GMT)”. */
function timeLine(zoom: Zoom, phase: LivePhase, now: number): string {
  const end = endOf(zoom)
  const when = day(zoom.startsAt) === day(now) ? 'Today' : `${day(zoom.startsAt)},`
  if (phase === 'ended') return `Ended ${day(end) === day(now) ? 'today' : `${day(end)},`} ${clock(end)}`
  if (phase === 'ready') return `Held ${day(zoom.startsAt)} · ${duration(zoom.durationMinutes * 60)}`
  const zone = dueTime(zoom.startsAt).split(' ').at(-1)
  const range = `${when} ${timeRange(zoom.startsAt, end)}`
  return phase === 'soon' ? `${range} · room is open` : `${range}, your time (${zone})`
}

const presence: Partial<Record<ProgressItem['state'], string>> = {
  PRESENT: 'You were present.',
  LATE: 'You came late, which counts as present.',
  EXCUSED: 'You are excused.',
  WATCHED: 'You watched the recording, which makes up for it.',
  ABSENT: 'You were marked absent.',
}

function ownWords(phase: LivePhase, own: ProgressItem | undefined): string {
  const was = own ? (presence[own.state] ?? '') : ''
  if (phase === 'ended') return `${was} The recording appears here if the trainers add one.`.trim()
  if (phase !== 'ready' || !own) return ''
  return own.done ? `${was} Watching again changes nothing.` : `${was} Watching the recording makes up for it.`.trim()
}

function Countdown({ zoom, phase, now }: { zoom: Zoom; phase: LivePhase; now: number }) {
  const start = Date.parse(zoom.startsAt)
  if (phase === 'live') return <Figure label="in, you can still join">{countdown(now - start)}</Figure>
  return <Figure label="until it starts">{countdown(start - now)}</Figure>
}

function Actions({ media, zoom, phase, onJoin }: { media: Media; zoom: Zoom; phase: LivePhase; onJoin: (() => void) | undefined }) {
  if (phase === 'scheduled') return <AddToCalendar media={media} zoom={zoom} />
  return (
    <>
      {zoom.startUrl ? <StartLink href={zoom.startUrl} /> : <JoinLink href={zoom.joinUrl} isLive={phase === 'live'} onJoin={onJoin} />}
      <JoinFacts zoom={zoom} />
    </>
  )
}

export function LiveCard({ media, weekNumber, own, onJoin }: Props) {
  const zoom = media.zoomOptions
  const coarse = useServerNow()
  // Around the start the figure counts seconds.
  const isNear = zoom !== null && Math.abs(Date.parse(zoom.startsAt) - coarse) < 2 * minute
  const now = Math.max(coarse, useServerNow(isNear ? 1000 : minute))
  if (!zoom) return null
  const phase = livePhase({ ...zoom, hasRecording: media.playbackUrl !== null }, now)
  const words = ownWords(phase, own)
  const hasActions = phase === 'scheduled' || isOpen(phase)
  return (
    <Card as="div" isLive={isOpen(phase)}>
      <div className={classes.head}>
        <Chip state={chips[phase].state}>{chips[phase].word}</Chip>
        <span className={classes.week}>Week {weekNumber}</span>
      </div>
      <p className={classes.time}>{timeLine(zoom, phase, now)}</p>
      {hasActions && (
        <p className={classes.figure}>
          <Countdown zoom={zoom} phase={phase} now={now} />
        </p>
      )}
      {words && <p className={classes.words}>{words}</p>}
      {hasActions && (
        <div className={classes.actions}>
          <Actions media={media} zoom={zoom} phase={phase} onJoin={onJoin} />
        </div>
      )}
    </Card>
  )
}
