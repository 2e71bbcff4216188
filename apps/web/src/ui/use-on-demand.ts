/** For parts that are too heavy for a first page, such as menus: fetched when somebody is about to use them, shown once they are there. */
import { startTransition, useEffect, useRef, useState } from 'react'
import { notify } from './toasts.tsx'

/** `trigger` belongs to the button that is shown until then. */
export function useOnDemand(load: () => Promise<unknown>) {
  const [isWanted, setWanted] = useState(false)
  const fetchAhead = (): void => void load().catch(() => undefined)
  const show = (): void =>
    void load().then(
      // As a transition the button stays, with its focus, until what follows it is drawn.
      () => startTransition(() => setWanted(true)),
      () => notify.error('This could not be loaded. Check your connection and try again.'),
    )
  return { isWanted, trigger: { onPointerEnter: fetchAhead, onFocus: fetchAhead, onClick: show } }
}

/** For the menu that takes the trigger's place: its button gets the focus before it opens, so that the focus comes back there. */
export function useTakeOver() {
  const [opened, onChange] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    button.current?.focus()
    onChange(true)
  }, [])
  return { menu: { opened, onChange }, button }
}
