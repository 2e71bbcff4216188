/** The full text of what an ellipsis cuts: under the pointer as a title, at the keyboard's focus in a box below. */

import { useEffect, useState } from 'react'
import classes from './full-text.module.css'

/** A row whose texts are looked through; longer ones are no rows. */
const rows = 'li, tr, [role=row]'
const mostElements = 80

function isCut(element: HTMLElement): boolean {
  const isWider = element.scrollWidth > element.clientWidth
  const isHigher = element.scrollHeight > element.clientHeight + 1
  if ((!isWider && !isHigher) || !element.textContent?.trim()) return false
  const { textOverflow, webkitLineClamp } = getComputedStyle(element)
  return (isWider && textOverflow === 'ellipsis') || (isHigher && webkitLineClamp !== 'none')
}

const named = new WeakSet<HTMLElement>()

/** Titles are spoken too, so only those with an own title keep it. */
function nameUnderPointer({ target }: Event): void {
  for (let element = target, up = 0; element instanceof HTMLElement && up < 3; element = element.parentElement, up++) {
    if (element.title && !named.has(element)) return
    if (isCut(element)) {
      element.title = element.textContent
      named.add(element)
      return
    }
    if (named.delete(element)) element.removeAttribute('title')
  }
}

function listCut(focused: HTMLElement): string[] {
  const row = focused.closest<HTMLElement>(rows)
  const inside = row ? [...row.querySelectorAll<HTMLElement>('*')] : []
  const near = row && inside.length <= mostElements ? inside : [...focused.querySelectorAll<HTMLElement>('*')]
  const all = [focused.parentElement, focused, ...near].filter((element) => element !== null)
  return [...new Set(all.filter(isCut).map(({ textContent }) => textContent.trim()))]
}

type Shown = { texts: string[]; left: number; top: number }

export function FullText() {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    const show = ({ target }: Event): void => {
      if (!(target instanceof HTMLElement) || !target.matches(':focus-visible')) return
      const texts = listCut(target)
      const { left, bottom } = target.getBoundingClientRect()
      if (texts.length > 0) setShown({ texts, left: Math.max(8, Math.min(left, window.innerWidth - 336)), top: bottom + 6 })
    }
    const hide = (): void => setShown(null)
    const hideOnEscape = ({ key }: KeyboardEvent): void => void (key === 'Escape' && hide())
    const listeners = new AbortController()
    const { signal } = listeners
    document.addEventListener('pointerover', nameUnderPointer, { signal, passive: true })
    document.addEventListener('focusin', show, { signal })
    document.addEventListener('focusout', hide, { signal })
    document.addEventListener('keydown', hideOnEscape, { signal })
    document.addEventListener('scroll', hide, { signal, passive: true, capture: true })
    return () => listeners.abort()
  }, [])
  // Screen readers have read it: it is cut only for the eye.
  return (
    shown && (
      <div className={classes.box} style={{ left: shown.left, top: shown.top }} aria-hidden>
        {shown.texts.map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    )
  )
}
