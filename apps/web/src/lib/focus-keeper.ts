/**
 * Keeps the keyboard in the page. If what has the focus is removed, disabled or made inert, the browser moves the focus to the document,
 * and Tab starts at the top. Then the focus goes to what took its place, such as the next row; after a dialog to what opened it; or else
 * to the title of the page. Explicit moves come first.
 */

import { type FocusTrail, toFocusTrail } from './focus-trail.ts'

/** Milliseconds in which a component may move the focus itself, as dialogs do when they close. */
const settleMs = 50
const opened = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]'
/** A neighbour is not looked for beyond these. */
const limits = `main, nav, ${opened}`
const textField = 'textarea, [contenteditable=true], input:not([type=checkbox], [type=radio], [type=button])'
const tabStop = 'a[href], button, input, select, textarea, summary, [contenteditable=true], [tabindex]'

const isUsable = (element: Element): boolean =>
  element.isConnected && !element.matches(':disabled') && !element.closest('[inert], [hidden]') && (element.checkVisibility?.() ?? true)

/** The part of the page that opens and closes as one: a dialog, a menu, or the page itself. */
const toLayer = (trail: FocusTrail): Element | undefined => (trail.find(({ element }) => element.matches(opened)) ?? trail.at(-1))?.element

/** Text fields are left out on touch screens, where they would open the keyboard. */
function isStop(element: Element): boolean {
  const isQuiet = element.getAttribute('tabindex') === '-1' || (matchMedia('(pointer: coarse)').matches && element.matches(textField))
  return !isQuiet && element.matches(tabStop) && isUsable(element)
}

const findStop = (around: readonly Element[], from: 'start' | 'end'): Element | undefined => {
  const stops = around.flatMap((element) => [element, ...element.querySelectorAll(tabStop)].filter(isStop))
  return from === 'start' ? stops[0] : stops.at(-1)
}

/** The first stop after the place of a removed element, or the last before it, in the smallest part of the page that has one. */
function findNeighbour(trail: FocusTrail): Element | undefined {
  for (const [step, { element: parent }] of trail.entries()) {
    const index = trail[step - 1]?.index
    if (index === undefined || !parent.isConnected) continue
    const children = [...parent.children]
    const found = findStop(children.slice(index), 'start') ?? findStop(children.slice(0, index), 'end')
    if (found || parent.matches(limits)) return found
  }
  return undefined
}

/** The newest layer that is still there decides; a closed one leaves it to the one that it was opened from. */
function findTarget(layers: readonly FocusTrail[]): Element | null | undefined {
  const trail = layers.findLast((layer) => toLayer(layer)?.isConnected)
  const own = trail?.[0]?.element
  if (trail && own) {
    const found = isUsable(own) ? own : findNeighbour(trail)
    if (found) return found
  }
  return document.querySelector('main h1')
}

const isWorking = (element: Element): boolean =>
  element.isConnected && (element.hasAttribute('data-loading') || element.closest('[inert]') !== null)

/** Starts watching, and returns how to stop. `earlier`: what had the focus while this code was loading, oldest first; it may be gone by now. */
export function keepFocus(earlier: readonly FocusTrail[] = []): () => void {
  let layers: FocusTrail[] = []
  let isLost = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const remember = (trail: FocusTrail): void => {
    isLost = false
    const layer = toLayer(trail)
    layers = [...layers.filter((other) => toLayer(other) !== layer && toLayer(other)?.isConnected), trail]
  }
  const restore = (): void => {
    timer = undefined
    const active = document.activeElement
    if (!isLost || (active && active !== document.body && isUsable(active))) return
    const last = layers.at(-1)?.[0]?.element
    if (last && isWorking(last)) return
    const target = findTarget(layers)
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }
  const look = (): void => {
    const last = layers.at(-1)?.[0]?.element
    if (last && !isUsable(last)) isLost = true
    if (isLost) timer ??= setTimeout(restore, settleMs)
  }
  const observer = new MutationObserver(look)
  const onFocus = ({ target }: FocusEvent): void => {
    if (target instanceof Element && target !== document.body) remember(toFocusTrail(target))
  }
  // A click beside everything takes the focus away on purpose.
  const onPointer = ({ target }: Event): void => {
    if (target instanceof Element && !target.closest(`${tabStop}, label`)) layers = []
  }

  for (const trail of earlier) remember(trail)
  document.addEventListener('focusin', onFocus)
  document.addEventListener('pointerdown', onPointer)
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled', 'inert', 'hidden', 'data-loading'] })
  look()
  return () => {
    clearTimeout(timer)
    observer.disconnect()
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('pointerdown', onPointer)
  }
}
