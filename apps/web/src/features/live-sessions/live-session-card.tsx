/** A live session as a card: the same URL before, during and after it. The server's clock decides what it shows. */

import { Box, Button, Flex, Popover, Text, VisuallyHidden } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { Media } from '@lms/contract/media'
import type { ProgressItem } from '@lms/contract/progress-items'
import { getSessionEnd, isJoinable } from '@lms/contract/rules/session-window'
import { formatClock, formatDay, formatDueTime, formatTimeRange } from '#lib/format-date.ts'
import { formatDuration } from '#lib/format-number.ts'
import { useCountdownNow } from '#lib/server-clock.ts'
import { Alert } from '#ui/alert.tsx'
import { Card } from '#ui/card.tsx'
import { IconHelpCircle, IconUpload } from '#ui/icons.ts'
import { Stat } from '#ui/stat.tsx'
import { StatusBadge } from '#ui/status-badge.tsx'
import type { StatusName } from '#ui/status-icon.tsx'
import { useRetryZoomMeeting } from '#features/media/api.ts'
import { AddToCalendar, JoinButton, MarkPresentButton, Passcode, StartButton } from './join-session.tsx'
import { countdown, diffPhase, isOpen, livePhase, type LivePhase, NoUrlError } from './live-session.ts'
import classes from './live-session-card.module.css'

type Zoom = NonNullable<Media['zoomOptions']>
type Props = {
  media: Media
  weekNumber: number
  own?: ProgressItem | undefined
  /** Staff start it. */
  isHost: boolean
  /** For students who may join: joins and returns the join link, null if none is set. */
  join?: (() => Promise<string | null>) | undefined
  /** Where staff add the recording. */
  addTo?: string | undefined
}

function Countdown({ zoom, phase, now, mayEnter }: { zoom: Zoom; phase: LivePhase; now: number; mayEnter: boolean }) {
  const start = Date.parse(zoom.startsAt)
  if (phase === 'live') return <Stat label={mayEnter ? 'in, you can still join' : 'in'}>{countdown(now - start)}</Stat>
  return <Stat label="until it starts">{countdown(start - now)}</Stat>
}

/** Announced once, for users who cannot see the countdown. */
function News({ startsAt, now }: { startsAt: number; now: number }) {
  const [said, setSaid] = useState({ at: now, news: '' })
  if (said.at !== now) setSaid({ at: now, news: diffPhase(startsAt, said.at, now) ?? said.news })
  return <VisuallyHidden role="status">{said.news}</VisuallyHidden>
}

type WayProps = { phase: LivePhase; hasWay: boolean; hasJoined: boolean; join: NonNullable<Props['join']> }

/** How students join, while they may. */
function WayIn({ phase, hasWay, hasJoined, join }: WayProps) {
  const isPlain = !isOpen(phase)
  const enter = async (): Promise<string> => {
    const address = await join()
    if (address === null) throw new NoUrlError('There is no link yet. Your trainers will add it.')
    return address
  }
  if (hasWay) return <JoinButton isPlain={isPlain} ask={enter} />
  if (hasJoined) return null
  return (
    <>
      <Text variant="meta">There is no link. If you are in the room, choose “I am here”.</Text>
      <MarkPresentButton isPlain={isPlain} join={join} />
    </>
  )
}

type ActionsProps = { media: Media; zoom: Zoom; phase: LivePhase; mayJoin: boolean; hasJoined: boolean } & Pick<Props, 'isHost' | 'join'>

function Actions({ media, zoom, phase, mayJoin, hasJoined, isHost, join }: ActionsProps) {
  if (phase !== 'scheduled' && !(mayJoin && (isHost || join))) return null
  const hasWay = zoom.joinUrl !== null || zoom.zoomMeeting?.state === 'READY' || zoom.startUrl !== null
  const joining = mayJoin ? join : undefined
  return (
    <div className={classes.actions}>
      {joining && <WayIn {...{ phase, hasWay, hasJoined, join: joining }} />}
      {isHost && <HostStart media={media} zoom={zoom} hasWay={hasWay} isPlain={!isOpen(phase)} />}
      {(joining || isHost) && zoom.passcode && <Passcode passcode={zoom.passcode} />}
      {joining && hasWay && <JoinHelp zoom={zoom} />}
      {phase === 'scheduled' && <AddToCalendar media={media} />}
      {isHost && zoom.meetingId && (
        <Text span variant="meta">
          Meeting {zoom.meetingId}
        </Text>
      )}
    </div>
  )
}

