/** Opens the search: a field in the sidebar, an icon in the rail and on phones, Ctrl or Cmd K, or a slash. What opens is loaded on demand. */

import { ActionIcon } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useShortcuts } from '#lib/keyboard-shortcuts.ts'
import { IconSearch } from '#ui/icons.ts'
import { useOnDemand } from '#ui/use-on-demand.ts'
import type { PageAction } from './results.ts'
import classes from './search-button.module.css'

const load = () => import('./search-palette.tsx')
const Palette = lazy(async () => ({ default: (await load()).SearchPalette }))

const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent)

type Props = {
  /** `phone`: what opens is the whole screen. */
  place: 'sidebar' | 'rail' | 'phone'
  /** Pages and actions of the user. */
  actions: readonly PageAction[]
}

export function SearchButton({ place, actions }: Props) {
  const [isOpen, setOpen] = useState(false)
  const { isWanted, trigger } = useOnDemand(load)
  const opener = useRef<Element>(null)
  const open = (): void => {
    opener.current = document.activeElement
    setOpen(true)
    if (!isWanted) trigger.onClick()
  }
  useSearchKeys(open)
  // Mantine's own does not know what had the focus before its code was loaded.
  useEffect(() => {
    if (!isOpen && opener.current instanceof HTMLElement) opener.current.focus({ preventScroll: true })
  }, [isOpen])
  const button = { ...trigger, onClick: open, 'aria-haspopup': 'dialog', 'aria-expanded': isOpen && isWanted } as const
  return (
    <>
      {place === 'sidebar' ? (
        <button type="button" className={classes.field} {...button}>
          <IconSearch size={18} stroke={1.75} aria-hidden />
          Search or jump to
          <kbd aria-hidden>{isMac ? '⌘ K' : 'Ctrl K'}</kbd>
        </button>
      ) : (
        <ActionIcon size={place === 'phone' ? 44 : 36} aria-label="Search or jump to" {...button}>
          <IconSearch size={place === 'phone' ? 22 : 20} stroke={1.75} aria-hidden />
        </ActionIcon>
      )}
      <Suspense>
        {isWanted && <Palette isOpen={isOpen} isPhone={place === 'phone'} actions={actions} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  )
}

/** Not above another dialog, whose answer is waited for. A page with a search field of its own has the slash. */
function useSearchKeys(onOpen: () => void): void {
  const open = (): void => {
    if (!document.querySelector('[role=dialog][aria-modal], [role=alertdialog]')) onOpen()
  }
  useShortcuts({ '/': open }, window)
  const latest = useRef(open)
  useEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isOwn = event.key.toLowerCase() === 'k' && (isMac ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey
      if (!isOwn || event.defaultPrevented) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
