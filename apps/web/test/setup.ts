/** What jsdom lacks and components need. */

import { cleanup, configure, getConfig } from '@testing-library/react'
import { toast } from 'react-hot-toast'
import { afterEach, beforeEach, vi } from 'vitest'
import { useNavBadges, usePageRisks } from '#lib/navigation.ts'
import { setServerTime } from '#lib/server-clock.ts'
import { useSession } from '#lib/session.ts'
import { usePageParent } from '#ui/page.tsx'
import { useWalk } from '#features/discussions/next-unread.ts'
import { useOpenedComposer } from '#features/emails/composer-store.ts'
import { useUploadsStarted } from '#features/files/uploads/upload-store.ts'
import { takeMismatches } from './fake-api.ts'
import { findWrongTabStops } from './tab-stops.ts'

// Milliseconds: the default of a thousand is too short for a first screen on a busy machine.
configure({ asyncUtilTimeout: Number(process.env['LMS_TEST_WAIT'] ?? 30_000) })

// A wait that fails prints the page once, at its end: without this each of its tries prints it, for nobody.
const { getElementError } = getConfig()
if (!('isQuick' in getElementError)) {
  const quickly: typeof getElementError = (message, container) => {
    const isTry = (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics
    return isTry ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' }) : getElementError(message, container)
  }
  configure({ getElementError: Object.assign(quickly, { isQuick: true }) })
}

// Files of one worker share what they import, so each test leaves its stores as it found them.
afterEach(() => {
  vi.useRealTimers()
  const wrongStops = findWrongTabStops()
  cleanup()
  toast.remove()
  setServerTime(new Date().toUTCString(), Date.now())
  useNavBadges.setState(useNavBadges.getInitialState(), true)
  usePageRisks.setState(usePageRisks.getInitialState(), true)
  useWalk.setState(useWalk.getInitialState(), true)
  useOpenedComposer.setState(useOpenedComposer.getInitialState(), true)
  usePageParent.setState(usePageParent.getInitialState(), true)
  useSession.setState(useSession.getInitialState(), true)
  useUploadsStarted.setState(useUploadsStarted.getInitialState(), true)
  const mismatches = takeMismatches()
  if (wrongStops.length > 0) throw new Error(`Tab stops: ${wrongStops.join(', ')}`)
  if (mismatches.length > 0) throw new Error(`Not as the contract has it: ${mismatches.join('\n')}`)
})

// Requests that were still running when a test ended may have stored something since.
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})

window.matchMedia = (query) => ({
  matches: false,
  media: query,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => false,
})

// jsdom uses an interval for animation frames. Started under fake timers it never ends, and no later test of the worker would get a frame.
const { setTimeout: wait, clearTimeout: stop } = globalThis
window.requestAnimationFrame = (draw) => Number(wait(() => draw(performance.now()), 16))
window.cancelAnimationFrame = (frame) => stop(frame)

class SilentObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
window.ResizeObserver = SilentObserver
Element.prototype.scrollIntoView = () => undefined
Element.prototype.scrollTo = () => undefined
// The toasts' library looks for its style element by its id on `window`, which has no such names in jsdom. It would add an element for each
// rule of each toast, and every reading of a computed style would go through all of them. Once in a worker: the library stays loaded, too.
if (!('_goober' in window)) {
  const style = Object.assign(document.createElement('style'), { id: '_goober', textContent: ' ' })
  Object.assign(window, { _goober: document.head.appendChild(style) })
}
// Fields that grow with their text measure it again when a font has loaded.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

// The editor measures its text.
Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect()
Range.prototype.getClientRects = () => document.createElement('p').getClientRects()
document.elementFromPoint = () => null
