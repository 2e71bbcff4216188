/** Asks before a page is left whose work would stop, such as an upload. Typed text needs no guard: it is stored. */
import { useBlocker } from 'react-router'
import { useBeforeUnload } from '#lib/use-before-unload.ts'
import { ConfirmDialog } from './dialog.tsx'

type Props = { isActive: boolean; title: string; text: string; stay: string; leave: string }

export function UnsavedChangesGuard({ isActive, title, text, stay, leave }: Props) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isActive && currentLocation.pathname !== nextLocation.pathname)
  useBeforeUnload(isActive)
  return (
    <ConfirmDialog
      isOpen={blocker.state === 'blocked'}
      title={title}
      cancelLabel={stay}
      confirmLabel={leave}
      onClose={() => blocker.reset?.()}
      onConfirm={() => blocker.proceed?.()}
    >
      {text}
    </ConfirmDialog>
  )
}
