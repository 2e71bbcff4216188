/** The menu of a week for staff, loaded when it is about to be opened. */

import { Menu } from '@mantine/core'
import type { ComponentType, Ref } from 'react'
import { Link } from 'react-router'
import type { Week } from '@lms/contract/weeks'
import { paths } from '#lib/paths.ts'
import { serverNow } from '#lib/server-clock.ts'
import { IconCalendarCheck, IconClipboardText, IconMovie, IconPencil, IconTrash } from '#ui/icons.ts'
import { useTakeOver } from '#ui/use-on-demand.ts'
import { defaultSession } from '#features/live-sessions/live-session.ts'
import { MoveItems, type Steps } from './move-menu.tsx'

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

type Props = {
  week: Week
  /** On the page of the course. */
  steps?: Steps | undefined
  onDelete: () => void
  Button: ComponentType<{ number: number; ref: Ref<HTMLButtonElement> }>
}

export function WeekMenu({ week, steps, onDelete, Button }: Props) {
  const { menu, button } = useTakeOver()
  const { id: weekId, courseId, number, media } = week
  const here = { courseId, weekId }
  const session = defaultSession(media, serverNow())?.id ?? weekId
  return (
    <Menu position="bottom-end" {...menu}>
      <Menu.Target>
        <Button number={number} ref={button} />
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
        {steps && <MoveItems {...steps} />}
        <Menu.Divider />
        <Menu.Item c="var(--c-bad)" leftSection={<IconTrash {...icon} />} onClick={onDelete}>
          Delete week
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
