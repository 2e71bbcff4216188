/** Keys of every page: G and a letter goes to a page of the menu, ? lists the keys. */

import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { getShortcutKey, isTyping, useShortcuts } from '#lib/keyboard-shortcuts.ts'
import { useSession } from '#lib/session.ts'
import { listGoKeys } from './go-keys.ts'

const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }))

/** Milliseconds from G to the letter. */
const patience = 1500

const isDialogOpen = (): boolean => document.querySelector('[role=dialog]') !== null

export function ShellKeys() {
  const role = useSession(({ user }) => user?.role)
  const navigate = useNavigate()
  const [isListed, setListed] = useState(false)
  useShortcuts({ '?': () => !isDialogOpen() && setListed(true) }, window)
  useEffect(() => {
    let until = 0
    const press = (event: KeyboardEvent): void => {
      const letter = isTyping(event) || isDialogOpen() ? undefined : getShortcutKey(event)
      const to = role && event.timeStamp < until && listGoKeys(role).find((one) => one.letter === letter)?.to
      until = letter === 'g' ? event.timeStamp + patience : 0
      if (!to) return
      // Otherwise the letter would be a key of the page, too.
      event.preventDefault()
      event.stopImmediatePropagation()
      void navigate(to)
    }
    window.addEventListener('keydown', press, true)
    return () => window.removeEventListener('keydown', press, true)
  }, [navigate, role])
  if (!isListed || !role) return null
  return (
    <Suspense>
      <KeysDialog role={role} onClose={() => setListed(false)} />
    </Suspense>
  )
}
