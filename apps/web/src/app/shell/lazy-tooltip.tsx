/** The tooltip of a folded menu: shown while its target is hovered over or has the focus by key, until Escape. */

import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'

export function LazyTooltip({ label, target }: { label: string; target: HTMLElement }) {
  const [isOpen, setOpen] = useState(() => target.matches(':hover, :focus-visible'))
  // Mantine listens for the focus only of its children.
  useEffect(() => {
    const events = new AbortController()
    const on = (name: 'pointerenter' | 'focus' | 'pointerleave' | 'blur' | 'keydown', open: (event: Event) => boolean): void =>
      target.addEventListener(name, (event) => setOpen(open(event)), { signal: events.signal })
    on('pointerenter', () => true)
    on('focus', () => target.matches(':focus-visible'))
    on('pointerleave', () => false)
    on('blur', () => false)
    on('keydown', (event) => (event as KeyboardEvent).key !== 'Escape' && target.matches(':hover, :focus-visible'))
    return () => events.abort()
  }, [target])
  return <Tooltip label={label} position="right" target={target} opened={isOpen} />
}
