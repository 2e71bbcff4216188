/** Which session of the week is marked: its media, or the week's own register. */
import type { AttendanceSession } from '@lms/contract/attendance'
import { Select } from '@mantine/core'
import { IconClipboardCheck, IconMovie, IconVideo, type TablerIcon } from '@tabler/icons-react'
import { dayAndTime } from '#lib/format-date.ts'
import { RadioCards } from '#ui/radio-cards.tsx'
import { useIsPhone } from '#ui/use-breakpoint.ts'

export const sessionIcons: Record<AttendanceSession['type'], TablerIcon> = {
  RECORDED: IconMovie,
  LIVE: IconVideo,
  WEEK: IconClipboardCheck,
}

export const sessionName = ({ type, title }: AttendanceSession): string => (type === 'WEEK' ? 'Whole week (no session)' : title)

export function sessionMeta({ type, startsAt }: AttendanceSession): string {
  if (type === 'WEEK') return 'Register of the week'
  if (type === 'RECORDED') return 'Recorded'
  return startsAt ? `Live, ${dayAndTime(startsAt)}` : 'Live'
}

type Props = { sessions: readonly AttendanceSession[]; value: string; onChange: (sessionId: string) => void }

export function SessionPicker({ sessions, value, onChange }: Props) {
  const isPhone = useIsPhone()
  if (isPhone) {
    const data = sessions.map((session) => ({ value: session.id, label: sessionName(session) }))
    const chosen = sessions.find(({ id }) => id === value)
    return (
      <Select
        label="Session"
        description={chosen && sessionMeta(chosen)}
        data={data}
        value={value}
        onChange={(next) => next && onChange(next)}
        allowDeselect={false}
      />
    )
  }
  return (
    <RadioCards
      label="Session"
      columns={3}
      value={value}
      onChange={onChange}
      choices={sessions.map((session) => {
        const Icon = sessionIcons[session.type]
        return {
          value: session.id,
          label: sessionName(session),
          help: sessionMeta(session),
          icon: <Icon size={18} stroke={1.75} aria-hidden />,
        }
      })}
    />
  )
}
