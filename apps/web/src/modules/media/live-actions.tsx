/** The ways into a live session: join, start, passcode, calendar. */
import type { Media } from '@lms/contract/media'
import { Button } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCalendarPlus, IconCopy, IconVideo } from '@tabler/icons-react'
import { saveFile } from '#lib/api.ts'
import { notify } from '#ui/toasts.tsx'
import { calendarFile } from './calendar-file.ts'
import classes from './live-card.module.css'

type Zoom = NonNullable<Media['zoomOptions']>

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
/** The other side must not reach back into this page. */
const newTab = { target: '_blank', rel: 'noopener noreferrer' } as const

type JoinProps = { href: string | null; isLive?: boolean; onJoin?: (() => void) | undefined; isPlain?: boolean }

export function JoinLink({ href, isLive = false, onJoin, isPlain = false }: JoinProps) {
  if (!href) return <p className={classes.facts}>The way in is not set yet. Your trainers give it to you.</p>
  return (
    <Button
      component="a"
      href={href}
      {...newTab}
      {...(isPlain && { variant: 'default' })}
      leftSection={<IconVideo {...icon} />}
      onClick={onJoin}
    >
      {isLive ? 'Join now' : 'Join'}
    </Button>
  )
}

export const StartLink = ({ href, isPlain = false }: { href: string; isPlain?: boolean }) => (
  <Button component="a" href={href} {...newTab} {...(isPlain && { variant: 'default' })} leftSection={<IconVideo {...icon} />}>
    Start
  </Button>
)

export function JoinFacts({ zoom: { meetingId, passcode } }: { zoom: Zoom }) {
  const { copy } = useClipboard()
  const onCopy = (): void => {
    copy(passcode)
    notify.ok('Passcode copied')
  }
  return (
    <>
      {passcode && (
        <Button variant="default" leftSection={<IconCopy {...icon} />} aria-label={`Copy passcode ${passcode}`} onClick={onCopy}>
          Passcode {passcode}
        </Button>
      )}
      {meetingId && <span className={classes.facts}>Meeting {meetingId}</span>}
    </>
  )
}

export function AddToCalendar({ media, zoom }: { media: Media; zoom: Zoom }) {
  const onClick = (): void => {
    const { startsAt, durationMinutes, joinUrl } = zoom
    const text = calendarFile({
      id: media.id,
      title: media.title,
      startsAt,
      durationMinutes,
      joinUrl,
      pageUrl: location.href.split('?')[0] ?? '',
    })
    saveFile(new Blob([text], { type: 'text/calendar' }), `${media.title}.ics`)
  }
  return (
    <Button variant="default" leftSection={<IconCalendarPlus {...icon} />} onClick={onClick}>
      Add to calendar
    </Button>
  )
}
