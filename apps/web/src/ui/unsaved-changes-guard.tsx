/** Asks before a page is left whose work would stop, such as an upload. What is typed needs no guard: it is kept. */
import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { ConfirmDialog } from './dialog.tsx'

type Props = { isActive: boolean; title: string; text: string; stay: string; leave: string }

export function UnsavedChangesGuard({ isActive, title, text, stay, leave }: Props) {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isActive && currentLocation.pathname !== nextLocation.pathname)
  useEffect(() => {
    if (!isActive) return undefined
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isActive])
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
