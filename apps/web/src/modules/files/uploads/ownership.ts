/** One tab owns an upload: the lock ends with the tab, and another one may take over. */

export type Ownership = {
  /** Resolves when this tab owns the upload: at once, or when the tab that does is gone. */
  take: (id: string) => Promise<void>
  give: (id: string) => void
}

export function createOwnership(): Ownership {
  const held = new Map<string, () => void>()
  return {
    take: (id) => {
      // Browsers without locks, and tests: one tab is all there is.
      if (!('locks' in navigator)) return Promise.resolve()
      return new Promise((taken) => {
        void navigator.locks.request(`upload:${id}`, () => {
          taken()
          return new Promise<void>((release) => void held.set(id, release))
        })
      })
    },
    give: (id) => {
      held.get(id)?.()
      held.delete(id)
    },
  }
}
