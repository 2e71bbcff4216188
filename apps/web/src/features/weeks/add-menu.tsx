/** The menu of what can be added to a week, loaded when it is about to be opened. */

import { Menu, Text } from '@mantine/core'
import type { ComponentType, Ref } from 'react'
import { Link } from 'react-router'
import type { Week } from '@lms/contract/weeks'
import { paths } from '#lib/paths.ts'
import { IconClipboardText, IconMovie, IconVideo } from '#ui/icons.ts'
import { useTakeOver } from '#ui/use-on-demand.ts'

type Props = { week: Pick<Week, 'id' | 'courseId' | 'number'>; Button: ComponentType<{ number: number; ref: Ref<HTMLButtonElement> }> }

export function AddMenu({ week, Button }: Props) {
  const { menu, button } = useTakeOver()
  const here = { courseId: week.courseId, weekId: week.id }
  const kinds = [
    { label: 'Video', hint: 'Upload or link', Icon: IconMovie, to: paths.mediaNew.to(here) },
    { label: 'Live session', hint: 'Time and meeting link', Icon: IconVideo, to: paths.mediaNew.to(here, { kind: 'live' }) },
    { label: 'Assignment', hint: 'Questions or files', Icon: IconClipboardText, to: paths.assignmentNew.to(here) },
  ]
  return (
    <Menu position="bottom-start" width={300} {...menu}>
      <Menu.Target>
        <Button number={week.number} ref={button} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Add to week {week.number}</Menu.Label>
        {kinds.map(({ label, hint, Icon, to }) => (
          <Menu.Item
            key={label}
            component={Link}
            to={to}
            leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
            rightSection={
              <Text span variant="caption" c="dimmed">
                {hint}
              </Text>
            }
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
