/** A state as icon and label, on a coloured background or as plain text; and whether input is saved. */

import { Badge, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useKeepsDrafts } from '#lib/navigation.ts'
import { IconCloudCheck, IconCloudOff, IconCloudUp } from './icons.ts'
import { StatusIcon, statusLabels, type StatusName } from './status-icon.tsx'
import classes from './status-badge.module.css'

type StatusProps = { state: StatusName; share?: number; children?: ReactNode }

/** A state as icon and label: on a coloured background (StatusBadge), or as plain text in rows and tables (StatusText). */
export function StatusBadge({ state, share, children }: StatusProps) {
  return (
    <Badge
      variant="light"
      className={classes[`badge-${state}`] ?? ''}
      leftSection={<StatusIcon name={state} size={14} {...(share !== undefined && { share })} />}
    >
      {children ?? statusLabels[state]}
    </Badge>
  )
}

export function StatusText({ state, share, children }: StatusProps) {
  return (
    <span className={`${classes.text} ${classes[`badge-${state}`]}`}>
      <StatusIcon name={state} size={16} {...(share !== undefined && { share })} />
      {children ?? statusLabels[state]}
    </span>
  )
}

type SaveStatusProps = {
  state: 'saving' | 'saved' | 'offline' | 'failed' | 'unkept'
  /** The time of the last save, “14:02”. */
  at?: string | undefined
  /** “Draft saved” if it is not sent yet; else “Saved”. */
  word?: string
  /** Why it failed, as a sentence. */
  reason?: string | undefined
  onRetry?: (() => void) | undefined
}

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** That what is not sent yet is stored on this device, or that the device refused it. */
export function DraftStatus({ word, at }: { word: string; at?: string | undefined }) {
  return <SaveStatus state={useKeepsDrafts() ? 'saved' : 'unkept'} word={word} at={at} />
}

const stateIcons: Record<SaveStatusProps['state'], ReactNode> = {
  saving: <IconCloudUp {...icon} />,
  saved: <IconCloudCheck {...icon} />,
  offline: <IconCloudOff {...icon} />,
  failed: <StatusIcon name="missing" size={16} />,
  unkept: <StatusIcon name="missing" size={16} />,
}

/** Whether input is saved: one line, always in the same place of its screen. */
export function SaveStatus({ state, at, word = 'Saved', reason, onRetry }: SaveStatusProps) {
  const keeps = useKeepsDrafts()
  return (
    <Text variant="meta" className={`${classes.state} ${classes[state]}`} role="status">
      {stateIcons[state]}
      {state === 'saving' && 'Saving'}
      {state === 'saved' && (at ? `${word} ${at}` : word)}
      {state === 'offline' && (keeps ? 'Offline, kept on this device' : 'Offline, not kept on this device')}
      {state === 'unkept' && 'Not kept on this device'}
      {state === 'failed' && (
        <span>
          Not saved. {reason && `${reason} `}
          {onRetry && (
            <button type="button" className={classes.retry} onClick={onRetry}>
              Try again
            </button>
          )}
        </span>
      )}
    </Text>
  )
}