function HostStart({ media, zoom, hasWay, isPlain }: { media: Media; zoom: Zoom; hasWay: boolean; isPlain: boolean }) {
  if (hasWay) return <StartButton at={{ courseId: media.courseId, id: media.id }} isPlain={isPlain} />
  return !zoom.zoomMeeting && <Text variant="meta">There is no link yet. Edit this session to add it.</Text>
}

export function LiveSessionCard({ media, weekNumber, own, isHost, join, addTo }: Props) {
  const zoom = media.zoomOptions
  const startsAt = zoom ? Date.parse(zoom.startsAt) : 0
  const now = useCountdownNow(startsAt)
  if (!zoom) return null
  const phase = livePhase({ ...zoom, hasRecording: media.playbackUrl !== null }, now)
  const badge = getStatusBadge(phase, zoom.previousStartsAt !== null)
  const old = phase === 'scheduled' || phase === 'soon' ? oldTime(zoom) : null
  const mayJoin = isJoinable(zoom, now)
  // Staff add it.
  const words = addTo !== undefined && phase === 'ended' ? '' : formatMyAttendance(phase, own, mayJoin)
  return (
    <Card as="div" isLive={isOpen(phase)}>
      <Flex align="center" justify="space-between" gap={12} mb={10}>
        <StatusBadge state={badge.state}>{badge.word}</StatusBadge>
        <Text span variant="caption">
          Week {weekNumber}
        </Text>
      </Flex>
      {old && (
        <p className={classes.time}>
          <VisuallyHidden>Before: </VisuallyHidden>
          <s>{old}</s>
        </p>
      )}
      <p className={classes.time}>{timeLine(zoom, phase, now)}</p>
      {(phase === 'scheduled' || isOpen(phase)) && (
        <p className={classes.figure}>
          <Countdown zoom={zoom} phase={phase} now={now} mayEnter={isHost || join !== undefined} />
        </p>
      )}
      <News startsAt={startsAt} now={now} />
      {words && <p className={classes.words}>{words}</p>}
      <MeetingState media={media} />
      {addTo !== undefined && phase === 'ended' && (
        <div className={classes.actions}>
          <Button component={Link} to={addTo} leftSection={<IconUpload size={18} stroke={1.75} aria-hidden />}>
            Add recording
          </Button>
        </div>
      )}
      <Actions media={media} zoom={zoom} phase={phase} mayJoin={mayJoin} hasJoined={!!own?.joinedAt} isHost={isHost} join={join} />
    </Card>
  )
}

/** The state of the Zoom meeting created by the server: for staff, who can retry. */
function MeetingState({ media }: { media: Media }) {
  const retry = useRetryZoomMeeting()
  const meeting = media.zoomOptions?.zoomMeeting
  if (!meeting || meeting.state === 'READY') return null
  const isMade = media.zoomOptions?.joinUrl !== null
  const again = (
    <Button
      variant="default"
      size="sm"
      loading={retry.isPending}
      onClick={() => retry.mutate({ params: { courseId: media.courseId, id: media.id } })}
    >
      Try again
    </Button>
  )
  if (meeting.state === 'FAILED')
    return (
      <Box mt={12}>
        <Alert tone="bad" title={isMade ? 'Zoom does not have the change yet' : 'There is no Zoom meeting'} action={again}>
          {meeting.reason}
        </Alert>
      </Box>
    )
  const doing = isMade ? 'Sending the change to Zoom…' : 'Creating the Zoom meeting…'
  return (
    <Box mt={12}>
      <Alert tone={meeting.reason ? 'warn' : 'info'} title={doing} role="status">
        {meeting.reason ? `${meeting.reason} LMS tries again automatically.` : 'The link appears here. You can leave this page.'}
      </Alert>
    </Box>
  )
}

