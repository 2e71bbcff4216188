/** A screen's file can be missing after a release: the page then reloads once, and shows an error the second time. */

const triedKey = 'lms-reloaded-for-new-version'
let hasLoadFailed = false

/** Remembers that a file did not load. What to do about it is for the boundary to say: pointing at a link must never reload the page. */
export function reloadOnChunkError(): void {
  window.addEventListener('vite:preloadError', () => {
    hasLoadFailed = true
  })
}

/** Whether to reload (once for an address), to offer it, or whether no file was missing at all. */
export function handleChunkError(pathname: string): 'reload' | 'offer' | 'other' {
  if (!hasLoadFailed) return 'other'
  try {
    if (sessionStorage.getItem(triedKey) === pathname) return 'offer'
    sessionStorage.setItem(triedKey, pathname)
    return 'reload'
  } catch {
    // Without storage the reloads cannot be counted, and could go on for ever.
    return 'offer'
  }
}

/**
 * Called when the screen at an address has loaded: the next failure there may reload again. A screen that was left, and whose
 * file arrives only now, says nothing about the one that failed.
 */
export function clearReloadMark(pathname: string): void {
  try {
    if (sessionStorage.getItem(triedKey) === pathname) sessionStorage.removeItem(triedKey)
  } catch {
    // Nothing was stored.
  }
}
