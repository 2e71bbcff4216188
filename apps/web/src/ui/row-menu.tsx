/** The menu at the end of a row: opening it, and what the bar offers for several rows. */

import { ActionIcon, Menu } from '@mantine/core'
import { Link } from 'react-router'
import { isolate } from '@lms/contract/rules/direction'
import type { BulkAction } from './bulk-bar.tsx'
import { IconDots } from './icons.ts'
import { useIsPhone } from './use-breakpoint.ts'

type Props = { name: string; actions: readonly BulkAction[]; to?: string }

export function RowMenu({ name, actions, to }: Props) {
  const isPhone = useIsPhone()
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon {...(isPhone && { size: 44 })} aria-label={`Actions for ${isolate(name)}`}>
          <IconDots size={18} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {to !== undefined && (
          <Menu.Item component={Link} to={to}>
            Open
          </Menu.Item>
        )}
        {actions.map(({ key, label, onClick }) => (
          <Menu.Item key={key} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
