/** Shortcuts of a single letter, digit or punctuation mark. Users who dictate, or press keys by accident, can turn them off (WCAG 2.1.4). */

import { useEffect, useRef } from 'react'
import { type SessionUser, useSession } from './session.ts'

const areOn = (user: SessionUser | null): boolean => user?.preferences?.letterKeys !== false

/** Whether they are on, for components that mention them. */
export const useShortcutsEnabled = (): boolean => useSession(({ user }) => areOn(user))

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

/** The pressed key in lower case; undefined for other keys, with Ctrl and the like, and if shortcuts are turned off. */
export function getShortcutKey({ key, ctrlKey, metaKey, altKey }: Pressed): string | undefined {
  const isLetter = [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
  return isLetter && areOn(useSession.getState().user) ? key.toLowerCase() : undefined
}

/** A checkbox takes no letters: after selecting rows the keys of the page work. */
export const isTyping = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && (target as HTMLInputElement).type !== 'checkbox'))

/** Shortcuts of the whole page, outside of fields. Those of the frame around all pages are on the window: those of a page come first. */
export function useShortcuts(actions: Readonly<Record<string, () => void>>, target: Document | Window = document): void {
  const latest = useRef(actions)
  useEffect(() => {
    latest.current = actions
  })
  useEffect(() => {
    const press = (event: Event): void => {
      if (!(event instanceof KeyboardEvent)) return
      const letter = event.defaultPrevented || isTyping(event) ? undefined : getShortcutKey(event)
      if (letter === undefined || !Object.hasOwn(latest.current, letter)) return
      event.preventDefault()
      latest.current[letter]?.()
    }
    target.addEventListener('keydown', press)
    return () => target.removeEventListener('keydown', press)
  }, [target])
}

export type CellPosition = { row: number; column: number }

/** The next cell in a grid; undefined if the key does not move. */
export function getNextCell(
  key: string,
  isCtrl: boolean,
  { row, column }: CellPosition,
  rows: number,
  columns: number,
): CellPosition | undefined {
  const last = { row: rows - 1, column: columns - 1 }
  const steps: Record<string, CellPosition> = {
    ArrowLeft: { row, column: Math.max(0, column - 1) },
    ArrowRight: { row, column: Math.min(last.column, column + 1) },
    ArrowUp: { row: Math.max(0, row - 1), column },
    ArrowDown: { row: Math.min(last.row, row + 1), column },
    Home: { row: isCtrl ? 0 : row, column: 0 },
    End: { row: isCtrl ? last.row : row, column: last.column },
    PageUp: { row: Math.max(0, row - 10), column },
    PageDown: { row: Math.min(last.row, row + 10), column },
  }
  return steps[key]
}
