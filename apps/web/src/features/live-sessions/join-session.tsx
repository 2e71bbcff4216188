/** Live sessions: the next one, its teaser next to a course, and joining. URLs are requested on click. */

import { Box, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'react-router'
import type { MediaSummary, Media } from '@lms/contract/media'
import { getSessionEnd, getSessionStart } from '@lms/contract/rules/session-window'
import type { Week } from '@lms/contract/weeks'
import { getErrorMessage } from '#lib/api-errors.ts'
import { api } from '#lib/api.ts'
import { downloadBlob } from '#lib/download.ts'
import { formatDay, formatTimeRange } from '#lib/format-date.ts'
import { paths } from '#lib/paths.ts'
import { Card } from '#ui/card.tsx'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { IconVideo, IconCalendarPlus, IconCopy, IconUserCheck } from '#ui/icons.ts'
import { Section } from '#ui/row.tsx'
import { StatusText } from '#ui/status-badge.tsx'
import { notify } from '#ui/toasts.tsx'
import { isOpen, livePhase, formatStart, useNewTab } from './live-session.ts'
import classes from './join-session.module.css'

type LiveInWeek = { media: MediaSummary & { startsAt: string }; week: Week }

/** All sessions with a time, in order. */
function listLiveSessions(weeks: readonly Week[]): LiveInWeek[] {
  const all = weeks.flatMap((week) =>
    week.media
      .filter(({ type, startsAt }) => type === 'LIVE' && startsAt !== null)
      .map((media) => ({ media: media as LiveInWeek['media'], week })),
  )
  return all.sort((one, other) => getSessionStart(one.media) - getSessionStart(other.media))
}

export const nextLive = (weeks: readonly Week[], now: number): LiveInWeek | undefined =>
  listLiveSessions(weeks).find(({ media }) => getSessionEnd(media) > now)

type Props = { session: LiveInWeek; now: number }

export function LiveSessionTeaser({ session: { media, week }, now }: Props) {
  const phase = livePhase(media, now)
  const to = paths.media.to({ courseId: week.courseId, weekId: week.id, mediaId: media.id })
  const times = formatTimeRange(media.startsAt, getSessionEnd(media))
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
          <Box component="p" mb={6}>
            <StatusText state="live">{words}</StatusText>
          </Box>
        )}
        <p className={classes.title}>{isOpen(phase) ? <bdi>{media.title}</bdi> : <Link to={to}>{media.title}</Link>}</p>
        {!isOpen(phase) && <Text variant="meta">{`${formatDay(media.startsAt)}, ${times}`}</Text>}
        {isOpen(phase) && (
          <Button
            component={Link}
            to={to}
            variant="default"
            fullWidth
            mt={12}
            leftSection={<IconVideo size={18} stroke={1.75} aria-hidden />}
          >
            Join
          </Button>
        )}
      </Card>
    </Section>
  )
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type EnterProps = { isPlain?: boolean; ask: () => Promise<string> }

/** If the browser blocks the new tab, the URL is shown as a link. */
export function JoinButton({ isPlain = false, ask }: EnterProps) {
  const { open, isPending, blocked } = useNewTab(ask, (sentence) => void notify.error(sentence))
  const look = { ...(isPlain && { variant: 'default' }), leftSection: <IconVideo {...icon} /> }
  if (blocked)
    return (
      <Button {...look} component="a" href={blocked} target="_blank" rel="noopener noreferrer">
        Open the session
      </Button>
    )
  return (
    <Button {...look} loading={isPending} onClick={() => void open()}>
      Join
    </Button>
  )
}

/** Without a link a session may take place in a room. A link that was set since is in the response. */
export function MarkPresentButton({ isPlain = false, join }: { isPlain?: boolean; join: () => Promise<string | null> }) {
  const [isPending, setPending] = useState(false)
  const [address, setAddress] = useState<string | null>(null)
  const say = async (): Promise<void> => {
    setPending(true)
    try {
      setAddress(await join())
      notify.success('Noted: you are here')
    } catch (error) {
      notify.error(getErrorMessage(error))
    } finally {
      setPending(false)
    }
  }
  const look = isPlain ? { variant: 'default' } : {}
  if (address)
    return (
      <Button {...look} component="a" href={address} target="_blank" rel="noopener noreferrer">
        Open the session
      </Button>
    )
  return (
    <Button {...look} loading={isPending} leftSection={<IconUserCheck {...icon} />} onClick={() => void say()}>
      I am here
    </Button>
  )
}

type At = { courseId: string; id: string }

/** Zoom's host links are good for two hours, so each click asks for a new one. */
export const StartButton = ({ at, isPlain = false }: { at: At; isPlain?: boolean }) => (
  <JoinButton isPlain={isPlain} ask={async () => (await api.media.getStartLink({ params: at })).url} />
)

export function Passcode({ passcode }: { passcode: string }) {
  return (
    <Button
      variant="default"
      leftSection={<IconCopy {...icon} />}
      aria-label={`Copy passcode ${passcode}`}
      onClick={() => void copyToClipboard(passcode, 'Passcode copied')}
    >
      Passcode {passcode}
    </Button>
  )
}

export function AddToCalendar({ media }: { media: Media }) {
  const [isPending, setPending] = useState(false)
  const onClick = async (): Promise<void> => {
    setPending(true)
    try {
      const file = await api.calendar.getSessionEvent({ params: { courseId: media.courseId, id: media.id } })
      downloadBlob(file, `${media.title}.ics`)
    } catch (error) {
      notify.error(getErrorMessage(error))
    } finally {
      setPending(false)
    }
  }
  return (
    <Button variant="default" loading={isPending} leftSection={<IconCalendarPlus {...icon} />} onClick={() => void onClick()}>
      {media.zoomOptions?.previousStartsAt ? 'Update calendar' : 'Add to calendar'}
    </Button>
  )
}
