/** A live session as one card: one address before, during and after. The server's clock decides what it shows. */
import type { Media } from '@lms/contract/media'
import type { ProgressItem } from '@lms/contract/courses'
import { VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { countdown, isJoinable, isOpen, type LivePhase, livePhase, diffPhase } from '#lib/live-session.ts'
import { NoUrlError } from '#lib/open-in-new-tab.ts'
import { useCountdownNow } from '#lib/server-clock.ts'
import { Card } from '#ui/card.tsx'
import { Badge } from '#ui/badge.tsx'
import { Stat } from '#ui/stat.tsx'
import { JoinHelp } from './join-help.tsx'
import { AddToCalendar, JoinButton, MarkPresentButton, Passcode, StartButton } from './live-actions.tsx'
import classes from './live-session-card.module.css'
import { chipOf, oldTime, ownWords, timeLine } from './live-session-format.ts'
import { MeetingState } from './meeting-state.tsx'

type Zoom = NonNullable<Media['zoomOptions']>
type Props = {
  media: Media
  weekNumber: number
  own?: ProgressItem | undefined
  /** Joins and gives the way in, null where none is set; staff start instead. */
  join?: (() => Promise<string | null>) | undefined
}

function Countdown({ zoom, phase, now }: { zoom: Zoom; phase: LivePhase; now: number }) {
  const start = Date.parse(zoom.startsAt)
  if (phase === 'live') return <Stat label="in, you can still join">{countdown(now - start)}</Stat>
  return <Stat label="until it starts">{countdown(start - now)}</Stat>
}

/** Said once, for those who do not see the figure change. */
function News({ startsAt, now }: { startsAt: number; now: number }) {
  const [said, setSaid] = useState({ at: now, news: '' })
  if (said.at !== now) setSaid({ at: now, news: diffPhase(startsAt, said.at, now) ?? said.news })
  return <VisuallyHidden role="status">{said.news}</VisuallyHidden>
}

type WayProps = { phase: LivePhase; hasWay: boolean; isThere: boolean; join: NonNullable<Props['join']> }

/** The way in for students, while they may join. */
function WayIn({ phase, hasWay, isThere, join }: WayProps) {
  const isPlain = !isOpen(phase)
  const enter = async (): Promise<string> => {
    const address = await join()
    if (address === null) throw new NoUrlError('The way in is not set yet. Your trainers give it to you.')
    return address
  }
  if (hasWay) return <JoinButton label={phase === 'soon' ? 'Join' : 'Join now'} isPlain={isPlain} ask={enter} />
  if (isThere) return null
  return (
    <>
      <p className={classes.facts}>No link is set. If you are in the room where it is held, say so.</p>
      <MarkPresentButton isPlain={isPlain} join={join} />
    </>
  )
}

type ActionsProps = { media: Media; zoom: Zoom; phase: LivePhase; mayJoin: boolean; isThere: boolean; join: Props['join'] }

function Actions({ media, zoom, phase, mayJoin, isThere, join }: ActionsProps) {
  const isPlain = !isOpen(phase)
  if (!mayJoin && phase !== 'scheduled') return null
  const hasWay = zoom.joinUrl !== null || zoom.zoomMeeting?.state === 'READY' || zoom.startUrl !== null
  return (
    <div className={classes.actions}>
      {join && mayJoin && <WayIn {...{ phase, hasWay, isThere, join }} />}
      {!join && !hasWay && !zoom.zoomMeeting && <p className={classes.facts}>No way in is set yet. Edit this session to add its link.</p>}
      {!join && hasWay && <StartButton at={{ courseId: media.courseId, id: media.id }} isPlain={isPlain} />}
      {(mayJoin || !join) && zoom.passcode && <Passcode passcode={zoom.passcode} />}
      {mayJoin && hasWay && join && <JoinHelp zoom={zoom} />}
      {phase === 'scheduled' && <AddToCalendar media={media} />}
      {!join && zoom.meetingId && <span className={classes.facts}>Meeting {zoom.meetingId}</span>}
    </div>
  )
}

export function LiveSessionCard({ media, weekNumber, own, join }: Props) {
  const zoom = media.zoomOptions
  const startsAt = zoom ? Date.parse(zoom.startsAt) : 0
  const now = useCountdownNow(startsAt)
  if (!zoom) return null
  const phase = livePhase({ ...zoom, hasRecording: media.playbackUrl !== null }, now)
  const chip = chipOf(phase, zoom.movedFrom !== null)
  const old = phase === 'scheduled' || phase === 'soon' ? oldTime(zoom) : null
  const mayJoin = isJoinable({ ...zoom, hasRecording: false }, now)
  const words = ownWords(phase, own, mayJoin)
  return (
    <Card as="div" isLive={isOpen(phase)}>
      <div className={classes.head}>
        <Badge state={chip.state}>{chip.word}</Badge>
        <span className={classes.week}>Week {weekNumber}</span>
      </div>
      {old && (
        <p className={classes.time}>
          <VisuallyHidden>Before: </VisuallyHidden>
          <s>{old}</s>
        </p>
      )}
      <p className={classes.time}>{timeLine(zoom, phase, now)}</p>
      {(phase === 'scheduled' || isOpen(phase)) && (
        <p className={classes.figure}>
          <Countdown zoom={zoom} phase={phase} now={now} />
        </p>
      )}
      <News startsAt={startsAt} now={now} />
      {words && <p className={classes.words}>{words}</p>}
      <MeetingState media={media} />
      <Actions media={media} zoom={zoom} phase={phase} mayJoin={mayJoin} isThere={!!own?.joinedAt} join={join} />
    </Card>
  )
}
