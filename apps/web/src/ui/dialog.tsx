/** Dialogs: plain, to confirm an action, before a page is left, and with a list of keyboard shortcuts. */

import { Box, Button, getDefaultZIndex, Modal, Text } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useBlocker } from 'react-router'
import { useBeforeUnload } from '#lib/navigation.ts'
import classes from './dialog.module.css'

type DialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  size?: 480 | 720
  /** Opened from a popover, which would cover it. */
  isAbovePopovers?: boolean
  children: ReactNode
  foot?: ReactNode
}

export function Dialog({ isOpen, onClose, title, size = 480, isAbovePopovers = false, children, foot }: DialogProps) {
  const content = useRef<HTMLDivElement>(null)
  /** What follows a save, such as its Undo, belongs to the dialog: Escape leaves it open while one of its buttons is busy. */
  const close = (): void => {
    if (!content.current?.querySelector('[data-loading]')) onClose()
  }
  // Composed manually, because Mantine's header is a <header>, which would be a second banner of the page.
  return (
    <Modal.Root opened={isOpen} onClose={close} size={size} {...(isAbovePopovers && { zIndex: getDefaultZIndex('overlay') })}>
      <Modal.Overlay />
      <Modal.Content ref={content} classNames={{ inner: classes.inner ?? '', content: classes.content ?? '' }}>
        {/* No Modal.Body: it would describe the dialog, and all fields and buttons would be read when it opens. */}
        <Box p="18px 24px 20px">
          <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
          {children}
          {foot && <div className={classes.foot}>{foot}</div>}
        </Box>
      </Modal.Content>
    </Modal.Root>
  )
}

type ConfirmProps = {
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  /** A question: “Delete week 5?”. */
  title: string
  /** What is deleted, and what can be restored. Screen readers read it with the title. */
  children: ReactNode
  /** Fields, progress, errors: not read when the dialog opens. */
  more?: ReactNode
  /** The safe button: “Keep week 5”. */
  cancelLabel: string
  /** The action: “Delete week 5”. */
  confirmLabel: string
  isDestructive?: boolean
  isPending?: boolean
}

export function ConfirmDialog({
  isOpen,
  onClose,
  onConfirm,
  title,
  children,
  more,
  cancelLabel: keep,
  confirmLabel: action,
  isDestructive = true,
  isPending = false,
}: ConfirmProps) {
  const foot = (
    <>
      <Button variant="default" onClick={onClose} data-autofocus>
        {keep}
      </Button>
      <Button {...(isDestructive && { color: 'red' })} loading={isPending} onClick={onConfirm}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} foot={foot}>
      <Modal.Body p={0} className={classes.text ?? ''}>
        {children}
      </Modal.Body>
      {more}
    </Dialog>
  )
}

type Props = {
  isActive: boolean
  title: string
  text: string
  stay: string
  leave: string
  /** What it is about is stored: closing the tab loses nothing, and asks nothing. */
  isStored?: boolean
  onLeave?: () => void
}

/** Asks before leaving a page whose work would stop, such as an upload. Most typed text needs no guard: it is stored. */
export function UnsavedChangesGuard({ isActive, title, text, stay, leave, isStored = false, onLeave }: Props) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isActive && currentLocation.pathname !== nextLocation.pathname)
  useBeforeUnload(isActive && !isStored)
  const proceed = (): void => {
    onLeave?.()
    blocker.proceed?.()
  }
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={title}
      cancelLabel={stay}
      confirmLabel={leave}
      onClose={() => blocker.reset?.()}
      onConfirm={proceed}
    >
      {text}
    </ConfirmDialog>
  )
}

type ShortcutsDialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** Where the shortcuts work. */
  note: string
  shortcuts: readonly (readonly [action: string, keys: readonly string[]])[]
}

/** A list of keyboard shortcuts in a dialog. */
export function ShortcutsDialog({ isOpen, onClose, title, note, shortcuts }: ShortcutsDialogProps) {
  const foot = (
    <Button variant="default" onClick={onClose} data-autofocus>
      Close
    </Button>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} foot={foot}>
      <Text variant="meta">{note}</Text>
      <Box component="dl" m="12px 0 0">
        {shortcuts.map(([action, keys]) => (
          <div key={action} className={classes.row}>
            <dt>{action}</dt>
            <dd>
              {keys.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </Box>
    </Dialog>
  )
}
