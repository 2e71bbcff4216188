/** For components that are too large for a first page, such as menus: loaded when they are about to be used, shown once loaded. */

import { startTransition, useEffect, useRef, useState } from 'react'
import { notify } from './toasts.tsx'

/** `trigger` are the props of the button shown until then. */
export function useOnDemand(load: () => Promise<unknown>) {
  const [isWanted, setWanted] = useState(false)
  const fetchAhead = (): void => void load().catch(() => undefined)
  const show = (): void =>
    void load().then(
      // As a transition, the button stays with its focus until its replacement is rendered.
      () => startTransition(() => setWanted(true)),
      () => notify.error('This could not be loaded. Check your connection and try again.'),
    )
  return { isWanted, trigger: { onPointerEnter: fetchAhead, onFocus: fetchAhead, onClick: show } }
}

/** For the menu that replaces the trigger: its button gets the focus before it opens, so that the focus returns there. */
export function useTakeOver() {
  const [opened, onChange] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    onChange(true)
  }, [])
  return { menu: { opened, onChange }, button }
}