/** “Trouble joining?”: tips in a popover. */
const JoinHelp = ({ zoom: { meetingId, passcode, waitingRoom } }: { zoom: Zoom }) => (
  <Popover position="bottom-start" width={300} withinPortal>
    <Popover.Target>
      <Button variant="subtle" leftSection={<IconHelpCircle size={18} stroke={1.75} aria-hidden />}>
        Trouble joining?
      </Button>
    </Popover.Target>
    <Popover.Dropdown>
      <Text component="ul" variant="meta" className={classes.help}>
        <li>The session opens in a new tab. If no tab opened, allow pop-ups for this page and try again.</li>
        {meetingId && (
          <li>
            In the meeting app: number {meetingId}
            {passcode && `, passcode ${passcode}`}.
          </li>
        )}
        {waitingRoom && <li>There is a waiting room: stay until you are let in.</li>}
        <li>It may not have started yet. This page says when it should.</li>
      </Text>
    </Popover.Dropdown>
  </Popover>
)

const phaseBadges: Record<LivePhase, { state: StatusName; word: string }> = {
  scheduled: { state: 'not-started', word: 'Scheduled' },
  soon: { state: 'live', word: 'Opens soon' },
  live: { state: 'live', word: 'Live now' },
  ended: { state: 'not-started', word: 'Ended' },
  ready: { state: 'graded', word: 'Recording ready' },
}
const movedBadge = { state: 'late', word: 'Moved' } as const

const getStatusBadge = (phase: LivePhase, isMoved: boolean): { state: StatusName; word: string } =>
  isMoved && phase === 'scheduled' ? movedBadge : phaseBadges[phase]

const dayWord = (at: number, now: number): string => (formatDay(at) === formatDay(now) ? 'Today' : `${formatDay(at)},`)

/** “Fri 20 Nov, 14:00 to 15:00”: the previous time, to be struck through. */
function oldTime({ previousStartsAt, durationMinutes }: Zoom): string | null {
  if (!previousStartsAt) return null
  return `${formatDay(previousStartsAt)}, ${formatTimeRange(previousStartsAt, getSessionEnd({ startsAt: previousStartsAt, durationMinutes }))}`
}

/** “Today 14:00 to 15:00, your time (GMT)”. */
function timeLine(zoom: Zoom, phase: LivePhase, now: number): string {
  const end = getSessionEnd(zoom)
  if (phase === 'ended') return `Ended ${dayWord(end, now).toLowerCase() === 'today' ? 'today' : dayWord(end, now)} ${formatClock(end)}`
  if (phase === 'ready') return `Held ${formatDay(zoom.startsAt)} · ${formatDuration(zoom.durationMinutes * 60)}`
  const range = `${dayWord(Date.parse(zoom.startsAt), now)} ${formatTimeRange(zoom.startsAt, end)}`
  return phase === 'soon' ? `${range} · room is open` : `${range}, your time (${formatDueTime(zoom.startsAt).split(' ').at(-1)})`
}

const presenceTexts: Partial<Record<ProgressItem['state'], string>> = {
  PRESENT: 'You were present.',
  LATE: 'You came late, which counts as present.',
  EXCUSED: 'You are excused.',
  WATCHED: 'You watched the recording, which makes up for it.',
  ABSENT: 'You were marked absent.',
}

function formatMyAttendance(phase: LivePhase, own: ProgressItem | undefined, isJoinable: boolean): string {
  if (isOpen(phase)) return own?.joinedAt ? `You joined at ${formatClock(own.joinedAt)}.` : ''
  const was = own ? (presenceTexts[own.state] ?? '') : ''
  if (phase === 'ended' && isJoinable) return `${was} If it runs over, you can still come in.`.trim()
  if (phase === 'ended') return `${was} The recording will appear here.`.trim()
  if (phase !== 'ready' || !own) return ''
  return own.done ? `${was} Watching again changes nothing.` : `${was} Watching the recording makes up for it.`.trim()
}
