/** Lets a moment pass on a page that is open. */

import { act } from '@testing-library/react'
import { vi } from 'vitest'

/** Some seconds later, the page is looked at again. */
export const letPass = (at: string | number, seconds = 5): void => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at).getTime() + seconds * 1000 })
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}
