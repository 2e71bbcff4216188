/** Actions for the selected rows: a bar at the bottom of the page; on phones a dock, whose actions are a menu. */

import { ActionIcon, Button, Menu, Text } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useShortcuts } from '#lib/keyboard-shortcuts.ts'
import { IconChevronUp, IconX } from './icons.ts'
import { useIsPhone } from './use-breakpoint.ts'
import classes from './bulk-bar.module.css'

export type BulkAction = {
  key: string
  label: string
  onClick: () => void
  isDestructive?: boolean
  isPrimary?: boolean
  isLoading?: boolean
}

type Props = {
  count: number
  onClear: () => void
  /** Why no more rows can be selected. */
  limit?: string | undefined
  /** The destructive one last. */
  actions: readonly BulkAction[]
  /** A setting of the actions, such as a checkbox. */
  extra?: ReactNode
}

function Buttons({ actions }: Pick<Props, 'actions'>) {
  return actions.map(({ key, label, onClick, isDestructive = false, isPrimary = false, isLoading = false }) => (
    <Button
      key={key}
      {...(!isPrimary && { variant: 'subtle' })}
      size="sm"
      flex="none"
      loading={isLoading}
      {...(isDestructive && { color: 'red' })}
      onClick={onClick}
    >
      {label}
    </Button>
  ))
}

function Actions({ actions }: Pick<Props, 'actions'>) {
  const chevron = <IconChevronUp size={18} stroke={1.75} aria-hidden />
  return (
    <Menu position="top-end" width={240}>
      <Menu.Target>
        <Button
          variant="default"
          className={classes.actions ?? ''}
          rightSection={chevron}
          loading={actions.some(({ isLoading }) => isLoading)}
        >
          Actions
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ key, label, onClick, isDestructive = false }) => (
          <Menu.Item key={key} className={classes.item ?? ''} {...(isDestructive && { c: 'var(--c-bad)' })} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

export function BulkBar({ count, limit, onClear, actions, extra }: Props) {
  const isPhone = useIsPhone()
  const bar = useRef<HTMLDivElement>(null)
  // Rows may be far above their actions.
  useShortcuts({ a: () => bar.current?.querySelector<HTMLElement>('button')?.focus() })
  const isEmpty = count === 0
  const group = { role: 'group', 'aria-label': 'Actions for the selected rows', 'aria-keyshortcuts': 'a' }
  return (
    <div ref={bar} className={isEmpty ? classes.empty : classes.bar} {...(!isEmpty && group)}>
      {/* There before it says something: otherwise screen readers do not announce the first row. */}
      <span className={classes.count} role="status">
        {!isEmpty && `${count} selected`}
        {limit !== undefined && (
          <Text span inherit c="dimmed" fw={400}>
            . {limit}
          </Text>
        )}
      </span>
      {!isEmpty && (
        <>
          {isPhone ? <Actions actions={actions} /> : <Buttons actions={actions} />}
          <span className={classes.rule} />
          {extra}
          <ActionIcon {...(isPhone && { size: 44 })} aria-label="Clear selection" onClick={onClear}>
            <IconX size={18} stroke={1.75} aria-hidden />
          </ActionIcon>
        </>
      )}
    </div>
  )
}
