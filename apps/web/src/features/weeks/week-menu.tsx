/** What staff can do with a week. */
import type { Week } from '@lms/contract/weeks'
import { ActionIcon, Menu } from '@mantine/core'
import { IconCalendarCheck, IconClipboardText, IconDots, IconMovie, IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from 'react-router'
import { defaultSession } from '#lib/live-session.ts'
import { paths } from '#lib/paths.ts'
import { serverNow } from '#lib/server-clock.ts'

type Props = { week: Week; onDelete: () => void }

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

export function WeekMenu({ week, onDelete }: Props) {
  const { id: weekId, courseId, number, media } = week
  const here = { courseId, weekId }
  const session = defaultSession(media, serverNow())?.id ?? weekId
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon flex="none" aria-label={`Actions for week ${number}`}>
          <IconDots {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={paths.weekEdit.to(here)} leftSection={<IconPencil {...icon} />}>
          Edit week
        </Menu.Item>
        <Menu.Item component={Link} to={paths.mediaNew.to(here)} leftSection={<IconMovie {...icon} />}>
          Add media
        </Menu.Item>
        <Menu.Item component={Link} to={paths.assignmentNew.to(here)} leftSection={<IconClipboardText {...icon} />}>
          Add assignment
        </Menu.Item>
        <Menu.Item component={Link} to={paths.markAttendance.to(here, { session })} leftSection={<IconCalendarCheck {...icon} />}>
          Mark attendance
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item c="var(--c-bad)" leftSection={<IconTrash {...icon} />} onClick={onDelete}>
          Delete week
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
