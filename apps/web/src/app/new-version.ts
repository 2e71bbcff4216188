/** A screen's file can be gone after a release: the page then reloads once, and the second time says so instead. */
import { create } from 'zustand'

const triedKey = 'lms-reloaded-for-new-version'

export const useNewVersion = create<{ isReady: boolean }>(() => ({ isReady: false }))

export function reloadOnceOnPreloadError(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (sessionStorage.getItem(triedKey)) {
      useNewVersion.setState({ isReady: true })
      return
    }
    sessionStorage.setItem(triedKey, '1')
    // Keeps the failed import from throwing while the page is on its way out.
    event.preventDefault()
    window.location.reload()
  })
}

/** Called when a screen has loaded: the next failure may reload again. */
export const forgetReload = (): void => sessionStorage.removeItem(triedKey)
