/** What jsdom lacks and the parts ask for. */
import { cleanup, configure } from '@testing-library/react'
import { toast } from 'react-hot-toast'
import { afterEach, beforeEach, vi } from 'vitest'
import { takeMismatches } from './fake-api.ts'
import { useNavBadges } from '#lib/navigation.ts'
import { useSession } from '#lib/session.ts'
import { usePageParent } from '#ui/page.tsx'

// Milliseconds; a thousand of them pass on a busy machine before a first screen is there.
configure({ asyncUtilTimeout: Number(process.env['LMS_TEST_WAIT'] ?? 20_000) })

// Files of one worker share what they import, so each test leaves its stores as it found them.
afterEach(() => {
  vi.useRealTimers()
  cleanup()
  toast.remove()
  useNavBadges.setState(useNavBadges.getInitialState(), true)
  usePageParent.setState(usePageParent.getInitialState(), true)
  useSession.setState(useSession.getInitialState(), true)
  const mismatches = takeMismatches()
  if (mismatches.length > 0) throw new Error(`Not as the contract has it: ${mismatches.join('\n')}`)
})

// What was on its way when a test ended may have been kept since.
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

// jsdom draws in an interval of its own. One that starts under fake timers never ends, and no later test of the worker would get a frame.
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
// Fields that grow with their text measure again when a font has come.
Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true })

// The editor asks where its text is.
Range.prototype.getBoundingClientRect = () => document.body.getBoundingClientRect()
Range.prototype.getClientRects = () => document.createElement('p').getClientRects()
document.elementFromPoint = () => null
