/** Loads the code that keeps the focus with the first focus: before that there is none to lose. Returns how to stop. */
export function loadFocusKeeper(): () => void {
  const over = new AbortController()
  const load = (): void =>
    void import('./focus-keeper.ts')
      .then(({ keepFocus }) => {
        if (!over.signal.aborted) over.signal.addEventListener('abort', keepFocus())
      })
      .catch(() => undefined)
  document.addEventListener('focusin', load, { once: true, signal: over.signal })
  return () => over.abort()
}
