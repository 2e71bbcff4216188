/** Messages on a soft background: information, warnings, failures, conflicts with another user, and restored drafts. */
import { Alert as MantineAlert, Button, Group } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode, Ref } from 'react'
import { dayAndTime } from '#lib/format-date.ts'
import { StatusIcon } from './status.tsx'

type Tone = 'info' | 'warn' | 'bad' | 'ok'

type Props = {
  tone?: Tone
  title?: ReactNode
  children?: ReactNode
  /** To quote to an administrator; shown small. */
  requestId?: string | undefined
  /** A button below the text. */
  action?: ReactNode
  /** `alert` interrupts a screen reader: for what just failed. `status` waits for a pause. */
  role?: 'alert' | 'status'
  ref?: Ref<HTMLDivElement>
}

const icons = {
  info: <IconInfoCircle size={18} stroke={1.75} aria-hidden />,
  warn: <StatusIcon name="check" />,
  bad: <StatusIcon name="missing" />,
  ok: <StatusIcon name="done" />,
}

export function Alert({ tone = 'info', title, children, requestId, action, role, ref }: Props) {
  const footer = (requestId || action) && (
    <>
      {requestId && <p className="alert-request">Request {requestId}</p>}
      {action && <div className="alert-action">{action}</div>}
    </>
  )
  return (
    // Without a role it would be `alert`, and read out at once.
    <MantineAlert variant={tone} icon={icons[tone]} title={title} role={role ?? 'note'} {...(ref && { ref, tabIndex: -1 })}>
      {(children !== undefined || footer) && (
        <>
          {children}
          {footer}
        </>
      )}
    </MantineAlert>
  )
}

type ConflictAlertProps = {
  title: string
  children: ReactNode
  /** The words of the button that gives up what was typed. */
  take?: string
  onTakeTheirs: () => void
  onKeepMine: () => void
  ref?: Ref<HTMLDivElement>
}

/** Another user saved first: their version, and the choice between it and what was typed here. */
export function ConflictAlert({ title, children, take = 'Use these', onTakeTheirs, onKeepMine, ref }: ConflictAlertProps) {
  const action = (
    <Group gap={8}>
      <Button variant="default" size="sm" onClick={onTakeTheirs}>
        {take}
      </Button>
      <Button variant="default" size="sm" onClick={onKeepMine}>
        Keep mine
      </Button>
    </Group>
  )
  return (
    <Alert tone="warn" role="alert" title={title} action={action} {...(ref && { ref })}>
      {children}
    </Alert>
  )
}

type DraftRestoredAlertProps = { from: string | null; onDiscard: () => void }

/** The form was restored from an earlier visit: when it was saved, and a way to discard it. */
export function DraftRestoredAlert({ from, onDiscard }: DraftRestoredAlertProps) {
  if (from === null) return null
  return (
    <Alert
      role="status"
      title="Your unsaved changes are back"
      action={
        <Button variant="default" size="sm" onClick={onDiscard}>
          Discard them
        </Button>
      }
    >
      Typed on {dayAndTime(from)} and kept on this device. Nobody else sees them until you save.
    </Alert>
  )
}
