/** The ways into a live session: join, start, passcode, help, calendar. Addresses are asked for at the click. */
import type { Media } from '@lms/contract/media'
import { Button } from '@mantine/core'
import { IconCalendarPlus, IconCopy, IconUserCheck, IconVideo } from '@tabler/icons-react'
import { useState } from 'react'
import { api, downloadBlob, getErrorMessage } from '#lib/api.ts'
import { useNewTab } from '#lib/live-session.ts'
import { copyToClipboard } from '#ui/copy-to-clipboard.ts'
import { notify } from '#ui/toasts.tsx'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type EnterProps = { label: string; isPlain?: boolean; ask: () => Promise<string> }

/** Where the browser blocks the new tab, the address shows as a link. */
export function JoinButton({ label, isPlain = false, ask }: EnterProps) {
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
      {label}
    </Button>
  )
}

/** Without a link a session may be held in a room. A link that was set since comes with the answer. */
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
  <JoinButton label="Start" isPlain={isPlain} ask={async () => (await api.media.getStartLink({ params: at })).url} />
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
