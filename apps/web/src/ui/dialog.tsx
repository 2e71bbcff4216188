/** Dialogs: a heading in the book face, 480 or 720 wide; on phones a sheet from below. */
import { Button, Modal } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './dialog.module.css'

type DialogProps = { isOpen: boolean; onClose: () => void; title: string; size?: 480 | 720; children: ReactNode; foot?: ReactNode }

export function Dialog({ isOpen, onClose, title, size = 480, children, foot }: DialogProps) {
  // Put together by hand, because Mantine's header is a <header>, which would be a second banner of the page.
  return (
    <Modal.Root opened={isOpen} onClose={onClose} size={size}>
      <Modal.Overlay />
      <Modal.Content classNames={{ inner: classes.inner ?? '', content: classes.content ?? '' }}>
        <Modal.Body className={classes.body ?? ''}>
          <Modal.Title className={classes.title ?? ''}>{title}</Modal.Title>
          {children}
          {foot && <div className={classes.foot}>{foot}</div>}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

type ConfirmProps = {
  isOpen: boolean
  onClose: () => void
  onConfirm: () => void
  /** It asks: “Delete week 5?”. */
  title: string
  /** What goes, and what can be brought back. */
  children: ReactNode
  /** The safe button: “Keep week 5”. */
  cancelLabel: string
  /** The action by name: “Delete week 5”. */
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
      <div className={classes.text}>{children}</div>
    </Dialog>
  )
}
